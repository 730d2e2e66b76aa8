import type { StaffRow } from "@homeroom/contract/staff";
import { v7 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { callApi } from "#modules/sign-in/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { openStaffDesk } from "./for-tests.ts";

const desk = prepareDesk(openStaffDesk);
let token: string;
const departments = { school: v7(), english: v7() };

/** Nickname, then what differs; made in this order. */
const people: Record<string, object> = {
  王小美: { role: "sales", staffId: "S-01", email: "mei@school.test" },
  陳大文: { role: "tutor", staffId: "S-02" },
  李老師: { role: "teacher" },
  黃停用: { role: "teacher", status: 0 },
};

beforeAll(async () => {
  ({ token } = await desk.signIn({ role: "owner", nickname: "何校長" }));
  const [first, second] = desk.organization.branchIds;
  for (const [nickname, given] of Object.entries(people)) {
    await desk.signIn({ nickname, branchIds: nickname === "陳大文" ? [first, second] : [first], ...given });
  }
  const { organizationId } = desk.organization;
  await desk.owner.query(
    `insert into department (organization_id, department_id, parent_id, name, code)
     values ($1, $2, null, '教學部', 'T'), ($1, $3, $2, '英文組', 'E')`,
    [organizationId, departments.school, departments.english],
  );
  const set = (nickname: string, columns: string) =>
    desk.owner.query(`update account set ${columns} where nickname = $1`, [nickname]);
  await set("李老師", `department_id = '${departments.english}', gender = 2, first_name = '美玲', last_name = '李'`);
  await set(
    "王小美",
    "area_code = '+852', phone = '61234567', ename = 'May Wong', created_at = '2026-01-05T01:00:00Z'",
  );
});

interface Page {
  list: StaffRow[];
  total: number;
  nextCursor: string | null;
}
async function list(filters: object = {}, call: "StaffList" | "TeacherList" = "StaffList"): Promise<Page> {
  const { body } = await callApi<Page>(desk.app, `POST /api_users/Member/${call}`, { token, body: filters });
  if (!body.success) throw new Error(`${body.name} ${JSON.stringify(body.errors)}`);
  return body.resultData;
}
const names = async (filters: object, call?: "TeacherList") =>
  (await list(filters, call)).list.map(({ nickname }) => nickname).sort();

test.each([
  ["小美", ["王小美"]],
  ["文", ["陳大文"]],
  ["MAY w", ["王小美"]],
  ["李美玲", ["李老師"]],
  ["s-0", ["王小美", "陳大文"]],
  ["mei@", ["王小美"]],
  ["+852 6123-4567", ["王小美"]],
  ["6123", ["王小美"]],
  ["%", []],
  ["小美 6123", ["王小美"]],
])("the words %s find %j", async (keywords, found) => {
  expect(await names({ keywords })).toEqual([...found].sort());
});

test("filters can be combined", async () => {
  const { roles, branchIds } = desk.organization;
  expect(await names({ role: [roles.teacher] })).toEqual(["李老師", "黃停用"].sort());
  expect(await names({ role: [roles.teacher], status: [1] })).toEqual(["李老師"]);
  expect(await names({ branchID: [branchIds[1]] })).toEqual(["陳大文"]);
  expect(await names({ deptID: [departments.school] })).toEqual(["李老師"]);
  expect(await names({ gender: 2 })).toEqual(["李老師"]);
  // The day begins at midnight in Hong Kong.
  expect(await names({ startTime: "2026-01-05", endTime: "2026-01-05" })).toEqual(["王小美"]);
  expect(await names({ endTime: "2026-01-04" })).toEqual([]);
});

test("a row contains roles, branches, department and permissions", async () => {
  const [row] = (await list({ keywords: "李老師" })).list;
  expect(row).toMatchObject({
    roles: [{ name: "教師", code: "teacher" }],
    branches: [{ name: "旺角分校" }],
    deptName: "英文組",
    status: 1,
    isOwner: false,
    lastSignInTime: expect.stringMatching(/^20/),
    can: { edit: true, status: true, delete: true, resetPassword: true },
  });
});

test.each(["createTime", "nickname", "staffID", "lastSignInTime"])("pages by %s hold everyone once", async (sortBy) => {
  for (const sortOrder of ["asc", "desc"]) {
    const all = (await list({ sortBy, sortOrder, pageSize: 100 })).list.map(({ recordsn }) => recordsn);
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = await list({ sortBy, sortOrder, pageSize: 2, ...(cursor && { cursor }) });
      expect(page.total).toBe(5);
      walked.push(...page.list.map(({ recordsn }) => recordsn));
      cursor = page.nextCursor;
    } while (cursor);
    expect(walked).toEqual(all);
    expect(new Set(walked).size).toBe(5);
    const second = await list({ sortBy, sortOrder, pageSize: 2, pageNum: 2 });
    expect(second.list.map(({ recordsn }) => recordsn)).toEqual(all.slice(2, 4));
  }
});

test("the list of teachers contains people with the role, regardless of other filters", async () => {
  const { roles } = desk.organization;
  expect(await names({}, "TeacherList")).toEqual(["李老師", "黃停用"].sort());
  expect(await names({ role: [roles.sales] }, "TeacherList")).toEqual([]);
});

test("a forged cursor is refused", async () => {
  const answer = await callApi(desk.app, "POST /api_users/Member/StaffList", { token, body: { cursor: "x" } });
  expect(answer.status).toBe(400);
});
