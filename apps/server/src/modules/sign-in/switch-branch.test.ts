import type { SignedIn } from "@homeroom/contract/login";
import { beforeEach, expect, test } from "vitest";
import { type buildAccount, signInAs, testPassword } from "#modules/accounts/for-tests";
import { accountsModule } from "#modules/accounts/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { callApi, duringNewPassword, prepareServer, serveModules } from "./for-tests.ts";
import { signInModule } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;

const server = prepareServer(base, (platform) => [signInModule(platform), accountsModule(platform)]);

beforeEach(async () => {
  organization = await buildOrganization(base.db);
});

async function signIn(given: Parameters<typeof buildAccount>[2] = {}) {
  return signInAs(base.db, organization, { branchIds: organization.branchIds, ...given });
}

const switchTo = (branchID: string, token: string, password = testPassword) =>
  callApi<SignedIn>(server.app, "POST /api_sso/Login/SwitchBranch", { token, body: { branchID, password } });

async function placeOf(token: string): Promise<string> {
  const { body } = await callApi<{ branch: { branchID: string } }>(server.app, "GET /api_users/Member/User", { token });
  return body.success ? (body.resultData?.branch.branchID ?? "") : body.name;
}

test("the password opens a session in the other branch and ends the current one", async () => {
  const [, second] = organization.branchIds;
  const { token, accountId } = await signIn({ role: "sales" });
  const { body } = await switchTo(second, token);
  expect(body.resultData).toMatchObject({ accountID: accountId, branchID: second, isPasswordInitialized: true });
  expect(await placeOf(body.resultData?.token ?? "")).toBe(second);
  expect(await placeOf(token)).toBe("TOKEN_INVALID");
  const { rows } = await base.owner.query("select action, before, after from audit_entry where organization_id = $1", [
    organization.organizationId,
  ]);
  expect(rows).toEqual([{ action: "branchSwitched", before: { branch: "旺角分校" }, after: { branch: "沙田分校" } }]);
});

test("a wrong password is refused at its field", async () => {
  const [first, second] = organization.branchIds;
  const { token } = await signIn();
  const answer = await switchTo(second, token, "Wrong2026");
  expect(answer).toMatchObject({
    status: 422,
    body: { name: "BRANCH_WRONG_PASSWORD", errors: [{ field: "password" }] },
  });
  expect(await placeOf(token)).toBe(first);
});

test("a switch fails if the password is replaced meanwhile", async () => {
  const { token, accountId } = await signIn();
  const answer = await duringNewPassword(base, accountId, () => switchTo(organization.branchIds[1], token));
  expect(answer.body).toMatchObject({ name: "BRANCH_WRONG_PASSWORD" });
  expect(await placeOf(token)).toBe(organization.branchIds[0]);
});

test("only one's own open branches can be entered", async () => {
  const [first, second] = organization.branchIds;
  const here = await signIn({ branchIds: [first] });
  const other = await buildOrganization(base.db);
  for (const branch of [second, other.branchIds[0]])
    expect((await switchTo(branch, here.token)).body).toMatchObject({ name: "NOT_FOUND" });
  const owner = await signIn({ role: "owner", branchIds: [] });
  await base.owner.query("update branch set status = 0 where branch_id = $1", [second]);
  expect((await switchTo(second, owner.token)).body).toMatchObject({ name: "NOT_FOUND" });
  await base.owner.query("update branch set status = 1 where branch_id = $1", [second]);
  expect((await switchTo(second, owner.token)).status).toBe(200);
});

test("switching needs the permission", async () => {
  const { token } = await signIn({ role: "teacher" });
  await base.owner.query("delete from role_permission where permission = 'org:branch:switch' and role_id = $1", [
    organization.roles.teacher,
  ]);
  expect((await switchTo(organization.branchIds[1], token)).status).toBe(403);
});

test("of two simultaneous switches of a session, one opens a session", async () => {
  const { token, accountId } = await signIn();
  const both = await Promise.all([1, 2].map(() => switchTo(organization.branchIds[1], token)));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  const open = await base.owner.query("select from session where account_id = $1 and ended_at is null", [accountId]);
  expect(open.rowCount).toBe(1);
});

test("the password can be checked without switching, one's own only", async () => {
  const [me, colleague] = [await signIn(), await signIn()];
  const ask = (AccountID: string, Password: string) =>
    callApi(server.app, "POST /api_sso/Login/CheckBranchPassword", { token: me.token, body: { AccountID, Password } });
  expect((await ask(me.accountId, testPassword)).body.resultData).toEqual({ valid: true });
  expect((await ask(me.accountId, "Wrong2026")).body).toMatchObject({ name: "BRANCH_WRONG_PASSWORD" });
  expect((await ask(me.accountId, "")).body).toMatchObject({ name: "LOGIN_PASSWORD_EMPTY" });
  expect((await ask(colleague.accountId, testPassword)).body).toMatchObject({ name: "NOT_FOUND" });
  const query = new URLSearchParams({ AccountID: me.accountId, Password: testPassword });
  const byAddress = await callApi(server.app, `GET /api_sso/Login/CheckBranchPassword?${query.toString()}`, {
    token: me.token,
  });
  expect(byAddress.body.resultData).toEqual({ valid: true });
});

test("after five wrong passwords even the right one is refused", async () => {
  const limited = { ...base.platform, settings: { ...base.platform.settings, RATE_LIMITS: "on" as const } };
  const guarded = await serveModules(limited, [signInModule(limited)]);
  const { token } = await signIn();
  const tries = async (password: string) => {
    const body = { branchID: organization.branchIds[1], password };
    return (await callApi(guarded, "POST /api_sso/Login/SwitchBranch", { token, body })).status;
  };
  const wrong = await Promise.all(Array.from({ length: 7 }, () => tries("Wrong2026")));
  expect(wrong.filter((status) => status === 422)).toHaveLength(5);
  expect(wrong.filter((status) => status === 429)).toHaveLength(2);
  expect(await tries(testPassword)).toBe(429);
  await guarded.close();
});
