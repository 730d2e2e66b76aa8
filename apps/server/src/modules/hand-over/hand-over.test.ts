import type { HandOverTask, Holdings } from "@homeroom/contract/hand-over";
import type { AccountId, BranchId } from "@homeroom/contract/ids";
import type { FastifyInstance } from "fastify";
import { v7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type buildAccount, signInAs } from "#modules/accounts/for-tests";
import { buildLead } from "#modules/leads/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, serveModules } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { removeOldMoves } from "./actions/return-handed-over.ts";
import { handOverModule } from "./public.ts";

const base = prepareDatabase();
let app: FastifyInstance;
let module: ReturnType<typeof handOverModule>;
let place: TestOrganization;
let here: BranchId;
let there: BranchId;
let owner: { accountId: AccountId; token: string };
let leaver: AccountId;
let one: AccountId;
let two: AccountId;

beforeAll(async () => {
  module = handOverModule(base.platform);
  app = await serveModules(base.platform, [module]);
});

afterAll(() => app.close());

beforeEach(async () => {
  place = await buildOrganization(base.db);
  [here, there] = place.branchIds;
  owner = await as("owner");
  leaver = (await as("sales", { branchIds: [here, there], nickname: "要走的人" })).accountId;
  one = (await as("sales", { nickname: "甲" })).accountId;
  two = (await as("sales", { branchIds: [here, there], nickname: "乙" })).accountId;
});

async function as(role: "owner" | "admin" | "sales" | "tutor", more: Parameters<typeof buildAccount>[2] = {}) {
  return signInAs(base.db, place, { role, ...more });
}

async function leads(count: number, columns: Parameters<typeof buildLead>[2]) {
  const made: string[] = [];
  for (let number = 0; number < count; number += 1) made.push(await buildLead(base.db, place, columns));
  return made;
}

const start = (form: object, token = owner.token) =>
  callApi<HandOverTask>(app, "POST /api_users/Member/HandOver", { token, body: { accountID: leaver, ...form } });

async function work(handOverId: string, signal = new AbortController().signal): Promise<void> {
  base.enqueued.length = 0;
  await module.jobs?.[0]?.run({ organizationId: place.organizationId, runId: handOverId }, signal);
}

async function handOver(form: object): Promise<HandOverTask> {
  const { body } = await start(form);
  if (!body.success) throw new Error(JSON.stringify(body));
  await work(body.resultData.taskID);
  const task = await callApi<HandOverTask>(
    app,
    `GET /api_users/Member/HandOverTask?taskID=${body.resultData.taskID}`,
    owner,
  );
  return task.body.resultData as HandOverTask;
}

async function counts(column: "sales_id" | "tutor_id"): Promise<Record<string, number>> {
  const found = await base.owner.query<{ id: string; n: number }>(
    `select coalesce(${column}::text, 'nobody') as id, count(*)::int as n from lead where organization_id = $1 group by 1`,
    [place.organizationId],
  );
  return Object.fromEntries(found.rows.map(({ id, n }) => [id, n]));
}

describe("somebody's leads and conversations", () => {
  test("are counted by branch", async () => {
    await leads(2, { sales_id: leaver });
    await leads(1, { sales_id: leaver, tutor_id: leaver, branch_id: there });
    await leads(1, { sales_id: leaver, deleted_at: new Date() });
    await leads(1, { sales_id: one });
    const { body } = await callApi<Holdings>(app, `GET /api_users/Member/HandOverInfo?accountID=${leaver}`, owner);
    expect(body.resultData).toMatchObject({
      nickname: "要走的人",
      status: 1,
      mayLeave: true,
      branches: [
        { branchID: here, sales: 2, tutor: 0, conversations: 0, waiting: 0 },
        { branchID: there, sales: 1, tutor: 1 },
      ],
      taskID: null,
    });
  });

  test("are visible only to people who see other people's leads and can reassign them", async () => {
    const sales = await as("sales");
    const info = `GET /api_users/Member/HandOverInfo?accountID=${leaver}` as const;
    expect((await callApi(app, info)).body).toMatchObject({ name: "TOKEN_INVALID" });
    expect((await callApi(app, info, sales)).body).toMatchObject({ name: "PERMISSION_DENIED" });
    const nobody = `GET /api_users/Member/HandOverInfo?accountID=${v7()}` as const;
    expect((await callApi(app, nobody, owner)).body).toMatchObject({ name: "NOT_FOUND" });
  });
});

describe("a hand-over", () => {
  test("assigns all to one person, splits evenly, splits by branch, or releases; with history, one event a batch and one mail", async () => {
    await leads(5, { sales_id: leaver });
    const far = await leads(2, { sales_id: leaver, branch_id: there });
    const tutored = await leads(1, { tutor_id: leaver });
    const task = await handOver({
      plan: [
        { branchID: here, role: "sales", to: [one, two] },
        { branchID: there, role: "sales", to: [two] },
        { branchID: here, role: "tutor", to: [] },
      ],
      leave: true,
    });
    expect(task).toMatchObject({ state: "done", total: 8, moved: 8, left: true });
    const sales = await counts("sales_id");
    expect([sales[one], sales[two]]).toEqual([3, 4]);
    expect(sales[leaver]).toBeUndefined();
    expect(await counts("tutor_id")).toEqual({ nobody: 8 });
    const history = await base.owner.query(
      "select action_type, details from lead_log where lead_id = any($1) order by 1",
      [[far[0], tutored[0]]],
    );
    expect(history.rows).toEqual([
      { action_type: 3, details: { salesId: two } },
      { action_type: 12, details: { fields: ["tutor"] } },
    ]);
    const events = await base.owner.query(
      "select event, jsonb_array_length(payload->'leads') as n from outbox where aggregate_id = $1 and event like 'lead%' order by 2",
      [leaver],
    );
    expect(events.rows.map(({ n }) => n)).toEqual([1, 2, 5]);
    const mails = await base.owner.query(
      "select recipient from outgoing_mail join account on email = recipient where account_id = any($1)",
      [[one, two]],
    );
    expect(mails.rowCount).toBe(2);
    const left = await base.owner.query("select status from account where account_id = $1", [leaver]);
    expect(left.rows).toEqual([{ status: 2 }]);
    const audit = await base.owner.query(
      "select after from audit_entry where action = 'handedOver' and subject_id = $1",
      [leaver],
    );
    expect(audit.rows).toEqual([{ after: { leads: 8, receivers: expect.arrayContaining(["甲", "乙"]), left: true } }]);
  });

  test("continues after a stop, and two workers move nothing twice", async () => {
    await leads(230, { sales_id: leaver });
    const { body } = await start({ plan: [{ branchID: here, role: "sales", to: [one, two] }] });
    const { taskID } = body.resultData as HandOverTask;
    const stop = new AbortController();
    stop.abort();
    await work(taskID, stop.signal);
    expect((await counts("sales_id"))[leaver]).toBe(30);
    expect(base.enqueued).toHaveLength(1);
    await Promise.all([work(taskID), work(taskID)]);
    expect(await counts("sales_id")).toEqual({ [one]: 115, [two]: 115 });
    const mails = await base.owner.query(
      "select from outgoing_mail join account on email = recipient where account_id = $1",
      [one],
    );
    expect(mails.rowCount).toBe(1);
  });

  test("two simultaneous requests start one hand-over", async () => {
    await leads(1, { sales_id: leaver });
    const plan = [{ branchID: here, role: "sales", to: [one] }];
    const both = await Promise.all([start({ plan }), start({ plan })]);
    const ids = both.map(({ body }) => (body.resultData as HandOverTask).taskID);
    expect(new Set(ids).size).toBe(1);
  });

  test("is refused with different settings while one is running", async () => {
    await leads(1, { sales_id: leaver });
    const plan = [{ branchID: here, role: "sales", to: [one] }];
    const { body } = await start({ plan });
    for (const form of [{ plan, leave: true }, { plan: [{ branchID: here, role: "sales", to: [two] }] }])
      expect((await start(form)).body).toMatchObject({ name: "HAND_OVER_RUNNING" });
    expect((await start({ plan })).body.resultData).toEqual(body.resultData);
    await work((body.resultData as HandOverTask).taskID);
    expect((await start({ plan: [], leave: true })).status).toBe(200);
  });

  test.each([
    ["who does not work there", () => ({ branchID: there, role: "sales", to: [one] })],
    ["who lacks the role", () => ({ branchID: here, role: "tutor", to: [one] })],
    ["the person themselves", () => ({ branchID: here, role: "sales", to: [leaver] })],
    ["who does not exist", () => ({ branchID: here, role: "sales", to: [v7()] })],
  ])("to %s is refused", async (_name, part) => {
    expect((await start({ plan: [part()] })).body).toMatchObject({ name: "HAND_OVER_RECEIVER_UNFIT" });
  });

  test("stops when a receiver leaves meanwhile; what has been moved stays", async () => {
    await leads(1, { sales_id: leaver });
    const { body } = await start({ plan: [{ branchID: here, role: "sales", to: [one] }] });
    const { taskID } = body.resultData as HandOverTask;
    await base.owner.query("update account set status = 2 where account_id = $1", [one]);
    await work(taskID);
    const { body: ended } = await callApi<HandOverTask>(
      app,
      `GET /api_users/Member/HandOverTask?taskID=${taskID}`,
      owner,
    );
    expect(ended.resultData).toMatchObject({ state: "failed", moved: 0, left: false });
    expect((ended.resultData as HandOverTask).message).toContain("接收的人");
  });

  test("lets neither oneself nor the owner leave", async () => {
    expect((await start({ accountID: owner.accountId, plan: [], leave: true })).body).toMatchObject({
      name: "STAFF_IS_SELF",
    });
    const admin = await as("admin");
    const other = await start({ accountID: owner.accountId, plan: [], leave: true }, admin.token);
    expect(other.body).toMatchObject({ name: "STAFF_IS_OWNER" });
  });

  test("is visible to its author and to people who manage the whole organisation", async () => {
    const task = await handOver({ plan: [] });
    const elsewhere = await buildOrganization(base.db, "別家");
    const { token } = await signInAs(base.db, elsewhere, { role: "owner" });
    const path = `GET /api_users/Member/HandOverTask?taskID=${task.taskID}` as const;
    expect((await callApi(app, path, { token })).body).toMatchObject({ name: "NOT_FOUND" });
  });
});

test("a hand-over stops, and says so, when its author loses the rights", async () => {
  const admin = await as("admin");
  await leads(3, { sales_id: leaver });
  const { body } = await start({ plan: [{ branchID: here, role: "sales", to: [one] }] }, admin.token);
  if (!body.success) throw new Error(JSON.stringify(body));
  await base.owner.query("delete from account_role where account_id = $1", [admin.accountId]);
  await work(body.resultData.taskID);
  const { rows } = await base.owner.query("select state, problem, moved from hand_over where hand_over_id = $1", [
    body.resultData.taskID,
  ]);
  expect(rows).toEqual([{ state: "failed", problem: "RUN_RIGHTS_REVOKED", moved: 0 }]);
  expect(await counts("sales_id")).toEqual({ [leaver]: 3 });
});

describe("an undo", () => {
  const undo = (taskID: string, token = owner.token) =>
    callApi<HandOverTask>(app, "POST /api_users/Member/UndoHandOver", { token, body: { taskID } });

  async function undone(taskID: string): Promise<HandOverTask> {
    const { body } = await undo(taskID);
    expect(body.resultData).toMatchObject({ state: "undoing" });
    await work(taskID);
    const { body: read } = await callApi<HandOverTask>(
      app,
      `GET /api_users/Member/HandOverTask?taskID=${taskID}`,
      owner,
    );
    return read.resultData as HandOverTask;
  }

  const lastTask = async () => {
    const path = `GET /api_users/Member/HandOverInfo?accountID=${leaver}` as const;
    return (await callApi<Holdings>(app, path, owner)).body.resultData?.lastTask;
  };

  test("returns what the receivers still hold, with history, audit and events; the rest stays", async () => {
    await base.owner.query(
      `insert into account_role (organization_id, account_id, role_id)
       select organization_id, $2, role_id from role where organization_id = $1 and code = 'tutor'`,
      [place.organizationId, leaver],
    );
    const [kept, passedOn, binned] = await leads(3, { sales_id: leaver });
    const [released, taken] = await leads(2, { tutor_id: leaver, sales_id: two });
    const { taskID } = await handOver({
      plan: [
        { branchID: here, role: "sales", to: [one] },
        { branchID: here, role: "tutor", to: [] },
      ],
    });
    expect(await lastTask()).toMatchObject({ taskID, moved: 5, canUndo: true });
    await base.owner.query("update lead set nickname = '改過的名字', version = version + 1 where lead_id = $1", [kept]);
    await base.owner.query("update lead set sales_id = $2 where lead_id = $1", [passedOn, two]);
    await base.owner.query("update lead set deleted_at = now() where lead_id = $1", [binned]);
    await base.owner.query("update lead set tutor_id = $2 where lead_id = $1", [taken, one]);
    expect(await undone(taskID)).toMatchObject({ state: "undone", moved: 5, undone: 2, kept: 3, canUndo: false });

    const { rows } = await base.owner.query(
      "select lead_id as id, sales_id as sales, tutor_id as tutor from lead where lead_id = any($1)",
      [[kept, passedOn, binned, released, taken]],
    );
    expect(Object.fromEntries(rows.map(({ id, sales, tutor }) => [id, [sales, tutor]]))).toEqual({
      [kept as string]: [leaver, null],
      [passedOn as string]: [two, null],
      [binned as string]: [one, null],
      [released as string]: [two, leaver],
      [taken as string]: [two, one],
    });
    const history = await base.owner.query(
      "select action_type, details from lead_log where lead_id = any($1) order by created_at, log_id",
      [[kept]],
    );
    expect(history.rows).toEqual([
      { action_type: 3, details: { salesId: one } },
      { action_type: 3, details: { salesId: leaver } },
    ]);
    const audit = await base.owner.query(
      "select after from audit_entry where action = 'handOverUndone' and subject_id = $1",
      [leaver],
    );
    expect(audit.rows).toEqual([{ after: { leads: 2, stayed: 3 } }]);
    const events = await base.owner.query(
      "select jsonb_array_length(payload->'leads') as n from outbox where aggregate_id = $1 and event like 'lead%' order by outbox_id",
      [leaver],
    );
    expect(events.rows.map(({ n }) => n)).toEqual([3, 2, 1, 1]);
    expect(await lastTask()).toBeNull();
    expect((await undo(taskID)).body.resultData).toMatchObject({ state: "undone", undone: 2 });
  });

  test("continues after a stop, and two workers return nothing twice", async () => {
    await leads(230, { sales_id: leaver });
    const { taskID } = await handOver({ plan: [{ branchID: here, role: "sales", to: [one, two] }] });
    await Promise.all([undo(taskID), undo(taskID)]);
    expect((await start({ plan: [] })).body).toMatchObject({ name: "HAND_OVER_RUNNING" });
    const stop = new AbortController();
    stop.abort();
    await work(taskID, stop.signal);
    expect((await counts("sales_id"))[leaver]).toBe(200);
    await Promise.all([work(taskID), work(taskID)]);
    expect(await counts("sales_id")).toEqual({ [leaver]: 230 });
    const { rows } = await base.owner.query("select undone, kept from hand_over where hand_over_id = $1", [taskID]);
    expect(rows).toEqual([{ undone: 230, kept: 0 }]);
  });

  test("waits until a person who has left is active again, and returns nothing where they no longer work", async () => {
    await leads(1, { sales_id: leaver });
    await leads(1, { sales_id: leaver, branch_id: there });
    const plan = [here, there].map((branchID) => ({ branchID, role: "sales", to: [two] }));
    const { taskID } = await handOver({ plan, leave: true });
    expect((await undo(taskID)).body).toMatchObject({ name: "HAND_OVER_PERSON_AWAY" });
    await base.owner.query("update account set status = 1 where account_id = $1", [leaver]);
    await base.owner.query("delete from account_branch where account_id = $1 and branch_id = $2", [leaver, there]);
    expect(await undone(taskID)).toMatchObject({ state: "undone", undone: 1, kept: 1 });
    expect(await counts("sales_id")).toEqual({ [leaver]: 1, [two]: 1 });
  });

  test("is refused while another one is running, after a month, and if nothing was moved", async () => {
    const nothing = await handOver({ plan: [] });
    expect((await undo(nothing.taskID)).body).toMatchObject({ name: "HAND_OVER_NOT_UNDOABLE" });
    await leads(1, { sales_id: leaver });
    const plan = [{ branchID: here, role: "sales", to: [one] }];
    const { taskID } = await handOver({ plan });
    await leads(1, { sales_id: leaver });
    const next = await start({ plan });
    expect((await undo(taskID)).body).toMatchObject({ name: "HAND_OVER_RUNNING" });
    await work((next.body.resultData as HandOverTask).taskID);
    await base.owner.query("update hand_over set created_at = now() - interval '31 days'");
    expect((await undo(taskID)).body).toMatchObject({ name: "HAND_OVER_NOT_UNDOABLE" });
    expect(await counts("sales_id")).toEqual({ [one]: 2 });
    await base.owner.query(
      "update hand_over_lead set created_at = now() - interval '32 days' where hand_over_id = $1",
      [taskID],
    );
    expect(await removeOldMoves(base.db)).toBe(false);
    expect(
      (await base.owner.query("select from hand_over_lead where organization_id = $1", [place.organizationId]))
        .rowCount,
    ).toBe(1);
  });

  test("stops when its author loses the rights, and can be started again", async () => {
    const admin = await as("admin");
    await leads(1, { sales_id: leaver });
    const { taskID } = await handOver({ plan: [{ branchID: here, role: "sales", to: [one] }] });
    expect((await undo(taskID, (await as("sales")).token)).body).toMatchObject({ name: "PERMISSION_DENIED" });
    expect((await undo(taskID, admin.token)).body.resultData).toMatchObject({ state: "undoing" });
    await base.owner.query("delete from account_role where account_id = $1", [admin.accountId]);
    await work(taskID);
    const stopped = await lastTask();
    expect(stopped).toMatchObject({ state: "done", undone: 0, canUndo: true });
    expect(stopped?.message).toContain("權限");
    expect(await undone(taskID)).toMatchObject({ state: "undone", undone: 1, message: "" });
  });
});
