import type { LeadId } from "@homeroom/contract/ids";
import { imports } from "@homeroom/contract/imports";
import { leadBulk, leadsAtOnce } from "@homeroom/contract/lead-bulk";
import { leadFamilies } from "@homeroom/contract/lead-families";
import { leads } from "@homeroom/contract/leads";
import { member } from "@homeroom/contract/member";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { callerNamed, coveredInputs, narrow, useBrowser, visit } from "./visit.ts";

useBrowser();

/** Three leads of this journey only, found by their name, and unassigned: the rules have given each to someone. */
async function makeLeads(name: string): Promise<void> {
  const caller = await callerNamed("owner");
  const leadIds: LeadId[] = [];
  for (const number of [1, 2, 3]) leadIds.push((await caller.call(leads.add, { nickname: `${name}${number}` })).leadId);
  await caller.call(leadBulk.changeSales, { leadIds, sales: null });
}

async function selectAll(page: Page, name: string): Promise<void> {
  await page.goto(`/lead/list?keywords=${encodeURIComponent(name)}`);
  await page.getByText("共 3 筆").waitFor();
  await page.getByRole("checkbox").first().click();
  await page.getByText("已選 3 筆").waitFor();
}

test("selected leads are divided among people, deleted, restored by undo, and found in the bin", async () => {
  const name = `批次${String(Date.now()).slice(-6)}`;
  await makeLeads(name);
  const { page, complaints } = await visit({ as: "owner" });
  await selectAll(page, name);

  await page.getByRole("button", { name: "分配" }).click();
  const dialog = page.getByRole("dialog", { name: "分配 3 筆名單" });
  await dialog.getByRole("combobox").click();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  // The choices cover the button until the next field has the focus.
  await page.keyboard.press("Tab");
  await dialog.getByText("每人最多 2 筆").waitFor();
  await dialog.getByRole("button", { name: "分配", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText(/^已分配 3 筆名單/).waitFor();

  await selectAll(page, name);
  await page.getByRole("button", { name: "刪除" }).click();
  await page.getByText("已刪除 3 筆名單").waitFor();
  await page.getByText("共 0 筆").waitFor();
  await page.getByRole("button", { name: "復原" }).click();
  await page.getByText("共 3 筆").waitFor();

  await selectAll(page, name);
  await page.getByRole("button", { name: "刪除" }).click();
  await page.getByText("共 0 筆").waitFor();
  await page.getByRole("button", { name: "更多" }).last().click();
  await page.getByRole("menuitem", { name: "回收桶" }).click();
  const bin = page.getByRole("dialog", { name: "回收桶" });
  await bin.getByRole("textbox").fill(`${name}2`);
  const row = bin.getByRole("listitem").filter({ hasText: `${name}2` });
  await row.getByRole("button", { name: "還原" }).click();
  await row.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.getByText("共 1 筆").waitFor();
  expect(complaints).toEqual([]);
});

test("a lead moves to another branch with its sibling from its menu, and back by undo", async () => {
  const name = `搬家${String(Date.now()).slice(-6)}`;
  const caller = await callerNamed("owner");
  const { leadId } = await caller.call(leads.add, { nickname: `${name}甲` });
  await caller.call(leadFamilies.addSibling, { leadId, form: { nickname: `${name}乙` } });
  const branches = await caller.call(member.branchList, {});
  const { branchID } = await caller.call(leads.info, { leadId });
  const there = branches.find(({ value }) => value !== branchID);
  if (!there) throw new Error("The demo organisation has several branches");
  const branchOf = async (id: LeadId) => (await caller.call(leads.info, { leadId: id })).branchID;

  const { page, complaints } = await visit({ as: "owner" });
  await page.goto(`/lead/edit/${leadId}`);
  await page.getByRole("button", { name: "更多", exact: true }).click();
  await page.getByRole("menuitem", { name: "轉到其他分校" }).click();
  const dialog = page.getByRole("dialog", { name: "將 1 筆名單轉到其他分校" });
  await dialog.getByRole("combobox", { name: /^新分校/ }).click();
  await page.locator(".ant-select-item-option").filter({ hasText: there.label }).click();
  await dialog.getByRole("button", { name: "轉分校", exact: true }).click();
  await page.getByText("已將 2 筆名單轉到其他分校").waitFor();
  expect(await branchOf(leadId)).toBe(there.value);
  await page.getByText(there.label).first().waitFor();

  await page.getByRole("button", { name: "復原" }).click();
  await page.getByText("已復原 2 筆名單").waitFor();
  expect(await branchOf(leadId)).toBe(branchID);
  expect(complaints).toEqual([]);
});

/** A change of many leads, whose result is then shown on every screen. */
async function finishLargeChange(name: string): Promise<void> {
  const caller = await callerNamed("owner");
  const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ nickname: `${name}${index}` }));
  for (const count of [leadsAtOnce, 1]) await caller.call(imports.importLeadRows, { leads: rows(count) });
  const action = { kind: "regularContact", regularContact: null } as const;
  const { taskID } = await caller.call(leadBulk.start, { query: { keywords: name }, action });
  await until("the end of the change", async () => (await caller.call(leadBulk.task, { taskID })).state === "done");
}

test("the result of a large change is shown beside the screen, covers no input, and disappears", async () => {
  const name = `大批${String(Date.now()).slice(-6)}`;
  await finishLargeChange(name);
  for (const size of [undefined, narrow]) {
    const { page } = await visit({ as: "owner", ...(size && { size }) });
    await page.clock.install();
    // Every conversation of this list can be answered.
    await page.goto("/chat/whatsapp?filter=Under24h");
    await page.getByRole("option").first().click();
    await page.getByRole("textbox", { name: "輸入訊息" }).waitFor();
    const told = page.getByRole("region", { name: "批次處理" });
    await told.waitFor();
    expect(await coveredInputs(page)).toEqual([]);
    if (size) await told.getByRole("button", { name: "收起" }).click();
    else await page.clock.runFor("05:00");
    await told.waitFor({ state: "detached" });
  }
});
