import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";

/**
 * Closes a page reliably. Chromium drops the request to close a page that is just navigating, but answers that it succeeded
 * (crbug.com/536385539), and `page.close()` then waits for ever. A second request closes the page.
 */
export async function closePage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send("Target.getTargetInfo");
  const closed = page.close();
  while (await isOpenAfterASecond(closed)) await askAgain(page, targetInfo.targetId);
}

function isOpenAfterASecond(closed: Promise<void>): Promise<boolean> {
  const second = new AbortController();
  const open = wait(1_000, true, { signal: second.signal }).catch(() => false);
  return Promise.race([closed.then(() => false), open]).finally(() => second.abort());
}

async function askAgain(page: Page, targetId: string): Promise<void> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  // The page may have closed in the meantime.
  await session?.send("Target.closeTarget", { targetId }).catch(() => undefined);
  await session?.detach();
}
