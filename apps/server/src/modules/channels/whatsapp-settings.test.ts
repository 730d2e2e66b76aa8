import type { TestedField, TestedValue, WhatsappChannel } from "@homeroom/contract/channels";
import type { FastifyInstance } from "fastify";
import { beforeEach, expect, test, vi } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { buildChannel, buildPlace, stopChannel, type TestChannel, testProvider } from "#modules/inbox/for-tests";
import { ProviderFailure } from "#modules/inbox/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer, serveModules } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { testLineAccounts } from "./for-tests.ts";
import type { NumberFacts, WhatsappAccounts, WhatsappValues } from "./port.ts";
import { applyNumberNews, channelsModule } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: TestChannel;
let owner: string;

/** WhatsApp: what it was asked, what it does not accept, how it sees the number. */
const asked: WhatsappValues[] = [];
const subscribed: string[] = [];
let wrong: TestedField[] = [];
let tokenRefused = false;
/** How many forms are tried before any of them goes on. */
let together = 0;
const facts: NumberFacts = { displayPhone: "+852 3700 1000", verifiedName: "晨光", quality: "green", limit: "TIER_2K" };
const accounts: WhatsappAccounts = {
  async check(values) {
    asked.push(values);
    await vi.waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(together), { timeout: 180_000 });
    const fields = (Object.keys(values) as TestedField[]).map((field): TestedValue => {
      const ok = !wrong.includes(field);
      return { field, ok, reason: ok ? null : "notFound", detail: "" };
    });
    return { fields, number: facts };
  },
  async subscribe({ settings }) {
    subscribed.push(settings["businessAccountId"] ?? "");
  },
  async numberFacts() {
    const error = { class: "reauthorise", code: "190", reason: "tokenExpired", detail: "", stops: "channel" } as const;
    if (tokenRefused) throw new ProviderFailure(error);
    return facts;
  },
};

const server = prepareServer(base, (platform) => {
  const accountsOf = { whatsapp: accounts, line: testLineAccounts };
  return [channelsModule(platform, [testProvider()], accountsOf)];
});
beforeEach(async () => {
  asked.length = 0;
  subscribed.length = 0;
  wrong = [];
  tokenRefused = false;
  together = 0;
  ({ organization, channel } = await buildPlace(base));
  ({ token: owner } = await signInAs(base.db, organization, { role: "owner" }));
});

const post = <Result = null>(call: string, body: object, token = owner) =>
  callApi<Result>(server.app, `POST /api_users/Member/${call}`, { token, body });
const shown = async () =>
  (await callApi<WhatsappChannel[]>(server.app, "GET /api_users/Member/WhatsappSetting", { token: owner })).body
    .resultData ?? [];

let numbers = 7_000_000;
const form = (given: object = {}) => ({
  name: "旺角",
  appID: "71000",
  phoneNumberID: String(++numbers),
  businessAccountID: "72000",
  catalogueID: "73000",
  accessToken: "EAAB-a-new-long-token-9f3k",
  appSecret: "a-long-app-secret-77aa",
  ...given,
});

test("values are saved only if all are accepted; rejected ones are named", async () => {
  wrong = ["catalogueID", "accessToken"];
  const given = form({ recordID: channel.channelId });
  const refused = await post("UpdateWhatsappSetting", given);
  expect(refused.body).toMatchObject({
    name: "SETTING_NOT_VERIFIED",
    errors: [{ field: "catalogueID" }, { field: "accessToken" }],
  });
  expect((await shown())[0]).toMatchObject({ appID: "", standing: null });
  wrong = [];
  const saved = await post<{ recordID: string; verifyToken?: string }>("UpdateWhatsappSetting", given);
  expect(saved.body.resultData).toMatchObject({
    recordID: channel.channelId,
    webhookUrl: expect.stringContaining("/api_webhook/"),
  });
  expect(saved.body.resultData?.verifyToken).toBeUndefined();
  expect(subscribed).toEqual(["72000"]);
  const all = JSON.stringify(await shown());
  expect(all).toContain('"last4":"9f3k"');
  expect(all).not.toContain("a-new-long-token");
  const { rows } = await base.owner.query("select before, after from audit_entry where organization_id = $1", [
    organization.organizationId,
  ]);
  expect(JSON.stringify(rows)).not.toContain("long-token");
  expect(JSON.stringify(rows)).not.toContain("long-app-secret");
});

test("omitted values are tested and kept", async () => {
  await post("UpdateWhatsappSetting", form({ recordID: channel.channelId }));
  await post("UpdateWhatsappSetting", form({ recordID: channel.channelId, accessToken: "", appSecret: "" }));
  expect(asked.at(-1)).toMatchObject({
    accessToken: "EAAB-a-new-long-token-9f3k",
    appSecret: "a-long-app-secret-77aa",
  });
  const { catalogueID: _left, ...without } = form({ recordID: channel.channelId });
  await post("UpdateWhatsappSetting", without);
  expect((await shown())[0]).toMatchObject({ catalogueID: "73000" });
  const renewed = await post<{ verifyToken: string }>(
    "UpdateWhatsappSetting",
    form({ recordID: channel.channelId, renewVerifyToken: true }),
  );
  expect(renewed.body.resultData?.verifyToken).toMatch(/^[\w-]{32}$/);
});

test("the second of two saves of the same version is refused", async () => {
  const [opened] = await shown();
  const save = (given: object) =>
    post("UpdateWhatsappSetting", form({ recordID: channel.channelId, version: opened?.version, ...given }));
  const answers = await Promise.all([save({ name: "甲" }), save({ name: "乙" })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ name: "STALE_DATA" });
  const [saved] = await shown();
  expect(saved?.version).toBe((opened?.version ?? 0) + 1);
  // Told before anything is tried at WhatsApp.
  asked.length = 0;
  expect((await save({ name: "丙" })).body).toMatchObject({ name: "STALE_DATA" });
  expect(asked).toEqual([]);
  // WhatsApp's own facts about the number do not count as an edit by a person.
  await post("ReloadWhatsappNumber", { recordID: channel.channelId });
  expect((await shown())[0]?.version).toBe(saved?.version);
});

test("a branch has one number, with a verify token that is shown once", async () => {
  const branchID = organization.branchIds[1];
  together = 2;
  const made = await Promise.all(
    [1, 2].map(() => post<{ verifyToken: string }>("UpdateWhatsappSetting", form({ branchID }))),
  );
  expect(made.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(made.find(({ status }) => status === 409)?.body).toMatchObject({ name: "SETTING_LIMIT_REACHED" });
  expect(made.filter(({ body }) => body.resultData?.verifyToken !== undefined)).toHaveLength(1);
  expect(await shown()).toHaveLength(2);
});

test("the number of a branch is changed without naming it, and keeps its app secret", async () => {
  const { appSecret, ...values } = form({ branchID: organization.branchIds[1] });
  const first = await post<{ recordID: string }>("UpdateWhatsappSetting", { ...values, appSecret });
  const again = await post<{ recordID: string }>("UpdateWhatsappSetting", {
    ...values,
    accessToken: "EAAB-another-one",
  });
  expect([again.status, again.body.resultData?.recordID]).toEqual([200, first.body.resultData?.recordID]);
  expect(asked.at(-1)).toMatchObject({ accessToken: "EAAB-another-one", appSecret });
  expect(await shown()).toHaveLength(2);
});

test("a catalogue can be tested with only its two fields", async () => {
  const body = { catalogueID: "1234567890", accessToken: "EAAtoken" };
  // As the provider answers for what is left out.
  wrong = ["appID", "phoneNumberID", "businessAccountID", "appSecret"];
  const answer = await callApi<{ ok: boolean; fields: TestedValue[] }>(
    server.app,
    "POST /api_users/Member/TestWhatsAppCatalogID",
    { token: owner, body },
  );
  expect(answer.body.resultData?.ok).toBe(true);
  expect(answer.body.resultData?.fields.map(({ field }) => field).sort()).toEqual(["accessToken", "catalogueID"]);
  wrong = ["appID", "phoneNumberID", "businessAccountID", "appSecret", "catalogueID"];
  expect((await post("TestWhatsAppCatalogID", body)).body).toMatchObject({
    success: false,
    code: 200105,
    name: "CHAT_VERIFICATION_FAILED",
  });
});

test("a number can be used only once", async () => {
  const elsewhere = await buildChannel(base, await buildOrganization(base.db));
  const answer = await post(
    "UpdateWhatsappSetting",
    form({ recordID: channel.channelId, phoneNumberID: elsewhere.externalId }),
  );
  expect(answer.body).toMatchObject({ name: "WHATSAPP_NUMBER_IN_USE", errors: [{ field: "phoneNumberID" }] });
  const stranger = form({ recordID: elsewhere.channelId });
  expect((await post("UpdateWhatsappSetting", stranger)).status).toBe(404);
  expect((await post("TestWhatsAppCatalogID", { recordID: elsewhere.channelId })).status).toBe(404);
});

test("a new token that passes lets a stopped number send again; another stop waits for a person", async () => {
  const stop = (reason: string) => inTransaction(base.db, organization.scope, (tx) => stopChannel(tx, channel, reason));
  await stop("tokenExpired");
  await post("UpdateWhatsappSetting", form({ recordID: channel.channelId }));
  expect((await shown())[0]?.stopped).toBeNull();
  await stop("accountLocked");
  await post("UpdateWhatsappSetting", form({ recordID: channel.channelId }));
  expect((await shown())[0]?.stopped).toMatchObject({ reason: "accountLocked" });
});

test("the number's state at WhatsApp is queried and reported by webhook, and a refused token stops it", async () => {
  const reload = () => post("ReloadWhatsappNumber", { recordID: channel.channelId });
  await reload();
  expect((await shown())[0]?.standing).toMatchObject({ quality: "green", limit: "TIER_2K", verifiedName: "晨光" });
  const news = { about: "number" as const, displayPhone: "85237001000", event: "FLAGGED", limit: "TIER_250" };
  const notice = { type: "notice" as const, field: "phone_number_quality_update", summary: "", news };
  await inTransaction(base.db, organization.scope, (tx) => applyNumberNews(tx, channel, notice));
  await inTransaction(base.db, organization.scope, (tx) =>
    applyNumberNews(tx, channel, { ...notice, news: { ...news, displayPhone: "85299999999", limit: "TIER_1" } }),
  );
  expect((await shown())[0]?.standing).toMatchObject({ quality: "red", limit: "TIER_250" });
  tokenRefused = true;
  await reload();
  expect((await shown())[0]).toMatchObject({ stopped: { reason: "tokenExpired" }, standing: { limit: "TIER_250" } });
});

test("can be switched off and on with the permission; hostile input is refused", async () => {
  const { recordID } = { recordID: channel.channelId };
  await post("UpdateWhatsappStatus", { recordID, status: 0 });
  expect((await shown())[0]?.status).toBe(0);
  const { token: sales } = await signInAs(base.db, organization, { role: "sales" });
  expect((await post("UpdateWhatsappStatus", { recordID, status: 1 }, sales)).status).toBe(403);
  expect((await post("UpdateWhatsappSetting", form({ recordID, appID: "1/../2" }))).status).toBe(422);
  expect((await post("UpdateWhatsappSetting", form({ recordID, accessToken: "a\r\nb: c" }))).status).toBe(422);
});

test("the form offers an unused number of the sandbox, if there is one", async () => {
  const trialNumber = async (on: FastifyInstance, token: string) =>
    (await callApi(on, "GET /api_users/Member/WhatsappTrialNumber", { token })).body.resultData;
  expect(await trialNumber(server.app, owner)).toBeNull();

  const sandbox = { appID: "400", appSecret: "s", businessAccountID: "200", catalogueID: "", accessToken: "t" };
  const platform = {
    ...base.platform,
    settings: {
      ...base.platform.settings,
      WHATSAPP_API_URL: "http://sandbox.test",
      WHATSAPP_TRIAL_NUMBERS: { ...sandbox, phoneNumberIDs: [channel.externalId, "9000000000001"] },
    },
  };
  const accountsOf = { whatsapp: accounts, line: testLineAccounts };
  const trying = await serveModules(platform, [channelsModule(platform, [testProvider()], accountsOf)]);
  const elsewhere = await buildOrganization(base.db);
  const other = (await signInAs(base.db, elsewhere)).token;
  expect(await trialNumber(trying, other)).toEqual({
    ...sandbox,
    phoneNumberID: "9000000000001",
    phonePage: "http://sandbox.test",
  });
  const phoneNumberID = "9000000000001";
  const given = { appID: "40000", businessAccountID: "20000", phoneNumberID };
  const body = { ...given, appSecret: "s", accessToken: "t", name: "試用" };
  const saved = await callApi(trying, "POST /api_users/Member/UpdateWhatsappSetting", { token: other, body });
  expect(saved.status).toBe(200);
  const list = await callApi(trying, "GET /api_users/Member/WhatsappSetting", { token: other });
  expect(list.body.resultData).toMatchObject([{ phoneNumberID, sandbox: true }]);
  expect(await trialNumber(trying, other)).toBeNull();
  await trying.close();
});
