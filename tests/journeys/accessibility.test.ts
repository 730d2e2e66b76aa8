import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { seriousFaults } from "./accessibility.ts";
import { narrow, useBrowser, type VisitOptions, visit } from "./visit.ts";

useBrowser();

interface Screen {
  name: string;
  address: string;
  as?: "admin";
  /** Resolves when the screen shows what it is for. */
  ready(page: Page): Promise<void>;
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole("heading", { name }).first().waitFor();

const screens: Screen[] = [
  { name: "sign-in", address: "/login", ready: (page) => page.locator("form img").waitFor() },
  { name: "dashboard", address: "/dashboard", as: "admin", ready: heading("接下來") },
  { name: "unknown page", address: "/404", as: "admin", ready: heading("找不到頁面") },
  { name: "no permission", address: "/401", as: "admin", ready: heading("沒有權限") },
  {
    name: "settings drawer",
    address: "/dashboard",
    as: "admin",
    async ready(page) {
      await page.getByRole("button", { name: "介面設定" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "command palette",
    address: "/dashboard",
    as: "admin",
    async ready(page) {
      await page.getByRole("button", { name: /前往頁面/ }).click();
      await page.getByRole("combobox").waitFor();
    },
  },
  { name: "lead list", address: "/lead/list", as: "admin", ready: (page) => page.getByText(/^共 /).waitFor() },
  {
    name: "lead panel",
    address: "/lead/list",
    as: "admin",
    async ready(page) {
      const row = page
        .getByRole("row")
        .nth(1)
        .or(page.getByRole("list", { name: "名單" }).getByRole("listitem").getByRole("button").first());
      await row.first().click();
      await page.getByRole("heading", { name: "歷程" }).waitFor();
    },
  },
  {
    name: "lead form",
    address: "/lead/list?new=1",
    as: "admin",
    async ready(page) {
      await page.getByRole("button", { name: "儲存" }).click();
      await page.getByText("請輸入暱稱").waitFor();
    },
  },
  {
    name: "conversation",
    address: "/chat/whatsapp?filter=Under24h",
    as: "admin",
    async ready(page) {
      await page.getByRole("option").first().click();
      await page.getByRole("article").first().waitFor();
    },
  },
  {
    name: "inbox, nothing open",
    address: "/chat/whatsapp",
    as: "admin",
    ready: (page) => page.getByRole("option").first().waitFor(),
  },
  { name: "WhatsApp channels", address: "/organization/whatsapp", as: "admin", ready: heading(/WhatsApp/) },
];

const looks: [string, VisitOptions][] = [
  ["light", { theme: "light" }],
  ["dark", { theme: "dark" }],
  ["light on a phone", { theme: "light", size: narrow }],
];

test.each(looks)("axe finds nothing serious on any screen, in the %s look", async (_name, look) => {
  const found: Record<string, string[]> = {};
  for (const as of [null, "admin"]) {
    const { page } = await visit({ ...look, ...(as && { as }) });
    for (const { name, address, ready } of screens.filter((screen) => (screen.as ?? null) === as)) {
      await page.goto(address);
      await ready(page);
      const faults = await seriousFaults(page);
      if (faults.length > 0) found[name] = faults;
    }
  }
  expect(found).toEqual({});
});
