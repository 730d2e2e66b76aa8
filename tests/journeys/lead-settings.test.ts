import { leads } from "@homeroom/contract/leads";
import { customLists, media } from "@homeroom/contract/media";
import { targets } from "@homeroom/contract/targets";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { callerNamed, narrow, useBrowser, visit } from "./visit.ts";

useBrowser();

const unique = (name: string) => `${name}${String(Date.now()).slice(-6)}`;
const drawer = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

test("a tag is created, moved by the keyboard and renamed, and an open lead list offers it at once", async () => {
  const { page, complaints } = await visit({ as: "admin" });
  const { page: desk } = await visit({ as: "owner" });
  await desk.goto("/lead/list");
  await desk.getByRole("row").nth(1).waitFor();
  await page.goto("/lead/setting");
  const tags = page.getByRole("region", { name: "標籤" });
  const name = unique("想試堂");
  await tags.getByRole("button", { name: "新增標籤" }).click();
  await tags.getByRole("textbox", { name: "名稱" }).fill(name);
  await tags.getByRole("radio", { name: "綠" }).check();
  await page.keyboard.press("Enter");
  const row = tags.getByRole("listitem").filter({ hasText: name });
  await row.waitFor();
  await expect
    .poll(async () => {
      await desk.getByRole("button", { name: /^標籤/ }).first().click();
      const offered = await desk.getByRole("checkbox", { name }).count();
      await desk.keyboard.press("Escape");
      return offered;
    })
    .toBe(1);

  // Created again under an existing name.
  await page.getByRole("textbox", { name: "名稱" }).fill(name);
  await page.keyboard.press("Enter");
  await tags.getByRole("alert").filter({ hasText: "名稱重複" }).waitFor();
  await page.keyboard.press("Escape");

  const admin = await callerNamed("admin");
  const order = async () =>
    (await admin.call(media.customItems, { ProjectID: customLists.tags })).map((item) => item.name).indexOf(name);
  const before = await order();
  await row.getByRole("button", { name: /^移動/ }).focus();
  await page.keyboard.press("ArrowUp");
  await expect.poll(order).toBe(before - 1);
  await row.getByRole("button", { name: `刪除「${name}」` }).click();
  await page.getByRole("dialog", { name: /^刪除/ }).getByRole("button", { name: "刪除" }).click();
  await row.waitFor({ state: "detached" });
  expect(complaints.filter((line) => !line.includes("409"))).toEqual([]);
});

test("an item in use by leads is not deleted, but can be turned off", async () => {
  const { page } = await visit({ as: "admin" });
  await page.goto("/lead/setting");
  const statuses = page.getByRole("region", { name: "名單狀態" });
  await statuses.getByText("系統會用到，可改名，不能刪除").first().waitFor();
  await statuses.getByRole("button", { name: "刪除「跟進中」" }).click();
  const said = page.getByRole("dialog", { name: /「跟進中」使用中/ });
  await said.getByText(/筆名單使用此項目/).waitFor();
  await said.getByRole("button", { name: "取消" }).click();
});

test("a secondary channel requires its primary one, and a campaign link is copied only when it is up to date", async () => {
  const { page } = await visit({ as: "admin" });
  await page.goto("/organization/media");
  const name = unique("展覽");
  await page.getByRole("button", { name: "新增一級渠道" }).click();
  await drawer(page, "新增一級渠道").getByLabel("渠道名稱").fill(name);
  await drawer(page, "新增一級渠道").getByRole("button", { name: "儲存" }).click();
  await page.getByRole("listitem").filter({ hasText: name }).waitFor();
  await page.getByRole("button", { name: "新增二級渠道", exact: true }).first().click();
  const form = drawer(page, "新增二級渠道");
  await form.getByLabel("渠道名稱").fill("書展攤位");
  await form.getByRole("button", { name: "儲存" }).click();
  await form.getByText("請選擇一級渠道").waitFor();

  await page.goto("/organization/google?new=1");
  const builder = drawer(page, "建立連結");
  await builder.getByLabel("網址").fill("https://school.example/trial");
  await builder.getByRole("button", { name: "更新連結" }).click();
  await builder.getByText("請填寫廣告媒介與活動名稱").first().waitFor();
  const campaign = unique("暑期");
  await builder.getByLabel("來源").fill(name);
  await builder.getByLabel("廣告媒介").fill("cpc");
  await builder.getByLabel("活動名稱").fill(campaign);
  await builder.getByRole("button", { name: "更新連結" }).click();
  await builder.getByRole("img", { name: `「${campaign}」的 QR 碼` }).waitFor();
  await builder.getByLabel("活動名稱").fill(`${campaign}早鳥`);
  await builder.getByText("內容已變更，請按「更新連結」。").waitFor();
  await builder.getByRole("button", { name: "複製連結" }).click();
  await page.getByText("請填寫媒介與活動名稱，並按更新連結").waitFor();

  const admin = await callerNamed("admin");
  const { list } = await admin.call(media.utmLinks, { keywords: campaign });
  expect(list.map((one) => new URL(one.link).searchParams.get("utm_source"))).toEqual([name]);
});

test("a recipient list is built condition by condition, and shows its number of leads meanwhile", async () => {
  const { page, complaints } = await visit({ as: "admin" });
  const admin = await callerNamed("admin");
  const school = unique("大安國小");
  for (const number of [1, 2]) {
    const phone = `0977${String(Date.now()).slice(-5)}${number}`;
    await admin.call(leads.add, { nickname: `收件${number}`, areaCode: "+886", phone, school });
  }
  await page.goto("/admessage/target");
  await page.getByRole("button", { name: "新增發送對象" }).first().click();
  const form = drawer(page, "新增發送對象");
  const name = unique("國小家長");
  await form.getByLabel("名稱").fill(name);
  await form.getByRole("combobox", { name: "新增條件" }).fill("就讀");
  await page.keyboard.press("Enter");
  await form.getByRole("textbox", { name: "就讀學校" }).fill(school);
  await form.locator("[data-leads='2']").waitFor();
  await form.getByText(`就讀學校：${school}`).waitFor();
  await form.getByText("收件1").waitFor();
  await form.getByRole("button", { name: "儲存" }).click();
  await form.waitFor({ state: "detached" });
  const row = page.getByRole("row").filter({ hasText: name });
  await row.getByText(`就讀學校：${school}`).waitFor();

  await row.getByRole("switch").click();
  await expect.poll(async () => (await admin.call(targets.open, { keywords: name })).total).toBe(0);
  await row.getByRole("button", { name: `刪除「${name}」` }).click();
  await row.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "復原" }).click();
  await row.waitFor();
  expect(complaints).toEqual([]);
});

test("a rule from an address is tested at once, on a phone too", async () => {
  const { page } = await visit({ as: "admin", size: narrow });
  const rule = encodeURIComponent(JSON.stringify({ quietForDays: 30, hasPhone: true }));
  await page.goto(`/admessage/target?new=1&rule=${rule}`);
  await drawer(page, "新增發送對象").getByText("30 天沒聯絡；有電話").waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")).toBeLessThanOrEqual(0);
});
