import type { LeadId, RecordId } from "@homeroom/contract/ids";
import { type BoardCount, type CalendarDay, leadDesk, type StudentRow } from "@homeroom/contract/lead-desk";
import type { LeadLogRow, LeadRow } from "@homeroom/contract/leads";
import { beforeAll, describe, expect, it, test } from "vitest";
import { callApi } from "#modules/sign-in/for-tests";
import { prepareDesk, writeMany } from "#platform/db/for-tests";
import { buildLead, type LeadDesk, openLeadDesk } from "../for-tests.ts";

interface Page<Row> {
  list: Row[];
  total: number;
  nextCursor: string | null;
}

const desk = prepareDesk(openLeadDesk);
let token: string;
let sales: Awaited<ReturnType<LeadDesk["signIn"]>>;

beforeAll(async () => {
  ({ token } = await desk.signIn({ role: "owner" }));
  sales = await desk.signIn({ role: "sales" });
});

async function ask<Answer>(call: { method: string; path: string }, body: object = {}, as = token): Promise<Answer> {
  const answer = await callApi<Answer>(desk.app, `${call.method} ${call.path}` as never, { token: as, body });
  if (!answer.body.success) throw new Error(`${answer.body.name} ${JSON.stringify(answer.body.errors)}`);
  return answer.body.resultData;
}
const lead = (columns: Parameters<typeof buildLead>[2]) => buildLead(desk.db, desk.organization, columns);
const namesOf = (rows: readonly { nickname: string }[]) => rows.map((row) => row.nickname);

describe("new leads", () => {
  const newLeads = (as?: string) => ask<Page<LeadRow>>(leadDesk.newLeads, { country: "MO" }, as);

  it("are leads of type new that nobody at the centre has contacted", async () => {
    const [called, wrote] = [
      await lead({ nickname: "甲", country: "MO" }),
      await lead({ nickname: "乙", country: "MO" }),
    ];
    await lead({ nickname: "匯入", country: "MO", lead_type: 3 });
    await desk.owner.query("update lead set last_contact_at = now() where lead_id = $1", [wrote]);
    expect(namesOf((await newLeads()).list)).toEqual(["乙", "甲"]);
    await callApi(desk.app, "POST /api_users/Member/AddLeadDesc", {
      token,
      body: { leadId: called, content: "已致電" },
    });
    expect(await newLeads()).toMatchObject({ list: [{ nickname: "乙" }], total: 1 });
  });
});

test("leads with the assistant on or paused", async () => {
  await lead({ nickname: "開", country: "SG", gpt_status: 1 });
  await lead({ nickname: "停", country: "SG", gpt_status: 2 });
  await lead({ nickname: "關", country: "SG" });
  const asked = (more: object) => ask<Page<LeadRow>>(leadDesk.gptLeads, { country: "SG", ...more });
  expect(namesOf((await asked({})).list)).toEqual(["停", "開"]);
  expect((await asked({ gptStatus: 2 })).list).toMatchObject([{ nickname: "停", gptStatus: 2 }]);
  expect((await asked({ gptStatus: 0 })).total).toBe(0);
});

describe("the board", () => {
  let statuses: RecordId[];
  beforeAll(async () => {
    statuses = await Promise.all(["new", "following"].map((code) => desk.itemId(3, code)));
    for (const number of [1, 2, 3, 4, 5])
      await lead({ nickname: `新${number}`, country: "MY", status_id: statuses[0] });
    await lead({ nickname: "跟進", country: "MY", status_id: statuses[1], sales_id: sales.accountId });
    await lead({ nickname: "無", country: "MY" });
    await lead({ nickname: "別校", country: "MY", branch_id: desk.organization.branchIds[1] });
  });
  const query = { country: "MY" };
  const column = (statusID: RecordId | null, more: object = {}, as?: string) =>
    ask<Page<LeadRow>>(leadDesk.boardColumn, { query, statusID, ...more }, as);
  const counts = async (given: object = query, as?: string) =>
    (await ask<{ columns: BoardCount[] }>(leadDesk.boardCounts, { query: given }, as)).columns;

  it("gives each column in pages, the newest first", async () => {
    const first = await column(statuses[0] as RecordId, { pageSize: 3 });
    expect(namesOf(first.list)).toEqual(["新5", "新4", "新3"]);
    const rest = await column(statuses[0] as RecordId, { pageSize: 3, cursor: first.nextCursor });
    expect([namesOf(rest.list), rest.nextCursor]).toEqual([["新2", "新1"], null]);
    expect(namesOf((await column(null)).list)).toEqual(["別校", "無"]);
  });

  it("counts every column in the order of the statuses, also the empty ones", async () => {
    const all = await counts();
    expect(all).toHaveLength(7);
    expect(all[0]).toEqual({ statusID: statuses[0], total: 5, totalIsEstimate: false });
    expect(all.map(({ total }) => total)).toEqual([5, 1, 0, 0, 0, 0, 2]);
    expect(all.at(-1)?.statusID).toBeNull();
  });

  it("has the columns that match the query", async () => {
    expect(await counts({ ...query, status: [statuses[1]] })).toEqual([
      { statusID: statuses[1], total: 1, totalIsEstimate: false },
    ]);
    expect((await counts({ ...query, withoutStatus: [statuses[0]] })).map(({ total }) => total)).toEqual([
      1, 0, 0, 0, 0, 2,
    ]);
    expect((await column(statuses[0] as RecordId, { query: { ...query, status: [statuses[1]] } })).list).toEqual([]);
  });

  it("keeps branches apart", async () => {
    expect(namesOf((await column(null, {}, sales.token)).list)).toEqual(["無"]);
    expect((await counts(query, sales.token)).map(({ total }) => total)).toEqual([5, 1, 0, 0, 0, 0, 1]);
  });
});

describe("the calendar", () => {
  const calendar = (more: object = {}, as?: string) =>
    ask<{ days: CalendarDay[]; overdue: object }>(
      leadDesk.calendar,
      { query: { country: "US" }, from: "2031-03-01", to: "2031-03-31", ...more },
      as,
    );
  beforeAll(async () => {
    for (const number of [1, 2, 3, 4, 5, 6, 7])
      await lead({ nickname: `七${number}`, country: "US", next_contact_date: "2031-03-07" });
    await lead({ nickname: "前", country: "US", next_contact_date: "2031-02-28" });
    await lead({ nickname: "末", country: "US", next_contact_date: "2031-03-31", sales_id: sales.accountId });
    await lead({ nickname: "過", country: "US", next_contact_date: "2020-01-01" });
    await lead({
      nickname: "別校",
      country: "US",
      next_contact_date: "2031-03-31",
      branch_id: desk.organization.branchIds[1],
    });
  });

  it("lists the days with contacts, the first five of each, and what is overdue", async () => {
    const { days, overdue } = await calendar();
    expect(days.map(({ date, total, list }) => [date, total, list.length])).toEqual([
      ["2031-03-07", 7, 5],
      ["2031-03-31", 2, 2],
    ]);
    expect(overdue).toEqual({ total: 1, totalIsEstimate: false });
    const listed = await ask<Page<LeadRow>>(
      { method: "POST", path: "/api_users/Member/LeadsList" },
      {
        country: "US",
        nextContactStart: "2031-03-07",
        nextContactEnd: "2031-03-07",
        sortBy: "nextContactDate",
        sortOrder: "asc",
      },
    );
    expect(days[0]?.list).toEqual(listed.list.slice(0, 5));
  });

  it("separates branches and applies the query", async () => {
    expect((await calendar({}, sales.token)).days.map(({ total }) => total)).toEqual([7, 1]);
    expect((await calendar({ query: { country: "US", sales: [sales.accountId] } })).days).toHaveLength(1);
  });

  it.each([
    [{ from: "2031-03-01", to: "2031-04-12" }],
    [{ from: "2031-03-02", to: "2031-03-01" }],
    [{ from: "2031-03-02", to: "soon" }],
  ])("refuses %j", async (body) => {
    const answer = await callApi(desk.app, "POST /api_users/Member/LeadCalendar", { token, body });
    expect(answer.status).toBe(422);
  });
});

describe("students", () => {
  const students = (as?: string, more: object = {}) =>
    ask<Page<StudentRow>>(leadDesk.students, { country: "CN", ...more }, as);
  const set = (leadId: LeadId, columns: string) =>
    desk.owner.query(`update lead set ${columns} where lead_id = $1`, [leadId]);
  let deal: RecordId;
  beforeAll(async () => void (deal = await desk.itemId(3, "deal")));

  it("are leads with a deal or the app, in whatever way they got it", async () => {
    const given = { country: "CN", contact1: JSON.stringify({ name: "媽媽", areaCode: "+852", phone: "61234567" }) };
    await lead({
      ...given,
      nickname: "一開始",
      status_id: deal,
      birthday: "2015-02-28",
      school: "大安國小",
      grade: "四",
    });
    await lead({ ...given, nickname: "名單", status_id: await desk.itemId(3, "new") });
    await lead({ ...given, nickname: "別校", app_open: true, branch_id: desk.organization.branchIds[1] });
    const [later, logged, app] = [
      await lead({ ...given, nickname: "後來" }),
      await lead({ ...given, nickname: "記錄" }),
      await lead({ ...given, nickname: "App" }),
    ];
    await set(later, `status_id = '${deal}'`);
    await set(app, "app_open = true, app_device = 'iPhone'");
    await desk.owner.query(
      `insert into lead_log (organization_id, log_id, lead_id, action_type, created_at)
       values ($1, gen_random_uuid(), $2, 4, '2025-05-05T00:00:00Z'), ($1, gen_random_uuid(), $2, 4, now())`,
      [desk.organization.organizationId, logged],
    );
    const { list, total } = await students();
    expect([namesOf(list).sort(), total]).toEqual([["App", "一開始", "別校", "後來", "記錄"].sort(), 5]);
    const row = (name: string) => list.find(({ nickname }) => nickname === name);
    expect(list.at(-1)).toMatchObject({ nickname: "記錄", dealDate: "2025-05-05T00:00:00.000Z" });
    expect(row("App")).toMatchObject({ dealDate: null, appDevice: "iPhone" });
    expect(row("一開始")).toMatchObject({
      birthday: "2015-02-28",
      school: "大安國小",
      grade: "四",
      contact1: { name: "媽媽", areaCode: "+852", phone: "61234567" },
    });
    expect(namesOf((await students(sales.token)).list)).not.toContain("別校");

    await set(later, "status_id = null");
    await set(app, "app_open = false");
    expect(namesOf((await students()).list)).toContain("後來");
    expect(namesOf((await students()).list)).not.toContain("App");
  });

  it("need the right to see students", async () => {
    const teacher = await desk.signIn({ role: "teacher" });
    await desk.owner.query("delete from role_permission where role_id = $1 and permission = 'crm:student:query'", [
      desk.organization.roles.teacher,
    ]);
    const { token: asTeacher } = teacher;
    const answer = await callApi(desk.app, "POST /api_users/Member/StudentList", { token: asTeacher, body: {} });
    expect(answer.status).toBe(403);
  });
});

describe("what happened to all leads", () => {
  const logs = (body: object = {}, as?: string) => ask<Page<LeadLogRow>>(leadDesk.logs, body, as);
  let [mine, theirs]: LeadId[] = [];
  beforeAll(async () => {
    [mine, theirs] = [
      await lead({ nickname: "記一", sales_id: sales.accountId }),
      await lead({ nickname: "記二", branch_id: desk.organization.branchIds[1] }),
    ];
    const other = await desk.signIn({ role: "sales" });
    const third = await lead({ nickname: "記三", sales_id: other.accountId });
    await desk.owner.query(
      `insert into lead_log (organization_id, log_id, lead_id, action_type, content, operator_id, created_at)
       select $1, gen_random_uuid(), lead_id, action, content, operator, at::timestamptz from (values
         ($2::uuid, 11, '早', $4::uuid, '2026-03-01T15:59:00Z'), ($2, 12, '午', null, '2026-03-01T16:00:00Z'),
         ($3, 11, '晚', null, '2026-03-02T15:59:59Z'), ($5, 11, '別人', null, '2026-03-02T16:00:00Z')
       ) as given(lead_id, action, content, operator, at)`,
      [desk.organization.organizationId, mine, theirs, sales.accountId, third],
    );
  });
  const march = { startTime: "2026-03-01", endTime: "2026-03-31" };
  const said = ({ list }: Page<LeadLogRow>) => list.map((row) => row.content);

  it("is newest first, for visible leads", async () => {
    expect(said(await logs(march))).toEqual(["別人", "晚", "午", "早"]);
    expect(said(await logs(march, sales.token))).toEqual(["午", "早"]);
    expect((await logs(march)).list[3]).toMatchObject({ leadId: mine, nickname: "記一", operator: "陳老師" });
  });

  it.each<[object | (() => object), string[]]>([
    [{ ...march, actionType: [12] }, ["午"]],
    [() => ({ ...march, operator: sales.accountId }), ["早"]],
    [() => ({ ...march, leadId: theirs }), ["晚"]],
    [{ ...march, keywords: "記一" }, ["午", "早"]],
    [() => ({ ...march, sales: [sales.accountId] }), ["午", "早"]],
    [() => ({ ...march, branchID: desk.organization.branchIds[1] }), ["晚"]],
    // Days of Hong Kong, where the branch is.
    [{ startTime: "2026-03-02", endTime: "2026-03-02" }, ["晚", "午"]],
  ])("holds to its filters: %#", async (given, wanted) => {
    const found = await logs(typeof given === "function" ? given() : given);
    expect([said(found), found.total]).toEqual([wanted, wanted.length]);
  });

  it("goes on by cursor", async () => {
    const first = await logs({ ...march, pageSize: 3 });
    const rest = await logs({ ...march, pageSize: 3, cursor: first.nextCursor });
    expect([said(first), said(rest), rest.nextCursor]).toEqual([["別人", "晚", "午"], ["早"], null]);
  });

  it("leaves out deleted leads", async () => {
    await desk.owner.query("update lead set deleted_at = now() where lead_id = $1", [theirs]);
    expect(said(await logs(march))).toEqual(["別人", "午", "早"]);
    await desk.owner.query("update lead set deleted_at = null where lead_id = $1", [theirs]);
  });
});

describe("more leads than are worth counting", () => {
  const query = { country: "JP" };
  beforeAll(async () => {
    const { organizationId, branchIds } = desk.organization;
    await writeMany(
      desk,
      `insert into lead (organization_id, lead_id, branch_id, nickname, lead_date, country, status_id, next_contact_date)
       select $1, gen_random_uuid(), $2, '名' || n, '2026-11-01', 'JP', case when n > 500 then $3::uuid end,
         date '2031-03-01' + (n % 21)
       from generate_series(1, 21000) n`,
      [organizationId, branchIds[0], await desk.itemId(3, "new")],
    );
    await lead({ ...query, nickname: "多", next_contact_date: "2031-03-02", status_id: await desk.itemId(3, "new") });
    await lead({ ...query, nickname: "單", next_contact_date: "2031-03-31", status_id: await desk.itemId(3, "new") });
    await desk.owner.query(
      "analyze lead (organization_id, branch_id, country, status_id, next_contact_date, deleted_at)",
    );
  });

  it("are counted to 1,000 in each column of the board, and estimated above", async () => {
    const { columns } = await ask<{ columns: BoardCount[] }>(leadDesk.boardCounts, { query });
    expect(columns.at(-1)).toEqual({ statusID: null, total: 500, totalIsEstimate: false });
    expect(columns[0]?.totalIsEstimate).toBe(true);
    expect(columns[0]?.total).toBeGreaterThan(1000);
  });

  it("are counted day by day in the calendar", async () => {
    const asked = { query, from: "2031-03-01", to: "2031-03-31" };
    const { days } = await ask<{ days: CalendarDay[] }>(leadDesk.calendar, asked);
    expect(days).toHaveLength(22);
    expect(days[0]).toMatchObject({ date: "2031-03-01", total: 1000, totalIsEstimate: false });
    expect(days[1]).toMatchObject({ total: 1001, totalIsEstimate: true });
    expect(days.at(-1)).toMatchObject({ date: "2031-03-31", total: 1, list: [{ nickname: "單" }] });
    expect(days[0]?.list).toHaveLength(5);
  });
});
