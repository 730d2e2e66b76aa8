import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveModules } from "#modules/sign-in/for-tests";
import { prepareDesk, writeMany } from "#platform/db/for-tests";
import { readBytes } from "#platform/tables/for-tests";
import { buildLead, openLeadDesk } from "../for-tests.ts";
import { leadsModule } from "../public.ts";

const desk = prepareDesk(openLeadDesk);
let limited: FastifyInstance;
let owner: string;

beforeAll(async () => {
  owner = (await desk.signIn({ role: "owner" })).token;
  const settings = { ...desk.platform.settings, RATE_LIMITS: "on" as const };
  limited = await serveModules(desk.platform, [leadsModule({ ...desk.platform, settings })]);
});
afterAll(() => limited.close());

interface Asked {
  token?: string;
  language?: string;
  app?: FastifyInstance;
}

function ask(
  call: "ExportLeads" | "ExportStudents",
  body: object,
  { token = owner, language = "zh-TW", app }: Asked = {},
) {
  const headers = { accesstoken: token, "accept-language": language };
  return (app ?? desk.app).inject({ method: "POST", url: `/api_users/Member/${call}`, headers, payload: body });
}

async function rows(call: "ExportLeads" | "ExportStudents", body: object, asked?: Asked) {
  const answer = await ask(call, body, asked);
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
  return readBytes(answer.rawPayload, { contentType: String(answer.headers["content-type"]) });
}

test("a workbook and a CSV contain the same leads, formula-safe, and their number is logged", async () => {
  const sales = await desk.signIn({ role: "sales", nickname: "王業務" });
  await buildLead(desk.db, desk.organization, {
    nickname: "=1+1",
    phone: "0912345678",
    notes: "=HYPERLINK(1)",
    sales_id: sales.accountId,
    status_id: await desk.itemId(3, "new"),
    last_contact_at: "2026-11-20T16:30:00Z",
  });
  const asked = { query: { keywords: "1+1" } };
  const csv = await ask("ExportLeads", { ...asked, format: "csv" });
  expect(csv.headers["content-disposition"]).toContain(".csv");
  expect(csv.rawPayload.subarray(0, 3).toString("hex")).toBe("efbbbf");
  expect(csv.body).toContain("'=HYPERLINK(1)");
  const book = await rows("ExportLeads", asked);
  expect(book.columns.slice(0, 2)).toEqual(["暱稱", "全名"]);
  const cell = (name: string) => book.rows[0]?.cells[book.columns.indexOf(name)];
  expect(book.rows).toHaveLength(1);
  expect([cell("暱稱"), cell("電話"), cell("業務")]).toEqual(["=1+1", "0912345678", "王業務"]);
  expect(cell("最近聯絡")).toMatch(/^2026-11-2[01] \d\d:30:00$/);
  const english = await rows("ExportLeads", { ...asked, columns: ["phone", "nickname", "none"] }, { language: "en" });
  expect(english.columns).toEqual(["Phone", "Nickname"]);
  const audit = await desk.owner.query<{ after: { count: number } }>(
    "select after from audit_entry where action = 'exported' order by created_at limit 1",
  );
  expect(audit.rows[0]?.after.count).toBe(1);
});

test("contains all batches, and only what the reader sees", async () => {
  const { organizationId, branchIds } = desk.organization;
  await writeMany(
    desk,
    `insert into lead (organization_id, lead_id, branch_id, nickname, lead_date, school)
     select $1, uuidv7(), $2, '名單' || n, '2026-11-01', '大安國小' from generate_series(1, 2300) n`,
    [organizationId, branchIds[0]],
  );
  const all = await rows("ExportLeads", { query: { school: "大安國小" }, format: "csv" });
  expect(new Set(all.rows.map(({ cells }) => cells[0])).size).toBe(2300);
  const [, there] = branchIds;
  const hidden = await buildLead(desk.db, desk.organization, { nickname: "別校", branch_id: there });
  const admin = await desk.signIn({ role: "admin" });
  expect((await rows("ExportLeads", { query: { leadIds: [hidden] } })).rows).toHaveLength(1);
  const sales = await desk.signIn({ role: "sales" });
  expect((await ask("ExportLeads", {}, sales)).json()).toMatchObject({ name: "PERMISSION_DENIED" });
  expect((await ask("ExportLeads", {}, { token: admin.token })).statusCode).toBe(200);
});

test("students are those with a deal or the app", async () => {
  await buildLead(desk.db, desk.organization, { nickname: "成交", status_id: await desk.itemId(3, "deal") });
  await buildLead(desk.db, desk.organization, { nickname: "開通", app_open: true });
  const students = await rows("ExportStudents", {});
  expect(students.rows.map(({ cells }) => cells[0]).sort()).toEqual(["成交", "開通"].sort());
});

test("exports of one person are limited in number", async () => {
  const { token } = await desk.signIn({ role: "owner" });
  const answers: number[] = [];
  for (let number = 0; number < 21; number += 1) {
    const answer = await ask("ExportLeads", { query: { leadIds: [] } }, { token, app: limited });
    answers.push(answer.statusCode);
  }
  expect(answers.filter((status) => status === 200)).toHaveLength(20);
  expect(answers.at(-1)).toBe(429);
});
