import type { MenuId, RoleId } from "@homeroom/contract/ids";
import type { UserInfo } from "@homeroom/contract/member";
import type { RouteNode } from "@homeroom/contract/menus";
import { permissions } from "@homeroom/contract/permissions";
import type { RoleRow } from "@homeroom/contract/roles";
import type { FastifyInstance } from "fastify";
import { v7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accountsModule } from "#modules/accounts/public";
import { menusModule } from "#modules/menus/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, serveModules } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { buildPerson, holdRoles, makeRole, menuIds, roleForm } from "./for-tests.ts";
import { rolesModule } from "./public.ts";

const base = prepareDatabase();
let app: FastifyInstance;
let organization: TestOrganization;
let owner: { accountId: string; token: string };

beforeAll(async () => {
  const { platform } = base;
  app = await serveModules(platform, [rolesModule(platform), menusModule(platform), accountsModule(platform)]);
});
beforeEach(async () => {
  organization = await buildOrganization(base.db);
  owner = await buildPerson(base, organization, { role: "owner" });
});
afterAll(() => app.close());

type Address = Parameters<typeof callApi>[1];
const call = <Result>(address: Address, body?: object, token = owner.token) =>
  callApi<Result>(app, address, { token, ...(body && { body }) });
async function outcome(address: Address, body?: object, token = owner.token): Promise<string> {
  const answer = await call(address, body, token);
  return answer.body.success ? "ok" : `${answer.status} ${answer.body.name}`;
}
const pageOf = async (query = "", token = owner.token) =>
  (
    await call<{ list: RoleRow[]; total: number; nextCursor: string | null }>(
      `GET /api_basic/Roles/page${query}`,
      undefined,
      token,
    )
  ).body.resultData;
const userOf = async (token: string) => (await call<UserInfo>("GET /api_users/Member/User", undefined, token)).body;
const permsOf = async (token: string) => [...((await userOf(token)).resultData?.perms ?? [])].sort();
const namesIn = (nodes: RouteNode[]): string[] => nodes.flatMap((node) => [node.name, ...namesIn(node.children ?? [])]);
const screensOf = async (token: string) =>
  namesIn((await call<RouteNode[]>("GET /api_basic/Menus/Routes", undefined, token)).body.resultData ?? []);
const audit = async () =>
  (
    await base.owner.query(
      "select action, subject_name as name, before, after from audit_entry where organization_id = $1 order by created_at, audit_id",
      [organization.organizationId],
    )
  ).rows;
const told = async () =>
  (
    await base.owner.query("select event, payload from outbox where organization_id = $1 order by outbox_id", [
      organization.organizationId,
    ])
  ).rows;

test("the list has the default roles first, then the newest, with how many people hold them", async () => {
  const first = await makeRole(app, owner.token, { name: "前台" });
  const second = await makeRole(app, owner.token, { name: "Campaign desk" });
  const { accountId } = await buildPerson(base, organization, { role: "sales" });
  await holdRoles(base, organization, { accountId, roleIds: [first] });
  const page = await pageOf("?pageSize=50");
  expect(page?.list.map(({ name, code, accountCount }) => [name, code, accountCount])).toEqual([
    ["管理員", "admin", 0],
    ["導師", "tutor", 0],
    ["業務", "sales", 1],
    ["教師", "teacher", 0],
    ["Campaign desk", "campaign-desk", 0],
    ["前台", "role", 1],
  ]);
  expect(page?.total).toBe(6);
  expect(page?.list[0]?.can).toEqual({ edit: true, grant: true, delete: false, viewAs: true });
  expect((await pageOf("?keywords=DESK"))?.list.map(({ id }) => id)).toEqual([second]);
  expect((await pageOf("?status=0"))?.list).toEqual([]);
});

test("pages follow one another by cursor, without gap or repeat", async () => {
  for (const name of ["甲", "乙", "丙", "丁", "戊"]) await makeRole(app, owner.token, { name });
  const seen: string[] = [];
  let cursor: string | null | undefined = "";
  do {
    const page = await pageOf(`?pageSize=2${cursor ? `&cursor=${cursor}` : ""}`);
    seen.push(...(page?.list ?? []).map(({ name }) => name));
    cursor = page?.nextCursor;
  } while (cursor);
  expect(seen).toEqual(["管理員", "導師", "業務", "教師", "戊", "丁", "丙", "乙", "甲"]);
  expect(await outcome("GET /api_basic/Roles/page?cursor=nonsense")).toBe("400 DATA_FORMAT_ERROR");
});

test("a role needs a unique name, ignoring case; a create can be repeated", async () => {
  const id = v7();
  expect(await outcome("POST /api_basic/Roles", { id, name: " Desk " })).toBe("ok");
  expect(await outcome("POST /api_basic/Roles", { id, name: "Desk" })).toBe("ok");
  expect(await outcome("POST /api_basic/Roles", { name: "DESK" })).toBe("409 ROLE_NAME_EXISTS");
  expect(await outcome("POST /api_basic/Roles", { name: "  " })).toBe("422 ROLE_NAME_REQUIRED");
  expect(await outcome("POST /api_basic/Roles", {})).toBe("422 ROLE_NAME_REQUIRED");
  expect(await outcome("POST /api_basic/Roles", { name: "x".repeat(101) })).toBe("422 FIELD_INVALID");
  const form = { name: "desk", description: "", status: 1, version: 1 };
  expect(await outcome(`PUT /api_basic/Roles/${organization.roles.sales}`, form)).toBe("409 ROLE_NAME_EXISTS");
  expect(await outcome(`PUT /api_basic/Roles/${organization.roles.sales}`, { ...form, name: "" })).toBe(
    "422 ROLE_NAME_REQUIRED",
  );
  const { body } = await call("POST /api_basic/Roles", { name: "Desk" });
  expect(body).toMatchObject({ domain: "role", code: 100002, errors: [{ field: "name" }] });
});

test("of two simultaneous roles with the same name, one is refused", async () => {
  const both = await Promise.all([1, 2, 3].map(() => outcome("POST /api_basic/Roles", { name: "同名" })));
  expect(both.sort()).toEqual(["409 ROLE_NAME_EXISTS", "409 ROLE_NAME_EXISTS", "ok"]);
});

test("a role's fields are saved once for each version", async () => {
  const id = await makeRole(app, owner.token, { name: "前台" });
  const form = { name: "前檯", description: "接待", status: 1, version: 1 };
  const saves = await Promise.all([1, 2].map(() => outcome(`PUT /api_basic/Roles/${id}`, form)));
  expect(saves.sort()).toEqual(["409 STALE_DATA", "ok"]);
  expect(await roleForm(app, owner.token, id)).toMatchObject({
    name: "前檯",
    description: "接待",
    version: 2,
    isOwn: false,
  });
  expect(await outcome(`PUT /api_basic/Roles/${id}`, { ...form, version: 2 })).toBe("ok");
  expect((await roleForm(app, owner.token, id)).version).toBe(2);
  expect((await audit()).map(({ action, before, after }) => [action, before, after])).toEqual([
    ["created", null, { name: "前台", description: "", status: 1 }],
    ["edited", { name: "前台", description: "" }, { name: "前檯", description: "接待" }],
  ]);
});

test("permissions of a role apply to its people at once", async () => {
  const id = await makeRole(app, owner.token, { name: "前台" });
  const person = await buildPerson(base, organization, { role: "teacher" });
  await holdRoles(base, organization, { accountId: person.accountId, roleIds: [id], instead: true });
  expect(await screensOf(person.token)).toEqual(["System", "AccountSetting", "Document"]);
  const ticked = menuIds("Lead", "LeadList", "crm:lead:query", "crm:lead:add");
  expect(await outcome(`PUT /api_basic/Roles/${id}/menus?version=1`, ticked)).toBe("ok");
  expect(await permsOf(person.token)).toEqual(["crm:lead:add", "crm:lead:query"]);
  expect(await screensOf(person.token)).toEqual([
    "Lead",
    "LeadList",
    "LeadEdit",
    "LeadDuplicates",
    "System",
    "AccountSetting",
    "Document",
  ]);
  expect(await told()).toMatchObject([{ payload: { accountIds: [person.accountId] } }]);
  const { body } = await call<MenuId[]>(`GET /api_basic/Roles/${id}/menuIds`);
  expect(new Set(body.resultData)).toEqual(
    new Set([...ticked, ...menuIds("LeadEdit", "LeadDuplicates", "System", "AccountSetting", "Document")]),
  );
  expect(await outcome(`PUT /api_basic/Roles/${id}/menus?version=2`, body.resultData ?? [])).toBe("ok");
  expect((await roleForm(app, owner.token, id)).version).toBe(2);

  expect(await outcome(`PUT /api_basic/Roles/${id}/menus?version=1`, [])).toBe("409 STALE_DATA");
  expect(await outcome(`PUT /api_basic/Roles/${id}/menus?version=2`, menuIds("crm:lead:query"))).toBe("ok");
  expect(await permsOf(person.token)).toEqual(["crm:lead:query"]);
  expect(await screensOf(person.token)).not.toContain("LeadList");
  const entries = (await audit()).filter(({ action }) => action === "granted");
  expect(entries.map(({ before, after }) => [before.permissions, after.permissions])).toEqual(
    [
      [undefined, ["crm:lead:add", "crm:lead:query"]],
      [["crm:lead:add"], []],
    ].map(([before, after]) => [before ?? [], after]),
  );
});

test("unknown entries, and the platform's, cannot be granted", async () => {
  const id = await makeRole(app, owner.token, { name: "前台" });
  for (const menuId of [v7(), ...menuIds("Menu", "sys:menu:query")]) {
    expect(await outcome(`PUT /api_basic/Roles/${id}/menus`, [menuId])).toBe("422 FIELD_INVALID");
  }
  expect(await outcome(`PUT /api_basic/Roles/${id}/menus`, ["x"])).toBe("422 FIELD_INVALID");
  expect(await outcome(`PUT /api_basic/Roles/${id}/menus`, {})).toBe("422 FIELD_INVALID");
});

test("wildcards count as ticked, and become single permissions when one is taken away", async () => {
  const id = await makeRole(app, owner.token, { name: "前台" });
  await base.owner.query("insert into role_permission values ($1, $2, 'crm:lead:*')", [
    organization.organizationId,
    id,
  ]);
  const ticked = (await call<MenuId[]>(`GET /api_basic/Roles/${id}/menuIds`)).body.resultData ?? [];
  const all = permissions.filter((one) => one.startsWith("crm:lead:"));
  expect(ticked).toEqual(expect.arrayContaining(menuIds(...all)));
  const [gone] = menuIds("crm:lead:delete");
  await call(
    `PUT /api_basic/Roles/${id}/menus`,
    ticked.filter((one) => one !== gone),
  );
  const { rows } = await base.owner.query("select permission from role_permission where role_id = $1", [id]);
  expect(rows.map((row) => row.permission).sort()).toEqual(all.filter((one) => one !== "crm:lead:delete").sort());
});

test("nobody can grant or change rights that they lack", async () => {
  const small = await makeRole(app, owner.token, {
    name: "小主管",
    menus: ["Role", ...["query", "add", "edit", "delete", "grant"].map((one) => `sys:role:${one}`), "crm:lead:query"],
  });
  const manager = await buildPerson(base, organization);
  await holdRoles(base, organization, { accountId: manager.accountId, roleIds: [small], instead: true });
  const own = await makeRole(app, manager.token, { name: "助理", menus: ["LeadList", "crm:lead:query"] });
  const refused = "403 ROLE_BEYOND_OWN_RIGHTS";
  const grant = menuIds("crm:lead:query", "crm:lead:delete");
  expect(await outcome(`PUT /api_basic/Roles/${own}/menus`, grant, manager.token)).toBe(refused);
  const { sales } = organization.roles;
  const form = { name: "業務", description: "", status: 0, version: 1 };
  expect(await outcome(`PUT /api_basic/Roles/${sales}`, form, manager.token)).toBe(refused);
  expect(await outcome(`PUT /api_basic/Roles/${sales}/menus`, [], manager.token)).toBe(refused);
  expect(await outcome("POST /api_basic/Roles", { name: "抄寫", copyFrom: sales }, manager.token)).toBe(refused);
  expect(await outcome(`POST /api_basic/Roles/${sales}/view-as`, {}, manager.token)).toBe(refused);
  const strong = await makeRole(app, owner.token, { name: "強", menus: ["crm:lead:delete"] });
  expect(await outcome(`DELETE /api_basic/Roles/${strong}`, undefined, manager.token)).toBe(refused);
  const rows = (await pageOf("?pageSize=50", manager.token))?.list ?? [];
  expect(rows.filter(({ can }) => can.edit).map(({ name }) => name)).toEqual(["助理", "小主管"]);
  const { body } = await call<{ label: string; grantable: boolean }[]>(
    "GET /api_basic/Roles/options",
    undefined,
    manager.token,
  );
  expect(body.resultData?.filter((one) => one.grantable).map(({ label }) => label)).toEqual(["助理", "小主管"]);
});

test("nobody can remove their own right to manage roles; the owner always keeps it", async () => {
  const admin = await buildPerson(base, organization);
  const { admin: roleId } = organization.roles;
  const locked = "409 ROLE_LOCKS_YOU_OUT";
  expect(await outcome(`PUT /api_basic/Roles/${roleId}/menus`, menuIds("crm:lead:query"), admin.token)).toBe(locked);
  const off = { name: "管理員", description: "", status: 0, version: 1 };
  expect(await outcome(`PUT /api_basic/Roles/${roleId}`, off, admin.token)).toBe(locked);
  const second = await makeRole(app, owner.token, {
    name: "角色主管",
    menus: ["sys:role:query", "sys:role:edit", "sys:role:grant", "sys:role:delete"],
  });
  await holdRoles(base, organization, { accountId: admin.accountId, roleIds: [second], instead: true });
  expect(await outcome(`DELETE /api_basic/Roles/${second}?confirm=true`, undefined, admin.token)).toBe(locked);
  await holdRoles(base, organization, { accountId: admin.accountId, roleIds: [roleId] });
  expect(await outcome(`DELETE /api_basic/Roles/${second}?confirm=true`, undefined, admin.token)).toBe("ok");
  expect(await outcome(`PUT /api_basic/Roles/${roleId}`, off)).toBe("ok");
  expect((await userOf(admin.token)).success).toBe(false);
});

test("a disabled role grants nothing at once; people without another role are signed out", async () => {
  const id = await makeRole(app, owner.token, { name: "前台", menus: ["crm:lead:query"] });
  const only = await buildPerson(base, organization);
  const both = await buildPerson(base, organization, { role: "teacher" });
  await holdRoles(base, organization, { accountId: only.accountId, roleIds: [id], instead: true });
  await holdRoles(base, organization, { accountId: both.accountId, roleIds: [id] });
  const form = { name: "前台", description: "", status: 0, version: 2 };
  expect(await outcome(`PUT /api_basic/Roles/${id}`, form)).toBe("ok");
  expect(await userOf(only.token)).toMatchObject({ success: false, name: "TOKEN_INVALID" });
  expect(await permsOf(both.token)).toContain("dash:home:query");
  expect((await audit()).at(-1)).toMatchObject({ action: "disabled", before: { status: 1 }, after: { status: 0 } });
});

test("deleting warns with the number of accounts and the people who could no longer sign in, then removes the role", async () => {
  const id = await makeRole(app, owner.token, { name: "前台", menus: ["crm:lead:query"] });
  const spare = await makeRole(app, owner.token, { name: "備用" });
  const only = await buildPerson(base, organization, { nickname: "王小明" });
  const both = await buildPerson(base, organization, { nickname: "李小華", role: "teacher" });
  await holdRoles(base, organization, { accountId: only.accountId, roleIds: [id], instead: true });
  await holdRoles(base, organization, { accountId: both.accountId, roleIds: [id, spare] });
  const { status, body } = await call(`DELETE /api_basic/Roles/${id},${spare}`);
  expect([status, body]).toMatchObject([
    409,
    {
      name: "ROLE_HAS_ACCOUNTS",
      message: "有 2 個帳號使用此角色，刪除後將被收回",
      details: { count: 2, losingSignInCount: 1, losingSignIn: ["王小明"] },
    },
  ]);
  expect((await call(`GET /api_basic/Roles/${id}/accounts`)).body.resultData).toMatchObject({
    count: 2,
    list: [
      { nickname: "李小華", onlyRole: false },
      { nickname: "王小明", onlyRole: true },
    ],
  });
  expect(await outcome(`DELETE /api_basic/Roles/${id},${organization.roles.sales}?confirm=true`)).toBe(
    "409 ROLE_DEFAULT_PROTECTED",
  );
  expect(await outcome(`DELETE /api_basic/Roles/${id},${v7()}?confirm=true`)).toBe("404 NOT_FOUND");
  expect(await outcome(`DELETE /api_basic/Roles/${id},${spare}?confirm=true`)).toBe("ok");
  expect(await outcome(`DELETE /api_basic/Roles/${id}?confirm=true`)).toBe("404 NOT_FOUND");
  expect((await userOf(only.token)).success).toBe(false);
  expect(await permsOf(both.token)).not.toContain("crm:lead:delete");
  expect((await audit()).filter(({ action }) => action === "deleted")).toMatchObject([
    { name: "前台", before: { permissions: ["crm:lead:query"], accounts: ["李小華", "王小明"] } },
    { name: "備用" },
  ]);
});

test("a role is copied with its permissions and menu entries", async () => {
  const { body } = await call<{ recordID: RoleId }>("POST /api_basic/Roles", {
    name: "資深業務",
    copyFrom: organization.roles.sales,
  });
  const id = body.resultData?.recordID as RoleId;
  const ids = async (roleId: RoleId) =>
    new Set((await call<MenuId[]>(`GET /api_basic/Roles/${roleId}/menuIds`)).body.resultData);
  expect(await ids(id)).toEqual(await ids(organization.roles.sales));
  expect(await outcome("POST /api_basic/Roles", { name: "不在", copyFrom: v7() })).toBe("404 NOT_FOUND");
});

test("the product can be viewed as a role, within one's own rights, until that ends or one signs out", async () => {
  const { sales } = organization.roles;
  expect(await outcome(`POST /api_basic/Roles/${sales}/view-as`, {})).toBe("ok");
  const { resultData: seen } = await userOf(owner.token);
  expect(seen?.viewsAs).toEqual({ id: sales, name: "業務" });
  expect(seen?.roles).toEqual(["sales"]);
  expect(await screensOf(owner.token)).not.toContain("Role");
  expect(await screensOf(owner.token)).toContain("LeadList");
  expect(await outcome("GET /api_basic/Roles/page")).toBe("403 PERMISSION_DENIED");
  expect(await outcome("POST /api_basic/Roles/view-as/end", {})).toBe("ok");
  expect((await userOf(owner.token)).resultData).toMatchObject({ roles: ["ROOT"], viewsAs: null });
  expect(await outcome("POST /api_basic/Roles/view-as/end", {})).toBe("ok");
  expect((await audit()).map(({ action, after }) => [action, after.viewsAs])).toEqual([
    ["viewedAsRole", "業務"],
    ["viewedAsRole", ""],
  ]);
  expect(await outcome(`POST /api_basic/Roles/${v7()}/view-as`, {})).toBe("404 NOT_FOUND");
});

test("viewing as a role ends when the role is deleted, and follows its changes", async () => {
  const id = await makeRole(app, owner.token, { name: "前台", menus: ["LeadList", "crm:lead:query"] });
  const admin = await buildPerson(base, organization);
  expect(await outcome(`POST /api_basic/Roles/${id}/view-as`, {}, admin.token)).toBe("ok");
  expect(await permsOf(admin.token)).toEqual(["crm:lead:query"]);
  await call(`PUT /api_basic/Roles/${id}/menus`, menuIds("crm:lead:query", "crm:lead:add"));
  expect(await permsOf(admin.token)).toEqual(["crm:lead:add", "crm:lead:query"]);
  await call(`DELETE /api_basic/Roles/${id}?confirm=true`);
  expect((await userOf(admin.token)).resultData?.viewsAs).toBeNull();
  expect((await told()).at(-1)).toMatchObject({ payload: { accountIds: [admin.accountId] } });
});

test("needs a session and the permission; another organisation's roles are invisible", async () => {
  const sales = await buildPerson(base, organization, { role: "sales" });
  const elsewhere = await buildOrganization(base.db);
  const id = elsewhere.roles.teacher;
  const form = { name: "x", description: "", status: 1, version: 1 };
  const calls: [Address, object?][] = [
    ["GET /api_basic/Roles/page"],
    [`GET /api_basic/Roles/${id}/form`],
    [`GET /api_basic/Roles/${id}/menuIds`],
    [`GET /api_basic/Roles/${id}/accounts`],
    [`PUT /api_basic/Roles/${id}`, form],
    [`PUT /api_basic/Roles/${id}/menus`, []],
    [`POST /api_basic/Roles/${id}/view-as`, {}],
  ];
  for (const [address, body] of calls) {
    expect(await outcome(address, body, "anonymous"), address).toBe("401 TOKEN_INVALID");
    expect(await outcome(address, body, sales.token), address).toBe("403 PERMISSION_DENIED");
    if (address.includes(id)) expect(await outcome(address, body), address).toBe("404 NOT_FOUND");
  }
});

test("default roles are named in the reader's language until they are renamed, everywhere they are named", async () => {
  const read = async <Result>(address: Address, language: string) =>
    (await callApi<Result>(app, address, { token: owner.token, language })).body.resultData;
  const rolesIn = async (language: string) =>
    (await read<{ list: RoleRow[] }>("GET /api_basic/Roles/page", language))?.list ?? [];
  const salesIn = async (language: string) => (await rolesIn(language)).find(({ code }) => code === "sales");
  expect(await salesIn("en")).toMatchObject({ name: "Sales", description: "Follows leads and wins them as students" });
  expect(await salesIn("zh-CN")).toMatchObject({ name: "销售" });
  expect(await salesIn("zh-TW")).toMatchObject({ name: "業務" });
  const choices = await read<{ roles: { label: string }[] }>("GET /api_users/Member/StaffChoices", "en");
  expect(choices?.roles.map(({ label }) => label)).toEqual(["Admin", "Tutor", "Sales", "Teacher"]);
  const options = await read<{ label: string }[]>("GET /api_basic/Roles/options", "en");
  expect(options?.slice(0, 4).map(({ label }) => label)).toEqual(["Admin", "Tutor", "Sales", "Teacher"]);

  // Saving what was shown renames nothing; another description leaves the name alone.
  const save = async (change: object) => {
    const role = await salesIn("en");
    const { id, name, description, status, version } = role ?? {};
    const body = { id, name, description, status, version, ...change };
    return callApi(app, `PUT /api_basic/Roles/${id}`, { token: owner.token, body, language: "en" });
  };
  expect((await save({ description: "Wins students" })).body.success).toBe(true);
  expect(await salesIn("zh-TW")).toMatchObject({ name: "業務", description: "Wins students" });
  const taken = { name: "tutor", description: "", status: 1 };
  expect(await outcome("POST /api_basic/Roles", taken)).toBe("409 ROLE_NAME_EXISTS");
  expect((await save({ name: "Advisors" })).body.success).toBe(true);
  for (const language of ["en", "zh-TW", "zh-CN"]) expect(await salesIn(language)).toMatchObject({ name: "Advisors" });
});
