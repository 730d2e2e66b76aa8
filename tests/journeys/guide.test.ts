import { guideChapters } from "@homeroom/contract/guide-chapters";
import { member } from "@homeroom/contract/member";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { narrow, productUrl, useBrowser, visit } from "./visit.ts";

useBrowser();

const overEdge = (page: Page) => page.evaluate("document.documentElement.scrollWidth - window.innerWidth");

test("the guide opens from the navbar in a new tab, with links from chapter to chapter", async () => {
  const { page, context, complaints } = await visit({ as: "sales2" });
  await page.goto("/dashboard");
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "使用說明" }).click();
  const guide = await opened;
  await guide.getByRole("heading", { level: 1, name: "第一天上手" }).waitFor();
  expect(new URL(guide.url()).pathname).toBe("/guide/first-day");
  expect(await guide.evaluate("window.opener")).toBeNull();

  const contents = guide.getByRole("navigation", { name: "目錄" });
  await contents.getByRole("link", { name: "角色與權限" }).click();
  await guide.getByRole("heading", { level: 1, name: "角色與權限" }).waitFor();
  expect(await contents.locator("[aria-current]").allTextContents()).toEqual(["角色與權限"]);
  expect(await contents.locator("ol > li").count()).toBe(guideChapters.length);
  await guide.getByRole("link", { name: "上一章：招生與廣告" }).click();
  await guide.getByRole("heading", { level: 1, name: "招生與廣告" }).waitFor();
  await expect.poll(() => guide.title()).toBe("招生與廣告 - Homeroom");
  expect(complaints).toEqual([]);
});

test("on a phone the guide is in the user menu", async () => {
  const { page, context } = await visit({ as: "sales2", size: narrow });
  await page.goto("/dashboard");
  await page.getByTitle(/的選單$/).click();
  const opened = context.waitForEvent("page");
  await page.getByRole("menuitem", { name: "使用說明" }).getByRole("link").click();
  const guide = await opened;
  await guide.getByRole("heading", { level: 1, name: "第一天上手" }).waitFor();
});

test("an installation's own documents replace the guide", async () => {
  const { page } = await visit({ as: "sales2" });
  const { path } = member.user;
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { resultData: object };
    await route.fulfill({
      response,
      json: { ...body, resultData: { ...body.resultData, documentsUrl: "https://docs.example/" } },
    });
  });
  await page.goto("/dashboard");
  const link = page.getByRole("link", { name: "使用說明" });
  expect(await link.getAttribute("href")).toBe("https://docs.example/");
  expect(await link.getAttribute("target")).toBe("_blank");
  expect(await link.getAttribute("rel")).toContain("noopener");
});

test("a section has its own address, and stays open when the language changes", async () => {
  const { page } = await visit({});
  await page.goto("/guide/leads#clean");
  const section = (name: string) => page.getByRole("heading", { level: 2, name });
  await section("保持名單整齊").waitFor();
  const isInView = `(() => { const { top } = document.getElementById("clean").getBoundingClientRect(); return top >= 0 && top < innerHeight; })()`;
  await expect.poll(() => page.evaluate(isInView)).toBe(true);

  await page.getByLabel("語言").selectOption("en");
  await section("Keeping the list clean").waitFor();
  expect(new URL(page.url()).hash).toBe("#clean");
  await page.getByRole("link", { name: "Link to “Finding leads”" }).click();
  expect(new URL(page.url()).hash).toBe("#find");
});

test("on a phone every chapter fits, below collapsed contents", async () => {
  const { page } = await visit({ size: narrow, theme: "dark" });
  for (const chapter of guideChapters) {
    await page.goto(`/guide/${chapter}`);
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    expect(await overEdge(page)).toBeLessThanOrEqual(0);
  }
  const chapters = page.getByRole("navigation", { name: "目錄" }).getByRole("link", { name: "對話" });
  expect(await chapters.isVisible()).toBe(false);
  await page.getByText("目錄", { exact: true }).click();
  await chapters.click();
  await page.getByRole("heading", { level: 1, name: "對話" }).waitFor();
  await chapters.waitFor({ state: "hidden" });
});

test("only the chapter is printed, dark on white", async () => {
  const { page } = await visit({ theme: "dark" });
  await page.goto("/guide/inbox");
  await page.getByRole("heading", { level: 1, name: "對話" }).waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("navigation").isVisible()).toBe(false);
  expect(await page.getByRole("button", { name: "列印本章" }).isVisible()).toBe(false);
  expect(await page.evaluate("getComputedStyle(document.querySelector('h1')).color")).toBe("rgb(0, 0, 0)");
  expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
});

test("a chapter that does not exist shows the unknown page", async () => {
  expect((await fetch(`${productUrl}/guide/leads`)).status).toBe(200);
  expect((await fetch(`${productUrl}/guide/nothing`)).status).toBe(404);
  const { page } = await visit({ as: "sales2" });
  await page.goto("/guide/nothing");
  await page.getByRole("heading", { name: "找不到頁面" }).waitFor();
});
