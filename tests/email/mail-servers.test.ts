import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EmailDomain, EmailSetting } from "@homeroom/contract/email-settings";
import { mailAccount } from "@homeroom/sandbox/mail/mail-server";
import type { RunningSandbox } from "@homeroom/sandbox/main";
import { startQuietSandbox } from "@homeroom/sandbox/testing/quiet-sandbox";
import { buildAccount } from "@homeroom/server/modules/accounts/for-tests";
import { emailSettingsModule } from "@homeroom/server/modules/email-settings/public";
import { buildOrganization, type TestOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { buildSession, callApi, serveModules } from "@homeroom/server/modules/sign-in/for-tests";
import { prepareDatabase } from "@homeroom/server/platform/db/for-tests";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { freePort } from "../harness/free-port.ts";

type App = Awaited<ReturnType<typeof serveModules>>;

const base = prepareDatabase();
let sandbox: RunningSandbox;
let mailDir: string;
let app: App;
let production: App;
let organization: TestOrganization;
let owner: string;
let dns: Record<string, string[]>;

beforeAll(async () => {
  mailDir = await mkdtemp(join(tmpdir(), "homeroom-mails-"));
  sandbox = await startQuietSandbox({ smtpPort: 0, mailDir });
  const lookUp = async (name: string) => {
    if (name.startsWith("silent")) throw new Error("no answer");
    return dns[name] ?? [];
  };
  const serving = { ...base.platform, settings: { ...base.platform.settings, serving: true } };
  app = await serveModules(base.platform, [emailSettingsModule(base.platform, lookUp)]);
  production = await serveModules(serving, [emailSettingsModule(serving, lookUp)]);
});
afterAll(async () => {
  await app?.close();
  await production?.close();
  await sandbox?.close();
  await rm(mailDir, { recursive: true, force: true });
});
beforeEach(async () => {
  dns = {};
  organization = await buildOrganization(base.db);
  owner = await signedIn("owner");
});
afterEach(() => vi.useRealTimers());

async function signedIn(role: "owner" | "sales"): Promise<string> {
  const [branchId] = organization.branchIds;
  const { accountId } = await buildAccount(base.db, organization, { role, branchIds: [branchId] });
  return buildSession(base.db, organization, { accountId, branchId });
}

const fields = (change: object = {}) => ({
  ...{ branchID: organization.branchIds[0], provider: "other", server: "127.0.0.1", port: sandbox.smtpPort },
  ...{ security: "none", ...mailAccount, sender: "office@school.test", senderName: "晨光" },
  ...change,
});
type Tested = { testID: string; expireTime: string };
const sendTest = (change: object = {}, token = owner) =>
  callApi<Tested>(app, "POST /api_basic/Setting/SendTestEmail", {
    token,
    body: { receiver: "parent@example.test", ...fields(change) },
  });
const passFor = async (change: object = {}) => (await sendTest(change)).body.resultData?.testID ?? "";
const save = (change: object, token = owner) =>
  callApi(app, "POST /api_basic/Setting/SaveEmailSetting", { token, body: fields(change) });
const setting = async (token = owner): Promise<EmailSetting> => {
  const { body } = await callApi<EmailSetting[]>(app, "GET /api_basic/Setting/QueryEmailSetting", { token });
  const found = body.resultData?.find(({ branch }) => branch.branchID === organization.branchIds[0]);
  if (!found) throw new Error("The branch is not listed");
  return found;
};
const newestMail = async () => {
  const names = (await readdir(mailDir)).filter((name) => name.endsWith(".eml"));
  return readFile(join(mailDir, names.toSorted().at(-1) ?? ""), "utf8");
};
const why = ({ status, body }: { status: number; body: object }) => {
  const { name, details } = body as { name?: string; details?: { reason?: string } };
  return [status, name, details?.reason];
};

test("a test message is sent, and its values can be saved; the password is sealed and never shown again", async () => {
  expect((await setting()).setting).toBeNull();
  const testID = await passFor();
  const mail = await newestMail();
  expect(mail).toContain("<office@school.test>");
  expect(mail).toContain("To: parent@example.test");
  expect((await save({ testID })).status).toBe(200);
  const saved = await setting();
  expect(saved).toMatchObject({
    setting: { server: "127.0.0.1", username: "demo", password: { hasValue: true }, senderName: "晨光" },
    version: 1,
  });
  const rows = await base.owner.query<{ secrets: Buffer }>("select * from email_setting where organization_id = $1", [
    organization.organizationId,
  ]);
  const log = await base.owner.query("select * from audit_entry where subject_type = 'emailSetting'");
  expect(log.rowCount).toBe(1);
  for (const text of [JSON.stringify(saved), JSON.stringify(log.rows), rows.rows[0]?.secrets.toString("latin1")])
    expect(text).not.toContain(mailAccount.password);
});

test("a server can be given as an address, and without its encryption", async () => {
  const { server: _server, security: _security, senderName: _name, ...rest } = fields({});
  const body = { ...rest, serverURL: "smtp://127.0.0.1", receiver: "parent@example.test" };
  const tested = await callApi<Tested>(app, "POST /api_basic/Setting/SendTestEmail", { token: owner, body });
  const { testID } = tested.body.resultData ?? {};
  const saved = await callApi(app, "POST /api_basic/Setting/SaveEmailSetting", {
    token: owner,
    body: { ...body, testID },
  });
  expect(saved.status).toBe(200);
  expect(await setting()).toMatchObject({ setting: { server: "127.0.0.1", security: "none", senderName: "" } });
});

test("nothing is saved without a test of the same values", async () => {
  const testID = await passFor();
  const refused = [409, "SETTING_NOT_VERIFIED", undefined];
  expect(why(await save({}, await signedIn("owner")))).toEqual(refused);
  expect(why(await save({ testID: "forged.signature" }))).toEqual(refused);
  expect(why(await save({ testID: `9${testID}` }))).toEqual(refused);
  for (const change of [
    { sender: "other@school.test" },
    { password: "another" },
    { port: 26 },
    { server: "other.test" },
  ])
    expect(why(await save({ testID, ...change }))).toEqual(refused);
  expect(why(await save({ testID, branchID: organization.branchIds[1] }))).toEqual(refused);
  expect((await setting()).setting).toBeNull();
});

test("the test that the same person passed last need not be named", async () => {
  const { expireTime = "" } = (await sendTest()).body.resultData ?? {};
  const refused = [409, "SETTING_NOT_VERIFIED", undefined];
  expect(why(await save({ sender: "other@school.test" }))).toEqual(refused);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(expireTime) + 1 });
  expect(why(await save({}))).toEqual(refused);
  vi.setSystemTime(Date.parse(expireTime) - 1000);
  expect((await save({})).status).toBe(200);
});

test("a test counts for 15 minutes", async () => {
  const { testID, expireTime } = (await sendTest()).body.resultData ?? { testID: "", expireTime: "" };
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(expireTime) + 1 });
  expect(why(await save({ testID }))).toEqual([409, "SETTING_NOT_VERIFIED", undefined]);
  vi.setSystemTime(Date.parse(expireTime) - 1000);
  expect((await save({ testID })).status).toBe(200);
});

test.each([
  [{ password: "wrong" }, "signIn"],
  [{ receiver: "refused@example.test" }, "receiver"],
  [{ security: "starttls" }, "encryption"],
  [{ server: "nobody.invalid" }, "notFound"],
])("a mail server that does not take it says why: %j", async (change, reason) => {
  expect(why(await sendTest(change))).toEqual([409, "EMAIL_TEST_FAILED", reason]);
});

test("a port where nothing listens is reported as unreachable", async () => {
  expect(why(await sendTest({ port: await freePort() }))).toEqual([409, "EMAIL_TEST_FAILED", "unreachable"]);
});

test("a password left empty stays, for the same user at the same server only", async () => {
  await save({ testID: await passFor() });
  const testID = await passFor({ password: "", senderName: "新名字" });
  expect((await save({ testID, password: "", senderName: "新名字", version: 1 })).status).toBe(200);
  expect(await setting()).toMatchObject({ setting: { senderName: "新名字" }, version: 2 });
  for (const change of [{ server: "localhost" }, { port: 2525 }, { username: "other" }])
    expect((await sendTest({ password: "", ...change })).body).toMatchObject({
      errors: [{ field: "password", name: "FIELD_INVALID", message: "此欄位必填" }],
    });
});

test("saving the same values changes nothing; of two saves of one version one wins", async () => {
  await save({ testID: await passFor() });
  expect((await save({})).status).toBe(200);
  expect((await setting()).version).toBe(1);
  const change = async (senderName: string) => save({ senderName, version: 1, testID: await passFor({ senderName }) });
  const answers = await Promise.all([change("一"), change("二")]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test("of two first saves one wins", async () => {
  const change = async (senderName: string) => save({ senderName, version: 0, testID: await passFor({ senderName }) });
  const answers = await Promise.all([change("一"), change("二")]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test("a production server connects to no internal address, and sends no password unencrypted", async () => {
  const call = (change: object) =>
    callApi(production, "POST /api_basic/Setting/SendTestEmail", {
      token: owner,
      body: { receiver: "parent@example.test", ...fields(change) },
    });
  for (const server of ["127.0.0.1", "localhost", "169.254.169.254", "::1"])
    expect(why(await call({ server, security: "tls" }))).toEqual([409, "EMAIL_TEST_FAILED", "notPublic"]);
  expect((await call({})).body).toMatchObject({ name: "FIELD_INVALID", errors: [{ field: "security" }] });
});

test("sales people can neither see nor change anything", async () => {
  const sales = await signedIn("sales");
  expect((await sendTest({}, sales)).status).toBe(403);
  expect((await save({}, sales)).status).toBe(403);
  const { status } = await callApi(app, "GET /api_basic/Setting/QueryEmailSetting", { token: sales });
  expect(status).toBe(403);
});

test("DNS is checked for the sender's domain", async () => {
  await save({ testID: await passFor() });
  const domain = async () => {
    const query = new URLSearchParams({ branchID: organization.branchIds[0] });
    const address = `GET /api_basic/Setting/QueryEmailDomain?${query.toString()}` as const;
    const { body } = await callApi<EmailDomain>(app, address, { token: owner });
    return body.resultData?.records.map(({ record, advice }) => `${record} ${advice}`);
  };
  expect(await domain()).toEqual(["spf missing", "dkim uncertain", "dmarc missing"]);
  dns = { "school.test": ["v=spf1 mx ~all", "other=1"], "_dmarc.school.test": ["v=DMARC1; p=none"] };
  expect(await domain()).toEqual(["spf good", "dkim uncertain", "dmarc good"]);
});

test("a domain whose DNS does not answer is not called wrong", async () => {
  const sender = "office@silent.test";
  await save({ testID: await passFor({ sender }), sender });
  const query = new URLSearchParams({ branchID: organization.branchIds[0] });
  const { body } = await callApi<EmailDomain>(app, `GET /api_basic/Setting/QueryEmailDomain?${query.toString()}`, {
    token: owner,
  });
  expect(body.resultData?.records.find(({ record }) => record === "spf")?.advice).toBe("unknown");
});
