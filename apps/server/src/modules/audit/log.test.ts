import { allEndpoints } from "@homeroom/contract/all-endpoints";
import type { Endpoint, EndpointTable } from "@homeroom/contract/endpoint";
import type { LogRow, VisitStat } from "@homeroom/contract/log";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildAccount, signInAs } from "#modules/accounts/for-tests";
import { buildOrganization } from "#modules/organizations/for-tests";
import { timeZoneOf } from "#modules/organizations/public";
import { buildSession, callApi, serveModules } from "#modules/sign-in/for-tests";
import { prepareDatabase, prepareOnce } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { withTrace } from "#platform/log/trace";
import { removeOldEntries } from "./actions/record-change.ts";
import { auditModule, type Change, recordChange } from "./public.ts";

const base = prepareDatabase();
const organization = prepareOnce(() => buildOrganization(base.db));
let app: FastifyInstance;
let token: string;
let operatorId: string;

beforeAll(async () => {
  const around = { zoneOf: timeZoneOf, findPictures: async () => new Map<string, string>() };
  app = await serveModules(base.platform, [auditModule(base.platform, around)]);
  const account = await buildAccount(base.db, organization, { nickname: "何校長" });
  operatorId = account.accountId;
  token = await buildSession(base.db, organization, { accountId: account.accountId });
});

afterAll(() => app.close());

interface Given extends Partial<Change> {
  operator?: string;
  ip?: string;
  at?: string;
}

/** An entry as an action of a request writes it, perhaps of another time. */
async function entry(given: Given = {}, of = organization): Promise<void> {
  const { operator = "何校長", ip = "203.0.113.7", at, ...change } = given;
  const origin = {
    method: "PUT",
    path: "/api_basic/Dept/1",
    ip,
    userAgent: "Chrome/142 Windows NT 10.0",
    startedAt: Date.now() - 25,
    language: "zh-tw" as const,
  };
  const accountId = operator === "何校長" && of === organization ? (operatorId as never) : null;
  await withTrace(
    "0123456789abcdef",
    () =>
      inTransaction(base.db, of.scope, (tx) =>
        recordChange(
          tx,
          { organizationId: of.organizationId, accountId, nickname: operator },
          {
            module: "dept",
            action: "edited",
            subject: { type: "department", id: "d1", name: "教務部" },
            ...change,
          },
        ),
      ),
    origin,
  );
  if (at) {
    await base.owner.query(
      "update audit_entry set created_at = $1 where audit_id = (select audit_id from audit_entry order by audit_id desc limit 1)",
      [at],
    );
  }
}

interface Page {
  list: LogRow[];
  total: number;
  nextCursor: string | null;
}

const get = <Result>(path: string, by = token) => callApi<Result>(app, `GET /api_basic/Log/${path}`, { token: by });
async function page(query: string): Promise<Page> {
  const { body } = await get<Page>(`page?${query}`);
  if (!body.success) throw new Error(body.name);
  return body.resultData;
}
const contents = async (query: string) => (await page(query)).list.map((row) => row.content);

test("an entry records who did what, to what, from where, and how long it took", async () => {
  await entry({ before: { name: "教務" }, after: { name: "教務部" }, ip: "192.168.1.9" });
  const [row] = (await page("pageSize=1")).list;
  expect(row).toMatchObject({
    module: "dept",
    action: "edited",
    subject: { type: "department", id: "d1", name: "教務部" },
    content: "修改部門「教務部」",
    method: "PUT",
    requestUri: "/api_basic/Dept/1",
    ip: "192.168.1.9",
    region: "內網",
    browser: "Chrome 142",
    os: "Windows 10",
    operator: "何校長",
    operatorID: operatorId,
    before: { name: "教務" },
    after: { name: "教務部" },
  });
  expect(row?.executionTime).toBeGreaterThanOrEqual(25);
  const { body } = await get<LogRow>(row?.id ?? "");
  expect(body.resultData).toEqual(row);
});

describe("filters", () => {
  const elsewhere = { id: "lead-7", type: "lead", name: "王小明" };
  beforeAll(async () => {
    await entry({ module: "lead", action: "created", subject: elsewhere, operator: "林業務", ip: "198.51.100.4" });
    await entry({
      module: "login",
      action: "signedIn",
      subject: { type: "account", id: "a1", name: "林業務" },
      operator: "林業務",
    });
  });

  test.each([
    ["module=lead", ["新增名單「王小明」"]],
    ["module=lead,login", ["登入", "新增名單「王小明」"]],
    ["action=signedIn", ["登入"]],
    ["subject=lead-7", ["新增名單「王小明」"]],
    ["keywords=王小", ["新增名單「王小明」"]],
    ["keywords=198.51", ["新增名單「王小明」"]],
    ["keywords=新增名單", ["新增名單「王小明」"]],
    ["keywords=林業", ["登入", "新增名單「王小明」"]],
    ["keywords=%25", []],
    ["operator=01900000-0000-7000-8000-000000000000", []],
  ])("%s", async (query, expected) => {
    expect(await contents(encodeURI(decodeURI(query)))).toEqual(expected);
  });

  test("days are in the branch's time zone, both included", async () => {
    // 2026-03-01 in Hong Kong begins at 16:00 UTC the day before.
    for (const at of ["2026-02-28T15:59:59Z", "2026-02-28T16:00:00Z", "2026-03-01T15:59:59Z", "2026-03-01T16:00:00Z"]) {
      await entry({ subject: { type: "department", id: "days", name: at }, at });
    }
    const named = async (range: string) => (await page(`subject=days&${range}`)).list.map((row) => row.subject.name);
    expect(await named("startDate=2026-03-01&endDate=2026-03-01")).toEqual([
      "2026-03-01T15:59:59Z",
      "2026-02-28T16:00:00Z",
    ]);
    expect(await named("endDate=2026-02-28")).toEqual(["2026-02-28T15:59:59Z"]);
  });

  test.each(["module=nothing", "startDate=yesterday", "operator=1", "pageSize=0", "cursor=x"])(
    "%s is refused",
    async (query) => {
      expect([400, 422]).toContain((await get(`page?${query}`)).status);
    },
  );
});

test("cursor pages contain every entry once, even entries with the same time", async () => {
  const at = "2026-04-01T00:00:00Z";
  for (let index = 0; index < 5; index += 1)
    await entry({ subject: { type: "x", id: "pages", name: String(index) }, at });
  const first = await page("subject=pages&pageSize=2");
  const second = await page(`subject=pages&pageSize=2&cursor=${first.nextCursor}`);
  const third = await page(`subject=pages&pageSize=2&cursor=${second.nextCursor}`);
  const names = [first, second, third].flatMap(({ list }) => list.map((row) => row.subject.name));
  expect(names.sort()).toEqual(["0", "1", "2", "3", "4"]);
  expect([first.total, third.nextCursor]).toEqual([5, null]);
});

test("people who acted are listed once, by their current name", async () => {
  const here = await buildOrganization(base.db);
  const { accountId, token: by } = await signInAs(base.db, here);
  await entry({ operator: "舊名", at: "2026-05-01T00:00:00Z" }, here);
  await entry({ operator: "新名" }, here);
  await base.owner.query("update audit_entry set account_id = $1 where organization_id = $2", [
    accountId,
    here.organizationId,
  ]);
  await entry({ operator: "" }, here);
  const { body } = await get("operators", by);
  expect(body.resultData).toEqual([{ value: accountId, label: "新名" }]);
});

test("the trend counts entries, people and addresses of every day", async () => {
  const here = await buildOrganization(base.db);
  const { token: by } = await signInAs(base.db, here);
  const day = "2026-05-04T03:00:00Z";
  await entry({ operator: "甲", ip: "203.0.113.1", at: day }, here);
  await entry({ operator: "乙", ip: "203.0.113.1", at: day }, here);
  await entry({ operator: "乙", ip: "203.0.113.2", at: "2026-05-06T03:00:00Z" }, here);
  await base.owner.query(
    "update audit_entry set account_id = organization_id where organization_id = $1 and operator = '乙'",
    [here.organizationId],
  );
  const { body } = await get("visit-trend?startDate=2026-05-04&endDate=2026-05-06", by);
  expect(body.resultData).toEqual({
    dates: ["2026-05-04", "2026-05-05", "2026-05-06"],
    pvList: [2, 0, 1],
    uvList: [1, 0, 1],
    ipList: [1, 0, 1],
  });
  const usual = await get<{ dates: string[] }>("visit-trend", by);
  expect(usual.body.resultData?.dates).toHaveLength(30);
});

test("the figures compare today with yesterday until now", async () => {
  const here = await buildOrganization(base.db);
  const { token: by } = await signInAs(base.db, here);
  const dayAgo = (minutes: number) => new Date(Date.now() - 86_400_000 - minutes * 60_000).toISOString();
  await entry({}, here);
  await entry({ at: dayAgo(300 * 24 * 60) }, here);
  const { body } = await get<VisitStat[]>("visit-stats", by);
  expect(body.resultData).toEqual([
    { type: "pv", title: "操作次數", todayCount: 1, totalCount: 2, growthRate: 0 },
    { type: "uv", title: "使用人數", todayCount: 0, totalCount: 0, growthRate: 0 },
    { type: "ip", title: "來源位址", todayCount: 1, totalCount: 1, growthRate: 0 },
  ]);
});

test("the export contains the filtered entries, neutralises formulas, and is logged itself", async () => {
  await entry({
    subject: { type: "department", id: "out", name: '=HYPERLINK("x")' },
    operator: "=1+1",
    after: { name: "a,b" },
  });
  const answer = await app.inject({
    method: "GET",
    url: "/api_basic/Log/export?format=csv&subject=out",
    headers: { accesstoken: token, "accept-language": "zh-TW" },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
  const lines = answer.body.trim().split("\r\n");
  expect(answer.body.startsWith("\uFEFF時間,操作人,")).toBe(true);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(",'=1+1,部門,");
  expect(lines[1]).toContain('"{""name"":""a,b""}"');
  const [exported] = (await page("action=exported&pageSize=1")).list;
  expect(exported).toMatchObject({ content: "匯出操作日誌", after: { subject: "out" } });
});

test("the export is a workbook by default", async () => {
  const url = "/api_basic/Log/export?subject=out";
  const answer = await app.inject({ method: "GET", url, headers: { accesstoken: token } });
  expect(answer.headers["content-type"]).toContain("spreadsheetml");
  expect(answer.rawPayload.subarray(0, 2).toString()).toBe("PK");
});

test("the export contains all pages", async () => {
  await base.owner.query(
    `insert into audit_entry (organization_id, audit_id, module, action, subject_type, subject_id, created_at)
     select $1, gen_random_uuid(), 'dept', 'edited', 'x', 'many', now() - n * interval '1 second' from generate_series(1, 2500) n`,
    [organization.organizationId],
  );
  const answer = await app.inject({
    method: "GET",
    url: "/api_basic/Log/export?format=csv&subject=many",
    headers: { accesstoken: token },
  });
  expect(answer.body.trim().split("\r\n")).toHaveLength(2501);
});

test("needs the permission to read it; another organisation's entries are invisible", async () => {
  expect((await get("page", "anonymous")).status).toBe(401);
  const { token: weak } = await signInAs(base.db, organization, { role: "sales" });
  for (const path of ["page", "export", "operators", "visit-trend", "visit-stats"])
    expect((await get(path, weak)).status, path).toBe(403);
  const foreign = await buildOrganization(base.db);
  await entry({ subject: { type: "x", id: "foreign", name: "別家" } }, foreign);
  expect((await page("subject=foreign")).list).toEqual([]);
  const found = await base.owner.query("select audit_id from audit_entry where subject_id = 'foreign'");
  expect((await get(found.rows[0].audit_id)).status).toBe(404);
});

test("no call changes or removes an entry: all calls of the log only read", () => {
  const tables: EndpointTable[] = Object.values(allEndpoints);
  const calls: Endpoint[] = tables.flatMap((table) => Object.values(table));
  const logs = calls.filter(({ path }) => /^\/api_basic\/log(\/|$)/i.test(path));
  expect(logs.map(({ method }) => method)).toEqual(["GET", "GET", "GET", "GET", "GET", "GET"]);
});

test("entries older than 180 days are removed, younger ones stay", async () => {
  await base.owner.query(
    `insert into audit_entry (organization_id, audit_id, module, action, subject_type, subject_id, created_at)
     select $1, gen_random_uuid(), 'dept', 'edited', 'x', 'old', now() - n * interval '1 day' from generate_series(178, 182) n`,
    [organization.organizationId],
  );
  expect(await removeOldEntries(base.db)).toBe(false);
  const left = await base.owner.query("select count(*)::int as left from audit_entry where subject_id = 'old'");
  expect(left.rows[0].left).toBe(2);
});
