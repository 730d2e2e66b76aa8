import { beforeAll, expect, test } from "vitest";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { authenticator } from "#modules/sign-in/public";
import { sharedScope } from "#platform/auth/scopes";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { buildPerson, holdRoles, makeRole, menuIds, roleForm } from "./for-tests.ts";
import { discountLimitOf, rolesModule } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let owner: { token: string };
const server = prepareServer(base, (platform) => [rolesModule(platform)]);
beforeAll(async () => {
  organization = await buildOrganization(base.db);
  owner = await buildPerson(base, organization, { role: "owner" });
});

async function outcome(address: Parameters<typeof callApi>[1], body: object, token: string): Promise<string> {
  const answer = await callApi(server.app, address, { token, body });
  return answer.body.success ? "ok" : `${answer.status} ${answer.body.name}`;
}

test("a discount limit is saved in percent, copied, and never above one's own", async () => {
  const id = await makeRole(server.app, owner.token, { name: "前台", discountLimit: 12.5 });
  expect(await roleForm(server.app, owner.token, id)).toMatchObject({ discountLimit: 12.5 });
  await base.owner.query("update role set discount_limit = 2000 where role_id = $1", [organization.roles.admin]);
  const { token: admin } = await buildPerson(base, organization, { role: "admin" });
  const edit = (discountLimit: number | null, version: number) =>
    outcome(`PUT /api_basic/Roles/${id}`, { name: "前台", discountLimit, version }, admin);
  expect(await edit(20, 1)).toBe("ok");
  expect(await edit(20.01, 2)).toBe("403 ROLE_BEYOND_OWN_RIGHTS");
  expect(await edit(null, 2)).toBe("403 ROLE_BEYOND_OWN_RIGHTS");
  expect(await edit(101, 2)).toBe("422 FIELD_INVALID");
  const copy = await makeRole(server.app, admin, { name: "櫃台", copyFrom: id });
  expect(await roleForm(server.app, admin, copy)).toMatchObject({ discountLimit: 20 });
  expect(await outcome("POST /api_basic/Roles", { name: "無限" }, admin)).toBe("403 ROLE_BEYOND_OWN_RIGHTS");
  const { rows } = await base.owner.query(
    "select after from audit_entry where action = 'created' and subject_id = $1",
    [id],
  );
  expect(rows).toMatchObject([{ after: { name: "前台", discountLimit: 12.5 } }]);
});

/** An admin whose own discount ends at a fifth of the price. */
async function limitedAdmin(): Promise<{ token: string }> {
  await base.owner.query("update role set discount_limit = 2000 where role_id = $1", [organization.roles.admin]);
  return buildPerson(base, organization, { role: "admin" });
}
const beyond = "403 ROLE_BEYOND_OWN_RIGHTS";
const selling = ["UserOrder", "sale:order:query", "sale:order:add"];
const grant = (id: string, menus: string[], token: string) =>
  outcome(`PUT /api_basic/Roles/${id}/menus`, menuIds(...menus), token);

test("nobody can let a role sell that allows more discount than their own", async () => {
  const { token: admin } = await limitedAdmin();
  const free = await makeRole(server.app, owner.token, { name: "不賣的" });
  const few = await makeRole(server.app, owner.token, { name: "少許折扣", discountLimit: 20 });
  expect(await grant(free, ["UserOrder", "sale:order:query"], admin)).toBe("ok");
  expect(await grant(free, selling, admin)).toBe(beyond);
  expect(await grant(free, ["UserOrder", "sale:order:query", "sale:order:edit"], admin)).toBe(beyond);
  expect(await grant(few, selling, admin)).toBe("ok");
  expect(await grant(free, selling, owner.token)).toBe("ok");
  // What it may do already is not given by who changes something else of it.
  expect(await grant(free, [...selling, "sale:order:export"], admin)).toBe("ok");
});

test("nobody can let a role sell whose people have a larger limit from another role", async () => {
  const { token: admin } = await limitedAdmin();
  const free = await makeRole(server.app, owner.token, { name: "另一角色" });
  const few = await makeRole(server.app, owner.token, { name: "銷售助理", discountLimit: 5 });
  const { accountId } = await buildPerson(base, organization, { role: "teacher" });
  await holdRoles(base, organization, { accountId, roleIds: [free, few], instead: true });
  expect(await grant(few, selling, admin)).toBe(beyond);
  await holdRoles(base, organization, { accountId, roleIds: [few], instead: true });
  expect(await grant(few, selling, admin)).toBe("ok");
});

test("nobody can enable a role that allows more discount than their own", async () => {
  const { token: admin } = await limitedAdmin();
  const id = await makeRole(server.app, owner.token, { name: "店長", menus: selling });
  const change = (form: object, token: string) =>
    outcome(`PUT /api_basic/Roles/${id}`, { name: "店長", ...form }, token);
  expect(await change({ status: 0 }, admin)).toBe("ok");
  expect(await change({ status: 1 }, admin)).toBe(beyond);
  expect(await change({ status: 1, discountLimit: 20 }, admin)).toBe("ok");
  expect(await change({ status: 0, discountLimit: null }, owner.token)).toBe("ok");
  expect(await change({ status: 1 }, owner.token)).toBe("ok");
});

test("viewing as a role never allows more discount than one's own roles", async () => {
  const admin = await limitedAdmin();
  const few = await makeRole(server.app, owner.token, { name: "檢視用", discountLimit: 5 });
  const limits = async () => {
    const people = [admin.token, owner.token].map(async (token) => {
      const actor = await authenticator(base.db)(token);
      if (!actor) throw new Error("The session has ended");
      const scope = sharedScope(actor);
      return inTransaction(base.db, scope, (tx) => discountLimitOf(tx, scope, actor));
    });
    return Promise.all(people);
  };
  expect(await limits()).toEqual([2000, 10_000]);
  for (const { token } of [admin, owner])
    expect(await outcome(`POST /api_basic/Roles/${few}/view-as`, {}, token)).toBe("ok");
  expect(await limits()).toEqual([500, 500]);
  await base.owner.query("update role set discount_limit = null where role_id = $1", [few]);
  expect(await limits()).toEqual([2000, 10_000]);
});
