import type { UserInfo } from "@homeroom/contract/member";
import type { RegistrationResult } from "@homeroom/contract/registration";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { accountsModule } from "#modules/accounts/public";
import { buildOrganization } from "#modules/organizations/for-tests";
import { callApi, postForm, serveModules } from "#modules/sign-in/for-tests";
import { signInModule } from "#modules/sign-in/public";
import { prepareDatabase } from "#platform/db/for-tests";
import { mailedCode } from "./for-tests.ts";
import { registrationModule } from "./public.ts";

const base = prepareDatabase();
let app: FastifyInstance;
let count = 0;

beforeAll(async () => {
  // Imports the menus, which the default roles are granted.
  await buildOrganization(base.db, "別家");
  const modules = [registrationModule, signInModule].map((module) => module(base.platform));
  app = await serveModules(base.platform, [...modules, accountsModule(base.platform)]);
});

afterAll(() => app.close());

const newEmail = () => `owner${(count += 1)}@school.test`;
const sendCode = (email: string, more = {}) =>
  callApi(app, "POST /api_sso/Login/SendRegisterCodeEmail", { body: { email, ...more } });
const register = (form: object) => callApi<RegistrationResult>(app, "POST /api_sso/Login/register", { body: form });

/** A whole form with a right code. */
async function buildForm(change: object = {}) {
  const email = newEmail();
  await sendCode(email);
  return {
    organizationName: "晨光教室",
    businessCategory: "語言",
    branchInfo: "2-6",
    country: "TW",
    location: "台北市大安區",
    fromWhere: "friend",
    firstName: "小美",
    lastName: "陳",
    countryCode: "+886",
    phone: "0912 345 678",
    email,
    vCode: await mailedCode(base, email),
    password: "Sunrise2026",
    confirmpassword: "Sunrise2026",
    acceptMessage: 1,
    locale: "zh-tw",
    ...change,
  };
}

async function refused(form: object): Promise<string> {
  const { status, body } = await register(form);
  if (body.success) throw new Error("It was let in");
  return `${status} ${body.code} ${body.name} ${(body.errors ?? []).map((error) => error.field).join()}`.trim();
}

async function organizationsOf(email: string): Promise<number> {
  const { rows } = await base.owner.query("select from account where email = $1", [email]);
  return rows.length;
}

describe("registering", () => {
  test("creates the organisation with a trial of 15 days and its defaults, and signs its owner in", async () => {
    const form = await buildForm();
    const { status, body } = await register(form);
    expect(status).toBe(200);
    const made = body.resultData as RegistrationResult;
    const left = new Date(made.trialEndTime).getTime() - Date.now();
    expect(left / 86_400_000).toBeCloseTo(15, 2);

    const me = await callApi<UserInfo>(app, "GET /api_users/Member/User", { token: made.token });
    expect(me.body.resultData).toMatchObject({
      accountID: made.accountID,
      nickname: "陳小美",
      roles: ["ROOT"],
      isPasswordInitialized: true,
      organization: { name: "晨光教室", timeZone: "Asia/Taipei", membership: "trial", expiryDate: made.trialEndTime },
      branch: { branchID: made.branchID, name: "總校", timezone: "Asia/Taipei" },
    });
    const id = [made.organizationId];
    const { rows } = await base.owner.query("select * from organization where organization_id = $1", id);
    expect(rows[0]).toMatchObject({
      business_category: "語言",
      branch_count: "2-6",
      country: "TW",
      location: "台北市大安區",
      source: "friend",
      contact_first_name: "小美",
      contact_last_name: "陳",
      area_code: "+886",
      phone: "912345678",
      email: form.email,
      accepts_messages: true,
      locale: "zh-tw",
    });
    const roles = await base.owner.query("select code from role where organization_id = $1 order by code", id);
    expect(roles.rows.map(({ code }) => code)).toEqual(["admin", "sales", "teacher", "tutor"]);
    const channels = await base.owner.query(
      "select name from lead_channel where organization_id = $1 order by sort",
      id,
    );
    expect(channels.rows.map(({ name }) => name)).toEqual([
      "WhatsApp_chat",
      "Line_Default",
      "WhatsApp_default",
      "Paid_broadcast_whatsApp",
    ]);
    const lists = await base.owner.query("select count(*)::int from list_item where organization_id = $1", id);
    expect(lists.rows[0].count).toBeGreaterThan(0);
    const audit = await base.owner.query("select * from audit_entry where organization_id = $1 order by audit_id", id);
    expect(audit.rows).toMatchObject([
      { module: "organization", action: "created", operator: "陳小美" },
      { module: "login", action: "signedIn", after: { means: "registration" } },
    ]);
    expect(JSON.stringify(audit.rows)).not.toContain("Sunrise2026");
    const mails = await base.owner.query("select subject, body from outgoing_mail where recipient = $1", [form.email]);
    const welcome = mails.rows.find(({ subject }) => subject === "歡迎使用 Homeroom");
    expect(welcome?.body.text).toContain(form.email);
  });

  test("needs only what the specification requires, also as a multipart form", async () => {
    const { email, vCode } = await buildForm();
    const multipart = new FormData();
    const fields = { organizationName: "Harbour", email, vCode, password: "Abc123", confirmpassword: "Abc123" };
    for (const [name, value] of Object.entries({ ...fields, acceptMessage: "0", locale: "en" }))
      multipart.set(name, value);
    const answer = await postForm(app, "/api_sso/Login/register", { form: multipart });
    expect(answer.json()).toMatchObject({ success: true, resultData: { token: expect.stringMatching(/.{43}/) } });
    const { rows } = await base.owner.query("select nickname, locale from account where email = $1", [email]);
    expect(rows).toEqual([{ nickname: email.split("@")[0], locale: "en" }]);
  });

  test("sends the code in the requested language", async () => {
    const email = newEmail();
    const { body } = await sendCode(email.toUpperCase(), { locale: "en" });
    expect(body.resultData).toEqual({ resendSeconds: 60, expireSeconds: 600 });
    const { rows } = await base.owner.query("select subject from outgoing_mail where recipient = $1", [email]);
    expect(rows).toEqual([{ subject: "Your registration code" }]);
  });
});

describe("being refused", () => {
  test.each([
    ["422 100001 LOGIN_PASSWORD_EMPTY", { password: "", confirmpassword: "" }],
    ["422 100007 LOGIN_INVALID_VERIFICATION_CODE vCode", { vCode: "" }],
    ["422 100007 LOGIN_INVALID_VERIFICATION_CODE vCode", { vCode: "x" }],
    ["422 100008 LOGIN_INVALID_EMAIL email", { email: "no.mail" }],
    ["422 100008 LOGIN_INVALID_EMAIL email", { email: `${"x".repeat(130)}@school.test` }],
    ["422 100009 LOGIN_BAD_PASSWORD_FORMAT password", { password: "Abc12", confirmpassword: "Abc12" }],
    ["422 100009 LOGIN_BAD_PASSWORD_FORMAT password", { password: "密碼密碼密碼", confirmpassword: "密碼密碼密碼" }],
    ["422 100009 LOGIN_BAD_PASSWORD_FORMAT password", { password: "a".repeat(21), confirmpassword: "a".repeat(21) }],
    ["422 100301 LOGIN_PASSWORDS_DIFFER confirmpassword", { confirmpassword: "Sunrise2027" }],
    ["422 100011 LOGIN_INVALID_PHONE phone", { phone: "12" }],
    ["422 100396 LOGIN_NAME_TOO_LONG lastName", { firstName: "美".repeat(32), lastName: "陳".repeat(33) }],
    ["422 100011 LOGIN_INVALID_PHONE phone", { phone: "abcd" }],
    ["422 100011 LOGIN_INVALID_PHONE countryCode", { countryCode: "" }],
    ["422 900422 FIELD_INVALID organizationName", { organizationName: "  " }],
    ["422 900422 FIELD_INVALID country", { country: "ZZ" }],
    ["422 900422 FIELD_INVALID branchInfo", { branchInfo: "many" }],
  ])("%s, and the code stays good", async (expected, change) => {
    const form = await buildForm();
    expect(await refused({ ...form, ...change })).toContain(expected);
    expect((await register(form)).status).toBe(200);
  });

  test("an address that already belongs to an account, in any case, by the code and by the form", async () => {
    const form = await buildForm();
    const taken = await buildAccount(base.db, await buildOrganization(base.db), { email: form.email });
    const { status, body } = await sendCode(taken.email.toUpperCase());
    expect([status, body.code, body.success]).toEqual([409, 100005, false]);
    expect(await refused(form)).toBe("409 100005 LOGIN_EMAIL_REGISTERED email");
  });

  test("ignores an id in the request: the server generates the organisation's", async () => {
    const organizationId = "0199d000-0001-7000-8000-00000000cafe";
    const { body } = await register(await buildForm({ organizationId }));
    expect(body.success && body.resultData.organizationId).not.toBe(organizationId);
    const { rows } = await base.owner.query("select from organization where organization_id = $1", [organizationId]);
    expect(rows).toHaveLength(0);
  });

  test("a code that was mailed to another address", async () => {
    const { vCode } = await buildForm();
    const other = await buildForm({ vCode });
    await base.owner.query("delete from mailed_code where email = $1", [other.email]);
    expect(await refused(other)).toBe("422 100007 LOGIN_INVALID_VERIFICATION_CODE vCode");
  });
});

test("two simultaneous requests with one address create one organisation", async () => {
  const form = await buildForm();
  const both = await Promise.all([register(form), register(form)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.flatMap(({ body }) => (body.success ? [] : [body.name]))).toEqual(["LOGIN_EMAIL_REGISTERED"]);
  expect(await organizationsOf(form.email)).toBe(1);
  const { rows } = await base.owner.query("select from organization where email = $1", [form.email]);
  expect(rows).toHaveLength(1);
});
