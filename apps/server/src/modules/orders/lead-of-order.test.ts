import type { LeadId } from "@homeroom/contract/ids";
import { type LeadLogRow, leadActions } from "@homeroom/contract/leads";
import type { OrderRow } from "@homeroom/contract/orders";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { buildLead } from "#modules/leads/for-tests";
import { callApi } from "#modules/sign-in/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { openOrderDesk } from "./for-tests.ts";

const desk = prepareDesk(openOrderDesk);

async function found(filters: object, by?: string) {
  const { body } = await desk.post<{ list: OrderRow[]; total: number }>("OrderList", filters, by);
  if (!body.success) throw new Error(body.name);
  return { ids: body.resultData.list.map(({ orderID }) => orderID), total: body.resultData.total };
}

const change = (leadId: LeadId, values: { nickname?: string; sales_id?: string | null }) =>
  inTransaction(desk.db, desk.organization.scope, (tx) =>
    tx
      .updateTable("lead")
      .set(values as object)
      .where("lead_id", "=", leadId)
      .execute(),
  );

it("is found by its lead's current name and visible to the people who see that lead", async () => {
  const { token, accountId } = await desk.signIn({ role: "sales", nickname: "許業務" });
  const leadId = await buildLead(desk.db, desk.organization, { nickname: "舊名曉彤" });
  const orderID = await desk.order({ leadId });
  await change(leadId, { nickname: "新名凱晴", sales_id: accountId });
  expect(await found({ keywords: "曉彤" })).toEqual({ ids: [], total: 0 });
  expect(await found({ keywords: "凱" })).toEqual({ ids: [orderID], total: 1 });
  expect(await found({ keywords: "凱晴 鋼琴", salesID: accountId })).toEqual({ ids: [orderID], total: 1 });
  expect(await found({ leadId }, token)).toEqual({ ids: [orderID], total: 1 });
  const { accountId: other } = await desk.signIn({ role: "sales" });
  await change(leadId, { sales_id: other });
  expect(await found({ leadId }, token)).toEqual({ ids: [], total: 0 });
  expect(await found({ salesID: accountId })).toEqual({ ids: [], total: 0 });
  await change(leadId, { sales_id: null });
  expect(await found({ leadId, mine: true }, token)).toEqual({ ids: [orderID], total: 1 });
});

it("shows its number and amount in the lead's history only to people who see orders", async () => {
  const leadId = await buildLead(desk.db, desk.organization);
  const orderID = await desk.order({ leadId });
  const [sales, teacher] = [await desk.signIn({ role: "sales" }), await desk.signIn({ role: "teacher" })];
  const ask = async (token: string) => {
    const path = `GET /api_users/Member/LeadsLogList?leadId=${leadId}` as const;
    const ofLead = await callApi<{ list: LeadLogRow[] }>(desk.app, path, { token });
    const call = "POST /api_users/Member/Leadlogs";
    const ofAll = await callApi<{ list: LeadLogRow[] }>(desk.app, call, { token, body: { leadId } });
    const rows = [ofLead, ofAll].flatMap(({ body }) => body.resultData?.list ?? []);
    return rows.filter(({ actionType }) => actionType === leadActions.order).map(({ details }) => details);
  };
  const told = { orderID, step: "created", amount: expect.any(Number), currency: "HKD" };
  expect(await ask(sales.token)).toEqual([told, told]);
  expect(await ask(teacher.token)).toEqual([{}, {}]);
});

it("belongs to the lead's sales when both change at the same moment", async () => {
  const { accountId } = await desk.signIn({ role: "sales" });
  const leadId = await buildLead(desk.db, desk.organization);
  let made: Promise<string> | undefined;
  await inTransaction(desk.db, desk.organization.scope, async (tx) => {
    await tx.updateTable("lead").set({ sales_id: accountId }).where("lead_id", "=", leadId).execute();
    made = desk.order({ leadId });
    const waiting = sql<{ waits: boolean }>`select exists (
      select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid) as waits`;
    await expect.poll(async () => (await waiting.execute(tx)).rows[0]?.waits).toBe(true);
  });
  const orderID = await made;
  expect(await found({ salesID: accountId })).toEqual({ ids: [orderID], total: 1 });
});
