import { buffer } from "node:stream/consumers";
import { products } from "@homeroom/contract/products";
import readXlsxFile from "read-excel-file/node";
import { expect, test } from "vitest";
import { callerNamed, narrow, useBrowser, visit } from "./visit.ts";

useBrowser();

async function catalogue(keywords: string) {
  const owner = await callerNamed("owner");
  return (await owner.call(products.list, { keywords })).list;
}

test("a table of products is mapped, tried, imported, exported and undone", async () => {
  const name = `匯入班 ${Date.now()}`;
  const table = `課名,類別,學費\n${name} 甲,課程,"HK$1,200"\n${name} 乙,課程,很貴\n`;
  const { page, complaints } = await visit({ as: "owner" });
  await page.goto("/fee");
  await page.getByRole("button", { name: "匯入／匯出" }).click();
  await page.getByRole("menuitem", { name: "匯入產品" }).click();
  await page
    .getByTestId("import-file")
    .setInputFiles({ name: "產品.csv", mimeType: "text/csv", buffer: Buffer.from(table) });

  await page.getByRole("combobox", { name: "「課名」匯入為" }).click();
  await page.locator(".ant-select-item-option").filter({ hasText: "產品名稱" }).click();
  await page.getByRole("button", { name: "試行，先不儲存" }).click();
  await page.getByText("1 列有錯誤").waitFor();
  expect(await catalogue(name)).toHaveLength(0);

  await page.getByRole("button", { name: "匯入 1 筆" }).click();
  await page.getByText("「產品.csv」匯入結果").waitFor();
  expect(await catalogue(name)).toMatchObject([{ name: `${name} 甲`, price: 1200, status: "inactive", images: [] }]);

  const { page: list } = await visit({ as: "owner" });
  await list.goto(`/system/fee?keywords=${encodeURIComponent(name)}`);
  await list.getByText(`${name} 甲`).first().waitFor();
  await list.getByRole("button", { name: "匯入／匯出" }).click();
  const [download] = await Promise.all([
    list.waitForEvent("download"),
    list.getByRole("menuitem", { name: "匯出 Excel" }).click(),
  ]);
  const [sheet] = await readXlsxFile(await buffer(await download.createReadStream()));
  expect(sheet?.data.map((row) => row[0])).toEqual(["產品名稱", `${name} 甲`]);

  await page.getByRole("button", { name: "復原這次匯入" }).click();
  await page
    .getByRole("dialog", { name: /^復原「/ })
    .getByRole("button", { name: "復原這次匯入" })
    .click();
  await page.getByText("已復原 1 筆資料").waitFor();
  expect(await catalogue(name)).toHaveLength(0);
  expect(complaints).toEqual([]);
});

test("on a phone the wizard needs no sideways scrolling", async () => {
  const { page } = await visit({ as: "owner", size: narrow });
  await page.goto("/fee?import=new");
  await page.getByTestId("import-file").setInputFiles({
    name: "產品.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("產品名稱,類型,價格\n鋼琴,課程,1200\n"),
  });
  await page.getByText("第 2 步，共 4 步：對應欄位").waitFor();
  const overflow = await page.evaluate(
    "(() => { const body = document.querySelector('.ant-drawer-body'); return body.scrollWidth - body.clientWidth; })()",
  );
  expect(overflow).toBe(0);
});
