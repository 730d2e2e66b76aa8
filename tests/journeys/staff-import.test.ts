import { buffer } from "node:stream/consumers";
import { staff } from "@homeroom/contract/staff";
import readXlsxFile from "read-excel-file/node";
import { expect, test } from "vitest";
import { callerNamed, narrow, useBrowser, visit } from "./visit.ts";

useBrowser();

// Texts in Big5, as spreadsheets in Taiwan still save them: 姓名, 電郵, 手機, and two names.
const big5 = { name: "a96da657", email: "b971b66c", mobile: "a4e2bef7", wang: "a4fda470a9fa", chen: "b3afacfcac72" };
const text = (hex: string) => Buffer.from(hex, "hex");
const ascii = (words: string) => Buffer.from(words);

function badTable(email: string): Buffer {
  return Buffer.concat([
    ascii("\r\n"),
    ...[text(big5.name), ascii(";"), text(big5.email), ascii(";"), text(big5.mobile), ascii(";?\r\n")],
    ...[text(big5.wang), ascii(`;"${email}";0912-345-678;=1+1\r\n`)],
    ...[text(big5.chen), ascii(";not an e-mail;12\r\n")],
    ...[text(big5.chen), ascii(`;${email.toUpperCase()};;\r\n\r\n`)],
  ]);
}

async function people(keywords: string) {
  const owner = await callerNamed("owner");
  return (await owner.call(staff.list, { keywords })).list;
}

test("a faulty Big5 table is tried, its wrong rows are shown and downloaded, the rest imported and undone", async () => {
  const email = `big5-${Date.now()}@table.homeroom.test`;
  const { page, complaints } = await visit({ as: "owner" });
  await page.goto("/staff/list");
  await page.getByRole("button", { name: "匯入／匯出" }).click();
  await page.getByRole("menuitem", { name: "匯入員工" }).click();
  await page
    .getByTestId("import-file")
    .setInputFiles({ name: "名冊.csv", mimeType: "text/csv", buffer: badTable(email) });

  await page.getByText("Big5（繁體中文）").waitFor();
  await page.getByRole("row").filter({ hasText: "手機" }).getByText("0912-345-678").waitFor();
  await page.getByRole("combobox", { name: "角色" }).click();
  await page.locator(".ant-select-item-option").filter({ hasText: "導師" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "試行，先不儲存" }).click();
  await page.getByText("尚未儲存任何資料").waitFor();
  await page.getByText("2 列有錯誤").waitFor();
  await page.getByRole("row").filter({ hasText: "not an e-mail" }).getByText("電郵格式不正確").waitFor();
  await page.getByRole("row").filter({ hasText: email.toUpperCase() }).getByText("與檔案中前面的資料重複").waitFor();
  expect(await people(email)).toHaveLength(0);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "下載錯誤檔案" }).click(),
  ]);
  const [sheet] = await readXlsxFile(await buffer(await download.createReadStream()));
  expect(sheet?.data.map((row) => row[1])).toEqual(["電郵", "not an e-mail", email.toUpperCase()]);

  // A reload half-way loses nothing.
  await page.reload();
  await page.getByRole("button", { name: "匯入 1 筆" }).click();
  await page.getByText("「名冊.csv」匯入結果").waitFor();
  const [made] = await people(email);
  expect(made).toMatchObject({
    nickname: "王小明",
    areaCode: "+886",
    phone: "912345678",
    isPasswordInitialized: false,
  });

  await page.getByRole("button", { name: "復原這次匯入" }).click();
  await page
    .getByRole("dialog", { name: /^復原「/ })
    .getByRole("button", { name: "復原這次匯入" })
    .click();
  await page.getByText("已復原 1 筆資料").waitFor();
  expect(await people(email)).toHaveLength(0);
  expect(complaints).toEqual([]);
});

test("on a phone the wizard needs no sideways scrolling", async () => {
  const { page } = await visit({ as: "owner", size: narrow });
  await page.goto("/staff/list?import=new");
  await page
    .getByTestId("import-file")
    .setInputFiles({ name: "名冊.csv", mimeType: "text/csv", buffer: badTable(`narrow-${Date.now()}@x.test`) });
  await page.getByText("第 2 步，共 4 步：對應欄位").waitFor();
  const overflow = await page.evaluate(
    "(() => { const body = document.querySelector('.ant-drawer-body'); return body.scrollWidth - body.clientWidth; })()",
  );
  expect(overflow).toBe(0);
});
