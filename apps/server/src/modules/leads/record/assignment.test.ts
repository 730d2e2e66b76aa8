import { AccountId, RecordId } from "@homeroom/contract/ids";
import type { LeadAssignment } from "@homeroom/contract/lead-rules";
import type { LeadCard } from "@homeroom/contract/leads";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { callApi } from "#modules/sign-in/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { buildLead, openLeadDesk } from "../for-tests.ts";
import { leadForNewContact, recordCustomerMessage } from "../public.ts";

const desk = prepareDesk(openLeadDesk);
let numbers = 61_000_000;

beforeEach(async () => {
  await desk.owner.query("delete from lead_rule");
  await desk.owner.query("update account set status = 2");
});

const sales = async () => (await buildAccount(desk.db, desk.organization, { role: "sales" })).accountId;

async function rule(people: readonly string[], columns: { way?: string; repeat?: string; shares?: number[] } = {}) {
  const id = RecordId.parse(v7());
  const { way = "roundRobin", repeat = "sameSales", shares } = columns;
  await desk.owner.query(
    `insert into lead_rule (organization_id, rule_id, branch_id, way, repeat_rule, created_by, updated_by)
     values ($1, $2, $3, $4, $5, $2, $2)`,
    [desk.organization.organizationId, id, desk.organization.branchIds[0], way, repeat],
  );
  for (const [at, person] of people.entries())
    await desk.owner.query(
      "insert into lead_rule_member (organization_id, rule_id, account_id, position, ratio) values ($1, $2, $3, $4, $5)",
      [desk.organization.organizationId, id, person, at, shares?.[at] ?? null],
    );
}

const add = async (token: string, form: object = {}) => {
  const body = { nickname: "陳小明", areaCode: "+852", phone: String(++numbers), ...form };
  const made = await callApi<{ leadId: string }>(desk.app, "POST /api_users/Member/AddLeadInfo", { token, body });
  const leadId = String(made.body.resultData?.leadId);
  const info = await callApi<LeadCard>(desk.app, "POST /api_users/Member/QueryLeadInfo", { token, body: { leadId } });
  return { leadId, sales: info.body.resultData?.sales };
};

test("a lead added without an owner is assigned by the rules; sales keep leads that they add", async () => {
  const [chosen, other] = [await sales(), await sales()];
  await rule([chosen]);
  const owner = await desk.signIn({ role: "owner" });
  expect((await add(owner.token)).sales).toBe(chosen);
  expect((await add(owner.token, { sales: other })).sales).toBe(other);
  const seller = await desk.signIn({ role: "sales" });
  expect((await add(seller.token)).sales).toBe(seller.accountId);
});

test("everyone who sees a lead can read why it was assigned; for others it is not found", async () => {
  const chosen = await sales();
  await rule([chosen]);
  const owner = await desk.signIn({ role: "owner" });
  const { leadId } = await add(owner.token);
  const trace = (token: string) =>
    callApi<LeadAssignment[]>(desk.app, `GET /api_users/Member/LeadAssignmentTrace?leadId=${leadId}`, { token });
  const { body } = await trace(owner.token);
  expect(body.resultData).toMatchObject([{ kind: "rule", sales: { accountID: chosen }, rule: { allChannels: true } }]);
  expect((await trace((await desk.signIn({ role: "sales" })).token)).status).toBe(404);
  expect((await trace("anonymous")).status).toBe(401);
});

test("fifty simultaneous new customers are distributed exactly", async () => {
  const people = [await sales(), await sales()];
  await rule(people, { way: "ratio", shares: [70, 30] });
  const { scope, branchIds } = desk.organization;
  const arrives = () =>
    inTransaction(desk.db, scope, (tx) =>
      leadForNewContact(tx, scope, {
        branchId: branchIds[0],
        nickname: "Amy",
        phoneE164: `852${++numbers}`,
        leadChannelCode: "WhatsApp_chat",
        at: new Date(),
      }),
    );
  const leads = [
    ...(await Promise.all(Array.from({ length: 50 }, arrives))),
    ...(await Promise.all(Array.from({ length: 50 }, arrives))),
  ];
  expect(people.map((person) => leads.filter(({ salesId }) => salesId === person).length)).toEqual([70, 30]);
});

const comeAgain = (leadId: Awaited<ReturnType<typeof buildLead>>, at: Date) =>
  inTransaction(desk.db, desk.organization.scope, (tx) =>
    recordCustomerMessage(tx, desk.organization.scope, { leadId, at }),
  );
const longAgo = new Date("2026-10-01T02:00:00Z");
const now = new Date("2026-11-20T02:00:00Z");

test("a repeat lead stays with its owner, or is reassigned by the rule, once even if events repeat", async () => {
  const [holder, next] = [await sales(), await sales()];
  const lead = () => buildLead(desk.db, desk.organization, { last_contact_at: longAgo, sales_id: holder });
  await rule([next]);
  expect(await comeAgain(await lead(), now)).toMatchObject({ salesId: holder });
  await desk.owner.query("update lead_rule set repeat_rule = 'reassign'");
  const moved = await lead();
  const answers = await Promise.all([1, 2, 3].map(() => comeAgain(moved, now)));
  expect(answers.map(({ salesId }) => salesId)).toEqual([next, next, next]);
  const { rows } = await desk.owner.query<{ action_type: number; details: object }>(
    "select action_type, details from lead_log where lead_id = $1 order by action_type",
    [moved],
  );
  expect(rows).toEqual([
    { action_type: 2, details: {} },
    { action_type: 3, details: { salesId: next } },
  ]);
  const events = await desk.owner.query<{ payload: { salesId: string; before: { salesId: string } } }>(
    "select payload from outbox where event = 'lead.assigned' and aggregate_id = $1",
    [moved],
  );
  expect(events.rows.map(({ payload }) => [payload.before.salesId, payload.salesId])).toEqual([[holder, next]]);
});

test("a branch sets after how many days a customer counts as a repeat, once for each return", async () => {
  await desk.owner.query(
    "insert into chat_setting (organization_id, setting_id, branch_id, repeat_lead_days) values ($1, $2, $3, 3)",
    [desk.organization.organizationId, v7(), desk.organization.branchIds[0]],
  );
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const early = await buildLead(desk.db, desk.organization, { last_contact_at: daysAgo(2.9) });
  const late = await buildLead(desk.db, desk.organization, { last_contact_at: daysAgo(3) });
  for (const leadId of [early, late]) await Promise.all([1, 2, 3].map(() => comeAgain(leadId, now)));
  const { rows } = await desk.owner.query(
    "select lead_id = $1 as late, lead_type, revisit_count from lead where lead_id in ($1, $2) order by late",
    [late, early],
  );
  expect(rows).toMatchObject([
    { late: false, revisit_count: 0 },
    { late: true, lead_type: 2, revisit_count: 1 },
  ]);
  await desk.owner.query("delete from chat_setting");
});

test("a repeat lead whose owner has left is reassigned; without candidates it stays", async () => {
  const [gone, next] = [await sales(), await sales()];
  const of = () => buildLead(desk.db, desk.organization, { last_contact_at: longAgo, sales_id: gone });
  await desk.owner.query("update account set status = 2 where account_id = $1", [gone]);
  expect(await comeAgain(await of(), now)).toMatchObject({ salesId: next });
  await desk.owner.query("update account set status = 2");
  expect(await comeAgain(await of(), now)).toMatchObject({ salesId: AccountId.parse(gone) });
});
