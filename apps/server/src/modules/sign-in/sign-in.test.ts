import type { SignedIn } from "@homeroom/contract/login";
import { beforeAll, describe, expect, test } from "vitest";
import { buildAccount, testPassword } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase, prepareOnce } from "#platform/db/for-tests";
import { callApi, duringNewPassword, postForm, prepareServer } from "./for-tests.ts";
import { authenticator, signInModule } from "./public.ts";

const base = prepareDatabase();
const organization = prepareOnce(() => buildOrganization(base.db));
let other: TestOrganization;

const server = prepareServer(base, (platform) => [signInModule(platform)]);
beforeAll(async () => {
  other = await buildOrganization(base.db, "別家");
});

const logOn = (body: object) => callApi<SignedIn>(server.app, "POST /api_sso/Login/LoginOn", { body });

async function signedIn(body: object): Promise<SignedIn> {
  const answer = await logOn(body);
  expect(answer).toMatchObject({ status: 200, body: { success: true, code: 200 } });
  return answer.body.resultData as SignedIn;
}

async function refused(body: object): Promise<string> {
  const answer = await logOn(body);
  if (answer.body.success) throw new Error("It was let in");
  expect(answer.body.resultData).toBeNull();
  return `${answer.status} ${answer.body.code} ${answer.body.name}`;
}

describe("signing in", () => {
  test("by e-mail in any case, with a token that works at once and is stored only as a hash", async () => {
    const { email, accountId } = await buildAccount(base.db, organization, { email: "Mei@Test.homeroom.test" });
    const answer = await signedIn({ accountName: " mei@test.HOMEROOM.test ", password: testPassword });
    expect(answer).toMatchObject({
      accountID: accountId,
      organizationId: organization.organizationId,
      branchID: organization.branchIds[0],
      isPasswordInitialized: true,
    });
    expect(await authenticator(base.db)(answer.token)).toMatchObject({ accountId, roles: ["admin"] });
    const { rows } = await base.owner.query("select * from session where account_id = $1", [accountId]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(answer.token);
    expect(email).toBe("Mei@Test.homeroom.test");
  });

  test("by staff ID, urlencoded and as a multipart form too", async () => {
    const { accountId } = await buildAccount(base.db, organization, { staffId: "T-001" });
    expect(await signedIn({ accountName: "t-001", password: testPassword })).toMatchObject({ accountID: accountId });
    const form = new URLSearchParams({ accountName: "T-001", password: testPassword });
    const answer = await server.app.inject({
      method: "POST",
      url: "/api_sso/Login/LoginOn",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: form.toString(),
    });
    expect(answer.json()).toMatchObject({ success: true, resultData: { accountID: accountId } });
    const multipart = new FormData();
    multipart.set("accountName", "T-001");
    multipart.set("password", testPassword);
    const asForm = await postForm(server.app, "/api_sso/Login/LoginOn", { form: multipart });
    expect(asForm.json()).toMatchObject({ success: true, resultData: { accountID: accountId } });
  });

  test("at the requested branch, by default the last one used", async () => {
    const [first, second] = organization.branchIds;
    const { email } = await buildAccount(base.db, organization, { branchIds: [first, second] });
    const form = { accountName: email, password: testPassword };
    expect((await signedIn(form)).branchID).toBe(first);
    expect((await signedIn({ ...form, branchID: second })).branchID).toBe(second);
    expect((await signedIn(form)).branchID).toBe(second);
    expect(await refused({ ...form, branchID: other.branchIds[0] })).toBe("404 900404 NOT_FOUND");
  });

  test("with a password that is replaced meanwhile opens no session", async () => {
    const { email, accountId } = await buildAccount(base.db, organization);
    const form = { accountName: email, password: testPassword };
    const answer = await duringNewPassword(base, accountId, () => logOn(form));
    expect(answer.body).toMatchObject({ name: "LOGIN_WRONG_PASSWORD" });
    const { rows } = await base.owner.query("select from session where account_id = $1", [accountId]);
    expect(rows).toHaveLength(0);
    const refusals = await base.owner.query("select after from audit_entry where subject_id = $1", [accountId]);
    expect(refusals.rows).toMatchObject([{ after: { reason: "LOGIN_WRONG_PASSWORD" } }]);
  });

  test("a staff ID of two organisations asks for the organisation", async () => {
    const here = await buildAccount(base.db, organization, { staffId: "SAME" });
    const there = await buildAccount(base.db, other, { staffId: "SAME" });
    const form = { accountName: "SAME", password: testPassword };
    const asked = await signedIn(form);
    expect(asked).toMatchObject({ token: "", branchID: null });
    expect(asked.needSelect?.map((place) => place.organizationId).sort()).toEqual(
      [organization.organizationId, other.organizationId].sort(),
    );
    expect(await signedIn({ ...form, organizationId: other.organizationId })).toMatchObject({
      accountID: there.accountId,
    });
    expect(await signedIn({ ...form, organizationId: organization.organizationId })).toMatchObject({
      accountID: here.accountId,
    });
  });
});

describe("being refused", () => {
  test.each([
    ["422 100001 LOGIN_PASSWORD_EMPTY", { password: "" }],
    ["422 100001 LOGIN_PASSWORD_EMPTY", { password: undefined }],
    ["401 100002 LOGIN_WRONG_PASSWORD", { password: "Wrong2026" }],
    ["401 100003 LOGIN_ACCOUNT_NOT_FOUND", { accountName: "nobody@test.homeroom.test" }],
    ["401 100003 LOGIN_ACCOUNT_NOT_FOUND", { accountName: "x".repeat(200) }],
  ])("%s", async (expected, change) => {
    const { email } = await buildAccount(base.db, organization);
    expect(await refused({ accountName: email, password: testPassword, ...change })).toBe(expected);
  });

  test("another organisation's id, a closed organisation, a closed account", async () => {
    const form = async (given: Parameters<typeof buildAccount>[2]) => {
      const { email } = await buildAccount(base.db, organization, given);
      return { accountName: email, password: testPassword };
    };
    expect(await refused({ ...(await form({})), organizationId: other.organizationId })).toBe(
      "401 100010 LOGIN_WRONG_ORGANIZATION_ID",
    );
    expect(await refused(await form({ status: 2 }))).toBe("401 100004 LOGIN_ACCOUNT_DEREGISTERED");
    expect(await refused(await form({ status: 0 }))).toBe("401 100013 LOGIN_ACCOUNT_DISABLED");
    expect(await refused(await form({ branchIds: [] }))).toBe("401 100013 LOGIN_ACCOUNT_DISABLED");
    const closed = await buildOrganization(base.db, "已停用");
    const { email } = await buildAccount(base.db, closed);
    await base.owner.query("update organization set deactivated_at = now() where organization_id = $1", [
      closed.organizationId,
    ]);
    expect(await refused({ accountName: email, password: testPassword })).toBe(
      "401 100012 LOGIN_ORGANIZATION_DEACTIVATED",
    );
  });

  test("an account whose last role is switched off", async () => {
    const place = await buildOrganization(base.db);
    const { email } = await buildAccount(base.db, place, { role: "teacher" });
    await base.owner.query("update role set status = 0 where role_id = $1", [place.roles.teacher]);
    expect(await refused({ accountName: email, password: testPassword })).toBe("401 100013 LOGIN_ACCOUNT_DISABLED");
  });

  test("a closed account is reported only with its correct password", async () => {
    const { email } = await buildAccount(base.db, organization, { status: 0 });
    expect(await refused({ accountName: email, password: "Wrong2026" })).toBe("401 100002 LOGIN_WRONG_PASSWORD");
  });
});
