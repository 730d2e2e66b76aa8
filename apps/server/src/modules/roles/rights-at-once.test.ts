import type { StaffForm } from "@homeroom/contract/staff";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accountsModule } from "#modules/accounts/public";
import { menusModule } from "#modules/menus/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, serveModules } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { buildPerson, holdRoles, makeRole } from "./for-tests.ts";
import { rolesModule } from "./public.ts";

const base = prepareDatabase();
let app: FastifyInstance;
let organization: TestOrganization;
let owner: Person;
/** Two who manage the organisation, each by a role of their own. */
let two: [Manager, Manager];

type Person = Awaited<ReturnType<typeof buildPerson>>;
type Manager = Person & { roleId: Awaited<ReturnType<typeof makeRole>> };

beforeAll(async () => {
  const { platform } = base;
  app = await serveModules(platform, [rolesModule(platform), menusModule(platform), accountsModule(platform)]);
});
beforeEach(async () => {
  organization = await buildOrganization(base.db);
  owner = await buildPerson(base, organization, { role: "owner" });
  two = [await manager("甲"), await manager("乙")];
});
afterAll(() => app.close());

async function manager(name: string): Promise<Manager> {
  const person = await buildPerson(base, organization, { role: "admin" });
  const roleId = await makeRole(app, owner.token, { name, copyFrom: organization.roles.admin });
  await holdRoles(base, organization, { accountId: person.accountId, roleIds: [roleId], instead: true });
  return { ...person, roleId };
}

type Address = Parameters<typeof callApi>[1];
async function outcome(address: Address, { token }: { token: string }, body?: object): Promise<string> {
  const answer = await callApi(app, address, { token, ...(body && { body }) });
  return answer.body.success ? "ok" : `${answer.status} ${answer.body.name}`;
}

async function staffForm(id: string): Promise<StaffForm> {
  const { body } = await callApi<StaffForm>(app, `GET /api_users/Member/${id}/form`, { token: owner.token });
  if (!body.success) throw new Error(body.name);
  return body.resultData;
}

/** What both answer whose changes have come so far that they wait for these rows when the rows are let go. */
async function bothAtOnce(rows: string, calls: (() => Promise<string>)[]): Promise<string[]> {
  const holding = await base.owner.connect();
  try {
    await holding.query(`begin; ${rows} for update`);
    const answers = Promise.all(calls.map((call) => call()));
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await base.superuser.query(waiting)).rowCount).toBe(calls.length);
    await holding.query("commit");
    return await answers;
  } finally {
    holding.release(true);
  }
}

const accounts = () =>
  `select from account where account_id in ('${two[0].accountId}', '${two[1].accountId}') order by account_id`;
const bothRoles = () => `select from role where role_id in ('${two[0].roleId}', '${two[1].roleId}') order by role_id`;

/** Each does it to the other. */
const toEachOther = (change: (by: Manager, to: Manager) => Promise<string>) => [
  () => change(two[0], two[1]),
  () => change(two[1], two[0]),
];

test.each<[string, (by: Manager, to: Manager) => Promise<string>]>([
  [
    "take each other's role",
    async (by, to) => {
      const now = await staffForm(to.accountId);
      const body = { ...now, roleIds: [organization.roles.teacher] };
      return outcome(`PUT /api_users/Member/${to.accountId}`, by, body);
    },
  ],
  [
    "disable each other",
    (by, to) => outcome(`GET /api_users/Member/UpdateStaffStatus?recordsn=${to.accountId}&status=0`, by),
  ],
  ["delete each other", (by, to) => outcome(`DELETE /api_users/Member/${to.accountId}`, by)],
])("of two who %s at once, one is refused", async (_, change) => {
  expect((await bothAtOnce(accounts(), toEachOther(change))).sort()).toEqual(["403 PERMISSION_DENIED", "ok"]);
});

test.each<[string, (by: Manager, to: Manager) => Promise<string>]>([
  ["take the rights from each other's role", (by, to) => outcome(`PUT /api_basic/Roles/${to.roleId}/menus`, by, [])],
  [
    "switch off each other's role",
    (by, to) => outcome(`PUT /api_basic/Roles/${to.roleId}`, by, { name: `${to.accountId}`, status: 0, version: 1 }),
  ],
  ["delete each other's role", (by, to) => outcome(`DELETE /api_basic/Roles/${to.roleId}?confirm=true`, by)],
])("of two who %s at once, one is refused", async (_, change) => {
  expect((await bothAtOnce(bothRoles(), toEachOther(change))).sort()).toEqual(["403 PERMISSION_DENIED", "ok"]);
});

test("of two people who remove each other's account and role at once, one is refused", async () => {
  const [one, other] = two;
  const answers = await bothAtOnce(`${accounts()} for update; ${bothRoles()}`, [
    () => outcome(`DELETE /api_users/Member/${other.accountId}`, one),
    () => outcome(`DELETE /api_basic/Roles/${one.roleId}?confirm=true`, other),
  ]);
  expect(answers.sort()).toEqual(["403 PERMISSION_DENIED", "ok"]);
});

test("nobody can remove both of their managing roles from themselves at once", async () => {
  const [one, other] = two;
  await holdRoles(base, organization, { accountId: one.accountId, roleIds: [other.roleId] });
  const answers = await bothAtOnce(bothRoles(), [
    () => outcome(`PUT /api_basic/Roles/${one.roleId}/menus`, one, []),
    () => outcome(`PUT /api_basic/Roles/${other.roleId}/menus`, one, []),
  ]);
  expect(answers.sort()).toEqual(["409 ROLE_LOCKS_YOU_OUT", "ok"]);
});

test("a role deleted while somebody starts viewing as it is not found", async () => {
  const { roleId } = two[0];
  const holding = await base.owner.connect();
  try {
    await holding.query("begin");
    await holding.query("delete from role where role_id = $1", [roleId]);
    const answer = outcome(`POST /api_basic/Roles/${roleId}/view-as`, owner, {});
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await base.superuser.query(waiting)).rowCount).toBe(1);
    await holding.query("commit");
    expect(await answer).toBe("404 NOT_FOUND");
  } finally {
    holding.release(true);
  }
});
