import { expect, test } from "vitest";
import { narrow, useBrowser, visit } from "./visit.ts";

useBrowser();

test("images are made while the page is reloaded, get text on them, and one becomes a product's picture", async () => {
  const { page, complaints } = await visit({ as: "admin" });
  const prompt = `鋼琴海報 ${Date.now()}`;
  await page.goto("/advert/aimedia");
  await page.getByRole("button", { name: "產生圖片" }).first().click();
  const form = page.getByRole("dialog", { name: "產生圖片" });
  await form.getByRole("button", { name: "開始產生" }).click();
  await form.getByText("請描述想要的圖片").waitFor();
  await form.getByRole("button", { name: "招生海報" }).click();
  await form.getByLabel("描述").fill(`${prompt} #slow`);
  await form.getByText("1K（網頁、訊息）").click();
  await form.getByRole("button", { name: "開始產生" }).click();
  const cards = page.getByRole("list", { name: "AI 素材庫" }).getByRole("button", { name: prompt });
  // Still being made or, if the browser was slower, done.
  await cards.nth(1).waitFor();
  // The address names the form until it has closed, and a reload would open it again.
  await form.waitFor({ state: "hidden" });
  await page.reload();
  await cards.nth(1).locator("img").waitFor();

  await cards.first().click();
  await page.getByRole("button", { name: "加文字與標誌" }).click();
  const editor = page.getByRole("dialog", { name: "加文字與標誌" });
  await editor.getByLabel("標題").fill("暑期鋼琴班");
  await editor.getByRole("button", { name: "存成新圖片" }).click();
  await page.getByRole("button", { name: /暑期鋼琴班/ }).waitFor();

  await page.goto("/system/fee?new=1");
  await page.getByRole("dialog").getByRole("button", { name: "素材庫" }).click();
  const picker = page.getByRole("dialog", { name: "從素材庫選擇" });
  await picker.getByRole("button", { name: /暑期鋼琴班/ }).click();
  await page.getByRole("img", { name: "第 1 張圖片" }).waitFor();
  expect(complaints).toEqual([]);
});

test("a refused image shows the reason, on a phone too", async () => {
  const { page } = await visit({ as: "admin", size: narrow });
  const prompt = `卡通 ${Date.now()}`;
  await page.goto("/advert/aimedia?new=1");
  const form = page.getByRole("dialog", { name: "產生圖片" });
  await form.getByLabel("描述").fill(`${prompt} #filtered`);
  await form.getByRole("button", { name: "開始產生" }).click();
  const card = page.getByRole("button", { name: prompt }).first();
  await card.getByText("描述含有不允許的內容").waitFor();
  await card.click();
  await page.getByRole("dialog").getByText("The prompt may contain sensitive information.").waitFor();
});
