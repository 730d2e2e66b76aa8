import type { AdLead } from "@homeroom/contract/ad-leads";
import type { GoogleSetting } from "@homeroom/contract/google-leads";
import { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer, serveModules } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { emptyOldAdLeads } from "../intake/actions/store-ad-lead.ts";
import { advertisingJobs, makeAdLeadJob } from "../jobs.ts";
import { advertisingModule } from "../public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let owner: string;
let key: string;

const server = prepareServer(base, (platform) => [advertisingModule(platform, null)]);
beforeEach(async () => {
  organization = await buildOrganization(base.db);
  owner = await signedIn("owner");
  key = `key-${v7()}`;
});

async function signedIn(role: "owner" | "admin" | "sales", branch: 0 | 1 = 0): Promise<string> {
  const branchId = organization.branchIds[branch];
  return (await signInAs(base.db, organization, { role, branchIds: [branchId] })).token;
}

const save = (form: object = {}, token = owner) =>
  callApi(server.app, "POST /api_users/Member/UpdateGoogleSetting", { token, body: { googleKey: key, ...form } });
const settings = async (token = owner) =>
  (await callApi<GoogleSetting[]>(server.app, "GET /api_users/Member/GoogleSetting", { token })).body.resultData ?? [];
const log = async (token = owner, query: object = {}) =>
  (
    await callApi<{ list: AdLead[]; total: number }>(server.app, "POST /api_users/Member/GoogleLeadLog", {
      token,
      body: query,
    })
  ).body.resultData?.list ?? [];

let caller = 0;
const call = (payload: string | object) => {
  caller += 1;
  return server.app.inject({
    method: "POST",
    url: "/api_webhook/Google/Lead",
    remoteAddress: `10.1.${caller >> 8}.${caller & 255}`,
    headers: { "content-type": "application/json" },
    payload: typeof payload === "string" ? payload : JSON.stringify(payload),
  });
};
const column = (column_id: string, string_value: string) => ({ column_id, string_value, column_name: column_id });
const lead = (more: object = {}) => ({
  lead_id: `lead-${v7()}`,
  google_key: key,
  api_version: "1.0",
  form_id: 40_000_000_001,
  campaign_id: 2_100_000_001,
  gcl_id: "gclid-1",
  user_column_data: [
    column("FULL_NAME", "陳媽媽"),
    column("PHONE_NUMBER", "+852 6123 4567"),
    column("EMAIL", "Amy@a.hk"),
  ],
  ...more,
});

const work = async () => {
  const { rows } = await base.owner.query<{ id: string }>(
    "select ad_lead_id as id from ad_lead where organization_id = $1 order by created_at",
    [organization.organizationId],
  );
  const job = advertisingJobs(base.platform, null).find(({ job: { name } }) => name === makeAdLeadJob.name);
  for (const { id } of rows) {
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await job?.run({ organizationId: organization.organizationId, adLeadId: id }, new AbortController().signal);
  }
};
const leads = async () =>
  (
    await base.owner.query<{ nickname: string }>(
      "select nickname, phone_e164, email, branch_id, channel_id from lead where organization_id = $1",
      [organization.organizationId],
    )
  ).rows;

test("a form's lead is stored before the answer, and created once afterwards, even if repeated", async () => {
  const channelID = RecordId.parse(v7());
  await base.owner.query(
    "insert into lead_channel (organization_id, lead_channel_id, name) values ($1, $2, 'Google 廣告')",
    [organization.organizationId, channelID],
  );
  expect((await save({ channelID })).status).toBe(200);
  const sent = lead();
  const answers = await Promise.all([call(sent), call(sent), call(sent)]);
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(Array(3).fill([200, "{}"]));
  expect(await leads()).toEqual([]);
  await Promise.all([work(), work()]);
  expect(await leads()).toEqual([
    {
      nickname: "陳媽媽",
      phone_e164: "85261234567",
      email: "amy@a.hk",
      branch_id: organization.branchIds[0],
      channel_id: channelID,
    },
  ]);
  expect(await log()).toMatchObject([{ state: "done", formID: "40000000001", campaignID: "2100000001" }]);
  const kept = await base.owner.query<{ payload: object }>("select payload from ad_lead where organization_id = $1", [
    organization.organizationId,
  ]);
  expect(JSON.stringify(kept.rows)).not.toContain(key);
  const { rows } = await base.owner.query<{ content: string }>(
    "select content from lead_log where organization_id = $1 and action_type = 1",
    [organization.organizationId],
  );
  expect(rows[0]?.content).toContain("gclid: gclid-1");
});

test("a test lead is marked, each time, and makes no lead", async () => {
  await save();
  const sent = lead({ is_test: true });
  await call(sent);
  await call(sent);
  await work();
  expect((await log()).map(({ state }) => state)).toEqual(["test", "test"]);
  expect(await leads()).toEqual([]);
  expect((await settings())[0]?.lastReceivedAt).not.toBeNull();
});

test("ids longer than a number stay unchanged", async () => {
  await save();
  const body = JSON.stringify(lead()).replace('"form_id":40000000001', '"form_id":9007199254740993123');
  await call(body);
  expect(await log()).toMatchObject([{ formID: "9007199254740993123" }]);
});

test.each([
  ["not JSON", "{"],
  ["a list", "[]"],
  ["without an id", { google_key: "x".repeat(30) }],
  ["with an endless id", { google_key: "x".repeat(30), lead_id: "x".repeat(300) }],
  ["null", "null"],
] as const)("what is %s is refused for good", async (_, payload) => {
  expect((await call(payload)).statusCode).toBe(400);
});

test("an unknown or disabled key is refused, and a caller who tries many is slowed down", async () => {
  expect((await call(lead())).statusCode).toBe(403);
  await save({ status: 0 });
  expect((await call(lead())).statusCode).toBe(403);
  const settings = { ...base.platform.settings, RATE_LIMITS: "on" as const };
  const strict = await serveModules(base.platform, [advertisingModule({ ...base.platform, settings }, null)]);
  const tries = Array.from({ length: 22 }, () =>
    strict.inject({ method: "POST", url: "/api_webhook/Google/Lead", payload: lead() }),
  );
  const answers = await Promise.all(tries);
  await strict.close();
  expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 429)).toHaveLength(2);
});

test("hostile values are made storable, and a lead without a person fails with a reason", async () => {
  await save();
  const columns = [{ column_id: "__proto__", string_value: "x" }, column("FULL_NAME", "\u0000\ud800<script>"), 7, null];
  expect((await call(lead({ user_column_data: columns }))).statusCode).toBe(200);
  expect((await call(lead({ user_column_data: [column("CITY", "Hong Kong")] }))).statusCode).toBe(200);
  expect((await call(lead({ user_column_data: "none" }))).statusCode).toBe(200);
  await work();
  expect((await log()).map(({ state, problem }) => problem ?? state)).toEqual(["noContact", "noContact", "done"]);
});

test("a failed lead can be retried with the permission", async () => {
  await save();
  await call(lead({ user_column_data: [] }));
  await work();
  const [failed] = await log();
  const retry = (token: string) =>
    callApi(server.app, "POST /api_users/Member/RetryGoogleLead", { token, body: { recordID: failed?.recordID } });
  expect((await retry(await signedIn("sales"))).status).toBe(403);
  expect((await retry(await signedIn("admin", 1))).status).toBe(200);
  expect(await log()).toMatchObject([{ state: "waiting", problem: null }]);
});

test("the key is sealed and never shown again; of two saves of one version one wins", async () => {
  await save();
  const [first] = await settings();
  expect(first).toMatchObject({ googleKey: { hasValue: true, last4: key.slice(-4) }, status: 1, version: 1 });
  const answers = await Promise.all([0, 1].map((status) => save({ googleKey: "", status, version: 1 })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await call(lead())).statusCode).toBe((await settings())[0]?.status === 1 ? 200 : 403);
  const audit = await base.owner.query("select before, after from audit_entry where subject_type = 'googleLeads'");
  for (const text of [await settings(), audit.rows].map((one) => JSON.stringify(one))) expect(text).not.toContain(key);
});

test("a key belongs to one branch of one organisation, and is long enough", async () => {
  await save();
  const other = await buildOrganization(base.db);
  const { token: stranger } = await signInAs(base.db, other, { role: "owner" });
  expect((await save({}, stranger)).body).toMatchObject({ name: "FIELD_INVALID", errors: [{ field: "googleKey" }] });
  expect((await save({ branchID: organization.branchIds[1] })).status).toBe(422);
  expect((await save({ googleKey: "short" })).status).toBe(422);
  expect((await save({ googleKey: "" }, stranger)).status).toBe(422);
});

test("the entered data are removed after thirty days", async () => {
  await save();
  await call(lead());
  await work();
  await emptyOldAdLeads(base.db, new Date(Date.now() + 31 * 86_400_000));
  const { rows } = await base.owner.query("select payload from ad_lead where organization_id = $1", [
    organization.organizationId,
  ]);
  expect(rows).toEqual([{ payload: {} }]);
});

test("failed deliveries are kept for ninety days, and their page permanently", async () => {
  const { organizationId, branchIds } = organization;
  for (const [state, problem] of [
    ["failed", "reconnect"],
    ["test", null],
  ])
    await base.owner.query(
      `insert into ad_lead (organization_id, ad_lead_id, source, external_id, branch_id, payload, state, problem)
       values ($1, $2, 'meta', gen_random_uuid(), $3, '{"page_id": "7", "field_data": [{"name": "email"}], "id": "1"}', $4, $5)`,
      [organizationId, v7(), branchIds[0], state, problem],
    );
  const kept = async (days: number) => {
    await emptyOldAdLeads(base.db, new Date(Date.now() + days * 86_400_000));
    const { rows } = await base.owner.query<{ state: string; names: string[] }>(
      `select state, array(select jsonb_object_keys(payload) order by 1) as names from ad_lead
       where organization_id = $1 order by state`,
      [organizationId],
    );
    return rows;
  };
  expect(await kept(31)).toEqual([
    { state: "failed", names: ["field_data", "id", "page_id"] },
    { state: "test", names: ["page_id"] },
  ]);
  expect(await kept(91)).toEqual([
    { state: "failed", names: ["page_id"] },
    { state: "test", names: ["page_id"] },
  ]);
  // Nothing is left to be emptied again and again.
  const { rows } = await base.owner.query(
    "select 1 from ad_lead where organization_id = $1 and payload - 'page_id' <> '{}'",
    [organizationId],
  );
  expect(rows).toEqual([]);
});
