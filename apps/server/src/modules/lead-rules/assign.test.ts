import { LeadId, RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { removeOldAssignments } from "./actions/assign-leads.ts";
import { mailAssignments } from "./actions/mail-assignments.ts";
import { openRuleDesk, withShares } from "./for-tests.ts";
import { assignLeads, type LeadAssignment } from "./public.ts";

const desk = prepareDesk(openRuleDesk);

beforeEach(async () => {
  await desk.owner.query(
    "delete from lead_rule; delete from branch_turn; delete from lead_assignment; delete from lead_absence",
  );
  await desk.owner.query("update account set status = 2 where not is_owner");
});

const givenTo = async (of: Promise<readonly LeadAssignment[]>) => (await of).map(({ salesId }) => salesId);
const one = async (given: object = {}) => (await desk.arrive([given]))[0];
const ruleId = async (form: object) => RecordId.parse((await desk.save(form)).body.resultData?.recordID);

/** The people a rule gave its leads to, in its order. */
async function sequence(): Promise<string[]> {
  const { rows } = await desk.owner.query<{ sales_id: string }>(
    "select sales_id from lead_assignment order by created_at, assignment_id",
  );
  return rows.map(({ sales_id }) => sales_id);
}

test("with fifty simultaneous leads, repeatedly, everybody gets exactly their percentage of any hundred", async () => {
  const people = await desk.sales(4);
  const shares = [47, 31, 15, 7];
  await desk.save({ assignmentRule: "ratio", sales: withShares(people, shares) });
  for (let round = 0; round < 5; round++) {
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => desk.arrive(Array.from({ length: 1 + (n % 2) }, () => ({})))),
    );
  }
  const given = await sequence();
  expect(given).toHaveLength(5 * 75);
  for (let from = 0; from + 100 <= given.length; from++) {
    const window = given.slice(from, from + 100);
    for (const [at, person] of people.entries()) expect(window.filter((id) => id === person).length).toBe(shares[at]);
  }
});

test("a rollback uses no turn", async () => {
  const [first, second] = await desk.sales(2);
  await desk.save({ sales: [{ accountID: first }, { accountID: second }] });
  expect(await givenTo(desk.arrive([{}]))).toEqual([first]);
  const { scope, branchIds } = desk.organization;
  const broken = inTransaction(desk.db, scope, async (tx) => {
    const lead = { channelId: null, secondaryChannelId: null, country: "", heldBy: null, kind: "new" as const };
    const at = { leadId: LeadId.parse(v7()), branchId: branchIds[0], at: new Date() };
    await assignLeads(tx, scope, [{ ...lead, ...at, channelId: RecordId.parse(desk.channelId) }]);
    throw new Error("half-way");
  });
  await expect(broken).rejects.toThrow("half-way");
  expect(await givenTo(desk.arrive([{}, {}]))).toEqual([second, first]);
});

test("without a rule the branch's sales take turns, even simultaneously; people who have left get nothing", async () => {
  const people = await desk.sales(3);
  await buildAccount(desk.db, desk.organization, { role: "sales", status: 0 });
  await buildAccount(desk.db, desk.organization, { role: "teacher" });
  await Promise.all(Array.from({ length: 30 }, () => desk.arrive([{ channelId: null }])));
  const given = await sequence();
  expect(people.map((person) => given.filter((id) => id === person).length)).toEqual([10, 10, 10]);
  await desk.owner.query("update account set status = 2 where account_id = $1", [people[0]]);
  expect(new Set(await givenTo(desk.arrive([{}, {}, {}, {}])))).toEqual(new Set(people.slice(1)));
  expect(await one({ branchId: desk.organization.branchIds[1] })).toMatchObject({ salesId: null, kind: "nobody" });
});

test("somebody who leaves a rule's branch is skipped, and the rule shows that it needs attention", async () => {
  const people = await desk.sales(3);
  await desk.save({ assignmentRule: "ratio", sales: withShares(people, [50, 30, 20]) });
  expect((await desk.rules())[0]?.needsAttention).toBe(false);
  await desk.owner.query("update account set status = 2 where account_id = $1", [people[0]]);
  const given = await givenTo(desk.arrive(Array.from({ length: 50 }, () => ({}))));
  expect(people.map((person) => given.filter((id) => id === person).length)).toEqual([0, 30, 20]);
  const [rule] = await desk.rules();
  expect(rule).toMatchObject({ needsAttention: true, assigned: 50 });
  expect(rule?.sales.map(({ gone }) => gone)).toEqual([true, false, false]);
});

test("if everybody of a rule is absent, the branch takes turns; a manual rule leaves the lead to staff", async () => {
  const [first, second] = await desk.sales(2);
  const rule = { sales: [{ accountID: first }] };
  const id = await ruleId(rule);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await desk.owner.query(
    `insert into lead_absence (organization_id, absence_id, account_id, from_day, until_day, created_by)
     values ($1, gen_random_uuid(), $2, $3, $4, $2)`,
    [desk.organization.organizationId, first, yesterday, tomorrow],
  );
  expect(await one()).toMatchObject({ salesId: second, kind: "fallback", ruleId: id });
  await desk.save({ ...rule, recordID: id, version: 1, assignmentRule: "manual" });
  expect(await one()).toMatchObject({ salesId: null, kind: "manual" });
});

test("a batch uses a constant number of statements, and turns continue over batches", async () => {
  const people = await desk.sales(3);
  await desk.save({ sales: people.map((accountID) => ({ accountID })) });
  const first = await givenTo(desk.arrive(Array.from({ length: 200 }, () => ({}))));
  const second = await givenTo(desk.arrive(Array.from({ length: 100 }, () => ({}))));
  const all = [...first, ...second];
  expect(people.map((person) => all.filter((id) => id === person).length)).toEqual([100, 100, 100]);
  expect(all.slice(199, 201)).toEqual([people[1], people[2]]);
});

test("the way of least leads counts open leads, not won or closed ones", async () => {
  const [busy, idle] = await desk.sales(2);
  const { organizationId, branchIds } = desk.organization;
  const hold = (sales: string | undefined, code: string) =>
    desk.owner.query(
      `insert into lead (organization_id, lead_id, branch_id, nickname, lead_date, sales_id, status_id)
       select organization_id, gen_random_uuid(), $2, '王', current_date, $3, item_id from list_item
       where organization_id = $1 and project_id = 3 and code = $4`,
      [organizationId, branchIds[0], sales, code],
    );
  await hold(busy, "new");
  await hold(idle, "deal");
  await hold(idle, "closed");
  await desk.save({ assignmentRule: "leastLeads", sales: [busy, idle].map((accountID) => ({ accountID })) });
  expect(await givenTo(desk.arrive([{}, {}, {}]))).toEqual([idle, busy, idle]);
});

test("a rule mails its addresses once for all new leads, and a manual rule also its people", async () => {
  const [first, moved] = await desk.sales(2);
  const id = await ruleId({
    assignmentRule: "manual",
    sales: [{ accountID: first }, { accountID: moved }],
    notificationEmail: ["boss@school.test"],
  });
  const { organizationId, branchIds, scope } = desk.organization;
  // Whose branch is another one by now learns no names.
  await desk.owner.query("update account_branch set branch_id = $2 where account_id = $1", [moved, branchIds[1]]);
  const leads = await desk.arrive([{}, {}]);
  for (const [at, { leadId }] of leads.entries())
    await desk.owner.query(
      "insert into lead (organization_id, lead_id, branch_id, nickname, lead_date) values ($1, $2, $3, $4, current_date)",
      [organizationId, leadId, branchIds[0], ["林小美", "張大明"][at]],
    );
  const events = await desk.owner.query("select from outbox where event = 'lead-rule.decided' and aggregate_id = $1", [
    id,
  ]);
  expect(events.rowCount).toBe(1);
  await Promise.all([1, 2].map(() => mailAssignments(desk.platform, scope, id)));
  const mails = await desk.owner.query<{ recipient: string; subject: string; body: { text: string } }>(
    "select recipient, subject, body from outgoing_mail where subject like '%等待分配%'",
  );
  expect(mails.rows.map(({ recipient }) => recipient).sort()).toContain("boss@school.test");
  expect(mails.rows).toHaveLength(2);
  expect(mails.rows[0]?.subject).toBe("2 筆新名單等待分配");
  expect(mails.rows[0]?.body.text).toContain("林小美");
});

test("people who can assign at the branch get one notification of how many leads of a manual rule wait", async () => {
  const id = await ruleId({ assignmentRule: "manual" });
  const { organizationId, branchIds, scope } = desk.organization;
  const [sales] = await desk.sales(1);
  const manager = await desk.signIn({ role: "admin" });
  const elsewhere = await desk.signIn({ role: "admin", branchIds: [branchIds[1]] });
  const place = async (salesId: string | null) => {
    const [arrival] = await desk.arrive([{}]);
    await desk.owner.query(
      `insert into lead (organization_id, lead_id, branch_id, nickname, lead_date, sales_id)
       values ($1, $2, $3, '等候的人', current_date, $4)`,
      [organizationId, arrival?.leadId, branchIds[0], salesId],
    );
  };
  for (const holder of [null, null, sales ?? null]) await place(holder);
  await Promise.all([1, 2].map(() => mailAssignments(desk.platform, scope, id)));
  const told = () =>
    desk.owner.query<{ payload: { people: string[]; count: number } }>(
      "select payload from outbox where event = 'lead-rule.leads-waiting' and aggregate_id = $1 order by outbox_id",
      [id],
    );
  const { rows } = await told();
  expect(rows).toHaveLength(1);
  expect(rows[0]?.payload.count).toBe(2);
  expect(rows[0]?.payload.people).toContain(manager.accountId);
  expect(rows[0]?.payload.people).not.toContain(elsewhere.accountId);
  expect(rows[0]?.payload.people).not.toContain(sales);
  await place(null);
  await mailAssignments(desk.platform, scope, id);
  expect((await told()).rows.at(-1)?.payload.count).toBe(3);
});

test("reasons of assignments are kept for 180 days", async () => {
  const [old, fresh] = await desk.arrive([{}, {}]);
  const age = (leadId: string | undefined, days: number) =>
    desk.owner.query("update lead_assignment set created_at = now() - make_interval(days => $2) where lead_id = $1", [
      leadId,
      days,
    ]);
  await age(old?.leadId, 181);
  await age(fresh?.leadId, 179);
  expect(await removeOldAssignments(desk.db)).toBe(false);
  const left = await desk.owner.query("select lead_id from lead_assignment where lead_id = any($1)", [
    [old?.leadId, fresh?.leadId],
  ]);
  expect(left.rows).toEqual([{ lead_id: fresh?.leadId }]);
});
