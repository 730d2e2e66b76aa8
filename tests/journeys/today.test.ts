import { AccountId } from "@homeroom/contract/ids";
import { leads } from "@homeroom/contract/leads";
import { expect, test } from "vitest";
import { phonesOf } from "../harness/phone.ts";
import { until } from "../harness/until.ts";
import { sandboxUrl, useBrowser, visit } from "./visit.ts";

useBrowser();

const phones = phonesOf(sandboxUrl);

test("a customer who waits is answered from the list of today, and leaves it", async () => {
  const customer = { name: "今日客戶", phone: `88697${String(Date.now()).slice(-7)}` };
  await phones.add(customer);
  await phones.write(customer.phone, "請問今天還有課嗎？");
  const { page, caller, complaints } = await visit({ as: "admin" });
  if (!caller) throw new Error("Nobody is signed in");
  const lead = await until("the lead of the customer", async () => {
    const found = await caller.call(leads.list, { keywords: customer.phone });
    return found.list[0];
  });
  const { leadId, version } = lead;
  await caller.call(leads.change, { leadId, version, changes: { sales: AccountId.parse(caller.accountID) } });
  await page.goto("/dashboard?show=today&reason=waiting");
  const row = page.getByRole("list", { name: "今日待辦" }).getByRole("listitem").filter({ hasText: customer.name });
  await row.getByRole("button", { name: "回覆", exact: true }).click();
  const panel = page.getByRole("dialog");
  await panel.getByRole("textbox", { name: "輸入訊息" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("有的，下午三點。");
  await page.keyboard.press("Enter");
  await panel.getByRole("article").filter({ hasText: "有的，下午三點。" }).waitFor();
  await row.waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});

test("the tour is shown again from the user menu, station by station", async () => {
  const { page, complaints } = await visit({ as: "owner" });
  await page.goto("/dashboard");
  await page.locator("[data-tour='user']").click();
  await page.getByRole("menuitem", { name: "產品導覽" }).click();
  for (const station of ["從這裡去任何地方", "切換分校", "連接通訊帳號", "名單", "對話", "群發訊息"]) {
    await page.getByRole("dialog").getByText(station, { exact: true }).waitFor();
    await page.getByRole("button", { name: "下一步" }).click();
  }
  await page.getByRole("dialog").getByText("訂閱與付款", { exact: true }).waitFor();
  await page.getByRole("button", { name: "結束導覽" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});
