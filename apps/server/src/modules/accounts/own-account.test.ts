import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fileAddresses, filesModule } from "#modules/files/public";
import { menusModule } from "#modules/menus/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { buildSession, callApi, postForm, serveModules } from "#modules/sign-in/for-tests";
import { signInModule } from "#modules/sign-in/public";
import { prepareDatabase } from "#platform/db/for-tests";
import { buildAccount, signInAs, testPassword } from "./for-tests.ts";
import { accountsModule } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let app: FastifyInstance;

beforeAll(async () => {
  organization = await buildOrganization(base.db);
  const { platform } = base;
  app = await serveModules(platform, [
    signInModule(platform),
    accountsModule(platform, fileAddresses(platform)),
    menusModule(platform),
    filesModule(platform),
  ]);
});

beforeEach(async () => {
  await base.owner.query("delete from outgoing_mail");
});

afterAll(() => app.close());

type Answer = {
  status: number;
  body: Record<string, unknown> & { name?: string; resultData: Record<string, unknown> | null };
};
const post = (token: string, name: string, body: object) =>
  callApi(app, `POST /api_users/Member/${name}`, { token, body }) as unknown as Promise<Answer>;
const get = (token: string, name: string) =>
  callApi(app, `GET /api_users/Member/${name}`, { token }) as unknown as Promise<Answer>;
const nameOf = ({ status, body }: Answer) => `${status} ${body.name ?? "ok"}`;
const fieldsOf = ({ body }: Answer) => (body["errors"] as { field: string }[] | undefined)?.map(({ field }) => field);

async function buildPerson(given: Parameters<typeof buildAccount>[2] = {}) {
  return signInAs(base.db, organization, given);
}

const mails = async () =>
  (await base.owner.query("select recipient, subject, body from outgoing_mail order by created_at")).rows;
const audits = async (accountId: string) =>
  (await base.owner.query("select action, before, after from audit_entry where subject_id = $1", [accountId])).rows;

describe("the password", () => {
  const form = { oldPassword: testPassword, newPassword: "Another2026" };

  test("is changed with the old one; other sessions end, this one stays, and a mail says so", async () => {
    const person = await buildPerson();
    const other = await buildSession(base.db, organization, person);
    expect(nameOf(await post(person.token, "ModifyPassword", form))).toBe("200 ok");
    expect((await get(person.token, "User")).status).toBe(200);
    expect((await get(other, "User")).status).toBe(401);
    expect(await mails()).toMatchObject([{ recipient: person.email, subject: "您的登入密碼已更改" }]);
    expect(JSON.stringify(await mails())).not.toContain("Another2026");
    expect(await audits(person.accountId)).toEqual([{ action: "passwordChanged", before: null, after: null }]);
    const body = { accountName: person.email, password: "Another2026" };
    expect((await callApi(app, "POST /api_sso/Login/LoginOn", { body })).status).toBe(200);
  });

  test.each([
    ["422 ACCOUNT_WRONG_CURRENT_PASSWORD", "oldPassword", { oldPassword: "Wrong2026" }],
    ["422 ACCOUNT_WRONG_CURRENT_PASSWORD", "oldPassword", { oldPassword: "" }],
    ["422 LOGIN_BAD_PASSWORD_FORMAT", "newPassword", { newPassword: "Abc12" }],
    ["422 LOGIN_BAD_PASSWORD_FORMAT", "newPassword", { newPassword: "Abcdefghij12345678901" }],
    ["422 LOGIN_BAD_PASSWORD_FORMAT", "newPassword", { newPassword: "密碼Abc123" }],
    ["422 ACCOUNT_PASSWORD_UNCHANGED", "newPassword", { newPassword: testPassword }],
  ])("%s at %s for %j", async (expected, field, change) => {
    const { token } = await buildPerson();
    const answer = await post(token, "ModifyPassword", { ...form, ...change });
    expect(nameOf(answer)).toBe(expected);
    expect(fieldsOf(answer)).toEqual([field]);
    expect(await mails()).toEqual([]);
  });

  test("of two changes at once one wins", async () => {
    const { token } = await buildPerson();
    const answers = await Promise.all([
      post(token, "ModifyPassword", form),
      post(token, "ModifyPassword", { ...form, newPassword: "Third2026" }),
    ]);
    expect(answers.map(nameOf).sort()).toEqual(["200 ok", "422 ACCOUNT_WRONG_CURRENT_PASSWORD"]);
  });

  test("that was issued can only be replaced", async () => {
    const { token, accountId } = await buildPerson();
    await base.owner.query("update account set password_initialized_at = null where account_id = $1", [accountId]);
    for (const name of ["SalesList", "AccountBaseInfo"]) {
      expect(nameOf(await get(token, name))).toBe("403 ACCOUNT_PASSWORD_CHANGE_REQUIRED");
    }
    expect((await callApi(app, "GET /api_basic/Menus/Routes", { token })).status).toBe(403);
    expect((await get(token, "User")).body.resultData).toMatchObject({
      isPasswordInitialized: false,
      restriction: "password",
    });
    expect(nameOf(await post(token, "ModifyPassword", form))).toBe("200 ok");
    expect(nameOf(await get(token, "SalesList"))).toBe("200 ok");
    expect((await get(token, "User")).body.resultData).toMatchObject({
      isPasswordInitialized: true,
      restriction: null,
    });
  });
});

describe("the sign-in e-mail", () => {
  const codeIn = (body: { text: string }) => /\d{6}/.exec(body.text)?.[0] ?? "";

  test("is changed with the code sent to the new address, and the old one is notified", async () => {
    const { token, email, accountId } = await buildPerson();
    const wanted = `New.${accountId}@Test.homeroom.test`;
    expect(nameOf(await post(token, "SendChangeEmailCode", { email: wanted }))).toBe("200 ok");
    const [sent] = await mails();
    expect(sent.recipient).toBe(wanted.toLowerCase());
    const form = { email: wanted, vCode: codeIn(sent.body), password: testPassword };
    expect(nameOf(await post(token, "ChangeAccountEmail", { ...form, password: "Wrong2026" }))).toBe(
      "422 ACCOUNT_WRONG_CURRENT_PASSWORD",
    );
    expect(nameOf(await post(token, "ChangeAccountEmail", { ...form, vCode: "abcdef" }))).toBe(
      "422 LOGIN_INVALID_VERIFICATION_CODE",
    );
    const both = await Promise.all([post(token, "ChangeAccountEmail", form), post(token, "ChangeAccountEmail", form)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await get(token, "User")).body.resultData).toMatchObject({ email: wanted.toLowerCase() });
    expect((await mails()).at(-1)).toMatchObject({ recipient: email, subject: "您的登入電郵已更改" });
    expect(await audits(accountId)).toEqual([
      { action: "emailChanged", before: { email }, after: { email: wanted.toLowerCase() } },
    ]);
  });

  test("is changed without the password by somebody who has only just signed in", async () => {
    const { token, accountId } = await buildPerson();
    const email = `code-alone-${accountId}@test.homeroom.test`;
    await post(token, "SendChangeEmailCode", { email });
    const form = { email, vCode: codeIn((await mails()).at(-1)?.body ?? { text: "" }) };
    const age = (minutes: number) =>
      base.owner.query("update session set created_at = now() - make_interval(mins => $2) where account_id = $1", [
        accountId,
        minutes,
      ]);
    await age(11);
    expect(nameOf(await post(token, "ChangeAccountEmail", form))).toBe("422 ACCOUNT_WRONG_CURRENT_PASSWORD");
    await age(9);
    const setMeans = (means: string | null) =>
      base.owner.query("update session set means = $2 where account_id = $1", [accountId, means]);
    for (const means of ["key", null]) {
      await setMeans(means);
      expect(nameOf(await post(token, "ChangeAccountEmail", form))).toBe("422 ACCOUNT_WRONG_CURRENT_PASSWORD");
    }
    await setMeans("password");
    expect(nameOf(await post(token, "ChangeAccountEmail", form))).toBe("200 ok");
  });

  test("is refused when it is one's own, somebody else's, or none", async () => {
    const { token, email } = await buildPerson();
    const abroad = await buildAccount(base.db, await buildOrganization(base.db));
    const sent = async (to: string) => nameOf(await post(token, "SendChangeEmailCode", { email: to }));
    expect(await sent(email.toUpperCase())).toBe("422 ACCOUNT_EMAIL_UNCHANGED");
    expect(await sent(abroad.email)).toBe("409 LOGIN_EMAIL_REGISTERED");
    expect(await sent("not an address")).toBe("422 LOGIN_INVALID_EMAIL");
    expect(await mails()).toEqual([]);
  });

  test("can be taken by only one of two people at once", async () => {
    const people = [await buildPerson(), await buildPerson()];
    const wanted = `wanted-${people[0]?.accountId}@test.homeroom.test`;
    for (const { token } of people) await post(token, "SendChangeEmailCode", { email: wanted });
    const codes = (await mails()).map(({ body }) => codeIn(body));
    const vCode = codes.at(-1) ?? "";
    const form = { email: wanted, vCode, password: testPassword };
    const answers = await Promise.all(people.map(({ token }) => post(token, "ChangeAccountEmail", form)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("one's own record", () => {
  const fill = {
    nickname: "梁美玲",
    firstName: "美玲",
    lastName: "梁",
    ename: "Mei Ling",
    areaCode: "+852",
    phone: "9123 4567",
    gender: 2,
    birthdate: "1990-02-28",
    education: 3,
    school: "港大",
    introduction: "教中文",
    address: "旺角",
    emergencyContact: { name: "梁先生", areaCode: "+886", phone: "0912-345-678", email: "leung@test.homeroom.test" },
  };

  test("is read and saved completely, and the audit log records the differences", async () => {
    const { token, accountId } = await buildPerson();
    const before = (await get(token, "AccountBaseInfo")).body.resultData;
    expect(before).toMatchObject({
      recordsn: accountId,
      roles: [{ name: "管理員" }],
      branches: [{ name: "旺角分校" }],
    });
    expect(nameOf(await post(token, "EditAccountBaseInfo", { version: before?.["version"], ...fill }))).toBe("200 ok");
    const after = (await get(token, "AccountBaseInfo")).body.resultData;
    expect(after).toMatchObject({
      ...fill,
      phone: "91234567",
      emergencyContact: { ...fill.emergencyContact, phone: "912345678" },
      version: Number(before?.["version"]) + 1,
    });
    const [entry] = await audits(accountId);
    expect(entry).toMatchObject({ action: "edited", after: { nickname: "梁美玲", birthDate: "1990-02-28" } });
  });

  test("the second of two simultaneous saves is refused", async () => {
    const { token } = await buildPerson();
    const answers = await Promise.all([
      post(token, "EditAccountBaseInfo", { version: 1, nickname: "甲" }),
      post(token, "EditAccountBaseInfo", { version: 1, nickname: "乙" }),
    ]);
    expect(answers.map(nameOf).sort()).toEqual(["200 ok", "409 STALE_DATA"]);
  });

  test.each([
    ["STAFF_NICKNAME_REQUIRED", "nickname", { nickname: " " }],
    ["STAFF_BAD_AREA_CODE", "areaCode", { areaCode: "+999" }],
    ["STAFF_BAD_PHONE", "phone", { phone: "91234" }],
    ["STAFF_BAD_AREA_CODE", "emergencyContact.areaCode", { emergencyContact: { areaCode: "", phone: "91234567" } }],
    ["STAFF_BAD_EMERGENCY_PHONE", "emergencyContact.phone", { emergencyContact: { areaCode: "+852", phone: "12345" } }],
    ["STAFF_INVALID_EMAIL", "emergencyContact.email", { emergencyContact: { email: "x" } }],
    ["FIELD_INVALID", "birthdate", { birthdate: "2026-02-30" }],
    ["FIELD_INVALID", "gender", { gender: 3 }],
  ])("%s at %s", async (expected, field, change) => {
    const { token } = await buildPerson();
    const answer = await post(token, "EditAccountBaseInfo", { version: 1, ...fill, ...change });
    expect(nameOf(answer)).toBe(`422 ${expected}`);
    expect(fieldsOf(answer)).toEqual([field]);
  });

  test("accepts only one's own picture", async () => {
    const [me, other] = [await buildPerson(), await buildPerson()];
    const upload = async (token: string) => {
      const picture = await sharp({ create: { width: 1500, height: 900, channels: 3, background: "teal" } })
        .jpeg()
        .toBuffer();
      const form = new FormData();
      form.set("file", new Blob([new Uint8Array(picture)]), "me.jpg");
      const answer = await postForm(app, "/api_users/Member/UploadAccountAvatar", { form, token });
      return answer.json<{ resultData: { fileID: string; url: string; width: number } }>().resultData;
    };
    const [mine, theirs] = [await upload(me.token), await upload(other.token)];
    expect(mine.width).toBe(1024);
    const save = (avatarFileID: string | null, version: number) =>
      post(me.token, "EditAccountBaseInfo", { version, nickname: "我", avatarFileID });
    expect(nameOf(await save(theirs.fileID, 1))).toBe("404 NOT_FOUND");
    expect(nameOf(await save(mine.fileID, 1))).toBe("200 ok");
    expect((await get(me.token, "User")).body.resultData?.["avatar"]).toContain(mine.fileID);
    expect(nameOf(await post(me.token, "EditAccountBaseInfo", { version: 2, nickname: "我" }))).toBe("200 ok");
    expect((await get(me.token, "User")).body.resultData?.["avatar"]).toContain(mine.fileID);
    expect(nameOf(await save(null, 3))).toBe("200 ok");
    expect((await get(me.token, "User")).body.resultData?.["avatar"]).toBeNull();
  });

  test("remembers the language of one's mails", async () => {
    const { token } = await buildPerson();
    expect(nameOf(await post(token, "UpdateAccountLocale", { locale: "en" }))).toBe("200 ok");
    expect(nameOf(await post(token, "UpdateAccountLocale", { locale: "fr" }))).toBe("422 FIELD_INVALID");
    await post(token, "ModifyPassword", { oldPassword: testPassword, newPassword: "Another2026" });
    expect(await mails()).toMatchObject([{ subject: "Your password was changed" }]);
  });

  test("needs a session", async () => {
    for (const name of ["AccountBaseInfo", "TwoStepInfo"]) {
      expect(nameOf(await get("anonymous", name))).toBe("401 TOKEN_INVALID");
    }
  });
});
