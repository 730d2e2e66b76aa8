import { leads } from "@homeroom/contract/leads";
import { member } from "@homeroom/contract/member";
import { staff } from "@homeroom/contract/staff";
import { expect, test } from "vitest";
import { callerNamed, useBrowser, visit } from "./visit.ts";

useBrowser();

test("somebody leaves: their leads go to a colleague, and they are signed out for good", async () => {
  const owner = await callerNamed("owner");
  const me = await owner.call(member.user, {});
  const { roles } = await owner.call(staff.choices, {});
  const sales = roles.find(({ code }) => code === "sales");
  const nickname = `交接${Date.now() % 100_000}`;
  const form = { nickname, email: `${Date.now()}@leave.homeroom.test`, branchIDs: [me.branch.branchID], invite: false };
  const { recordsn } = await owner.call(staff.add, { ...form, roleIds: sales ? [sales.value as never] : [] });
  const phone = `0977${String(Date.now()).slice(-6)}`;
  const { leadId } = await owner.call(leads.add, {
    nickname: "要交接的名單",
    areaCode: "+886",
    phone,
    sales: recordsn,
  });

  const { page, complaints } = await visit({ as: "owner" });
  await page.goto(`/staff/list?person=${recordsn}`);
  await page.getByRole("button", { name: "更多操作" }).last().click();
  await page.getByRole("menuitem", { name: "交接名單" }).click();
  const drawer = page.getByRole("dialog", { name: `交接「${nickname}」負責的名單` });
  await drawer.getByText("擔任業務的名單：1").waitFor();
  await drawer.getByRole("combobox").click();
  await page.locator(".ant-select-item-option").filter({ hasText: "李詠詩" }).click();
  await page.keyboard.press("Escape");
  await drawer.getByLabel("交接完成後，將此員工設為離職並登出").check();
  await drawer.getByRole("button", { name: "交接 1 筆名單" }).click();
  await page.getByRole("dialog").filter({ hasText: "開始交接" }).getByRole("button", { name: "開始交接" }).click();
  await drawer.getByText("已交接 1 筆名單").waitFor();

  const lead = await owner.call(leads.info, { leadId });
  expect(lead.sales).not.toBe(recordsn);
  expect(lead.sales).not.toBeNull();
  expect(await owner.call(staff.form, { id: recordsn })).toMatchObject({ status: 2 });
  expect(complaints).toEqual([]);
});
