import type { BackupSetting } from "@homeroom/contract/backup";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer, serveModules } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { type BackupAccess, BackupFailure, type BackupFailureReason, type BackupProvider } from "./port.ts";
import { groupBackupModule } from "./public.ts";

const base = prepareDatabase();
let without: FastifyInstance;
let organization: TestOrganization;
let owner: string;
let asked: BackupAccess[];
let failing: BackupFailureReason | null;

/** A service that is asked within the test. */
const provider: BackupProvider = {
  check: (access) => said(access, { phoneName: "櫃台手機" }),
  groups: (access) => said(access, { list: [], total: 0 }),
  messages: (access) => said(access, { list: [], total: 0 }),
  picture: (access) => said(access, { body: Buffer.from("picture"), contentType: "image/png" }),
};

async function said<Answer>(access: BackupAccess, answer: Answer): Promise<Answer> {
  asked.push(access);
  if (failing) throw new BackupFailure(failing);
  return answer;
}

const server = prepareServer(base, (platform) => [groupBackupModule(platform, provider)]);
beforeAll(async () => {
  without = await serveModules(base.platform, [groupBackupModule(base.platform, null)]);
});
afterAll(() => without.close());
beforeEach(async () => {
  organization = await buildOrganization(base.db);
  owner = await signedIn("owner");
  asked = [];
  failing = null;
});

async function signedIn(role: "owner" | "admin" | "sales", branch: 0 | 1 = 0): Promise<string> {
  const branchId = organization.branchIds[branch];
  return (await signInAs(base.db, organization, { role, branchIds: [branchId] })).token;
}

const form = { phoneID: "886277000001", productID: "p-1", token: "a-long-enough-token-9f3k", version: 0 };
const save = (body: object = {}, token = owner) =>
  callApi<BackupSetting>(server.app, "POST /api_chat/Backup/SaveSetting", { token, body: { ...form, ...body } });
const setting = (token = owner, of = server.app) =>
  callApi<BackupSetting>(of, "GET /api_chat/Backup/Setting", { token });
const groups = (token = owner, body: object = {}, of = server.app) =>
  callApi(of, "POST /api_chat/Backup/GroupList", { token, body });

test("settings are saved once the service accepts them, with the token sealed and never shown again", async () => {
  expect((await setting()).body.resultData).toMatchObject({ verifiedAt: null, available: true, version: 0 });
  const saved = await save();
  expect(saved.body.resultData).toMatchObject({
    phoneID: form.phoneID,
    productID: form.productID,
    token: { hasValue: true, last4: "9f3k" },
    version: 1,
  });
  expect(asked).toEqual([{ phoneID: form.phoneID, productID: form.productID, token: form.token }]);
  const kept = await base.owner.query<{ secrets: Buffer }>("select secrets from backup_setting");
  expect(kept.rows[0]?.secrets.toString("latin1")).not.toContain("long-enough");
  const log = await base.owner.query("select before, after from audit_entry where subject_type = 'backupSetting'");
  for (const text of [saved.body, (await setting()).body, log.rows].map((one) => JSON.stringify(one)))
    expect(text).not.toContain("long-enough");
});

test("without a version the saved settings are replaced", async () => {
  const { version: _, ...unversioned } = form;
  const { status } = await callApi(server.app, "POST /api_chat/Backup/SaveSetting", {
    token: owner,
    body: unversioned,
  });
  const changed = { ...unversioned, productID: "p-2" };
  const again = await callApi(server.app, "POST /api_chat/Backup/SaveSetting", { token: owner, body: changed });
  expect([status, again.status]).toEqual([200, 200]);
  expect((await setting()).body.resultData).toMatchObject({ productID: "p-2", version: 2 });
});

test("without a new token the saved one stays; of two saves of one version one wins", async () => {
  await save();
  const { token: _token, ...rest } = form;
  const change = (phoneID: string) =>
    callApi(server.app, "POST /api_chat/Backup/SaveSetting", { token: owner, body: { ...rest, phoneID, version: 1 } });
  const answers = await Promise.all([change("1"), change("2")]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(asked.at(-1)?.token).toBe(form.token);
  expect((await save({ version: 7 })).status).toBe(409);
});

test.each([
  ["refused", 422, "CHAT_VERIFICATION_FAILED"],
  ["unknownPhone", 422, "CHAT_VERIFICATION_FAILED"],
  ["unavailable", 502, "CHAT_ERROR"],
  ["rateLimited", 429, "TOO_MANY_REQUESTS"],
  ["notFound", 404, "NOT_FOUND"],
] as const)("where the service says %s nothing is saved, and staff are told so", async (reason, status, name) => {
  failing = reason;
  const refused = await save();
  expect([refused.status, refused.body]).toMatchObject([status, { name }]);
  failing = null;
  expect((await setting()).body.resultData?.verifiedAt).toBeNull();
  await save();
  failing = reason;
  expect((await groups()).status).toBe(status);
});

test("missing values are reported at their field", async () => {
  expect((await save({ phoneID: " " })).body).toMatchObject({ name: "CHAT_NUMBER_REQUIRED", code: 200103 });
  expect((await save({ productID: "" })).body).toMatchObject({ name: "CHAT_CONTENT_EMPTY", code: 200106 });
  expect((await save({ token: "" })).body).toMatchObject({ name: "CHAT_CONTENT_EMPTY" });
  expect(asked).toEqual([]);
});

test("without settings or a service, the reader is told that it is not set up", async () => {
  expect((await groups()).body).toMatchObject({ name: "FEATURE_NOT_SET_UP" });
  await save();
  expect((await groups()).status).toBe(200);
  expect((await groups(owner, {}, without)).body).toMatchObject({ name: "FEATURE_NOT_SET_UP" });
  expect((await setting(owner, without)).body.resultData?.available).toBe(false);
});

test("each branch reads its own settings, with the permission", async () => {
  await save();
  await base.owner.query(
    "insert into role_permission (organization_id, role_id, permission) values ($1, $2, 'org:chat:backup')",
    [organization.organizationId, organization.roles.sales],
  );
  const there = await signedIn("sales", 1);
  expect((await setting(there)).body.resultData?.verifiedAt).toBeNull();
  expect((await groups(there, { branchID: organization.branchIds[0] })).status).toBe(404);
  expect((await save({ branchID: organization.branchIds[0], version: 1 }, there)).status).toBe(404);
  await base.owner.query("delete from role_permission where permission = 'org:chat:backup' and role_id = $1", [
    organization.roles.sales,
  ]);
  expect((await groups(there)).status).toBe(403);
});

test.each(["../secret", "a/b", "'; drop table", "", "x".repeat(101)])("%j is no group", async (groupID) => {
  await save();
  const answer = await callApi(server.app, "POST /api_chat/Backup/MessageList", { token: owner, body: { groupID } });
  expect(answer.status).toBe(422);
});
