import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { OrganizationInfo } from "@homeroom/contract/organization";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { storeFile } from "#modules/files/public";
import { buildSession, callApi, postForm, prepareServer } from "#modules/sign-in/for-tests";
import { stepDemandChanged } from "#modules/sign-in/public";
import { prepareDatabase } from "#platform/db/for-tests";
import { buildOrganization, nobody, type TestOrganization } from "./for-tests.ts";
import { organizationsModule } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let token: string;

const server = prepareServer(base, (platform) => [organizationsModule(platform, { ...nobody, stepDemandChanged })]);

beforeEach(async () => {
  organization = await buildOrganization(base.db);
  token = await signIn("admin");
});

async function signIn(role: "owner" | "admin" | "sales", at = organization) {
  return buildSession(base.db, at, await buildAccount(base.db, at, { role }));
}

const form = {
  organizationName: "晨光音樂",
  businessCategory: "音樂",
  branchInfo: "2-6",
  firstName: "美玲",
  lastName: "林",
  areaCode: "+886",
  phone: "0912-345-678",
  email: "Office@Homeroom.test",
  country: "TW",
  location: "台北市大安區",
  fromWhere: "朋友介紹",
  acceptMessage: 1,
  timeZone: "Asia/Taipei",
  locale: "en",
  logoFileID: null,
  twoStepRequired: false,
};

const save = (change: object, as = token) =>
  callApi(server.app, "POST /api_users/Member/EditOrganizationInfo", { token: as, body: { ...form, ...change } });
const info = async (as = token) =>
  (await callApi<OrganizationInfo>(server.app, "GET /api_users/Member/OrganizationInfo", { token: as })).body
    .resultData as OrganizationInfo;

async function picture(format: "png" | "webp", width = 2000) {
  const path = join(base.platform.settings.DATA_DIR, `picture-${width}.${format}`);
  const drawn = sharp({ create: { width, height: 500, channels: 3, background: "#409eff" } });
  await writeFile(path, await drawn.toFormat(format).toBuffer());
  return path;
}

async function upload(path: string, as = token) {
  const body = new FormData();
  const { readFile } = await import("node:fs/promises");
  body.append("file", new Blob([new Uint8Array(await readFile(path))]), "logo.png");
  const answer = await postForm(server.app, "/api_users/Member/UploadOrganizationAvatar", { form: body, token: as });
  return { status: answer.statusCode, body: answer.json() };
}

test("all data are saved and returned, and differences are logged", async () => {
  const before = await info();
  expect(before).toMatchObject({ organizationName: "音樂小屋", version: 1, canWipe: false, wipe: null });
  expect((await save({ version: 1 })).status).toBe(200);
  expect(await info()).toMatchObject({ ...form, phone: "912345678", email: "office@homeroom.test", version: 2 });
  const { rows } = await base.owner.query("select action, before, after from audit_entry where organization_id = $1", [
    organization.organizationId,
  ]);
  expect(rows).toMatchObject([
    { action: "edited", before: { organizationName: "音樂小屋" }, after: { organizationName: "晨光音樂" } },
  ]);
});

test("what is not sent stays as it is", async () => {
  await save({});
  const before = await info();
  const body = { location: "台北市信義區" };
  expect((await callApi(server.app, "POST /api_users/Member/EditOrganizationInfo", { token, body })).status).toBe(200);
  expect(await info()).toEqual({ ...before, ...body, version: before.version + 1 });
});

test.each([
  [{ organizationName: "" }, "FIELD_INVALID"],
  [{ email: "" }, "LOGIN_INVALID_EMAIL"],
  [{ email: "a@b" }, "LOGIN_INVALID_EMAIL"],
  [{ phone: "12" }, "LOGIN_INVALID_PHONE"],
  [{ phone: "0912" }, "LOGIN_INVALID_PHONE"],
  [{ areaCode: "" }, "LOGIN_INVALID_PHONE"],
  [{ country: "ZZ" }, "FIELD_INVALID"],
  [{ country: "Taiwan" }, "FIELD_INVALID"],
  [{ timeZone: "Asia/Nowhere" }, "FIELD_INVALID"],
  [{ locale: "fr" }, "FIELD_INVALID"],
  [{ branchInfo: "3" }, "FIELD_INVALID"],
  [{ logoFileID: "0199d000-0000-7000-8000-000000000000" }, "FIELD_INVALID"],
])("%j is refused at its field", async (wrong, name) => {
  const answer = await save({ version: 1, ...wrong });
  expect(answer).toMatchObject({ status: 422, body: { name, errors: [{ field: Object.keys(wrong)[0] }] } });
});

test("a second step can be required of everyone, from a stored time", async () => {
  expect((await save({ version: 1, twoStepRequired: true })).status).toBe(200);
  const { rows } = await base.owner.query(
    "select two_step_required_at is not null as required from organization where organization_id = $1",
    [organization.organizationId],
  );
  expect(rows).toEqual([{ required: true }]);
});

test("people without a second step lose live updates when it is required, and regain them", async () => {
  const [without, protectedOne] = [
    await buildAccount(base.db, organization),
    await buildAccount(base.db, organization),
  ];
  await buildSession(base.db, organization, without);
  const asker = await buildSession(base.db, organization, protectedOne);
  await base.owner.query("update account set two_step_enabled_at = now() where account_id = $1", [
    protectedOne.accountId,
  ]);
  const elsewhere = await buildOrganization(base.db);
  await signIn("admin", elsewhere);
  const told = async () => {
    const { rows } = await base.owner.query<{ id: string; accounts: { accountIds: string[] } }>(
      "select organization_id as id, payload as accounts from outbox where event = 'rights.changed' and organization_id = any($1)",
      [[organization.organizationId, elsewhere.organizationId]],
    );
    await base.owner.query("delete from outbox where organization_id = $1", [organization.organizationId]);
    return rows.flatMap(({ accounts }) => accounts.accountIds);
  };
  await save({ version: 1, location: "新竹" });
  expect(await told()).toEqual([]);
  for (const [version, twoStepRequired] of [
    [2, true],
    [3, false],
  ] as const) {
    expect((await save({ version, location: "新竹", twoStepRequired }, asker)).status).toBe(200);
    const accounts = await told();
    expect(accounts).toContain(without.accountId);
    expect(accounts).not.toContain(protectedOne.accountId);
    // And the one who is signed in for the other tests, who has none either.
    expect(accounts).toHaveLength(2);
  }
});

test.each([
  ["trial", "1 minute", "expired"],
  ["basic", "6 days", "grace"],
  ["advanced", "8 days", "expired"],
])("a %s plan that ended %s ago is %s at once, before the watch has moved it", async (plan, ago, now) => {
  await base.owner.query(
    "update organization set membership = $2, expires_at = now() - $3::interval where organization_id = $1",
    [organization.organizationId, plan, ago],
  );
  expect(await info()).toMatchObject({ membership: now });
});

test("random initial passwords are a choice of the organisation", async () => {
  expect(await info()).toMatchObject({ randomInitialPasswords: false });
  expect((await save({ version: 1, randomInitialPasswords: true })).status).toBe(200);
  expect(await info()).toMatchObject({ randomInitialPasswords: true });
});

test("the second of two simultaneous saves is refused; saving the same again changes nothing", async () => {
  const both = await Promise.all([save({ version: 1, location: "甲" }), save({ version: 1, location: "乙" })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const now = await info();
  expect(now.version).toBe(2);
  expect((await save({ version: 2, location: now.location })).status).toBe(200);
  expect((await info()).version).toBe(2);
});

test("a logo is resized until it is small enough, and becomes the organisation's with the form", async () => {
  const { body } = await upload(await picture("png"));
  const { fileID, width, height, contentType } = body.resultData;
  expect({ width, height, contentType }).toEqual({ width: 1024, height: 256, contentType: "image/png" });
  expect(await info()).toMatchObject({ logo: null, logoFileID: null });
  expect((await save({ version: 1, logoFileID: fileID })).status).toBe(200);
  expect(await info()).toMatchObject({ logoFileID: fileID, logo: expect.stringContaining("/api_basic/File/Get") });
  expect((await save({ version: 2, logoFileID: null })).status).toBe(200);
  expect((await info()).logo).toBeNull();
});

test("a logo must be one's own picture", async () => {
  expect((await upload(await picture("webp"))).body.name).toBe("WRONG_FILE_FORMAT");
  const path = join(base.platform.settings.DATA_DIR, "note.txt");
  await writeFile(path, "not a picture");
  const file = { path, name: "note.txt", contentType: "text/plain", size: 13, createdBy: null };
  const note = await storeFile(base.platform, organization.scope, file);
  expect((await save({ version: 1, logoFileID: note.file_id })).body).toMatchObject({ name: "FIELD_INVALID" });
  const colleagues = (await upload(await picture("png", 64), await signIn("admin"))).body.resultData.fileID;
  expect((await save({ version: 1, logoFileID: colleagues })).body).toMatchObject({ name: "FIELD_INVALID" });
  const other = await buildOrganization(base.db);
  const theirs = (await upload(await picture("png", 64), await signIn("admin", other))).body.resultData.fileID;
  expect((await save({ version: 1, logoFileID: theirs })).body).toMatchObject({ name: "FIELD_INVALID" });
  await rm(path, { force: true });
});

test("sales can neither see nor change it", async () => {
  const sales = await signIn("sales");
  for (const call of [
    callApi(server.app, "GET /api_users/Member/OrganizationInfo", { token: sales }),
    callApi(server.app, "GET /api_users/Member/OrganizationEmail", { token: sales }),
    save({ version: 1 }, sales),
  ])
    expect((await call).status).toBe(403);
  expect((await upload(await picture("png", 65), sales)).status).toBe(403);
});

test("its address and the name that its mails go out under", async () => {
  await save({ version: 1 });
  const answer = await callApi(server.app, "GET /api_users/Member/OrganizationEmail", { token });
  expect(answer.body.resultData).toEqual({ email: "office@homeroom.test", senderName: "晨光音樂" });
});
