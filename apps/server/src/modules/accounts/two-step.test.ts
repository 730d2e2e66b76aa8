import type { SignedIn } from "@homeroom/contract/login";
import type { FastifyInstance } from "fastify";
import { Secret, TOTP } from "otpauth";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, duringNewPassword, serveModules } from "#modules/sign-in/for-tests";
import { authenticator, signInModule } from "#modules/sign-in/public";
import { prepareDatabase } from "#platform/db/for-tests";
import { buildAccount, signInAs, testPassword } from "./for-tests.ts";
import { accountsModule } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let app: FastifyInstance;

beforeAll(async () => {
  organization = await buildOrganization(base.db);
  const platform = { ...base.platform, settings: { ...base.platform.settings, RATE_LIMITS: "on" as const } };
  app = await serveModules(platform, [signInModule(platform), accountsModule(platform)]);
});

beforeEach(async () => {
  // A code that was used is refused in its step of 30 seconds only; the next one must not begin during a test.
  vi.useFakeTimers({ toFake: ["Date"] });
  await base.owner.query("delete from rate_limit");
  await base.owner.query("delete from outgoing_mail");
});

afterEach(() => {
  vi.useRealTimers();
});

afterAll(() => app.close());

type Answer = {
  status: number;
  body: Record<string, unknown> & { name?: string; resultData: Record<string, unknown> | null };
};
const call = (token: string, name: string, body?: object) =>
  callApi(app, body ? `POST /api_users/Member/${name}` : `GET /api_users/Member/${name}`, {
    token,
    ...(body && { body }),
  }) as unknown as Promise<Answer>;
const nameOf = ({ status, body }: Answer) => `${status} ${body.name ?? "ok"}`;

/** A code of the key, some steps of 30 seconds away from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

async function buildPerson(role: "owner" | "admin" | "sales" = "sales") {
  return signInAs(base.db, organization, { role });
}

async function enrol(token: string) {
  const started = await call(token, "StartTwoStep", { password: testPassword });
  const secret = String(started.body.resultData?.["secret"]);
  const confirmed = await call(token, "ConfirmTwoStep", { code: codeOf(secret, -1) });
  expect(nameOf(confirmed)).toBe("200 ok");
  return { secret, recoveryCodes: confirmed.body.resultData?.["recoveryCodes"] as string[] };
}

async function logOn(accountName: string): Promise<SignedIn> {
  const body = { accountName, password: testPassword };
  const answer = await callApi<SignedIn>(app, "POST /api_sso/Login/LoginOn", { body });
  if (!answer.body.success) throw new Error(answer.body.name);
  return answer.body.resultData;
}

const second = (ticket: string, code: string) =>
  callApi<SignedIn>(app, "POST /api_sso/Login/TwoStepLogOn", { body: { ticket, code } });
const ticketOf = async (email: string) => (await logOn(email)).needTwoStep?.ticket ?? "";

const mails = async () =>
  (await base.owner.query<{ recipient: string; subject: string }>("select recipient, subject from outgoing_mail")).rows;

test("turning it on asks for the password and a code, and gives ten recovery codes", async () => {
  const { token, email } = await buildPerson();
  expect(nameOf(await call(token, "StartTwoStep", { password: "Wrong2026" }))).toBe(
    "422 ACCOUNT_WRONG_CURRENT_PASSWORD",
  );
  expect(nameOf(await call(token, "ConfirmTwoStep", { code: "123456" }))).toBe("409 ACCOUNT_TWO_STEP_NOT_ON");
  const started = await call(token, "StartTwoStep", { password: testPassword });
  const secret = String(started.body.resultData?.["secret"]);
  expect(String(started.body.resultData?.["address"])).toMatch(/^otpauth:\/\/totp\/Homeroom:/);
  expect(nameOf(await call(token, "ConfirmTwoStep", { code: codeOf(secret, 50) }))).toBe(
    "422 ACCOUNT_TWO_STEP_WRONG_CODE",
  );
  expect((await logOn(email)).token).not.toBe("");

  const confirmed = await call(token, "ConfirmTwoStep", { code: codeOf(secret) });
  const codes = confirmed.body.resultData?.["recoveryCodes"] as string[];
  expect(new Set(codes).size).toBe(10);
  expect((await call(token, "TwoStepInfo")).body.resultData).toMatchObject({ enabled: true, recoveryCodesLeft: 10 });
  expect(nameOf(await call(token, "StartTwoStep", { password: testPassword }))).toBe("409 ACCOUNT_TWO_STEP_ALREADY_ON");
  const kept = JSON.stringify((await base.owner.query("select * from recovery_code")).rows);
  const account = JSON.stringify((await base.owner.query("select * from account where email = $1", [email])).rows);
  for (const told of [...codes, secret]) expect(kept + account).not.toContain(told);
  expect(await mails()).toContainEqual({ recipient: email, subject: "兩步驟驗證已啟用" });
});

test("signing in then needs a code, usable once, and no session exists before", async () => {
  const { token, email, accountId } = await buildPerson();
  const { secret } = await enrol(token);
  const asked = await logOn(email);
  expect(asked).toMatchObject({ token: "", branchID: null, needTwoStep: { expireSeconds: 300 } });
  const ticket = asked.needTwoStep?.ticket ?? "";
  expect(await authenticator(base.db)(ticket)).toBeNull();

  expect((await second(ticket, codeOf(secret, 50))).body).toMatchObject({ name: "LOGIN_TWO_STEP_WRONG_CODE" });
  expect((await second(ticket, codeOf(secret, -1))).body).toMatchObject({ name: "LOGIN_TWO_STEP_WRONG_CODE" });
  const both = await Promise.all([second(ticket, codeOf(secret)), second(ticket, codeOf(secret))]);
  const into = both.flatMap(({ body }) => (body.success ? [body.resultData] : []));
  expect(into).toHaveLength(1);
  expect(await authenticator(base.db)(into[0]?.token ?? "")).toMatchObject({ accountId });

  const other = await ticketOf(email);
  expect((await second(other, codeOf(secret))).body).toMatchObject({ name: "LOGIN_TWO_STEP_WRONG_CODE" });
  expect((await second(other, codeOf(secret, 1))).status).toBe(200);
  expect((await second(other, codeOf(secret, 1))).body).toMatchObject({ name: "LOGIN_TICKET_EXPIRED" });
});

test("a recovery code signs in once, in any notation, and the person is notified", async () => {
  const { token, email } = await buildPerson();
  const { recoveryCodes } = await enrol(token);
  const [code = ""] = recoveryCodes;
  expect((await second(await ticketOf(email), ` ${code.toLowerCase().replace("-", " ")} `)).status).toBe(200);
  expect((await second(await ticketOf(email), code)).body).toMatchObject({ name: "LOGIN_TWO_STEP_WRONG_CODE" });
  expect((await call(token, "TwoStepInfo")).body.resultData).toMatchObject({ recoveryCodesLeft: 9 });
  expect(await mails()).toContainEqual({ recipient: email, subject: "有人使用備用碼登入您的帳號" });
});

test("five wrong codes lock the second step, and the owner is notified once", async () => {
  const owner = await buildPerson("owner");
  const { token, email } = await buildPerson();
  const { secret } = await enrol(token);
  const ticket = await ticketOf(email);
  for (let count = 0; count < 5; count += 1) await second(ticket, "000000");
  for (let count = 0; count < 3; count += 1) {
    expect((await second(ticket, codeOf(secret))).body).toMatchObject({ name: "TOO_MANY_REQUESTS" });
  }
  const told = (await mails()).filter(({ recipient }) => recipient === owner.email);
  expect(told).toEqual([{ recipient: owner.email, subject: "有帳號因多次登入失敗而暫時鎖定" }]);
});

test("a ticket is invalid after five minutes, or once the password was changed", async () => {
  const { token, email } = await buildPerson();
  const { secret } = await enrol(token);
  const late = await ticketOf(email);
  await base.owner.query("update sign_in_ticket set expires_at = now() - interval '1 minute'");
  expect((await second(late, codeOf(secret))).body).toMatchObject({ name: "LOGIN_TICKET_EXPIRED" });
  const early = await ticketOf(email);
  await call(token, "ModifyPassword", { oldPassword: testPassword, newPassword: "Another2026" });
  expect((await second(early, codeOf(secret))).body).toMatchObject({ name: "LOGIN_TICKET_EXPIRED" });
});

test("no ticket is issued or used by a password that is replaced meanwhile", async () => {
  const { token, email, accountId } = await buildPerson();
  const { secret } = await enrol(token);
  const ticket = await ticketOf(email);
  const body = { accountName: email, password: testPassword };
  const first = () => callApi<SignedIn>(app, "POST /api_sso/Login/LoginOn", { body });
  const { rows } = await base.owner.query("select password_hash from account where account_id = $1", [accountId]);
  expect((await duringNewPassword(base, accountId, first)).body).toMatchObject({ name: "LOGIN_WRONG_PASSWORD" });
  await base.owner.query("update account set password_hash = $2 where account_id = $1", [
    accountId,
    rows[0].password_hash,
  ]);
  const answer = await duringNewPassword(base, accountId, () => second(ticket, codeOf(secret)));
  expect(answer.body).toMatchObject({ name: "LOGIN_TICKET_EXPIRED" });
});

test("renewing the codes and turning it off ask for password and code", async () => {
  const { token, email } = await buildPerson();
  const { secret, recoveryCodes } = await enrol(token);
  const proof = { password: testPassword, code: codeOf(secret) };
  expect(nameOf(await call(token, "EndTwoStep", { ...proof, password: "Wrong2026" }))).toBe(
    "422 ACCOUNT_WRONG_CURRENT_PASSWORD",
  );
  expect(nameOf(await call(token, "EndTwoStep", { ...proof, code: "000000" }))).toBe("422 ACCOUNT_TWO_STEP_WRONG_CODE");
  const renewed = await call(token, "RenewRecoveryCodes", proof);
  const [fresh = ""] = (renewed.body.resultData?.["recoveryCodes"] ?? []) as string[];
  expect((await second(await ticketOf(email), recoveryCodes[0] ?? "")).status).toBe(422);
  expect(nameOf(await call(token, "EndTwoStep", { password: testPassword, code: fresh }))).toBe("200 ok");
  expect((await logOn(email)).token).not.toBe("");
  expect(nameOf(await call(token, "EndTwoStep", proof))).toBe("409 ACCOUNT_TWO_STEP_NOT_ON");
});

test("if the organisation requires it, nothing else works until it is on, and it stays on", async () => {
  const place = await buildOrganization(base.db);
  const { token } = await signInAs(base.db, place);
  await base.owner.query("update organization set two_step_required_at = now() where organization_id = $1", [
    place.organizationId,
  ]);
  expect(nameOf(await call(token, "SalesList"))).toBe("403 ACCOUNT_TWO_STEP_REQUIRED");
  expect((await call(token, "User")).body.resultData).toMatchObject({ restriction: "two-step" });
  const { secret } = await enrol(token);
  expect(nameOf(await call(token, "SalesList"))).toBe("200 ok");
  expect((await call(token, "User")).body.resultData).toMatchObject({ restriction: null });
  const proof = { password: testPassword, code: codeOf(secret) };
  expect(nameOf(await call(token, "EndTwoStep", proof))).toBe("409 ACCOUNT_TWO_STEP_DEMANDED");
  expect(nameOf(await call(token, "RenewRecoveryCodes", proof))).toBe("200 ok");
});

const rightsChanges = async (accountId: string) =>
  (
    await base.owner.query("select from outbox where event = 'rights.changed' and payload -> 'accountIds' ? $1", [
      accountId,
    ])
  ).rowCount;

test("a lost second step is removed by people who can reset passwords, at their branches; the owner's only by the owner", async () => {
  const lost = await buildPerson();
  const owner = await buildPerson("owner");
  const admin = await buildPerson("admin");
  for (const one of [lost, owner]) await enrol(one.token);
  const reset = async (token: string, recordsn: string) => nameOf(await call(token, "ResetTwoStep", { recordsn }));
  expect(await reset(lost.token, owner.accountId)).toBe("403 PERMISSION_DENIED");
  expect(await reset(admin.token, owner.accountId)).toMatch(/^40[39] STAFF_/);
  expect(await reset(admin.token, admin.accountId)).toBe("409 STAFF_IS_SELF");
  const abroad = await buildAccount(base.db, await buildOrganization(base.db));
  expect(await reset(owner.token, abroad.accountId)).toBe("404 NOT_FOUND");
  expect(await rightsChanges(lost.accountId)).toBe(1);
  expect(await reset(admin.token, lost.accountId)).toBe("200 ok");
  // Where everyone has to have one, sockets that go on without it hear nothing more.
  expect(await rightsChanges(lost.accountId)).toBe(2);
  expect((await logOn(lost.email)).token).not.toBe("");
  expect(await mails()).toContainEqual({ recipient: lost.email, subject: "您的兩步驟驗證已被重設" });
  expect(await reset(admin.token, lost.accountId)).toBe("409 ACCOUNT_TWO_STEP_NOT_ON");
});
