import { expect, test } from "vitest";
import { seriousFaults } from "../accessibility/serious-faults.ts";
import { narrow, sandboxUrl, useBrowser, visit } from "./visit.ts";

useBrowser();

async function control(path: string, body: object): Promise<{ answered: number[] | number }> {
  const answer = await fetch(`${sandboxUrl}/sandbox/meta/api/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { answered: number[] | number };
}

test("staff make a key for a Google lead form, try it on a phone, and its leads come", async () => {
  const { page, complaints } = await visit({ as: "owner" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/organization/google");
  await page.getByRole("tab", { name: "名單表單" }).click();
  await page.getByRole("button", { name: "設定", exact: true }).first().click();
  const form = page.getByRole("dialog");
  await form.getByRole("button", { name: "產生新金鑰" }).click();
  const key = await form.getByLabel("金鑰").inputValue();
  expect(key).toMatch(/^[\w-]{32}$/);
  await form.getByRole("button", { name: "儲存" }).click();
  await page.getByText(/^已儲存 .+ 的 Google 名單表單$/).waitFor();

  const visitor = await visit({ size: narrow });
  await visitor.page.goto("/GoogleLead");
  await visitor.page.getByLabel("金鑰", { exact: true }).fill("wrong-key-that-nobody-has");
  await visitor.page.getByRole("button", { name: "送出測試名單" }).click();
  await visitor.page.getByText("沒有這個金鑰，或已停用。").waitFor();
  await visitor.page.getByLabel("金鑰", { exact: true }).fill(key);
  await visitor.page.getByRole("button", { name: "送出測試名單" }).click();
  await visitor.page.getByText("已收到測試名單，表單可以使用。").waitFor();

  const column = (column_id: string, string_value: string) => ({ column_id, string_value });
  const lead = {
    lead_id: "journey-google-1",
    google_key: key,
    form_id: 40_000_000_777,
    user_column_data: [column("FULL_NAME", "谷小姐"), column("PHONE_NUMBER", "+85261237777")],
  };
  expect((await control("google-leads", { lead })).answered).toBe(200);
  const row = page.getByRole("listitem").filter({ hasText: "40000000777" });
  await row.getByText("已建立名單").waitFor();
  await row.getByRole("link", { name: "查看名單" }).click();
  await page.getByText("谷小姐").first().waitFor();
  expect(complaints).toEqual([]);
});

test("the organisation is connected with Meta again, a page is set up, and its leads come", async () => {
  const { page, complaints } = await visit({ as: "owner" });
  await page.goto("/organization/facebook");
  await page.getByRole("button", { name: "重新連接" }).click();
  await page.getByRole("button", { name: "取消 Cancel" }).click();
  await page.getByText("沒有連接：您在 Meta 取消了登入").waitFor();
  await page.getByRole("button", { name: "重新連接" }).click();
  await page.getByRole("button", { name: "繼續 Continue" }).click();
  await page.getByText("已連接 Meta").waitFor();
  expect(new URL(page.url()).search).toBe("");
  await page.getByRole("article", { name: "晨光文理 香港" }).getByRole("button", { name: "設定" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "儲存" }).click();
  await page.getByText("已儲存 晨光文理 香港 的名單設定").waitFor();
  const person = { full_name: "孟小姐", phone_number: "+85261238888" };
  expect((await control("leads", { pageID: "500000000000002", fields: person })).answered).toEqual([200]);
  const row = page.getByRole("listitem").filter({ hasText: "600000000000002" });
  await row.getByText("已建立名單").waitFor();
  await page.setViewportSize(narrow);
  expect(await seriousFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
