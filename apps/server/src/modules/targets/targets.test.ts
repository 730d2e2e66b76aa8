import type { LeadId, RecordId } from "@homeroom/contract/ids";
import type { LeadQuery } from "@homeroom/contract/lead-query";
import type { TargetRow } from "@homeroom/contract/targets";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { v7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { buildAccount, signInAs, type TestAccount } from "#modules/accounts/for-tests";
import { buildLead } from "#modules/leads/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { buildSession, callApi, serveModules } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { recipientsOf, targetsModule } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let app: FastifyInstance;
let used: readonly RecordId[] = [];
let people: Record<"owner" | "admin" | "chief" | "sales" | "colleague", TestAccount & { token: string }>;
let tagId: RecordId;

beforeAll(async () => {
  organization = await buildOrganization(base.db);
  const [here] = organization.branchIds;
  const person = async (role: "owner" | "admin" | "tutor" | "sales") => {
    const account = await buildAccount(base.db, organization, { role });
    return { ...account, token: await buildSession(base.db, organization, { ...account, branchId: here }) };
  };
  people = {
    owner: await person("owner"),
    admin: await person("admin"),
    chief: await person("tutor"),
    sales: await person("sales"),
    colleague: await person("sales"),
  };
  await base.owner.query("update account set nickname = '林主任' where account_id = $1", [people.admin.accountId]);
  // The chief looks after the branch's lists, sales after lists of their own.
  for (const role of [organization.roles.tutor, organization.roles.sales])
    await base.owner.query(
      `insert into role_permission (organization_id, role_id, permission)
       select $1, $2, 'bulk:target:' || unnest($3::text[]) on conflict do nothing`,
      [organization.organizationId, role, ["query", "add", "edit", "delete", "reload", "status"]],
    );
  const uses = { isUsed: async (_tx: unknown, _scope: unknown, id: RecordId) => used.includes(id) };
  app = await serveModules(base.platform, [targetsModule(base.platform, [uses])]);
  tagId = (
    await base.owner.query<{ id: RecordId }>(
      `insert into list_item (organization_id, item_id, project_id, name, color)
       values ($1, $2, 1, '高意願', 'red') returning item_id as id`,
      [organization.organizationId, v7()],
    )
  ).rows[0]?.id as RecordId;
});

beforeEach(async () => {
  used = [];
  await base.owner.query("delete from recipient_list");
  await base.owner.query("delete from lead");
});

afterAll(() => app.close());

type Who = keyof typeof people;
const post = <Result = null>(call: string, body: object, who: Who = "owner") =>
  callApi<Result>(app, `POST /api_users/Member/${call}`, { token: people[who].token, body });
const remove = (id: string, who: Who = "owner") =>
  callApi(app, `GET /api_users/Member/DeleteQueryLeadsFilter?recordID=${id}`, { token: people[who].token });
const lead = (given: Parameters<typeof buildLead>[2] = {}) => buildLead(base.db, organization, given);

async function save(
  form: { name?: string; queryRule?: LeadQuery; recordID?: string; branchID?: string; version?: number },
  who: Who = "owner",
) {
  const answer = await post<{ recordID: RecordId; leadCount: number }>(
    "SaveQueryLeadsFilter",
    { name: "暑期班", queryRule: { everyone: true }, ...form },
    who,
  );
  return { ...answer, id: answer.body.resultData?.recordID ?? "", count: answer.body.resultData?.leadCount };
}

async function seen(who: Who = "owner", call = "LeadsFilterList", body: object = {}): Promise<TargetRow[]> {
  const answer = await post<{ list: TargetRow[] }>(call, { pageSize: 100, ...body }, who);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.resultData?.list ?? [];
}

const namesSeen = async (who: Who, call?: string, body?: object) =>
  (await seen(who, call, body)).map(({ name }) => name);

test("a list shows its rule, its count and the names of its conditions", async () => {
  await lead({ tag_ids: [tagId] });
  await lead({});
  const gone = v7();
  const { id, count } = await save({ queryRule: { tag: [tagId], withoutStatus: [gone as RecordId] } });
  expect(count).toBe(1);
  const [row] = await seen();
  expect(row).toMatchObject({
    recordID: id,
    name: "暑期班",
    queryRule: { tag: [tagId], withoutStatus: [gone] },
    names: { [tagId]: "高意願" },
    leadCount: 1,
    exact: true,
    openStatus: 1,
    reach: "organization",
    branch: null,
    canEdit: true,
    creator: "陳老師",
    updater: "陳老師",
    version: 1,
  });
  expect(row?.names).not.toHaveProperty(gone);
});

test("an edit recounts, records its author, and is refused if stale", async () => {
  await lead({ gender: 1 });
  const { id } = await save({});
  const edited = await save({ recordID: id, name: "男生", queryRule: { gender: 2 }, version: 1 }, "admin");
  expect(edited.count).toBe(0);
  expect(await seen()).toMatchObject([{ name: "男生", leadCount: 0, updater: "林主任", version: 2 }]);
  const late = await save({ recordID: id, name: "女生", version: 1 });
  expect(late.body).toMatchObject({ name: "STALE_DATA" });
  const both = await Promise.all([1, 2].map((n) => save({ recordID: id, name: `同時 ${n}`, version: 2 })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("a name is unique, even at the same moment, and free again after deletion", async () => {
  const made = await Promise.all([1, 2, 3].map(() => save({ name: "Summer" })));
  expect(made.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const refused = await save({ name: "SUMMER" });
  expect(refused.body).toMatchObject({ name: "SETTING_ITEM_DUPLICATE", errors: [{ field: "name" }] });
  const id = (await seen())[0]?.recordID ?? "";
  expect((await remove(id)).status).toBe(200);
  expect((await save({ name: "summer" })).status).toBe(200);
  expect((await post("RestoreQueryLeadsFilter", { recordID: id })).body).toMatchObject({
    name: "SETTING_ITEM_DUPLICATE",
  });
});

test("at most 500 lists", async () => {
  await base.owner.query(
    `insert into recipient_list (organization_id, list_id, name, query_rule, lead_count)
     select $1, gen_random_uuid(), 'v' || n, '{}', 0 from generate_series(1, 499) n`,
    [organization.organizationId],
  );
  const made = await Promise.all(["a", "b", "c"].map((name) => save({ name })));
  expect(made.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(made.find(({ status }) => status !== 200)?.body).toMatchObject({ name: "SETTING_LIMIT_REACHED" });
});

test("a rule accepts the conditions of lead queries; anything else is refused at its field", async () => {
  const refused = await save({ queryRule: { birthMonth: 13 } });
  expect(refused.body).toMatchObject({ name: "FIELD_INVALID", errors: [{ field: "queryRule.birthMonth" }] });
  expect((await save({ name: " " })).body).toMatchObject({ errors: [{ field: "name" }] });
});

test("reloading updates the count without an edit", async () => {
  const { id, count } = await save({});
  expect(count).toBe(0);
  await lead({});
  const reloaded = await post<{ leadCount: number }>("ReloadLeadCount", { recordID: id });
  expect(reloaded.body.resultData).toEqual({ leadCount: 1, exact: true });
  expect(await seen()).toMatchObject([{ leadCount: 1, version: 1 }]);
});

test("senders see the open lists, administrators all of them", async () => {
  const { id } = await save({ name: "關閉的" });
  await save({ name: "開放的" });
  expect((await post("ModifyTargetStatus", { recordID: id, status: 0 })).status).toBe(200);
  expect(await namesSeen("owner", "Targetlist")).toEqual(["開放的"]);
  expect(await namesSeen("owner", "Targetlist", { status: 0 })).toEqual(["關閉的"]);
  expect(await namesSeen("owner")).toEqual(["開放的", "關閉的"]);
  expect(await namesSeen("owner", "LeadsFilterList", { status: 0 })).toEqual(["關閉的"]);
  expect(await namesSeen("owner", "LeadsFilterList", { keywords: "開放" })).toEqual(["開放的"]);
});

test("lists are paged by cursor and by number", async () => {
  for (const name of ["一", "二", "三"]) await save({ name });
  const page = (body: object) =>
    post<{ list: TargetRow[]; total: number; nextCursor: string | null }>("LeadsFilterList", { pageSize: 2, ...body });
  const first = (await page({})).body.resultData;
  expect(first).toMatchObject({ total: 3, list: [{ name: "三" }, { name: "二" }] });
  const second = (await page({ cursor: first?.nextCursor })).body.resultData;
  expect(second).toMatchObject({ nextCursor: null, list: [{ name: "一" }] });
  expect((await page({ pageNum: 2 })).body.resultData?.list).toMatchObject([{ name: "一" }]);
});

test("a list in use cannot be deleted; others can, and can be restored", async () => {
  const { id } = await save({});
  used = [id as RecordId];
  expect((await remove(id)).body).toMatchObject({ name: "SETTING_ITEM_IN_USE", code: 100005 });
  used = [];
  expect((await remove(id)).status).toBe(200);
  expect((await remove(id)).status).toBe(404);
  expect(await seen()).toEqual([]);
  expect((await post("ReloadLeadCount", { recordID: id })).status).toBe(404);
  expect((await post("RestoreQueryLeadsFilter", { recordID: id })).status).toBe(200);
  expect((await post("RestoreQueryLeadsFilter", { recordID: id })).status).toBe(200);
  expect(await namesSeen("owner")).toEqual(["暑期班"]);
  await remove(id);
  await base.owner.query("update recipient_list set deleted_at = now() - interval '31 days'");
  expect((await post("RestoreQueryLeadsFilter", { recordID: id })).status).toBe(404);
});

describe("the reach of a list", () => {
  const held = async (who: Who) => lead({ sales_id: people[who].accountId });
  beforeEach(async () => {
    await held("sales");
    await held("colleague");
    await lead({});
    await lead({ branch_id: organization.branchIds[1] });
  });

  it.each([
    ["owner", 4, "organization"],
    ["chief", 3, "branch"],
    ["sales", 2, "own"],
  ] as const)("a list made by %s counts %i leads", async (who, leads, reach) => {
    expect((await save({}, who)).count).toBe(leads);
    expect(await seen(who)).toMatchObject([{ reach, canEdit: true }]);
    // The count is the same for every caller: the reach is the list's.
    const id = (await seen(who))[0]?.recordID ?? "";
    const reloaded = await post<{ leadCount: number }>("ReloadLeadCount", { recordID: id }, "owner");
    expect(reloaded.body.resultData?.leadCount).toBe(leads);
    const live = await post("CountLeads", { queryRule: {}, recordID: id }, "owner");
    expect(live.body.resultData).toEqual({ leadCount: leads, exact: true });
  });

  test("people who see the organisation can assign a list to one branch; others cannot", async () => {
    const [here, there] = organization.branchIds;
    const form = { branchID: there };
    expect((await save(form)).count).toBe(1);
    expect(await seen("owner")).toMatchObject([{ reach: "branch", branch: { branchID: there } }]);
    expect((await save(form, "chief")).status).toBe(404);
    expect((await save({ name: "自己的", branchID: here }, "chief")).status).toBe(200);
    expect((await save({ name: "哪裡的", branchID: v7() })).status).toBe(404);
    expect((await post("CountLeads", { queryRule: {}, branchID: there }, "chief")).status).toBe(404);
  });

  test("lists of the organisation, the branch and one person are visible to people who see their leads", async () => {
    await save({ name: "全機構" });
    await save({ name: "全分校" }, "chief");
    await save({ name: "我的" }, "sales");
    expect(await namesSeen("admin")).toEqual(["我的", "全分校", "全機構"]);
    expect(await namesSeen("chief")).toEqual(["我的", "全分校"]);
    expect(await namesSeen("sales")).toEqual(["我的", "全分校"]);
    expect(await namesSeen("colleague")).toEqual(["全分校"]);
  });

  test("a list that reaches further than its reader is read-only, and cannot be counted with", async () => {
    const { id } = await save({ name: "全分校" }, "chief");
    expect(await seen("sales")).toMatchObject([{ canEdit: false, leadCount: 3 }]);
    const refused = await Promise.all([
      save({ recordID: id, name: "改" }, "sales"),
      post("ModifyTargetStatus", { recordID: id, status: 0 }, "sales"),
      remove(id, "sales"),
      post("CountLeads", { queryRule: { keywords: "王" }, recordID: id }, "sales"),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await post("CountLeads", { queryRule: {} }, "sales")).body.resultData).toMatchObject({ leadCount: 2 });
  });

  test("the recipients are those of the list that can be reached; a closed list has none", async () => {
    const reached = await lead({ phone_e164: "+85261000001", email: "" });
    const { id } = await save({ queryRule: { sales: [people.sales.accountId] } }, "chief");
    const all = await save({ name: "全部" }, "chief");
    const none = await save({ name: "沒電話", queryRule: { hasPhone: false } }, "chief");
    const idsOf = (listId: string, by?: "phone" | "email") =>
      inTransaction(base.db, organization.scope, async (tx) => {
        const recipients = await recipientsOf(tx, organization.scope, listId as RecordId);
        const found = await sql<{ id: LeadId }>`select lead_id as id from ${recipients.leadIds(by)} as found`.execute(
          tx,
        );
        return found.rows.map((row) => row.id);
      });
    expect(await idsOf(id)).toHaveLength(1);
    expect(await idsOf(all.id)).toHaveLength(4);
    expect(await idsOf(all.id, "phone")).toEqual([reached]);
    expect(await idsOf(all.id, "email")).toEqual([]);
    expect(await idsOf(none.id)).toHaveLength(3);
    expect(await idsOf(none.id, "phone")).toEqual([]);
    await post("ModifyTargetStatus", { recordID: all.id, status: 0 });
    await expect(idsOf(all.id)).rejects.toMatchObject({ code: "PLAN_LIST_CLOSED" });
  });
});

test("each call needs its permission, and each change is in the audit log", async () => {
  const { token } = await signInAs(base.db, organization, { role: "teacher" });
  const { id } = await save({});
  const bodies: Record<string, object> = {
    Targetlist: {},
    LeadsFilterList: {},
    SaveQueryLeadsFilter: { name: "x", queryRule: { everyone: true } },
    ReloadLeadCount: { recordID: id },
    ModifyTargetStatus: { recordID: id, status: 0 },
    RestoreQueryLeadsFilter: { recordID: id },
    CountLeads: { queryRule: {} },
  };
  for (const [call, body] of Object.entries(bodies))
    expect((await callApi(app, `POST /api_users/Member/${call}`, { token, body })).status, call).toBe(403);
  await save({ recordID: id, name: "改名" });
  await post("ModifyTargetStatus", { recordID: id, status: 0 });
  await post("ModifyTargetStatus", { recordID: id, status: 0 });
  await remove(id);
  await post("RestoreQueryLeadsFilter", { recordID: id });
  const { rows } = await base.owner.query<{ action: string }>(
    "select action from audit_entry where module = 'target' and subject_id = $1 order by created_at, audit_id",
    [id],
  );
  expect(rows.map(({ action }) => action)).toEqual(["created", "edited", "disabled", "deleted", "restored"]);
});

test.each([[{ statuss: ["x"] }], [{}], [undefined], [{ everyone: true, gender: 1 }]])(
  "a list with the rule %j is refused: it would be sent to everyone",
  async (queryRule) => {
    const { status, body } = await post("SaveQueryLeadsFilter", { name: "全部", queryRule }, "owner");
    expect({ status, ...body }).toMatchObject({ status: 422, name: "FIELD_INVALID" });
  },
);
