import type { DepartmentNode } from "@homeroom/contract/departments";
import type { Failure } from "@homeroom/contract/envelope";
import { beforeEach, describe, expect, test } from "vitest";
import { buildAccount, signInAs } from "#modules/accounts/for-tests";
import { countByDepartment } from "#modules/accounts/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { departmentsModule } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let token: string;

const server = prepareServer(base, (platform) => [departmentsModule(platform, countByDepartment)]);
beforeEach(async () => {
  organization = await buildOrganization(base.db);
  token = await tokenOf("admin");
});

async function tokenOf(role: "admin" | "sales"): Promise<string> {
  return (await signInAs(base.db, organization, { role, nickname: "何校長" })).token;
}

type Method = "GET" | "POST" | "PUT" | "DELETE";
const call = <Result>(method: Method, path: string, body?: object, by = token) =>
  callApi<Result>(server.app, `${method} /api_basic/Dept${path}`, { token: by, ...(body && { body }) });

async function add(code: string, parentId = "0"): Promise<string> {
  const { body } = await call<{ recordID: string }>("POST", "", { name: `部門${code}`, code, parentId });
  if (!body.success) throw new Error(body.name);
  return body.resultData.recordID;
}

async function move(id: string, parentId: string) {
  const { body } = await call<{ version: number }>("GET", `/${id}/form`);
  return call("PUT", `/${id}`, { ...body.resultData, parentId });
}

const tree = async (query = "") => (await call<DepartmentNode[]>("GET", query)).body.resultData ?? [];
const shape = (nodes: readonly DepartmentNode[]): unknown[] =>
  nodes.map((node) => [node.code, ...(node.children ? [shape(node.children)] : [])]);
const faults = ({ body, status }: { status: number; body: unknown }) => {
  const { name, errors } = body as Failure;
  return [status, name, errors?.map((error) => error.field)];
};

test("departments are added, shown as a tree with their people, and offered for choosing", async () => {
  const school = await add("A");
  const below = await add("B", school);
  const { accountId } = await buildAccount(base.db, organization);
  await base.owner.query("update account set department_id = $1 where account_id = $2", [below, accountId]);
  const [top] = await tree();
  expect(top).toMatchObject({ code: "A", parentId: "0", staffCount: 0, children: [{ code: "B", staffCount: 1 }] });
  expect(shape(await tree("?keywords=b"))).toEqual([["A", [["B"]]]]);
  expect(await tree("?status=0")).toEqual([]);
  const sales = await tokenOf("sales");
  const options = await call("GET", "/options", undefined, sales);
  expect(options.body.resultData).toEqual([
    { value: school, label: "部門A", children: [{ value: below, label: "部門B" }] },
  ]);
});

describe("a wrong form is refused at its field", () => {
  test.each([
    [{ name: " " }, 422, "DEPT_NAME_REQUIRED", "name"],
    [{ code: "" }, 422, "DEPT_CODE_REQUIRED", "code"],
    [{ code: "taken" }, 409, "DEPT_CODE_EXISTS", "code"],
    [{ parentId: "01900000-0000-7000-8000-000000000000" }, 422, "FIELD_INVALID", "parentId"],
    [{ parentId: "top" }, 422, "FIELD_INVALID", "parentId"],
    [{ status: 2 }, 422, "FIELD_INVALID", "status"],
    [{ name: "長".repeat(65) }, 422, "FIELD_INVALID", "name"],
  ])("%j", async (wrong, status, name, field) => {
    await add("TAKEN");
    expect(faults(await call("POST", "", { name: "新部門", code: "NEW", ...wrong }))).toEqual([status, name, [field]]);
  });
});

test("a department does not move into itself or below itself, nor deeper than ten levels", async () => {
  const one = await add("1");
  const below = await add("2", one);
  expect(faults(await move(one, one))).toEqual([409, "DEPT_PARENT_INSIDE", ["parentId"]]);
  expect(faults(await move(one, below))).toEqual([409, "DEPT_PARENT_INSIDE", ["parentId"]]);
  let deepest = below;
  for (let level = 3; level <= 10; level += 1) deepest = await add(String(level), deepest);
  const refused = await call("POST", "", { name: "太深", code: "11", parentId: deepest });
  expect(faults(refused)).toEqual([409, "DEPT_TOO_DEEP", ["parentId"]]);
  const wide = await add("W");
  await add("X", wide);
  expect(faults(await move(wide, deepest))).toEqual([409, "DEPT_TOO_DEEP", ["parentId"]]);
});

test("of two moves that together would form a cycle, one is refused", async () => {
  const [one, two] = [await add("1"), await add("2")];
  const answers = await Promise.all([move(one, two), move(two, one)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await tree()).toHaveLength(1);
});

test("two simultaneous creates with the same code make one department", async () => {
  const form = { name: "新部門", code: "N" };
  const answers = await Promise.all([call("POST", "", form), call("POST", "", { ...form, code: "n" })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("a stale edit is refused, and one without changes leaves no trace", async () => {
  const id = await add("A");
  const { body } = await call<{ version: number; name: string }>("GET", `/${id}/form`);
  expect((await call("PUT", `/${id}`, body.resultData ?? {})).status).toBe(200);
  expect((await call("PUT", `/${id}`, { ...body.resultData, name: "改名" })).status).toBe(200);
  expect(faults(await call("PUT", `/${id}`, { ...body.resultData, name: "又改" }))[1]).toBe("STALE_DATA");
  const { rows } = await base.owner.query(
    "select action, before, after from audit_entry where subject_id = $1 order by audit_id",
    [id],
  );
  expect(rows).toMatchObject([
    { action: "created", after: { code: "A" } },
    { action: "edited", before: { name: "部門A" }, after: { name: "改名" } },
  ]);
});

test("deleting removes everything below, and people stay", async () => {
  const school = await add("A");
  const below = await add("B", school);
  const other = await add("C");
  const { accountId } = await buildAccount(base.db, organization);
  await base.owner.query("update account set department_id = $1 where account_id = $2", [below, accountId]);
  const { body } = await call("DELETE", `/${school}`);
  expect(body.resultData).toEqual({ departments: 2, people: 1 });
  expect((await tree()).map(({ id }) => id)).toEqual([other]);
  const { rows } = await base.owner.query("select department_id, status from account where account_id = $1", [
    accountId,
  ]);
  expect(rows).toEqual([{ department_id: null, status: 1 }]);
  const entries = await base.owner.query(
    "select subject_name from audit_entry where action = 'deleted' and organization_id = $1",
    [organization.organizationId],
  );
  expect(entries.rows.map((row) => row.subject_name).sort()).toEqual(["部門A", "部門B"]);
  expect(faults(await call("DELETE", `/${school}`))[1]).toBe("NOT_FOUND");
  expect((await call("DELETE", `/${other},${school}`)).status).toBe(404);
  expect(await tree()).toHaveLength(1);
});

test("needs the permission; other organisations' departments are invisible", async () => {
  const id = await add("A");
  const sales = await tokenOf("sales");
  const form = { name: "x", code: "x" };
  expect((await call("GET", "", undefined, sales)).status).toBe(403);
  expect((await call("POST", "", form, sales)).status).toBe(403);
  expect((await call("PUT", `/${id}`, { ...form, version: 1 }, sales)).status).toBe(403);
  expect((await call("DELETE", `/${id}`, undefined, sales)).status).toBe(403);
  expect((await call("GET", "", undefined, "anonymous")).status).toBe(401);
  organization = await buildOrganization(base.db);
  const foreign = await tokenOf("admin");
  expect((await call("GET", `/${id}/form`, undefined, foreign)).status).toBe(404);
  expect((await call("PUT", `/${id}`, { ...form, version: 1 }, foreign)).status).toBe(404);
  expect((await call("DELETE", `/${id}`, undefined, foreign)).status).toBe(404);
  expect((await call("POST", "", { ...form, parentId: id }, foreign)).status).toBe(422);
});
