import { landingPages, noTracking } from "@homeroom/contract/landing-pages";
import { line } from "@homeroom/contract/line";
import { expect, test } from "vitest";
import { linePhone } from "../harness/line-phone.ts";
import { callerNamed, narrow, sandboxUrl, useBrowser, visit } from "./visit.ts";

useBrowser();

test("LINE says who clicked a page's button, and becoming a friend is enough to find them", async () => {
  const { page } = await visit({ as: "owner" });
  await page.goto("/organization/line");
  await page.getByRole("button", { name: "LIFF 設定" }).first().click();
  const form = page.getByRole("dialog", { name: /^LIFF 設定/ });
  await form.getByRole("button", { name: "使用 Homeroom 的頁面" }).click();
  await form.getByRole("button", { name: "儲存" }).click();
  await page.getByText("LINE 會告知是誰按了落地頁的按鈕").waitFor();

  const unique = String(Date.now()).slice(-8);
  const owner = await callerNamed("owner");
  const branch = (await owner.call(line.setting, {})).find(({ recordID }) => recordID)?.branch;
  const { recordID } = await owner.call(landingPages.add, {
    ...{ name: `LINE 頁 ${unique}`, urlName: `line-${unique}`, theme: "camp", template: "camp" },
    ...{ branchID: branch?.branchID, trackingCode: noTracking, buttonAction: "line", lineID: "chenguang" },
  });
  const { url } = await owner.call(landingPages.publish, { recordID });

  const name = `葉小姐${unique}`;
  const phone = await linePhone(sandboxUrl, name);
  const { page: visitor, context } = await visit({ size: narrow, withWorker: true });
  // A headless browser counts as a robot.
  await context.setExtraHTTPHeaders({
    "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1",
  });
  await context.route("https://line.me/**", (route) => route.fulfill({ contentType: "text/html", body: "chat" }));
  await visitor.goto(new URL(url).pathname);
  const [opened] = await Promise.all([context.waitForEvent("page"), visitor.locator("a[data-go]").first().click()]);
  await opened.getByRole("link", { name }).click();
  await opened.waitForURL("https://line.me/**");
  // LINE has identified the person, so the text needs no code.
  expect(decodeURIComponent(opened.url())).not.toContain("查詢編號");

  await phone.follow();
  await expect
    .poll(async () => (await owner.call(landingPages.list, { keywords: unique })).list[0])
    .toMatchObject({ clickCount: 1, leadCount: 1 });
});
