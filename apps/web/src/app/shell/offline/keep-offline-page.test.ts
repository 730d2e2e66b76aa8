import { expect, it } from "vitest";
import { offlinePage } from "./keep-offline-page.ts";

it("says in the reader's language that there is no connection, and loads nothing", () => {
  const page = offlinePage({ lang: "zh-TW", title: "沒有連線", detail: 'a < b & "c"', again: "再試一次" });
  expect(page).toContain('<html lang="zh-TW">');
  expect(page).toContain("<h1>沒有連線</h1><p>a &#60; b &#38; &#34;c&#34;</p>");
  expect(page).not.toMatch(/<script|src=|url\(|href="[^"]/);
});
