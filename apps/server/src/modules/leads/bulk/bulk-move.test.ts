import { type AccountId, type BranchId, type LeadId, RecordId } from "@homeroom/contract/ids";
import type { BulkTask } from "@homeroom/contract/lead-bulk";
import { v7 } from "uuid";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { buildOrganization } from "#modules/organizations/for-tests";
import { writeMany } from "#platform/db/for-tests";
import { organizationScope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { prepareLeadCalls } from "../for-tests.ts";
import { lockNumbers } from "../record/writes/check-lead.ts";
import { carryOnBulk } from "./actions/carry-on-bulk.ts";

const { desk, owner, call, card, build } = prepareLeadCalls();
let here: BranchId;
let there: BranchId;
/** Sales of the first branch, of the second, and of both. */
let stays: AccountId;
let local: AccountId;
let both: AccountId;

beforeAll(async () => {
  [here, there] = desk.organization.branchIds;
  stays = (await desk.signIn({ role: "sales" })).accountId;
  local = (await desk.signIn({ role: "sales", branchIds: [there] })).accountId;
  both = (await desk.signIn({ role: "sales", branchIds: [here, there] })).accountId;
});
beforeEach(async () => {
  await desk.owner.query("delete from lead");
  await desk.owner.query("delete from lead_figure");
  await desk.owner.query("delete from outbox");
  await desk.owner.query("update branch set status = 1");
});

const order = (leadIds: readonly LeadId[], more: object = {}, token = owner.token) =>
  call<BulkTask>("BulkLeads", { query: { leadIds }, action: { kind: "branch", branchID: there, ...more } }, token);

async function move(leadIds: readonly LeadId[], more: object = {}): Promise<BulkTask> {
  const { body } = await order(leadIds, more);
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.resultData;
}

async function undo({ taskID }: Pick<BulkTask, "taskID">): Promise<BulkTask> {
  const { body } = await call<BulkTask>("UndoBulk", { taskID });
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.resultData;
}

async function rowOf(leadId: LeadId) {
  const { rows } = await desk.owner.query<{ branch: BranchId; sales: AccountId; tutor: AccountId; version: number }>(
    "select branch_id as branch, sales_id as sales, tutor_id as tutor, version from lead where lead_id = $1",
    [leadId],
  );
  return rows[0];
}

/** How many of the leads are at the first branch, and at the second. */
async function counts(): Promise<[number, number]> {
  const { rows } = await desk.owner.query<{ branch_id: BranchId; n: number }>(
    "select branch_id, count(*)::int as n from lead where deleted_at is null group by 1",
  );
  const at = (branchId: BranchId) => rows.find((row) => row.branch_id === branchId)?.n ?? 0;
  return [at(here), at(there)];
}

const events = async (name: string) =>
  (await desk.owner.query<{ payload: Record<string, unknown> }>("select payload from outbox where event = $1", [name]))
    .rows;

const withPhone = (phone: string) => ({
  contact1: JSON.stringify({ name: "陳太", email: "", areaCode: "+852", phone }),
  contact1_e164: `852${phone}`,
});

async function sibling(leadId: LeadId, nickname: string): Promise<LeadId> {
  const { body } = await call<{ leadId: LeadId }>("AddSibling", { leadId, form: { nickname } });
  return body.resultData?.leadId as LeadId;
}

async function branchOfFamily(): Promise<BranchId | undefined> {
  const { rows } = await desk.owner.query<{ branch_id: BranchId }>("select branch_id from lead_family");
  return rows[0]?.branch_id;
}

test("leads keep the people who work at the new branch, and lose the others", async () => {
  const [kept, lost] = [await build({ sales_id: both }), await build({ sales_id: stays, tutor_id: stays })];
  const already = await build({ branch_id: there, sales_id: local });
  expect(await move([kept, lost, already])).toMatchObject({ total: 3, changed: 2, same: 1, dealt: [], canUndo: true });
  expect(await rowOf(kept)).toEqual({ branch: there, sales: both, tutor: null, version: 2 });
  expect(await rowOf(lost)).toEqual({ branch: there, sales: null, tutor: null, version: 2 });
  expect(await rowOf(already)).toMatchObject({ sales: local, version: 1 });
});

test("a chosen person gets all of them and is notified once", async () => {
  const leads = [await build({ sales_id: both }), await build({ sales_id: stays }), await build()];
  const done = await move(leads, { sales: local, notify: true });
  expect(done.dealt).toMatchObject([{ accountID: local, count: 3 }]);
  for (const leadId of leads) expect(await rowOf(leadId)).toMatchObject({ branch: there, sales: local });
  expect(await events("leads.dealt")).toMatchObject([
    { payload: { bulkId: done.taskID, receivers: [{ accountId: local, count: 3 }] } },
  ]);
});

test("history, audit log and the lists of both branches show it", async () => {
  const leadId = await build({ sales_id: stays, tutor_id: both });
  const { taskID } = await move([leadId], { sales: local });
  const names = await desk.owner.query<{ name: string }>("select name from branch where branch_id = any($1)", [
    [here, there],
  ]);
  const { rows } = await desk.owner.query<{ action_type: number; details: { changes?: object[] } }>(
    "select action_type, details from lead_log where lead_id = $1 order by log_id",
    [leadId],
  );
  expect(rows.map(({ action_type }) => action_type)).toEqual([12, 3]);
  const changes = (rows[0]?.details.changes ?? []) as { field: string; before: string; after: string }[];
  const [change, lostTutor] = changes;
  expect(change?.field).toBe("branch");
  expect([change?.before, change?.after].sort()).toEqual(names.rows.map(({ name }) => name).sort());
  expect(lostTutor).toMatchObject({ field: "tutor", after: null });
  const audit = await desk.owner.query<{ after: object }>("select after from audit_entry where subject_id = $1", [
    taskID,
  ]);
  expect(audit.rows).toMatchObject([{ after: { count: 1, branch: change?.after, sales: expect.any(String) } }]);
  const [changed] = await events("leads.changed");
  expect(changed?.payload["branchIds"]).toEqual([here, there]);
  expect(changed?.payload["holders"]).toEqual(expect.arrayContaining([stays, local, both]));
  expect(await events("leads.moved")).toMatchObject([{ payload: { leadIds: [leadId] } }]);
});

test("the figures move with it, and back", async () => {
  const figures = async () =>
    (
      await desk.owner.query(
        "select branch_id, sum(leads)::int as leads, sum(dealt)::int as dealt from lead_figure group by 1 having sum(leads) > 0",
      )
    ).rows;
  const leadId = await build({ deal_at: new Date("2026-11-20T04:00:00Z") });
  const before = [{ branch_id: here, leads: 1, dealt: 1 }];
  expect(await figures()).toEqual(before);
  const done = await move([leadId]);
  expect(await figures()).toEqual([{ branch_id: there, leads: 1, dealt: 1 }]);
  await undo(done);
  expect(await figures()).toEqual(before);
});

test("a family moves as a whole with everyone who has its contact 1, also its deleted members", async () => {
  const first = await build({ nickname: "陳大寶", ...withPhone("91234567") });
  const second = await sibling(first, "陳二寶");
  const deleted = await sibling(first, "陳三寶");
  await call("BulkLeads", { query: { leadIds: [deleted] }, action: { kind: "delete" } });
  const friend = await build({ nickname: "同號", ...withPhone("91234567") });
  const stranger = await build(withPhone("92222222"));
  expect(await move([second])).toMatchObject({ total: 3, changed: 3, unfit: 0 });
  for (const leadId of [first, second, friend, deleted]) expect(await rowOf(leadId)).toMatchObject({ branch: there });
  expect(await rowOf(stranger)).toMatchObject({ branch: here });
  expect(await branchOfFamily()).toBe(there);
  await call("RestoreLeads", { leadIds: [deleted] });
  expect(await card(deleted)).toMatchObject({ branchID: there });
  const { version } = await card(first);
  const edited = await call("ChangeLeadInfo", { leadId: first, version, changes: { notes: "搬家" } });
  expect(edited.body.success).toBe(true);
});

test("a family of which the actor does not see everyone stays together where it is", async () => {
  const person = await desk.signIn({ role: "sales", branchIds: [here, there] });
  await desk.owner.query(
    `insert into role_permission (organization_id, role_id, permission)
     select organization_id, role_id, 'crm:lead:assign' from account_role where account_id = $1 on conflict do nothing`,
    [person.accountId],
  );
  const mine = await build({ sales_id: person.accountId, ...withPhone("91234567") });
  const theirs = await sibling(mine, "陳二寶");
  await desk.owner.query("update lead set sales_id = $2 where lead_id = $1", [theirs, stays]);
  const alone = await build({ sales_id: person.accountId });
  const { body } = await order([mine, theirs, alone], {}, person.token);
  expect(body.resultData).toMatchObject({ total: 2, changed: 1, unfit: 1 });
  expect([await rowOf(mine), await rowOf(theirs)]).toMatchObject([{ branch: here }, { branch: here }]);
  expect(await rowOf(alone)).toMatchObject({ branch: there, sales: person.accountId });
  await desk.owner.query(
    "delete from role_permission where permission = 'crm:lead:assign' and role_id in (select role_id from account_role where account_id = $1)",
    [person.accountId],
  );
});

test("an undo returns leads to their branch and people, as far as these are still there", async () => {
  const gone = await desk.signIn({ role: "sales" });
  const [one, changed, left] = [
    await build({ sales_id: stays, tutor_id: stays }),
    await build({ sales_id: stays }),
    await build({ sales_id: gone.accountId }),
  ];
  const done = await move([one, changed, left], { sales: both });
  await call("ChangeLeadInfo", { leadId: changed, version: 2, changes: { notes: "已致電" } });
  await desk.owner.query("update account set status = 2 where account_id = $1", [gone.accountId]);
  expect(await undo(done)).toMatchObject({ state: "undone", undone: 2, kept: 1 });
  expect(await rowOf(one)).toMatchObject({ branch: here, sales: stays });
  expect(await rowOf(changed)).toMatchObject({ branch: there, sales: both });
  expect(await rowOf(left)).toMatchObject({ branch: here, sales: both });
});

test("an undo takes leads back from a person who got them by the move", async () => {
  const nobodys = await build();
  const done = await move([nobodys], { sales: both });
  expect(await rowOf(nobodys)).toMatchObject({ branch: there, sales: both });
  expect(await undo(done)).toMatchObject({ undone: 1 });
  expect(await rowOf(nobodys)).toMatchObject({ branch: here, sales: null });
});

test("leads merged into a moved one go along, and a merge undone afterwards leaves both there", async () => {
  const keep = await build({ nickname: "甲", ...withPhone("91234567") });
  const from = await build({ nickname: "乙", sales_id: stays, tutor_id: both, ...withPhone("91234567") });
  const merge = { keep, from, versions: { keep: 1, from: 1 } };
  const merged = await call<{ recordID: RecordId }>("MergeLeads", merge);
  expect(await move([keep])).toMatchObject({ total: 1, changed: 1 });
  expect(await rowOf(from)).toMatchObject({ branch: there, sales: null });
  const undone = await call<{ stayed: string[] }>("UndoMerge", { recordID: merged.body.resultData?.recordID });
  expect(undone.body.resultData?.stayed).not.toContain("contact1");
  expect(await counts()).toEqual([0, 2]);
});

test("a deleted lead is not restored beside a move of its contact 1", async () => {
  const [moving, deleted] = [await build(withPhone("91234567")), await build(withPhone("91234567"))];
  await call("BulkLeads", { query: { leadIds: [deleted] }, action: { kind: "delete" } });
  const { organizationId } = desk.organization;
  const restored = await inTransaction(desk.db, desk.organization.scope, async (tx) => {
    await lockNumbers(tx, desk.organization.scope, ["85291234567"]);
    const answer = call("RestoreLeads", { leadIds: [deleted] });
    await vi.waitFor(async () => {
      const waiting = await desk.owner.query("select from pg_locks where locktype = 'advisory' and not granted");
      expect(waiting.rows).not.toEqual([]);
    });
    await tx
      .updateTable("lead")
      .set({ branch_id: there })
      .where("organization_id", "=", organizationId)
      .where("lead_id", "=", moving)
      .execute();
    return { answer };
  });
  await restored.answer;
  expect(await counts()).toEqual([0, 1]);
});

test("an undo keeps a family together", async () => {
  const first = await build(withPhone("91234567"));
  const second = await sibling(first, "陳二寶");
  const done = await move([first]);
  await call("ChangeLeadInfo", { leadId: second, version: (await card(second)).version, changes: { notes: "已致電" } });
  expect(await undo(done)).toMatchObject({ undone: 0, kept: 2 });
  expect([await rowOf(first), await rowOf(second)]).toMatchObject([{ branch: there }, { branch: there }]);
  const back = await move([first], { branchID: here });
  expect(back).toMatchObject({ changed: 2 });
  expect(await undo(back)).toMatchObject({ undone: 2 });
  expect(await branchOfFamily()).toBe(there);
});

test("nothing goes to a closed branch, with an undo neither", async () => {
  const leadId = await build({ branch_id: there });
  const done = await move([leadId], { branchID: here });
  await desk.owner.query("update branch set status = 0 where branch_id = $1", [there]);
  expect((await order([leadId])).body).toMatchObject({
    name: "FIELD_INVALID",
    errors: [{ field: "action.branchID" }],
  });
  expect(await undo(done)).toMatchObject({ undone: 0, kept: 1 });
  expect(await rowOf(leadId)).toMatchObject({ branch: here });
});

test.each<[string, () => object, string]>([
  ["an unknown branch", () => ({ branchID: v7() }), "action.branchID"],
  ["no branch", () => ({ branchID: undefined }), "action.branchID"],
  ["a sales person of the old branch", () => ({ sales: stays }), "action.sales"],
  ["a tutor who is not one", () => ({ tutor: local }), "action.tutor"],
])("a move with %s is refused", async (_what, more, field) => {
  const leadId = await build();
  const { body } = await order([leadId], more());
  expect(body).toMatchObject({ name: "FIELD_INVALID" });
  expect(JSON.stringify(body)).toContain(`"field":"${field}"`);
  expect(await rowOf(leadId)).toMatchObject({ branch: here, version: 1 });
});

test("it takes the permission to assign, and the right to enter the branch", async () => {
  const leadId = await build();
  const sales = await desk.signIn({ role: "sales", branchIds: [here, there] });
  expect((await order([leadId], {}, sales.token)).body).toMatchObject({ name: "PERMISSION_DENIED" });
  const admin = await desk.signIn({ role: "admin", branchIds: [here] });
  const removed = await desk.owner.query(
    `delete from role_permission where permission = 'org:branch:query'
       and role_id in (select role_id from account_role where account_id = $1) returning organization_id, role_id, permission`,
    [admin.accountId],
  );
  expect((await order([leadId], {}, admin.token)).body).toMatchObject({ name: "FIELD_INVALID" });
  const manager = await desk.signIn({ role: "admin", branchIds: [here, there] });
  const elsewhere = await build({ branch_id: there });
  // A lead of a branch that the session is not in is not there.
  expect((await order([elsewhere], { branchID: here }, manager.token)).body.resultData).toMatchObject({ total: 0 });
  expect((await order([leadId], {}, manager.token)).body.resultData).toMatchObject({ changed: 1 });
  for (const { organization_id, role_id, permission } of removed.rows)
    await desk.owner.query("insert into role_permission values ($1, $2, $3)", [organization_id, role_id, permission]);
  await desk.owner.query("update lead set branch_id = $2, version = 1 where lead_id = $1", [leadId, here]);
  expect((await order([leadId], {}, admin.token)).body.resultData).toMatchObject({ changed: 1 });
});

test("another organisation's branch is unknown", async () => {
  const leadId = await build();
  const stranger = await buildOrganization(desk.db, "別家");
  const { body } = await order([leadId], { branchID: stranger.branchIds[0] });
  expect(body).toMatchObject({ name: "FIELD_INVALID" });
  expect(await rowOf(leadId)).toMatchObject({ branch: here });
});

test("two people at once move a lead once each, and nothing is lost", async () => {
  for (let round = 0; round < 5; round++) {
    const first = await build(withPhone(`9300000${round}`));
    const second = await sibling(first, "二寶");
    const answers = await Promise.all([
      order([first]),
      order([second], { sales: local }),
      order([second, first], { branchID: here }),
      call("AddSibling", { leadId: first, form: { nickname: "三寶" } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { rows } = await desk.owner.query<{ branch_id: BranchId }>(
      `select distinct branch_id from (
         select branch_id from lead where contact1_e164 = $1
         union all select f.branch_id from lead_family f join lead l using (family_id) where l.lead_id = $2) at`,
      [`8529300000${round}`, first],
    );
    expect(rows).toHaveLength(1);
  }
});

test("the same order twice at once is one move", async () => {
  const leadId = await build();
  const body = { query: { leadIds: [leadId] }, action: { kind: "branch", branchID: there }, taskID: v7() };
  const answers = await Promise.all([call("BulkLeads", body), call("BulkLeads", body)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await rowOf(leadId)).toMatchObject({ branch: there, version: 2 });
});

test("thousands go on after a stop, and no batch divides a family", async () => {
  const { organizationId } = desk.organization;
  await writeMany(
    desk,
    `insert into lead (organization_id, lead_id, branch_id, nickname, lead_date, contact1_e164)
     select $1, uuidv7(), $2, '名單' || n, '2026-11-01', '8529' || lpad((n / 3)::text, 7, '0') from generate_series(1, 2500) n`,
    [organizationId, here],
  );
  const action = { kind: "branch", branchID: there };
  const taskID = RecordId.parse(v7());
  const started = await call<BulkTask>("BulkLeads", { query: { everyone: true }, action, taskID });
  expect(started.body.success).toBe(true);
  const work = () => carryOnBulk(desk.platform, organizationScope(organizationId), taskID, Number.POSITIVE_INFINITY);
  await Promise.all([work(), work()]);
  const done = await call<BulkTask>("BulkLeads", { query: { everyone: true }, action, taskID });
  expect(done.body.resultData).toMatchObject({ state: "done", total: 2500, changed: 2500, unfit: 0 });
  expect(await counts()).toEqual([0, 2500]);
  await call("UndoBulk", { taskID });
  await work();
  expect(await counts()).toEqual([2500, 0]);
});

test("it stops between two batches when the starter may no longer enter the branch", async () => {
  const { organizationId } = desk.organization;
  await writeMany(
    desk,
    `insert into lead (organization_id, lead_id, branch_id, nickname, lead_date)
     select $1, uuidv7(), $2, '名單' || n, '2026-11-01' from generate_series(1, 1500) n`,
    [organizationId, here],
  );
  const taskID = RecordId.parse(v7());
  const order = { query: { everyone: true as const }, action: { kind: "branch", branchID: there }, taskID };
  const { body } = await call<BulkTask>("BulkLeads", order);
  expect(body.success).toBe(true);
  await desk.owner.query("update lead_bulk_run set state = 'running', done_through = 1000 where bulk_id = $1", [
    taskID,
  ]);
  await desk.owner.query("update branch set status = 0 where branch_id = $1", [there]);
  await carryOnBulk(desk.platform, organizationScope(organizationId), taskID, Number.POSITIVE_INFINITY);
  const { rows } = await desk.owner.query("select state, problem from lead_bulk_run where bulk_id = $1", [taskID]);
  expect(rows).toEqual([{ state: "failed", problem: "RUN_RIGHTS_REVOKED" }]);
});
