import type { Failure } from "@homeroom/contract/envelope";
import { type BranchId, RoleId } from "@homeroom/contract/ids";
import type { Permission } from "@homeroom/contract/permissions";
import type { StaffChoices, StaffForm } from "@homeroom/contract/staff";
import { v7 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { callApi } from "#modules/sign-in/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { openStaffDesk, type StaffDesk } from "./for-tests.ts";
import { fixedPasswordOf } from "./rules/initial-password.ts";

const desk = prepareDesk(openStaffDesk);
let owner: Awaited<ReturnType<StaffDesk["signIn"]>>;
let admin: typeof owner;

beforeAll(async () => {
  owner = await desk.signIn({ role: "owner", nickname: "何校長" });
  admin = await desk.signIn({ role: "admin" });
});

/** Somebody with just these permissions, at the first branch or the ones given. */
async function holderOf(held: readonly Permission[], branchIds?: BranchId[]) {
  const { organizationId } = desk.organization;
  const roleId = RoleId.parse(v7());
  await desk.owner.query("insert into role (organization_id, role_id, code, name) values ($1, $2, $3, $3)", [
    organizationId,
    roleId,
    `only-${roleId}`,
  ]);
  await desk.owner.query(
    "insert into role_permission (organization_id, role_id, permission) select $1, $2, unnest($3::text[])",
    [organizationId, roleId, held],
  );
  const person = await desk.signIn({ role: "sales", ...(branchIds && { branchIds }) });
  await desk.owner.query("update account_role set role_id = $1 where account_id = $2", [roleId, person.accountId]);
  return { ...person, roleId };
}

async function record(id: string, by: string): Promise<StaffForm> {
  const { body } = await callApi<StaffForm>(desk.app, `GET /api_users/Member/${id}/form`, { token: by });
  if (!body.success) throw new Error(body.name);
  return body.resultData;
}

/** Sends a person's record back with something changed; answers what was refused, or 200. */
async function edit(id: string, by: string, change: object): Promise<string> {
  const now = await record(id, owner.token);
  const body = { ...now, ...change, version: now.version };
  return outcome(await callApi(desk.app, `PUT /api_users/Member/${id}`, { token: by, body }));
}
const add = async (by: string, given: object) =>
  outcome(await callApi(desk.app, "POST /api_users/Member", { token: by, body: desk.form(given) }));
const status = async (id: string, by: string, to = 0) =>
  outcome(
    await callApi(desk.app, `GET /api_users/Member/UpdateStaffStatus?recordsn=${id}&status=${to}`, { token: by }),
  );
const remove = async (id: string, by: string) =>
  outcome(await callApi(desk.app, `DELETE /api_users/Member/${id}`, { token: by }));
const reset = async (id: string, by: string) =>
  outcome(await callApi(desk.app, `PATCH /api_users/Member/${id}/password`, { token: by, body: {} }));

function outcome({ status: code, body }: { status: number; body: { success: boolean } }): string {
  const { name, errors } = body as Failure;
  return body.success ? "200" : [code, name, errors?.map(({ field }) => field).join()].filter(Boolean).join(" ");
}

test("only the owner can change the owner's account", async () => {
  const id = owner.accountId;
  expect((await record(id, admin.token)).can).toEqual({
    edit: false,
    status: false,
    delete: false,
    resetPassword: false,
  });
  const refused = "403 STAFF_IS_OWNER";
  expect(await edit(id, admin.token, { nickname: "篡位" })).toBe(refused);
  expect(await status(id, admin.token)).toBe(refused);
  expect(await remove(id, admin.token)).toBe(refused);
  expect(await reset(id, admin.token)).toBe(refused);
  expect(await edit(id, owner.token, { nickname: "何校長本人", roleIds: [desk.organization.roles.sales] })).toBe("200");
});

test("nobody locks themselves out", async () => {
  for (const { accountId: id, token } of [admin, owner]) {
    expect(await status(id, token)).toBe("409 STAFF_IS_SELF");
    expect(await remove(id, token)).toBe("409 STAFF_IS_SELF");
    expect(await reset(id, token)).toBe("409 STAFF_IS_SELF");
    expect(await edit(id, token, { status: 0 })).toBe("409 STAFF_IS_SELF status");
  }
  expect(await edit(admin.accountId, admin.token, { roleIds: [] })).toMatch(/^4.. STAFF_\w+ roleIds/);
  expect(await edit(admin.accountId, admin.token, { roleIds: [desk.organization.roles.sales] })).toBe(
    "409 STAFF_IS_SELF roleIds",
  );
  expect(await edit(admin.accountId, admin.token, { branchIDs: [desk.organization.branchIds[1]] })).toBe(
    "409 STAFF_IS_SELF branchIDs",
  );
  expect(await edit(admin.accountId, admin.token, { school: "自己改的" })).toBe("200");
});

test("nobody, not even the owner, changes their own sign-in e-mail by their record", async () => {
  for (const { accountId: id, token, email } of [admin, owner]) {
    expect(await edit(id, token, { email: `${v7()}@school.test` })).toBe("409 STAFF_EMAIL_IS_OWN email");
    expect((await record(id, token)).email).toBe(email);
    expect(await edit(id, token, { email: email.toUpperCase(), notes: "其他欄位照常" })).toBe("200");
  }
});

test("nobody can grant or revoke rights beyond their own", async () => {
  const { roles } = desk.organization;
  const manager = await holderOf([
    "org:branch:query",
    "hr:staff:query",
    "hr:staff:add",
    "hr:staff:edit",
    "hr:staff:status",
    "hr:staff:delete",
    "hr:staff:password:reset",
  ]);
  expect(await add(manager.token, { roleIds: [roles.admin] })).toBe("422 STAFF_ROLE_BEYOND_RIGHTS roleIds");
  expect(await add(manager.token, { roleIds: [roles.sales] })).toBe("422 STAFF_ROLE_BEYOND_RIGHTS roleIds");
  expect(await add(manager.token, { roleIds: [manager.roleId] })).toBe("200");

  const teacher = await desk.signIn({ role: "teacher" });
  const refused = "403 STAFF_OUT_OF_REACH";
  expect((await record(teacher.accountId, manager.token)).can.edit).toBe(false);
  expect(await edit(teacher.accountId, manager.token, { email: "mine@school.test" })).toBe(refused);
  expect(await reset(teacher.accountId, manager.token)).toBe(refused);
  expect(await status(teacher.accountId, manager.token)).toBe(refused);
  expect(await remove(teacher.accountId, manager.token)).toBe(refused);
});

test("nobody can let others give more discount than themselves", async () => {
  const held = ["org:branch:query", "hr:staff:query", "hr:staff:add", "hr:staff:edit", "sale:order:add"] as const;
  const manager = await holderOf(held);
  const [small, large, none] = [
    await holderOf(["sale:order:add"]),
    await holderOf(["sale:order:add"]),
    await holderOf(["hr:staff:query"]),
  ];
  const limit = (roleId: RoleId, points: number) =>
    desk.owner.query("update role set discount_limit = $2 where role_id = $1", [roleId, points]);
  await limit(manager.roleId, 1000);
  await limit(small.roleId, 500);
  const refused = "422 STAFF_ROLE_BEYOND_RIGHTS roleIds";
  expect(await add(manager.token, { roleIds: [large.roleId] })).toBe(refused);
  expect(await add(manager.token, { roleIds: [small.roleId] })).toBe("200");
  // A role that sells nothing counts where another one sells: the largest limit holds.
  expect(await add(manager.token, { roleIds: [none.roleId] })).toBe("200");
  expect(await add(manager.token, { roleIds: [small.roleId, none.roleId] })).toBe(refused);
  expect(await edit(small.accountId, manager.token, { roleIds: [large.roleId] })).toBe(refused);
  expect(await edit(large.accountId, manager.token, { roleIds: [small.roleId] })).toBe("200");
  expect(await add(owner.token, { roleIds: [large.roleId] })).toBe("200");
});

test("nobody can take over an account with a higher discount limit", async () => {
  const manager = await holderOf([
    "org:branch:query",
    "hr:staff:query",
    "hr:staff:edit",
    "hr:staff:status",
    "hr:staff:password:reset",
    "sale:order:add",
  ]);
  const [small, large, sellsNothing] = [
    await holderOf(["sale:order:add"]),
    await holderOf(["sale:order:add"]),
    await holderOf(["hr:staff:query"]),
  ];
  const limit = (roleId: RoleId, points: number | null) =>
    desk.owner.query("update role set discount_limit = $2 where role_id = $1", [roleId, points]);
  await limit(manager.roleId, 1000);
  await limit(small.roleId, 1000);
  await limit(large.roleId, 1001);
  const resetStep = async (recordsn: string, by: string) =>
    outcome(await callApi(desk.app, "POST /api_users/Member/ResetTwoStep", { token: by, body: { recordsn } }));
  const refused = "403 STAFF_OUT_OF_REACH";
  for (const beyond of [1001, null]) {
    await limit(large.roleId, beyond);
    expect((await record(large.accountId, manager.token)).can).toMatchObject({ edit: true, resetPassword: false });
    expect(await reset(large.accountId, manager.token)).toBe(refused);
    expect(await resetStep(large.accountId, manager.token)).toBe(refused);
    expect(await edit(large.accountId, manager.token, { email: `${v7()}@school.test` })).toBe(`${refused} email`);
    expect(await edit(large.accountId, manager.token, { school: `中大${beyond}` })).toBe("200");
  }
  for (const { accountId } of [small, sellsNothing]) {
    expect((await record(accountId, manager.token)).can).toMatchObject({ edit: true, resetPassword: true });
    expect(await resetStep(accountId, manager.token)).toBe("409 ACCOUNT_TWO_STEP_NOT_ON");
    expect(await edit(accountId, manager.token, { email: `${v7()}@school.test` })).toBe("200");
    expect(await reset(accountId, manager.token)).toBe("200");
  }
  expect(await reset(large.accountId, admin.token)).toBe("200");
});

test("a manager of one branch sees and assigns people only there", async () => {
  const [first, second] = desk.organization.branchIds;
  const held = ["hr:staff:query", "hr:staff:add", "hr:staff:edit", "hr:staff:password:reset"] as const;
  const manager = await holderOf(held, [first]);
  const roleIds = [manager.roleId];
  expect(await add(manager.token, { roleIds, branchIDs: [first, second] })).toBe(
    "422 STAFF_BRANCH_BEYOND_REACH branchIDs",
  );
  expect(await add(manager.token, { roleIds, branchIDs: [], status: 0 })).toBe("422 STAFF_BRANCH_REQUIRED branchIDs");
  expect(await add(manager.token, { roleIds, branchIDs: [first] })).toBe("200");

  const far = await holderOf(held, [second]);
  await expect(record(far.accountId, manager.token)).rejects.toThrow("NOT_FOUND");
  expect(await reset(far.accountId, manager.token)).toBe("404 NOT_FOUND");
  const both = await holderOf(held, [first, second]);
  expect((await record(both.accountId, manager.token)).can.edit).toBe(false);
  expect(await reset(both.accountId, manager.token)).toBe("403 STAFF_OUT_OF_REACH");
  const near = await holderOf(held, [first]);
  expect(await edit(near.accountId, manager.token, { school: "中大" })).toBe("200");
  expect(await edit(near.accountId, manager.token, { branchIDs: [first, second] })).toBe(
    "422 STAFF_BRANCH_BEYOND_REACH branchIDs",
  );
});

test("a manager of teachers can manage only teachers", async () => {
  const { roles } = desk.organization;
  const held = [
    "org:branch:query",
    "hr:teacher:query",
    "hr:teacher:add",
    "hr:teacher:edit",
    "hr:teacher:delete",
    "dash:home:query",
    "crm:lead:query",
    "crm:student:query",
    "org:branch:switch",
  ] as const;
  const manager = await holderOf(held);
  expect(await add(manager.token, { roleIds: [roles.teacher] })).toBe("200");
  expect(await add(manager.token, { roleIds: [manager.roleId] })).toBe("422 STAFF_ROLE_BEYOND_RIGHTS roleIds");
  expect(await add(manager.token, { roleIds: [], status: 0 })).toBe("422 STAFF_ROLE_REQUIRED roleIds");
  const teacher = await desk.signIn({ role: "teacher" });
  expect(await edit(teacher.accountId, manager.token, { school: "港大" })).toBe("200");
  expect(await edit(teacher.accountId, manager.token, { status: 0 })).toBe("403 PERMISSION_DENIED");
  const sales = await desk.signIn({ role: "sales" });
  await expect(record(sales.accountId, manager.token)).rejects.toThrow("NOT_FOUND");
  expect(await remove(sales.accountId, manager.token)).toBe("404 NOT_FOUND");
  expect(await remove(teacher.accountId, manager.token)).toBe("200");
});

test("the choices show what can be granted, and never the initial password", async () => {
  const choices = async (by: string) =>
    (await callApi<StaffChoices>(desk.app, "GET /api_users/Member/StaffChoices", { token: by })).body.resultData;
  const all = await choices(admin.token);
  expect(all?.roles.filter(({ code }) => code === "admin")).toMatchObject([{ mayGive: true }]);
  expect(all?.newPasswords).toBe("fixed");
  expect(JSON.stringify(all)).not.toContain(fixedPasswordOf(desk.platform, desk.organization.organizationId));
  const reader = await holderOf(["hr:staff:query"], [desk.organization.branchIds[0]]);
  const few = await choices(reader.token);
  expect(few?.roles.some(({ mayGive }) => mayGive)).toBe(false);
});
