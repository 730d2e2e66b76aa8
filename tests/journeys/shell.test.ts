import { chat } from "@homeroom/contract/chat";
import { leads } from "@homeroom/contract/leads";
import { member } from "@homeroom/contract/member";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { screens } from "../accessibility/screens.ts";
import { phonesOf } from "../harness/phone.ts";
import { until } from "../harness/until.ts";
import { callerNamed, narrow, productUrl, sandboxUrl, useBrowser, visit } from "./visit.ts";

useBrowser();

const phones = phonesOf(sandboxUrl);
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

/** Nothing may extend beyond the right edge: on a phone the page would scroll sideways. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const over = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
  expect(over).toBeLessThanOrEqual(0);
}

test("the language changes everywhere at once, and is still there after a reload", async () => {
  const { page, complaints } = await visit({ as: "admin" });
  await page.goto("/dashboard");
  await page.getByRole("radiogroup", { name: "首頁內容" }).waitFor();
  expect(await page.getAttribute("html", "lang")).toBe("zh-TW");

  await page.getByRole("button", { name: "語言" }).click();
  await page.getByRole("menuitem", { name: "English" }).click();
  await page.getByRole("button", { name: "Language" }).waitFor();
  expect(await page.getAttribute("html", "lang")).toBe("en");
  expect(await stored(page, "language")).toBe("en");
  expect(await page.getByRole("radiogroup", { name: "首頁內容" }).count()).toBe(0);

  await page.reload();
  await page.getByRole("button", { name: "Language" }).click();
  await page.getByRole("menuitem", { name: "简体中文" }).click();
  await page.getByRole("radiogroup", { name: "首页内容" }).waitFor();
  expect(await page.getAttribute("html", "lang")).toBe("zh-CN");
  expect(complaints).toEqual([]);
});

test("a page whose scripts are gone reloads once, then shows a message and offers to reload", async () => {
  const { page } = await visit({ as: "admin" });
  let missing = 0;
  await page.route("**/assets/routed-app-*.js", async (route) => {
    missing += 1;
    await route.fulfill({ status: 404, body: "" });
  });
  await page.goto("/dashboard");
  const message = page.getByRole("alert");
  await message.getByRole("heading", { name: "這個頁面無法載入" }).waitFor();
  // A browser may ask for the script again after its preload failed.
  expect(missing).toBeGreaterThanOrEqual(2);
  await page.unroute("**/assets/routed-app-*.js");
  await message.getByRole("button", { name: "重新載入" }).click();
  await page.getByRole("radiogroup", { name: "首頁內容" }).waitFor();
  expect(await page.locator("#first-paint").count()).toBe(0);
});

test("on a slow connection input is kept while the last texts of the language arrive", async () => {
  const { page } = await visit({ as: "admin" });
  let arrive = () => undefined as void;
  const held = new Promise<void>((resolve) => (arrive = resolve));
  await page.route("**/assets/zh_TW-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/system/branch?new=1", { waitUntil: "commit" });
  const name = page.getByRole("dialog").getByLabel("分校名稱");
  await name.fill("北投校");
  const arrived = page.waitForResponse(/assets\/zh_TW-/);
  arrive();
  await (await arrived).finished();
  // One of antd's own texts.
  await page.getByRole("dialog").getByRole("combobox").first().click();
  await page.keyboard.press("Escape");
  expect(await name.inputValue()).toBe("北投校");
});

test("the theme follows the choice, which is applied before the first paint", async () => {
  const { page } = await visit({ as: "admin" });
  await page.goto("/dashboard");
  const ground = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
  const dark = () => page.evaluate("document.documentElement.classList.contains('dark')");
  expect(await dark()).toBe(false);
  const light = await ground();
  await page.getByRole("button", { name: "外觀" }).click();
  await page.getByRole("menuitem", { name: "深色" }).click();
  await expect.poll(dark).toBe(true);
  await expect.poll(ground).not.toBe(light);
  expect(await stored(page, "theme")).toBe("dark");

  await page.route("**/assets/**", (route) => route.abort());
  await page.reload({ waitUntil: "commit" });
  await expect.poll(dark).toBe(true);
});

test("any page can be reached by typing a few letters, without a mouse", async () => {
  const { page } = await visit({ as: "admin", language: "en" });
  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("dialog").getByRole("combobox");
  await field.waitFor();
  await field.fill("%%%");
  expect(await page.getByRole("option").count()).toBe(0);
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "detached" });

  await page.keyboard.press("Control+k");
  await page.getByRole("option").first().waitFor();
  const last = page.getByRole("option").last();
  await page.keyboard.press("ArrowUp");
  expect(await last.getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await field.waitFor({ state: "detached" });
});

test("anything is found from anywhere: a person by part of a name, a page, an action; recently opened ones come first", async () => {
  const admin = await callerNamed("admin");
  const name = `銀杏${String(Date.now()).slice(-6)}`;
  const { leadId } = await admin.call(leads.add, {
    nickname: name,
    areaCode: "+886",
    phone: `09${String(Date.now()).slice(-8)}`,
  });
  const { page, complaints } = await visit({ as: "admin" });
  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const field = page.getByRole("combobox", { name: /^搜尋姓名/ });
  const search = async (words: string) => {
    await page.keyboard.press("Control+k");
    await field.fill(words);
  };

  await search(name.slice(0, 6));
  await page.getByRole("option", { name }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/lead/list?lead=${leadId}`);
  await page.getByRole("heading", { name }).waitFor();

  await page.keyboard.press("Control+k");
  await expect.poll(() => page.getByRole("option").first().textContent()).toContain(name);
  await field.fill("yinxing");
  await page.getByRole("option", { name: new RegExp(`${name}.*讀音`) }).waitFor();
  await field.fill("深色");
  await page.getByRole("option", { name: /深色外觀/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator("html.dark").waitFor();
  expect(complaints).toEqual([]);
});

test("an unknown address shows a message, and a way back", async () => {
  const { page } = await visit({ as: "sales2" });
  await page.goto("/no/such/page");
  await page.getByRole("heading", { name: "找不到頁面" }).waitFor();
  await page.getByRole("button", { name: "回首頁" }).click();
  await page.waitForURL((url) => url.pathname === "/dashboard");
});

test("a page that the person's roles do not allow does not open", async () => {
  const { page, caller } = await visit({ as: "teacher" });
  const user = await caller?.call(member.user, {});
  expect(user?.perms).not.toContain("chat:message:query");
  await page.goto("/chat/whatsapp");
  await page.getByRole("heading", { name: "找不到頁面" }).waitFor();
  expect(await page.getByRole("link", { name: /WhatsApp|對話/ }).count()).toBe(0);
});

test("the old addresses with a hash still work", async () => {
  const { page } = await visit({ as: "sales2" });
  await page.goto("/#/dashboard");
  await page.waitForURL((url) => url.pathname === "/dashboard" && url.hash === "");
});

test("layout, size, colour and watermark are kept", async () => {
  const { page, complaints } = await visit({ as: "admin" });
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "介面設定" }).click();
  const drawer = page.getByRole("dialog", { name: "介面設定" });
  await drawer.getByLabel("浮水印").click();
  await drawer.getByLabel("頁籤列").click();
  await drawer.getByRole("button", { name: "主題色 3" }).click();
  await drawer.getByRole("radio", { name: "頂部選單" }).or(drawer.getByLabel("頂部選單")).first().click();
  expect(await stored(page, "watermarkEnabled")).toBe("true");
  expect(await stored(page, "tagsView")).toBe("true");
  expect(await stored(page, "layout")).toBe("top");
  await page.reload();
  await page.getByRole("radiogroup", { name: "首頁內容" }).waitFor();
  expect(await stored(page, "layout")).toBe("top");
  expect(complaints).toEqual([]);
});

test("in the top menu a badge makes no entry higher than the others", async () => {
  const { page, caller } = await visit({ as: "admin", size: { width: 1280, height: 900 } });
  const customer = { name: "未讀客戶", phone: `88696${String(Date.now()).slice(-7)}` };
  await phones.add(customer);
  await phones.write(customer.phone, "請問還有名額嗎？");
  await until("something unread", async () => (await caller?.call(chat.unreadCount, {}))?.conversations);
  await page.addInitScript(() => localStorage.setItem("layout", "top"));
  await page.goto("/dashboard");
  await page.getByRole("banner").getByRole("menuitem").filter({ hasText: /\d/ }).first().waitFor();
  const highest = await page.evaluate(
    "Math.max(...[...document.querySelectorAll('header nav [role=menuitem]')].map((entry) => entry.getBoundingClientRect().height))",
  );
  expect(highest).toBeGreaterThan(0);
  expect(highest).toBeLessThanOrEqual(50);
});

test("Escape closes the settings at once, also after a layout was chosen", async () => {
  const { page, complaints } = await visit({ as: "admin" });
  await page.goto("/dashboard");
  const drawer = page.getByRole("dialog", { name: "介面設定" });
  for (const layout of ["頂部選單", "頂部與左側", "左側選單"]) {
    await page.getByRole("button", { name: "介面設定" }).click();
    await drawer.getByRole("button", { name: layout }).click();
    await drawer.getByRole("button", { name: layout, pressed: true }).waitFor();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
  }
  expect(complaints).toEqual([]);
});

test("on a phone the menu is an overlay, and nothing scrolls sideways", async () => {
  const { page } = await visit({ as: "admin", size: narrow });
  await page.goto("/dashboard");
  await page.getByRole("radiogroup", { name: "首頁內容" }).waitFor();
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "展開選單" }).click();
  await page.getByRole("navigation", { name: "主選單" }).waitFor();
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});

test("every screen is answered with 200 when it is opened directly, and an unknown page with 404", async () => {
  const statusOf = async (address: string) => (await fetch(productUrl + address)).status;
  const addresses = [...new Set(screens.map(({ address }) => address))];
  const missing: string[] = [];
  for (const address of addresses) if ((await statusOf(address)) !== 200) missing.push(address);
  expect(missing).toEqual([]);
  for (const address of ["/nothing", "/lead/nothing", "/system/nothing/1"]) expect(await statusOf(address)).toBe(404);
});

test("the sidebar shows every title in full in each language, on a phone too", async () => {
  for (const language of ["en", "zh-tw", "zh-cn"] as const) {
    for (const size of [{ width: 1440, height: 900 }, narrow]) {
      // oxlint-disable-next-line no-await-in-loop -- one window at a time
      const { page } = await visit({ as: "owner", language, size });
      // oxlint-disable-next-line no-await-in-loop -- one window at a time
      expect(await cutTitles(page, size === narrow), `${language} ${size.width}`).toEqual([]);
    }
  }
});

/** Titles in the sidebar that are cut off with an ellipsis, with all its groups open. */
async function cutTitles(page: Page, isNarrow: boolean): Promise<unknown> {
  await page.goto("/dashboard");
  const menu = page.locator(".ant-menu-root").first();
  if (isNarrow) await page.locator("header button").first().click();
  const closed = menu.locator("li.ant-menu-submenu:not(.ant-menu-submenu-open) > .ant-menu-submenu-title");
  await menu.waitFor();
  while ((await closed.count()) > 0) {
    const before = await closed.count();
    await closed.first().click();
    await expect.poll(() => closed.count()).toBeLessThan(before);
  }
  await menu.locator(".ant-menu-sub li").last().waitFor();
  return page.evaluate(`
    [...document.querySelectorAll(".ant-menu-root .ant-menu-title-content")]
      .filter((title) => title.scrollWidth > title.clientWidth)
      .map((title) => title.textContent)`);
}
