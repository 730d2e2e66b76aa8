import { type AccountId, type LeadId, RecordId } from "@homeroom/contract/ids";
import type { BulkTask } from "@homeroom/contract/lead-bulk";
import { permissions } from "@homeroom/contract/permissions";
import { v7 } from "uuid";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildOrganization } from "#modules/organizations/for-tests";
import { buildSession, callApi } from "#modules/sign-in/for-tests";
import type { Actor } from "#platform/auth/actor";
import { prepareDesk, writeMany } from "#platform/db/for-tests";
import { organizationScope } from "#platform/db/scope";
import { buildLead, openLeadDesk } from "../for-tests.ts";
import { carryOnBulk } from "./actions/carry-on-bulk.ts";
import { startBulk } from "./actions/start-bulk.ts";

const desk = prepareDesk(openLeadDesk);
let owner: { accountId: AccountId; token: string };
let people: AccountId[];
let other: AccountId;
let tag: RecordId;

beforeAll(async () => {
  const { organization } = desk;
  owner = await desk.signIn({ role: "owner" });
  people = [];
  for (const nickname of ["甲", "乙", "丙", "丁", "戊"])
    people.push((await desk.signIn({ role: "sales", nickname })).accountId);
  other = (await desk.signIn({ role: "sales", branchIds: [organization.branchIds[1]] })).accountId;
  const found = await desk.owner.query<{ item_id: RecordId }>(
    `insert into list_item (organization_id, item_id, project_id, name, color)
     values ($1, $2, 1, '試堂', 'red') returning item_id`,
    [organization.organizationId, v7()],
  );
  tag = found.rows[0]?.item_id as RecordId;
});
beforeEach(async () => {
  await desk.owner.query("delete from lead");
  await desk.owner.query("delete from outbox");
});

const build = async (count: number, columns: Parameters<typeof buildLead>[2] = {}) => {
  const made: LeadId[] = [];
  for (let number = 0; number < count; number += 1) made.push(await buildLead(desk.db, desk.organization, columns));
  return made;
};

/** Thousands of leads at the first branch, in one statement. */
async function fill(count: number): Promise<void> {
  await writeMany(
    desk,
    `insert into lead (organization_id, lead_id, branch_id, nickname, lead_date)
     select $1, uuidv7(), $2, '名單' || n, '2026-11-01' from generate_series(1, $3::int) n`,
    [desk.organization.organizationId, desk.organization.branchIds[0], count],
  );
}

const post = <Result = BulkTask>(name: string, body: object, token = owner.token) =>
  callApi<Result>(desk.app, `POST /api_users/Member/${name}`, { token, body });

async function bulk(query: object, action: object, token = owner.token): Promise<BulkTask> {
  const { body } = await post("BulkLeads", { query, action }, token);
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.resultData;
}

async function task(taskID: RecordId, token = owner.token): Promise<BulkTask> {
  const { body } = await callApi<BulkTask>(desk.app, `GET /api_users/Member/BulkTask?taskID=${taskID}`, { token });
  return body.resultData as BulkTask;
}

async function work(taskID: RecordId, options: { batches?: number } = {}): Promise<void> {
  const scope = organizationScope(desk.organization.organizationId);
  const deadline = options.batches === undefined ? Number.POSITIVE_INFINITY : 0;
  for (let batch = 0; batch < (options.batches ?? 1); batch += 1)
    await carryOnBulk(desk.platform, scope, taskID, deadline);
}

function actorOf(accountId: AccountId): Actor {
  const { organizationId, branchIds } = desk.organization;
  const nobody = {
    sessionId: v7(),
    nickname: "東主",
    roles: ["ROOT"],
    isPlatform: false,
    viewsAs: null,
    restriction: null,
  };
  return { ...nobody, organizationId, accountId, branchId: branchIds[0], branchIds, permissions, isOwner: true };
}

async function holders(): Promise<Record<string, number>> {
  const found = await desk.owner.query<{ id: string; n: number }>(
    "select coalesce(sales_id::text, 'nobody') as id, count(*)::int as n from lead where deleted_at is null group by 1",
  );
  return Object.fromEntries(found.rows.map(({ id, n }) => [id, n]));
}

const column = async (leadId: LeadId, name: string) =>
  (await desk.owner.query(`select ${name} as value from lead where lead_id = $1`, [leadId])).rows[0]?.value;
const events = async (name: string) =>
  (await desk.owner.query<{ payload: Record<string, unknown> }>("select payload from outbox where event = $1", [name]))
    .rows;

describe("leads are assigned", () => {
  test("in turns, evenly, with history and one notice for each person", async () => {
    const leads = await build(12);
    const done = await bulk({ leadIds: leads }, { kind: "assign", sales: people, notify: true });
    expect(done).toMatchObject({ state: "done", total: 12, processed: 12, changed: 12, canUndo: true });
    expect(done.dealt.map(({ count }) => count).sort()).toEqual([2, 2, 2, 3, 3]);
    expect(Object.values(await holders()).sort()).toEqual([2, 2, 2, 3, 3]);
    const logs = await desk.owner.query("select from lead_log where action_type = 3");
    expect(logs.rowCount).toBe(12);
    expect(await events("leads.changed")).toHaveLength(1);
    const [dealt] = await events("leads.dealt");
    expect(dealt?.payload["receivers"]).toHaveLength(5);
    const audit = await desk.owner.query<{ after: { count: number } }>(
      "select after from audit_entry where subject_type = 'leads' and subject_id = $1",
      [done.taskID],
    );
    expect(audit.rows.map(({ after }) => after.count)).toEqual([12]);
  });

  test("only to people who work at the lead's branch; the others stay and are notified", async () => {
    const [, there] = desk.organization.branchIds;
    const here = await build(2);
    const elsewhere = await build(3, { branch_id: there });
    const done = await bulk({ leadIds: [...here, ...elsewhere] }, { kind: "assign", sales: [other] });
    expect(done).toMatchObject({ changed: 3, unfit: 2 });
    expect(await holders()).toEqual({ [other]: 3, nobody: 2 });
  });

  test("by the rules, or to nobody", async () => {
    const leads = await build(10, { sales_id: other });
    expect(await bulk({ leadIds: leads }, { kind: "assign", byRules: true })).toMatchObject({ changed: 10 });
    expect(Object.values(await holders()).sort()).toEqual([2, 2, 2, 2, 2]);
    expect(await bulk({ leadIds: leads }, { kind: "assign" })).toMatchObject({ changed: 10 });
    expect(await holders()).toEqual({ nobody: 10 });
  });

  test("by the specified call, without a notice when none is wanted", async () => {
    const leads = await build(3);
    const form = { leadIds: leads, sales: people[0] };
    const { body } = await post<{ changed: number }>("BulkChangeSales", form);
    expect(body.resultData?.changed).toBe(3);
    expect((await post<{ changed: number }>("BulkChangeSales", form)).body.resultData?.changed).toBe(0);
    expect(await events("leads.dealt")).toEqual([]);
  });

  test("and unknown people are refused", async () => {
    const leads = await build(1);
    const answer = await post("BulkLeads", { query: { leadIds: leads }, action: { kind: "assign", sales: [v7()] } });
    expect(answer.body).toMatchObject({ name: "FIELD_INVALID", errors: [{ field: "action.sales" }] });
  });
});

describe("other changes", () => {
  test("tags are added and removed, at most ten", async () => {
    const [full, free] = [
      (await build(1, { tag_ids: Array.from({ length: 10 }, () => v7() as RecordId) }))[0] as LeadId,
      (await build(1))[0] as LeadId,
    ];
    const done = await bulk({ leadIds: [full, free] }, { kind: "tags", add: [tag] });
    expect(done).toMatchObject({ changed: 1, full: 1 });
    expect(await column(free, "tag_ids")).toEqual([tag]);
    const { body } = await post("UpdateLeadTags", { leadIds: [full, free], remove: [tag] });
    expect(body.resultData).toMatchObject({ changed: 1 });
    expect(await column(free, "tag_ids")).toEqual([]);
  });

  test("a status that is a milestone is recorded as one in the history", async () => {
    const leads = await build(2);
    const [deal, result] = [await desk.itemId(3, "deal"), await desk.itemId(2, "interested").catch(() => null)];
    const { body } = await post<{ changed: number; taskID: RecordId }>("UpdateLeadStatus", {
      leadIds: leads,
      status: deal,
      ...(result && { result }),
    });
    expect(body.resultData).toMatchObject({ changed: 2 });
    const logs = await desk.owner.query("select from lead_log where action_type = 4");
    expect(logs.rowCount).toBe(2);
    expect(await column(leads[0] as LeadId, "student_since")).not.toBeNull();
    await post("UndoBulk", { taskID: body.resultData?.taskID });
    expect(await column(leads[0] as LeadId, "student_since")).toBeNull();
    const wrong = await post("UpdateLeadStatus", { leadIds: leads, status: tag });
    expect(wrong.body).toMatchObject({ name: "FIELD_INVALID" });
    expect((await post("UpdateLeadStatus", { leadIds: leads })).body).toMatchObject({ name: "FIELD_INVALID" });
    const one = await post<{ changed: number }>("UpdateLeadStatus", { leadId: leads[0], status: deal });
    expect(one.body.resultData).toMatchObject({ changed: 1 });
    const statuses = await Promise.all(leads.map((lead) => column(lead, "status_id")));
    expect(statuses).toEqual([deal, null]);
  });
});

describe("thousands", () => {
  test("continue after a stop, each once, including leads that no longer match", async () => {
    await fill(2500);
    const started = { taskID: RecordId.parse(v7()) };
    const action = { kind: "assign" as const, sales: people, byRules: false, notify: false };
    const order = { query: { unheld: true }, action, taskID: started.taskID, patienceMs: 0 };
    const run = await startBulk(desk.platform, actorOf(owner.accountId), order);
    expect(run).toMatchObject({ state: "running", total: 2500, done_through: 0 });
    await work(started.taskID, { batches: 1 });
    expect(await task(started.taskID)).toMatchObject({ state: "running", processed: 1000 });
    await Promise.all([work(started.taskID), work(started.taskID)]);
    expect(await task(started.taskID)).toMatchObject({ state: "done", changed: 2500 });
    expect(Object.values(await holders())).toEqual([500, 500, 500, 500, 500]);
    expect((await desk.owner.query("select from lead_log where action_type = 3")).rowCount).toBe(2500);
  });

  test.each([
    ["account is disabled", "update account set status = 0 where account_id = $1"],
    ["roles are taken away", "delete from account_role where account_id = $1"],
  ])("stop between two batches when the starter's %s, and keep what is done", async (_what, revoke) => {
    await fill(1500);
    const admin = await desk.signIn({ role: "admin" });
    const taskID = RecordId.parse(v7());
    const action = { kind: "assign" as const, sales: people, byRules: false, notify: false };
    const starter = { ...actorOf(admin.accountId), isOwner: false };
    await startBulk(desk.platform, starter, { query: { unheld: true }, action, taskID, patienceMs: 0 });
    await work(taskID, { batches: 1 });
    await desk.owner.query(revoke, [admin.accountId]);
    await work(taskID);
    expect(await task(taskID)).toMatchObject({ state: "failed", processed: 1000 });
    const { rows } = await desk.owner.query("select problem, actor from lead_bulk_run where bulk_id = $1", [taskID]);
    expect(rows[0]).toMatchObject({ problem: "RUN_RIGHTS_REVOKED" });
    expect(rows[0].actor).not.toHaveProperty("permissions");
  });

  test("are deleted in several batches and can be restored", async () => {
    await fill(2500);
    const started = await bulk({ everyone: true }, { kind: "delete" });
    await work(started.taskID);
    expect(await task(started.taskID)).toMatchObject({ changed: 2500 });
    expect(await holders()).toEqual({});
    await post("UndoBulk", { taskID: started.taskID });
    await work(started.taskID);
    expect(await task(started.taskID)).toMatchObject({ state: "undone", undone: 2500, kept: 0 });
    expect(await holders()).toEqual({ nobody: 2500 });
  });
});

describe("undoing", () => {
  test("restores what nobody has changed since, and reports how many stayed", async () => {
    const leads = await build(4, { sales_id: people[0] as AccountId });
    const done = await bulk({ leadIds: leads }, { kind: "assign", sales: [people[1]] });
    const changes = { leadId: leads[0], version: 2, changes: { notes: "已致電" } };
    expect((await post("ChangeLeadInfo", changes)).body.success).toBe(true);
    await desk.owner.query("update lead set deleted_at = now() where lead_id = $1", [leads[1]]);
    const { body } = await post("UndoBulk", { taskID: done.taskID });
    expect(body.resultData).toMatchObject({ state: "undone", undone: 2, kept: 2, canUndo: false });
    expect(await column(leads[0] as LeadId, "sales_id")).toBe(people[1]);
    expect(await column(leads[2] as LeadId, "sales_id")).toBe(people[0]);
    const again = await post("UndoBulk", { taskID: done.taskID });
    expect(again.body.resultData).toMatchObject({ undone: 2 });
  });

  test("notifies nobody when every lead has been changed since", async () => {
    const [lead] = await build(1, { sales_id: people[0] as AccountId });
    const done = await bulk({ leadIds: [lead] }, { kind: "assign", sales: [people[1]] });
    await post("ChangeLeadInfo", { leadId: lead, version: 2, changes: { notes: "已致電" } });
    await desk.owner.query("delete from outbox");
    const { body } = await post("UndoBulk", { taskID: done.taskID });
    expect(body.resultData).toMatchObject({ state: "undone", undone: 0, kept: 1 });
    expect([await events("leads.changed"), await events("leads.moved")]).toEqual([[], []]);
  });

  test("skips leads that would get back a deleted person or item", async () => {
    const left = await desk.signIn({ role: "sales" });
    const [here] = await build(1, { sales_id: people[0] as AccountId });
    const [gone] = await build(1, { sales_id: left.accountId });
    const done = await bulk({ leadIds: [here, gone] }, { kind: "assign", sales: [people[1]] });
    await desk.owner.query("update account set status = 2 where account_id = $1", [left.accountId]);
    const { body } = await post("UndoBulk", { taskID: done.taskID });
    expect(body.resultData).toMatchObject({ undone: 1, kept: 1 });
    expect([await column(here as LeadId, "sales_id"), await column(gone as LeadId, "sales_id")]).toEqual([
      people[0],
      people[1],
    ]);
  });

  test("leaves out deleted tags, and keeps a status whose previous one was deleted", async () => {
    const [oldTag, oldStatus] = [RecordId.parse(v7()), RecordId.parse(v7())];
    const item = "insert into list_item (organization_id, item_id, project_id, name) values ($1, $2, $3, '舊項目')";
    for (const [id, list] of [
      [oldTag, 1],
      [oldStatus, 3],
    ] as const)
      await desk.owner.query(item, [desk.organization.organizationId, id, list]);
    const leads = await build(1, { tag_ids: [oldTag, tag], status_id: oldStatus });
    const deal = await desk.itemId(3, "deal");
    const tags = await bulk({ leadIds: leads }, { kind: "tags", add: [], remove: [oldTag, tag] });
    const status = await bulk({ leadIds: leads }, { kind: "status", status: deal });
    await desk.owner.query("delete from list_item where item_id = any($1)", [[oldTag, oldStatus]]);
    const undone = await post("UndoBulk", { taskID: status.taskID });
    expect(undone.body.resultData).toMatchObject({ undone: 0, kept: 1 });
    expect(await column(leads[0] as LeadId, "status_id")).toBe(deal);
    await desk.owner.query("update lead set version = 2");
    expect((await post("UndoBulk", { taskID: tags.taskID })).body.resultData).toMatchObject({ undone: 1 });
    expect(await column(leads[0] as LeadId, "tag_ids")).toEqual([tag]);
  });

  test("twice at once happens once", async () => {
    const leads = await build(3);
    const done = await bulk({ leadIds: leads }, { kind: "assign", sales: [people[1]] });
    const undo = () => post("UndoBulk", { taskID: done.taskID });
    await Promise.all([undo(), undo(), undo()]);
    expect(await task(done.taskID)).toMatchObject({ undone: 3, kept: 0 });
    expect(await column(leads[0] as LeadId, "version")).toBe(3);
  });

  test("a run without changes cannot be undone", async () => {
    const leads = await build(1, { sales_id: people[0] as AccountId });
    const done = await bulk({ leadIds: leads }, { kind: "assign", sales: [people[0]] });
    expect(done).toMatchObject({ same: 1, canUndo: false });
    expect((await post("UndoBulk", { taskID: done.taskID })).body).toMatchObject({ name: "BULK_NOT_UNDOABLE" });
  });
});

describe("permissions", () => {
  test("repeating a request returns the same run", async () => {
    const leads = await build(3);
    const order = { query: { leadIds: leads }, action: { kind: "assign", sales: people }, taskID: v7() };
    const answers = await Promise.all([post("BulkLeads", order), post("BulkLeads", order), post("BulkLeads", order)]);
    expect(answers.map(({ body }) => body.success)).toEqual([true, true, true]);
    expect((await desk.owner.query("select from lead_log where action_type = 3")).rowCount).toBe(3);
    const list = await callApi<BulkTask[]>(desk.app, "GET /api_users/Member/BulkList", owner);
    expect(list.body.resultData?.filter(({ taskID }) => taskID === order.taskID)).toHaveLength(1);
  });

  test("each kind needs its own permission, and own rows apply", async () => {
    const sales = await desk.signIn({ role: "sales" });
    const [mine] = await build(1, { sales_id: sales.accountId });
    const [colleagues] = await build(1, { sales_id: people[0] as AccountId });
    const query = { leadIds: [mine, colleagues] };
    const order = (action: object) => post("BulkLeads", { query, action }, sales.token);
    expect((await order({ kind: "assign", sales: people })).body).toMatchObject({ name: "PERMISSION_DENIED" });
    expect((await order({ kind: "delete" })).body).toMatchObject({ name: "PERMISSION_DENIED" });
    const done = await order({ kind: "tags", add: [tag] });
    expect(done.body.resultData).toMatchObject({ total: 1, changed: 1 });
    const found = await callApi(desk.app, `GET /api_users/Member/BulkTask?taskID=${done.body.resultData?.taskID}`, {
      token: (await desk.signIn({ role: "sales" })).token,
    });
    expect(found.body).toMatchObject({ name: "NOT_FOUND" });
  });

  test("another organisation's leads and people are invisible", async () => {
    const stranger = await buildOrganization(desk.db, "別家");
    const theirs = await buildLead(desk.db, stranger);
    expect(await bulk({ leadIds: [theirs] }, { kind: "delete" })).toMatchObject({ total: 0 });
    expect((await post("BulkLeads", { action: { kind: "delete" } }, "anonymous")).status).toBe(401);
    const token = await buildSession(desk.db, desk.organization, owner);
    const path = `GET /api_users/Member/DeleteLeadInfo?leadIds=${theirs}` as const;
    expect((await callApi(desk.app, path, { token })).body).toMatchObject({ name: "NOT_FOUND" });
  });
});

describe("students", () => {
  test("only students are changed, and the permission for students is enough", async () => {
    const [student] = await build(1, { app_open: true });
    const [lead] = await build(1);
    const { token, accountId } = await desk.signIn({ role: "sales" });
    await desk.owner.query(
      `delete from role_permission where organization_id = $1 and permission in ('crm:lead:tag', 'crm:lead:edit')
         and role_id in (select role_id from account_role where account_id = $2)`,
      [desk.organization.organizationId, accountId],
    );
    await desk.owner.query(
      `insert into role_permission (organization_id, role_id, permission)
       select $1, role_id, p from account_role, unnest(array['crm:student:edit', 'crm:lead:all']) p where account_id = $2
       on conflict do nothing`,
      [desk.organization.organizationId, accountId],
    );
    const order = { query: { everyone: true }, action: { kind: "tags", add: [tag] } };
    expect((await post("BulkLeads", order, token)).status).toBe(403);
    const { body } = await post("BulkLeads", { ...order, students: true }, token);
    expect(body.resultData).toMatchObject({ total: 1, changed: 1 });
    const { rows } = await desk.owner.query("select lead_id from lead where tag_ids <> '{}'");
    expect(rows).toEqual([{ lead_id: student }]);
    expect(lead).toBeDefined();
    const given = { query: { everyone: true }, action: { kind: "delete" }, students: true };
    expect((await post("BulkLeads", given, token)).status).toBe(403);
    const undone = await post("UndoBulk", { taskID: body.resultData?.taskID }, token);
    expect(undone.body.resultData).toMatchObject({ state: "undone", undone: 1 });
  });
});

test.each([
  ["an unknown key", { statuss: ["x"] }, "query"],
  ["no condition", {}, "query"],
  ["empty conditions", { status: [], keywords: "" }, "query"],
  ["no query", undefined, "query"],
  ["everyone and a condition", { everyone: true, gender: 1 }, "query"],
])("a bulk change by %s is refused", async (_what, query, field) => {
  const answer = await post("BulkLeads", { query, action: { kind: "status", result: null } });
  expect(answer).toMatchObject({ status: 422, body: { name: "FIELD_INVALID" } });
  expect(JSON.stringify(answer.body)).toContain(`"field":"${field}`);
});
