import type { Platform } from "#platform/server-module";
import { AdPlatformFailure, type MetaPageAccess, type MetaProvider } from "../../port.ts";
import { ownersOfPages } from "../queries.ts";

/**
 * Asks Meta to stop calling for pages that were switched off, after the commit. A page that another organisation has
 * switched on is left: Meta has one subscription of the app for it. A failure at Meta is ignored: calls for pages
 * that are off are ignored.
 */
export async function endSubscriptions(
  { db, log }: Pick<Platform, "db" | "log">,
  provider: MetaProvider | null,
  pages: readonly MetaPageAccess[],
): Promise<void> {
  const owners = pages.length > 0 ? await ownersOfPages(db, [...new Set(pages.map(({ pageId }) => pageId))]) : [];
  const isOn = new Set(owners.map(({ pageId }) => pageId));
  const ended = pages.filter(({ pageId }) => !isOn.has(pageId));
  await Promise.all(ended.map((page) => unsubscribe(provider, page, log)));
}

async function unsubscribe(provider: MetaProvider | null, page: MetaPageAccess, log: Platform["log"]): Promise<void> {
  try {
    await provider?.setSubscription(page, false);
  } catch (error) {
    if (!(error instanceof AdPlatformFailure)) throw error;
    log.warn({ pageId: page.pageId, reason: error.reason }, "Meta goes on calling for a page that is off");
  }
}
