import type { SignedIn } from "@homeroom/contract/login";
import type { FastifyInstance } from "fastify";
import { type KyselyPlugin, PostgresQueryCompiler } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildAccount, testPassword } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { mailedCode } from "#modules/registration/for-tests";
import { buildSession, callApi, serveModules } from "#modules/sign-in/for-tests";
import { authenticator, codeLimits, signInModule } from "#modules/sign-in/public";
import { prepareDatabase } from "#platform/db/for-tests";
import { sendResetCode } from "./actions/send-reset-code.ts";
import { passwordResetModule } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let app: FastifyInstance;

beforeAll(async () => {
  organization = await buildOrganization(base.db);
  const platform = { ...base.platform, settings: { ...base.platform.settings, RATE_LIMITS: "on" as const } };
  app = await serveModules(platform, [passwordResetModule(platform), signInModule(platform)]);
});

beforeEach(() => base.owner.query("delete from rate_limit"));

afterAll(() => app.close());

const sendCode = (accountName: string, more = {}) =>
  callApi(app, "POST /api_sso/Login/SendForgotCodeEmail", { body: { accountName, ...more } });
const reset = (AccountName: string, VCode: string, Password = "Renewed2026") =>
  callApi(app, "POST /api_sso/Login/ResetPassword", { body: { AccountName, VCode, Password } });
const logOn = (accountName: string, password: string) =>
  callApi<SignedIn>(app, "POST /api_sso/Login/LoginOn", { body: { accountName, password } });

type Answer = Awaited<ReturnType<typeof reset>>;
const nameOf = ({ body }: Answer) => (body.success ? "" : `${body.code} ${body.name} ${body.errors?.[0]?.field ?? ""}`);

describe("a forgotten password", () => {
  test.each(["e-mail", "staff ID"])("is replaced by %s: sessions end, it is written down and told", async (kind) => {
    const staffId = kind === "staff ID" ? "F-001" : undefined;
    const { accountId, email } = await buildAccount(base.db, organization, { ...(staffId && { staffId }) });
    const token = await buildSession(base.db, organization, { accountId });
    const name = staffId?.toLowerCase() ?? email.toUpperCase();
    expect((await sendCode(name)).body.resultData).toEqual({ resendSeconds: 60, expireSeconds: 600 });
    const code = await mailedCode(base, email);
    expect((await reset(name, code)).status).toBe(200);

    expect(await authenticator(base.db)(token)).toBeNull();
    expect(nameOf(await logOn(email, testPassword))).toContain("LOGIN_WRONG_PASSWORD");
    expect((await logOn(email, "Renewed2026")).body.resultData).toMatchObject({
      accountID: accountId,
      isPasswordInitialized: true,
    });
    const audit = await base.owner.query("select module, action, operator from audit_entry where subject_id = $1", [
      accountId,
    ]);
    expect(audit.rows).toContainEqual({ module: "user", action: "passwordReset", operator: "陳老師" });
    const mails = await base.owner.query("select subject from outgoing_mail where recipient = $1", [email]);
    expect(mails.rows.map(({ subject }) => subject).sort()).toEqual(["您的登入密碼已重設", "重設密碼驗證碼"].sort());
    expect(nameOf(await reset(name, code, "Another2026"))).toBe("100007 LOGIN_INVALID_VERIFICATION_CODE VCode");
  });

  test("a code can be used once, even by two people at once", async () => {
    const { email } = await buildAccount(base.db, organization);
    await sendCode(email);
    const code = await mailedCode(base, email);
    const both = await Promise.all([reset(email, code, "First2026"), reset(email, code, "Second2026")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test("a refused password leaves the code valid", async () => {
    const { email } = await buildAccount(base.db, organization);
    await sendCode(email);
    const code = await mailedCode(base, email);
    expect(nameOf(await reset(email, code, ""))).toBe("100001 LOGIN_PASSWORD_EMPTY Password");
    for (let times = 0; times < 6; times += 1) {
      expect(nameOf(await reset(email, code, "short"))).toBe("100009 LOGIN_BAD_PASSWORD_FORMAT Password");
    }
    expect((await reset(email, code)).status).toBe(200);
  });

  test("forgives the failed sign-ins that locked the account", async () => {
    const { email } = await buildAccount(base.db, organization);
    for (let times = 0; times < 6; times += 1) await logOn(email, "Wrong2026");
    expect(nameOf(await logOn(email, testPassword))).toContain("TOO_MANY_REQUESTS");
    await sendCode(email);
    expect((await reset(email, await mailedCode(base, email))).status).toBe(200);
    expect((await logOn(email, "Renewed2026")).status).toBe(200);
  });

  test("a staff ID of two organisations: each person gets a code that resets only their own password", async () => {
    const other = await buildOrganization(base.db, "別家");
    const here = await buildAccount(base.db, organization, { staffId: "TWIN" });
    const there = await buildAccount(base.db, other, { staffId: "TWIN" });
    await sendCode("TWIN");
    expect((await reset("TWIN", await mailedCode(base, there.email))).status).toBe(200);
    expect((await logOn(there.email, "Renewed2026")).status).toBe(200);
    expect((await logOn(here.email, testPassword)).status).toBe(200);
  });
});

describe("being refused", () => {
  test("an unknown name, and an empty one", async () => {
    expect(nameOf(await sendCode("nobody@school.test"))).toBe("100003 LOGIN_ACCOUNT_NOT_FOUND accountName");
    expect(nameOf(await sendCode("  "))).toBe("100003 LOGIN_ACCOUNT_NOT_FOUND accountName");
    expect(nameOf(await reset("nobody@school.test", "123456"))).toBe("100003 LOGIN_ACCOUNT_NOT_FOUND AccountName");
  });

  test("a wrong code, and after five of them the right one too", async () => {
    const { email } = await buildAccount(base.db, organization);
    await sendCode(email);
    const code = await mailedCode(base, email);
    const wrong = code === "000000" ? "000001" : "000000";
    for (let times = 0; times < 5; times += 1) {
      expect(nameOf(await reset(email, wrong))).toBe("100007 LOGIN_INVALID_VERIFICATION_CODE VCode");
    }
    expect(nameOf(await reset(email, code))).toBe("100007 LOGIN_INVALID_VERIFICATION_CODE VCode");
    expect((await logOn(email, testPassword)).status).toBe(200);
  });

  test.each([
    ["100004 LOGIN_ACCOUNT_DEREGISTERED", { status: 2 }],
    ["100013 LOGIN_ACCOUNT_DISABLED", { status: 0 }],
  ])("%s is revealed only with the code", async (expected, given) => {
    const { email } = await buildAccount(base.db, organization, given);
    expect((await sendCode(email)).status).toBe(200);
    expect(nameOf(await reset(email, "999999"))).toContain("LOGIN_INVALID_VERIFICATION_CODE");
    expect(nameOf(await reset(email, await mailedCode(base, email)))).toContain(expected);
  });

  test("a closed organisation", async () => {
    const closed = await buildOrganization(base.db, "已停用");
    const { email } = await buildAccount(base.db, closed);
    const close = "update organization set deactivated_at = now() where organization_id = $1";
    await base.owner.query(close, [closed.organizationId]);
    await sendCode(email);
    expect(nameOf(await reset(email, await mailedCode(base, email)))).toContain(
      "100012 LOGIN_ORGANIZATION_DEACTIVATED",
    );
  });
});

describe("limits", () => {
  test("one code a minute for an account, under any of its names, and for an unknown name", async () => {
    const { email } = await buildAccount(base.db, organization, { staffId: "L-001" });
    expect((await sendCode(email)).status).toBe(200);
    expect((await sendCode("L-001")).status).toBe(429);
    await sendCode("nobody@school.test");
    expect((await sendCode("Nobody@school.test")).status).toBe(429);
  });

  test("twenty refused resets from one address lock further ones from there", async () => {
    const { email } = await buildAccount(base.db, organization);
    for (let times = 0; times < 20; times += 1) await reset(`nobody${times}@school.test`, "123456");
    await sendCode(email);
    expect((await reset(email, await mailedCode(base, email))).status).toBe(429);
  });
});

test("an unknown name runs the same statements, without sending a mail", async () => {
  const { email } = await buildAccount(base.db, organization);
  const asked: string[] = [];
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      asked.push(new PostgresQueryCompiler().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const watched = { ...base.platform, db: base.db.withPlugin(recorder) };
  const limits = codeLimits(watched);
  const statementsOf = async (accountName: string) => {
    asked.length = 0;
    await sendResetCode(watched, limits, { accountName }, { ip: "10.0.0.1", language: "zh-tw" }).catch(() => undefined);
    return [...asked];
  };
  const known = await statementsOf(email);
  expect(known.filter((text) => text.includes("outgoing_mail"))).toHaveLength(1);
  expect(await statementsOf("nobody2@school.test")).toEqual(known);
  const { rows } = await base.owner.query("select body from outgoing_mail where recipient = '' and gave_up_at is null");
  expect(rows).toEqual([]);
});
