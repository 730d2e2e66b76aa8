import type { SignedIn } from "@homeroom/contract/login";
import type { FastifyInstance } from "fastify";
import { v7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { accountsModule } from "#modules/accounts/public";
import { menusModule } from "#modules/menus/public";
import { buildOrganization } from "#modules/organizations/for-tests";
import { passwordResetModule } from "#modules/password-reset/public";
import { mailedCode } from "#modules/registration/for-tests";
import { prepareDatabase, prepareOnce } from "#platform/db/for-tests";
import { callApi, serveModules } from "./for-tests.ts";
import { signInModule } from "./public.ts";

const base = prepareDatabase();
const organization = prepareOnce(() => buildOrganization(base.db));
let app: FastifyInstance;
let owner: string;

beforeAll(async () => {
  const platform = { ...base.platform, settings: { ...base.platform.settings, RATE_LIMITS: "on" as const } };
  const modules = [signInModule, accountsModule, menusModule, passwordResetModule].map((make) => make(platform));
  app = await serveModules(platform, modules);
  owner = (await signInAs(base.db, organization, { role: "owner" })).token;
});

beforeEach(() => base.owner.query("delete from rate_limit"));

afterAll(() => app.close());

type Address = Parameters<typeof callApi>[1];
const call = <Result>(address: Address, body?: object, token?: string) =>
  callApi<Result>(app, address, { ...(token && { token }), ...(body && { body }) });
const logOn = (accountName: string, password: string) =>
  call<SignedIn>("POST /api_sso/Login/LoginOn", { accountName, password });
const firstLogOn = (ticket: string, vCode: string) =>
  call<SignedIn>("POST /api_sso/Login/FirstLogOn", { ticket, vCode });
const nameOf = ({ body }: { body: { success: boolean; name?: string } }) => (body.success ? "ok" : (body.name ?? ""));

interface Hired {
  recordsn: string;
  email: string;
  initialPassword: string;
  passwordKind: string;
}

async function hire(more: { email?: string; recordsn?: string; randomPassword?: boolean } = {}): Promise<Hired> {
  const email = more.email ?? `${v7()}@school.test`;
  const places = { roleIds: [organization.roles.admin], branchIDs: [organization.branchIds[0]] };
  const form = { nickname: "新同事", invite: false, ...places, ...more, email };
  const { body } = await call<Hired>("POST /api_users/Member", form, owner);
  if (!body.success) throw new Error(body.name);
  return { ...body.resultData, email };
}

/** The password step of somebody new; what it answers instead of a session. */
async function begin({ email, initialPassword }: Hired) {
  const { body } = await logOn(email, initialPassword);
  if (!body.success || !body.resultData.needMailedCode) throw new Error("No code is asked for");
  return body.resultData.needMailedCode;
}

const passed = (recordsn: string, hours: number) =>
  base.owner.query("update account set password_given_at = now() - make_interval(hours => $2) where account_id = $1", [
    recordsn,
    hours,
  ]);

describe("the fixed initial password", () => {
  test("opens no session before the code mailed to the account's own address is entered", async () => {
    const person = await hire();
    const { body } = await logOn(person.email, person.initialPassword);
    expect(body.resultData).toMatchObject({
      token: "",
      branchID: null,
      isPasswordInitialized: false,
      needMailedCode: { email: `${person.email[0]}***@school.test`, resendSeconds: 60, expireSeconds: 600 },
    });
    const ticket = body.resultData?.needMailedCode?.ticket ?? "";
    const sessions = await base.owner.query("select from session where account_id = $1", [person.recordsn]);
    expect(sessions.rows).toHaveLength(0);

    const code = await mailedCode(base, person.email);
    const wrong = code === "000000" ? "000001" : "000000";
    expect(nameOf(await firstLogOn(ticket, wrong))).toBe("LOGIN_INVALID_VERIFICATION_CODE");
    expect((await firstLogOn(ticket, code)).body.resultData).toMatchObject({
      token: expect.stringMatching(/.{40,}/),
      accountID: person.recordsn,
      branchID: organization.branchIds[0],
    });
    expect(nameOf(await firstLogOn(ticket, code))).toBe("LOGIN_TICKET_EXPIRED");
  });

  test("cannot be used with another person's code or ticket", async () => {
    const [mine, theirs] = [await hire(), await hire()];
    const [my, their] = [await begin(mine), await begin(theirs)];
    expect(nameOf(await firstLogOn(their.ticket, await mailedCode(base, mine.email)))).toBe(
      "LOGIN_INVALID_VERIFICATION_CODE",
    );
    const second = await call("POST /api_sso/Login/TwoStepLogOn", { ticket: my.ticket, code: "000000" });
    expect(nameOf(second)).toBe("LOGIN_TICKET_EXPIRED");
    expect(nameOf(await firstLogOn("x".repeat(43), "000000"))).toBe("LOGIN_TICKET_EXPIRED");
  });

  test("opens a session that can only replace it, and then everything", async () => {
    const person = await hire();
    const { ticket } = await begin(person);
    const { body } = await firstLogOn(ticket, await mailedCode(base, person.email));
    const token = body.resultData?.token ?? "";
    const refused = [
      "GET /api_basic/Menus/Routes",
      "GET /api_users/Member/SalesList",
      "GET /api_users/Member/AccountBaseInfo",
      "GET /api_users/Member/TwoStepInfo",
    ] as const;
    for (const address of refused) {
      expect(nameOf(await call(address, undefined, token))).toBe("ACCOUNT_PASSWORD_CHANGE_REQUIRED");
    }
    const started = await call("POST /api_users/Member/StartTwoStep", { password: person.initialPassword }, token);
    expect(nameOf(started)).toBe("ACCOUNT_PASSWORD_CHANGE_REQUIRED");
    const me = await call("GET /api_users/Member/User", undefined, token);
    expect(me.body.resultData).toMatchObject({ restriction: "password", isPasswordInitialized: false });

    const change = { oldPassword: person.initialPassword, newPassword: "MyOwn2026" };
    expect(nameOf(await call("POST /api_users/Member/ModifyPassword", change, token))).toBe("ok");
    for (const address of refused) expect(nameOf(await call(address, undefined, token))).toBe("ok");
    expect(nameOf(await logOn(person.email, person.initialPassword))).toBe("LOGIN_WRONG_PASSWORD");
    expect((await logOn(person.email, "MyOwn2026")).body.resultData?.token).not.toBe("");
  });

  test("works for seven days; afterwards a password reset still works", async () => {
    const person = await hire();
    await passed(person.recordsn, 7 * 24 - 1);
    const { ticket } = await begin(person);
    await passed(person.recordsn, 7 * 24 + 1);
    expect(nameOf(await logOn(person.email, person.initialPassword))).toBe("LOGIN_INITIAL_PASSWORD_EXPIRED");
    const late = await firstLogOn(ticket, await mailedCode(base, person.email));
    expect(nameOf(late)).toBe("LOGIN_INITIAL_PASSWORD_EXPIRED");
    await call("POST /api_sso/Login/SendForgotCodeEmail", { accountName: person.email });
    const reset = { AccountName: person.email, VCode: await mailedCode(base, person.email), Password: "MyOwn2026" };
    expect(nameOf(await call("POST /api_sso/Login/ResetPassword", reset))).toBe("ok");
    expect((await logOn(person.email, "MyOwn2026")).body.resultData?.token).not.toBe("");
  });

  test("its code is mailed at most once a minute, expires, and allows five tries", async () => {
    const person = await hire();
    const { ticket } = await begin(person);
    const resend = () => call("POST /api_sso/Login/SendFirstLogOnCode", { ticket });
    expect(nameOf(await resend())).toBe("TOO_MANY_REQUESTS");
    const again = await begin(person);
    expect(again.resendSeconds).toBeLessThanOrEqual(60);
    const mails = await base.owner.query("select subject from outgoing_mail where recipient = $1", [person.email]);
    expect(mails.rows).toEqual([{ subject: "首次登入驗證碼" }]);

    const code = await mailedCode(base, person.email);
    await base.owner.query("update mailed_code set expires_at = now() where email = $1", [person.email]);
    expect(nameOf(await firstLogOn(ticket, code))).toBe("LOGIN_INVALID_VERIFICATION_CODE");
    await base.owner.query("delete from rate_limit");
    expect((await resend()).body.resultData).toEqual({ resendSeconds: 60, expireSeconds: 600 });
    const fresh = await mailedCode(base, person.email);
    const wrong = fresh === "000000" ? "000001" : "000000";
    for (let tries = 0; tries < 5; tries += 1) await firstLogOn(ticket, wrong);
    expect(nameOf(await firstLogOn(ticket, fresh))).toBe("LOGIN_INVALID_VERIFICATION_CODE");
  });

  test("of two sign-ins with one code, one succeeds", async () => {
    const person = await hire();
    const tickets = [await begin(person), await begin(person)];
    const code = await mailedCode(base, person.email);
    const answers = await Promise.all(tickets.map(({ ticket }) => firstLogOn(ticket, code)));
    expect(answers.map(nameOf).sort()).toEqual(["LOGIN_INVALID_VERIFICATION_CODE", "ok"]);
  });
});

describe("a random initial password", () => {
  const resetOf = async ({ recordsn }: Hired, body: object = {}) =>
    call<{ initialPassword: string | null }>(`PATCH /api_users/Member/${recordsn}/password`, body, owner);

  test("is issued by a reset: no code, a session that can only replace it, 72 hours", async () => {
    const person = await hire();
    const { ticket } = await begin(person);
    const code = await mailedCode(base, person.email);
    const password = (await resetOf(person)).body.resultData?.initialPassword ?? "";
    expect(password).toMatch(/^[A-Za-z0-9]{12}$/);
    expect(password).not.toBe(person.initialPassword);
    // What was under way with the old password is worth nothing.
    expect(nameOf(await firstLogOn(ticket, code))).toBe("LOGIN_TICKET_EXPIRED");
    expect(nameOf(await logOn(person.email, person.initialPassword))).toBe("LOGIN_WRONG_PASSWORD");
    const token = (await logOn(person.email, password)).body.resultData?.token ?? "";
    expect(nameOf(await call("GET /api_users/Member/SalesList", undefined, token))).toBe(
      "ACCOUNT_PASSWORD_CHANGE_REQUIRED",
    );
    await passed(person.recordsn, 73);
    expect(nameOf(await logOn(person.email, password))).toBe("LOGIN_INITIAL_PASSWORD_EXPIRED");
  });

  test("is another one at each reset, and never the organisation's fixed one", async () => {
    const [one, other] = [await hire(), await hire()];
    expect(one.initialPassword).toBe(other.initialPassword);
    const given = [await resetOf(one), await resetOf(one), await resetOf(other)];
    expect(new Set(given.map(({ body }) => body.resultData?.initialPassword)).size).toBe(3);
    expect(nameOf(await resetOf(one, { password: other.initialPassword }))).toBe("FIELD_INVALID");
  });

  test("is issued to a new person without reachable mail, or to everyone if the organisation says so", async () => {
    const alone = await hire({ randomPassword: true });
    const usual = await hire();
    expect([alone.passwordKind, usual.passwordKind]).toEqual(["random", "fixed"]);
    expect((await logOn(alone.email, alone.initialPassword)).body.resultData?.token).not.toBe("");
    const set = (on: boolean) =>
      base.owner.query("update organization set random_initial_passwords = $2 where organization_id = $1", [
        organization.organizationId,
        on,
      ]);
    await set(true);
    const [one, other] = [await hire(), await hire()];
    await set(false);
    expect([one.passwordKind, other.passwordKind]).toEqual(["random", "random"]);
    expect(new Set([one, other, alone, usual].map(({ initialPassword }) => initialPassword)).size).toBe(4);
    expect((await logOn(one.email, one.initialPassword)).body.resultData).toMatchObject({ accountID: one.recordsn });
  });

  test("is returned again when the create is repeated", async () => {
    const form = { recordsn: v7(), email: `${v7()}@school.test`, randomPassword: true };
    const [first, again] = [await hire(form), await hire(form)];
    expect(again).toEqual(first);
    expect((await logOn(form.email, again.initialPassword)).body.resultData?.token).not.toBe("");
  });
});
