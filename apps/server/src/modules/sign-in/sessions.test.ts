import type { SignedIn } from "@homeroom/contract/login";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { buildAccount, testPassword } from "#modules/accounts/for-tests";
import { accountsModule } from "#modules/accounts/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import type { Actor } from "#platform/auth/actor";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { buildSession, callApi, prepareServer } from "./for-tests.ts";
import { authenticator, endSessionsOf, signInModule } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let authenticate: (token: string) => Promise<Actor | null>;

const server = prepareServer(base, (platform) => [signInModule(platform), accountsModule(platform)]);
beforeAll(async () => {
  authenticate = authenticator(base.db);
});

beforeEach(async () => {
  organization = await buildOrganization(base.db);
});

async function signIn(given: Parameters<typeof buildAccount>[2] = {}) {
  const account = await buildAccount(base.db, organization, given);
  const body = { accountName: account.email, password: testPassword };
  const answer = await callApi<SignedIn>(server.app, "POST /api_sso/Login/LoginOn", { body });
  return { ...account, token: answer.body.resultData?.token ?? "" };
}

const change = (statement: string, ...values: unknown[]) => base.owner.query(statement, values);

async function userInfoName(token: string): Promise<string> {
  const { status, body } = await callApi(server.app, "GET /api_users/Member/User", { token });
  return body.success ? "ok" : `${status} ${body.name}`;
}

test("without a session every call is refused", async () => {
  for (const token of ["", "anonymous", "x".repeat(43), "x".repeat(5000)]) {
    expect(await userInfoName(token)).toBe("401 TOKEN_INVALID");
  }
});

test("signing out ends the session at once, and only that one, and tells its sockets", async () => {
  const { token, accountId } = await signIn();
  const second = await buildSession(base.db, organization, { accountId });
  const { sessionId } = (await authenticate(token)) as Actor;
  expect(await callApi(server.app, "GET /api_sso/Login/LoginOut", { token })).toMatchObject({
    status: 200,
    body: { success: true, resultData: null },
  });
  expect(await userInfoName(token)).toBe("401 TOKEN_INVALID");
  expect(await userInfoName(second)).toBe("ok");
  const events = await change("select payload from outbox where event = 'session.ended'");
  expect(events.rows).toContainEqual({ payload: { sessionId } });
  expect((await callApi(server.app, "GET /api_sso/Login/LoginOut", { token })).status).toBe(401);
});

test("ends after 12 hours without use", async () => {
  const { token } = await signIn();
  await change("update session set seen_at = now() - interval '11 hours 59 minutes'");
  expect(await userInfoName(token)).toBe("ok");
  const { rows } = await change(
    "select seen_at > now() - interval '1 minute' as recent from session where organization_id = $1",
    organization.organizationId,
  );
  expect(rows).toEqual([{ recent: true }]);
  await change("update session set seen_at = now() - interval '12 hours 1 second'");
  expect(await userInfoName(token)).toBe("401 TOKEN_INVALID");
});

test("automatic requests are answered and do not count as use", async () => {
  const { token } = await signIn();
  const read = async (idle: boolean) =>
    (await callApi(server.app, "GET /api_users/Member/User", { token, idle })).status;
  await change("update session set seen_at = now() - interval '11 hours'");
  expect(await read(true)).toBe(200);
  const passes = "update session set seen_at = seen_at - interval '1 hour' where organization_id = $1";
  await change(passes, organization.organizationId);
  expect(await read(true)).toBe(401);
  expect(await read(false)).toBe(401);
});

test("ends after 7 days, even in use", async () => {
  const { token } = await signIn();
  await change("update session set created_at = now() - interval '6 days 23 hours'");
  expect(await userInfoName(token)).toBe("ok");
  await change("update session set created_at = now() - interval '7 days 1 second', seen_at = now()");
  expect(await userInfoName(token)).toBe("401 TOKEN_INVALID");
});

test("its use is recorded once a minute, not at every request", async () => {
  const { token } = await signIn();
  await change("update session set seen_at = now() - interval '30 seconds'");
  await userInfoName(token);
  const { rows } = await change(
    "select seen_at < now() - interval '29 seconds' as left_alone from session where organization_id = $1",
    organization.organizationId,
  );
  expect(rows).toEqual([{ left_alone: true }]);
});

test.each([
  ["the account is disabled", "update account set status = 0 where not is_owner"],
  ["the account has left", "update account set status = 2 where not is_owner"],
  ["its last role is switched off", "update role set status = 0 where code = 'sales'"],
  ["its last role is taken from it", "delete from account_role"],
  ["the organisation is closed", "update organization set deactivated_at = now()"],
  ["the branch is closed", "update branch set status = 0"],
  ["it may no longer enter the branch", "delete from account_branch"],
])("ends at once when %s", async (_, statement) => {
  const { token } = await signIn({ role: "sales" });
  expect(await userInfoName(token)).toBe("ok");
  await change(
    `${statement}${statement.includes("where") ? " and" : " where"} organization_id = $1`,
    organization.organizationId,
  );
  expect(await userInfoName(token)).toBe("401 TOKEN_INVALID");
});

test.each([
  ["a new name", "update account set nickname = '何小姐'", { nickname: "何小姐" }],
  ["a password to replace", "update account set password_initialized_at = null", { restriction: "password" }],
  ["a second step to set up", "update organization set two_step_required_at = now()", { restriction: "two-step" }],
  ["a role's new code", "update role set code = 'seller' where code = 'sales'", { roles: ["seller"] }],
])("%s is known at once in a process that has seen the session before", async (_, statement, expected) => {
  const { token } = await signIn({ role: "sales" });
  expect(await authenticate(token)).not.toMatchObject(expected);
  expect(await authenticate(token)).toBe(await authenticate(token));
  await change(
    `${statement}${statement.includes("where") ? " and" : " where"} organization_id = $1`,
    organization.organizationId,
  );
  expect(await authenticate(token)).toMatchObject(expected);
});

test("changes of branches and of their order take effect at once", async () => {
  const { token, accountId } = await signIn({ role: "owner" });
  const { organizationId } = organization;
  const [first] = (await authenticate(token))?.branchIds ?? [];
  await change(
    "insert into branch (organization_id, branch_id, name, time_zone, sort) values ($1, uuidv7(), '新校', '', -1)",
    organizationId,
  );
  const [added, ...others] = (await authenticate(token))?.branchIds ?? [];
  expect(others).toContain(first);
  await change("update session set branch_id = $2 where account_id = $1", accountId, added);
  expect(await authenticate(token)).toMatchObject({ branchId: added });
  await change("update branch set sort = 99 where branch_id = $1", added);
  expect((await authenticate(token))?.branchIds).toEqual([...others, added]);
});

test("a permission removed from a role is lost at once", async () => {
  const { token } = await signIn({ role: "sales" });
  expect((await authenticate(token))?.permissions).toContain("crm:lead:add");
  await change(
    "delete from role_permission where role_id = $1 and permission = 'crm:lead:add'",
    organization.roles.sales,
  );
  expect((await authenticate(token))?.permissions).not.toContain("crm:lead:add");
});

test("permissions of roles add up, disabled roles add none, and a wildcard grants its whole resource", async () => {
  const { token, accountId } = await signIn({ role: "teacher" });
  const [organizationId, roles] = [organization.organizationId, organization.roles];
  await change("insert into account_role values ($1, $2, $3)", organizationId, accountId, roles.sales);
  await change("insert into role_permission values ($1, $2, 'org:email:*')", organizationId, roles.teacher);
  expect(await authenticate(token)).toMatchObject({ roles: ["sales", "teacher"] });
  expect((await authenticate(token))?.permissions).toEqual(
    expect.arrayContaining(["hr:teacher:query", "crm:lead:add", "org:email:query", "org:email:edit", "org:email:test"]),
  );
  await change("update role set status = 0 where role_id = $1", roles.sales);
  expect(await authenticate(token)).toMatchObject({ roles: ["teacher"] });
  expect((await authenticate(token))?.permissions).not.toContain("crm:lead:add");
});

test("the owner is ROOT with every permission at every branch, the platform's only with its flag", async () => {
  const owner = await signIn({ role: "owner", branchIds: [] });
  const actor = await authenticate(owner.token);
  expect(actor).toMatchObject({ roles: ["ROOT"], isOwner: true, branchIds: organization.branchIds });
  expect(actor?.permissions).toContain("org:info:wipe");
  expect(actor?.permissions).not.toContain("sys:menu:edit");
  await change("update account set is_platform = true where account_id = $1", owner.accountId);
  expect((await authenticate(owner.token))?.permissions).toContain("sys:menu:edit");
});

test("a platform permission of a role has no effect without the account's flag", async () => {
  const { token } = await signIn({ role: "teacher" });
  await change(
    "insert into role_permission values ($1, $2, 'sys:menu:*')",
    organization.organizationId,
    organization.roles.teacher,
  );
  expect((await authenticate(token))?.permissions).not.toContain("sys:menu:query");
});

test("all other sessions of an account end; those of other accounts stay", async () => {
  const { token, accountId } = await signIn();
  const kept = await buildSession(base.db, organization, { accountId });
  const stranger = await signIn();
  const keepSessionId = (await authenticate(kept))?.sessionId ?? "";
  await inTransaction(base.db, organization.scope, (tx) =>
    endSessionsOf(tx, organization.scope, { accountId, keepSessionId }),
  );
  expect(await Promise.all([token, kept, stranger.token].map(userInfoName))).toEqual(["401 TOKEN_INVALID", "ok", "ok"]);
});

test("the setting that lets a session be looked up does not outlive it", async () => {
  const { token } = await signIn();
  await authenticate(token);
  const rows = await Promise.all(Array.from({ length: 10 }, () => base.db.selectFrom("account").selectAll().execute()));
  expect(rows.flat()).toEqual([]);
});
