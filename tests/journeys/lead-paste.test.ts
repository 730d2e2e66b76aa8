import { leads } from "@homeroom/contract/leads";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { callerNamed, useBrowser, visit } from "./visit.ts";

useBrowser();

/** Three leads of this journey only, listed by their name. */
async function openLeads(page: Page, name: string): Promise<void> {
  const caller = await callerNamed("owner");
  for (const number of [1, 2, 3]) await caller.call(leads.add, { nickname: `${name}${number}` });
  await page.goto(`/lead/list?keywords=${encodeURIComponent(name)}&sort=nickname`);
  await page.getByText("共 3 筆").waitFor();
}

test("a column from a spreadsheet fills the cells below, shows what is wrong with one, and is undone", async () => {
  const name = `貼上${String(Date.now()).slice(-6)}`;
  const { page, context, complaints } = await visit({ as: "owner" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openLeads(page, name);
  const cell = (row: number, column: string) => page.locator(`[data-row="${row}"] [data-cell="${column}"]`);
  const copied = "2031-01-05\t–\n沒有這天\t–\n2031/2/6\t–\n2031-03-07\t–\n";
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(copied)})`);
  await cell(0, "nextContactDate").focus();
  await page.keyboard.press("Control+V");

  const said = page.getByRole("region", { name: "貼上" });
  await said.getByText("已填入 2 格").waitFor();
  await said.getByText("1 格未能儲存").waitFor();
  await said.getByText("最近聯絡").waitFor();
  await expect.poll(() => cell(0, "nextContactDate").innerText()).toContain("2031-01-05");
  await expect.poll(() => cell(2, "nextContactDate").innerText()).toContain("2031-02-06");
  await cell(1, "nextContactDate").getByRole("button").hover();
  await page.getByText("「沒有這天」不是明確的日期").waitFor();

  await said.getByRole("button", { name: "復原" }).click();
  await said.getByText("已還原 2 格").waitFor();
  await expect.poll(() => cell(0, "nextContactDate").innerText()).toBe("");
  await page.reload();
  await page.getByText("共 3 筆").waitFor();
  await expect.poll(() => cell(2, "nextContactDate").innerText()).toBe("");
  expect(complaints).toEqual([]);
});

test("one key in the list opens the note field of a lead, whose note is then found by its words", async () => {
  const name = `速記${String(Date.now()).slice(-6)}`;
  const { page, complaints } = await visit({ as: "owner" });
  await openLeads(page, name);
  await page.locator(`[data-row="1"] [data-cell="nickname"]`).focus();
  await page.keyboard.press("n");
  const note = page.getByRole("textbox", { name: "新增備註" });
  await page.locator("textarea:focus").waitFor();
  await page.keyboard.type(`外婆接送${name}`);
  // The field is empty as soon as the note is being sent; opening another page would cancel that.
  const saved = page.waitForResponse((answer) => answer.url().includes("/AddLeadDesc"));
  await page.keyboard.press("Control+Enter");
  await saved;
  await expect.poll(() => note.inputValue()).toBe("");
  await page.goto(`/lead/list?keywords=${encodeURIComponent(`外婆接送${name}`)}`);
  await page.getByText("共 1 筆").waitFor();
  await page.getByText(`${name}2`).first().waitFor();
  expect(complaints).toEqual([]);
});
