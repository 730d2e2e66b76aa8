import type { ConversionEvent, ConversionSetting } from "@homeroom/contract/conversions";
import type { LeadId } from "@homeroom/contract/ids";
import { datasetToken, readyDataset } from "@homeroom/sandbox/meta/ready-business";
import { prepareSandbox } from "@homeroom/sandbox/testing/quiet-sandbox";
import { metaConversions } from "@homeroom/server/integrations/meta-ads/conversions";
import { signInAs } from "@homeroom/server/modules/accounts/for-tests";
import { sendNextConversions } from "@homeroom/server/modules/advertising/conversions/actions/send-conversions";
import type { ConversionSender } from "@homeroom/server/modules/advertising/port";
import { advertisingModule } from "@homeroom/server/modules/advertising/public";
import { buildOrganization, type TestOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { callApi, serveModules } from "@homeroom/server/modules/sign-in/for-tests";
import { prepareDatabase } from "@homeroom/server/platform/db/for-tests";
import { v7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

const minuteMs = 60_000;
const dayMs = 86_400_000;

const base = prepareDatabase();
const sandbox = prepareSandbox({ shopUrl: "http://127.0.0.1:9" });
let sender: ConversionSender;
let app: Awaited<ReturnType<typeof serveModules>>;
let organization: TestOrganization;
let owner: string;
let now: Date;

beforeAll(async () => {
  sender = metaConversions({ META_API_URL: `${sandbox.url}/meta` });
  app = await serveModules(base.platform, [advertisingModule(base.platform, null, { conversions: sender })]);
});
afterAll(() => app?.close());
beforeEach(async () => {
  await base.owner.query("delete from conversion_setting");
  organization = await buildOrganization(base.db);
  owner = await signedIn("owner");
  await switches({});
  await fetch(`${sandbox.url}/sandbox/meta/api/conversions`, { method: "DELETE" });
  expect((await save({ datasetID: readyDataset, accessToken: datasetToken })).body.success).toBe(true);
  now = new Date(Date.now() + minuteMs);
});

const signedIn = async (role: "owner" | "admin", branch: 0 | 1 = 0) =>
  (await signInAs(base.db, organization, { role, branchIds: [organization.branchIds[branch]] })).token;
const call = <Answer>(address: `POST /${string}` | `GET /${string}`, body: object, token = owner) =>
  callApi<Answer>(app, address, address.startsWith("POST") ? { token, body } : { token });
const save = (form: object, token = owner) => call("POST /api_users/Member/UpdateConversionSetting", form, token);
const setting = async () =>
  (await call<ConversionSetting>("GET /api_users/Member/ConversionSetting", {})).body.resultData;
const log = async () =>
  (await call<{ list: ConversionEvent[] }>("POST /api_users/Member/ConversionLog", { pageSize: 100 })).body.resultData
    ?.list ?? [];

async function switches(body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const address = `${sandbox.url}/sandbox/meta/api/switches`;
  await fetch(address, { method: "PUT", headers, body: JSON.stringify({ trouble: null, ...body }) });
}
interface ReceivedConversion {
  event_name: string;
  event_id: string;
  user_data: Record<string, unknown>;
}
const taken = async () =>
  (await (await fetch(`${sandbox.url}/sandbox/meta/api/conversions`)).json()) as ReceivedConversion[];

/** Processes everything that is due now; returns how many rounds that took. */
async function work(): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- until nothing is due
  while (await sendNextConversions(base.platform, sender, now));
  now = new Date(now.getTime() + 2 * minuteMs);
}

let made = 0;
/** A new lead of a lead form, with the stages that it has reached. */
async function buildLead(reached: { talked?: boolean; attended?: boolean; deal?: boolean; came?: Date } = {}) {
  made += 1;
  const leadId = v7() as LeadId;
  const came = reached.came ?? now;
  const at = (is: boolean | undefined) => (is ? came : null);
  const { organizationId, branchIds } = organization;
  await base.owner.query(
    `insert into lead (organization_id, lead_id, branch_id, nickname, lead_date, area_code, phone, phone_e164, email,
       talked_at, trial_attended_at, deal_at)
     values ($1, $2, $3, 'Amy', '2026-10-05', '+852', $4, $5, $6, $7, $8, $9)`,
    [
      ...[organizationId, leadId, branchIds[0], `6${1_000_000 + made}`, `8526${1_000_000 + made}`, `amy-${made}@a.hk`],
      ...[at(reached.talked), at(reached.attended), at(reached.deal)],
    ],
  );
  await base.owner.query(
    `insert into ad_lead (organization_id, ad_lead_id, source, external_id, branch_id, payload, state, lead_id, done_at,
       created_at)
     values ($1, $2, 'meta', $3, $4, '{}', 'done', $5, now(), $6)`,
    [organizationId, v7(), String(700_000_000_000_000 + made), branchIds[0], leadId, came],
  );
  return leadId;
}

test("each stage of a lead is sent once, with personal data only as hashes", async () => {
  const leadId = await buildLead({ talked: true, attended: true });
  await work();
  await work();
  const events = await taken();
  expect(events.map(({ event_name: name }) => name).toSorted()).toEqual([
    "Conversation started",
    "Lead",
    "Trial attended",
  ]);
  expect(JSON.stringify(events)).not.toContain("amy");
  await base.owner.query("update lead set deal_at = $2 where lead_id = $1", [leadId, now]);
  await work();
  expect((await taken()).map(({ event_name: name }) => name)).toContain("Converted");
  expect((await log()).map(({ state, leadName }) => [state, leadName])).toEqual(Array(4).fill(["sent", "Amy"]));
});

test("two processes, and a retry after a crash, send the same events, which Meta counts once", async () => {
  await buildLead({ talked: true });
  await Promise.all([work(), work()]);
  await base.owner.query("update conversion_event set state = 'waiting', due_at = now()");
  await work();
  expect(await taken()).toHaveLength(2);
  expect((await log()).map(({ state }) => state)).toEqual(["sent", "sent"]);
});

test("stages reached before this was switched on, or too long ago, are not sent", async () => {
  const before = new Date(Date.now() - 3 * dayMs);
  await buildLead({ talked: true, came: before });
  await work();
  expect(await log()).toEqual([]);
});

test("an event that waited too long for Meta is marked as such, and not sent", async () => {
  await switches({ trouble: "rateLimited" });
  await buildLead();
  await work();
  await switches({});
  now = new Date(now.getTime() + 8 * dayMs);
  await work();
  expect(await log()).toMatchObject([{ state: "failed", problem: "tooOld" }]);
});

test("failures at Meta are retried later; an invalid key stops nothing for ever", async () => {
  await buildLead();
  for (const trouble of ["unavailable", "rateLimited", "reconnect"]) {
    // oxlint-disable-next-line no-await-in-loop -- one failure after the other
    await switches({ trouble });
    // oxlint-disable-next-line no-await-in-loop -- one failure after the other
    await work();
    // oxlint-disable-next-line no-await-in-loop -- one failure after the other
    expect(await log()).toMatchObject([{ state: "waiting" }]);
    now = new Date(now.getTime() + 60 * minuteMs);
  }
  expect(await setting()).toMatchObject({ problem: "reconnect" });
  await switches({});
  expect((await save({ datasetID: readyDataset })).body.success).toBe(true);
  await work();
  expect(await log()).toMatchObject([{ state: "sent" }]);
  expect(await setting()).toMatchObject({ problem: null });
});

test("an event at its last attempt fails alone: others of its batch keep their own attempts and wait", async () => {
  const old = await buildLead();
  const fresh = await buildLead();
  await switches({ trouble: "unavailable" });
  await work();
  await base.owner.query("update conversion_event set due_at = $2, attempts = case lead_id when $1 then 9 else 0 end", [
    old,
    now,
  ]);
  await work();
  const events = await log();
  expect(events.find(({ leadId }) => leadId === old)).toMatchObject({ state: "failed", problem: "unavailable" });
  expect(events.find(({ leadId }) => leadId === fresh)).toMatchObject({ state: "waiting", problem: null });
  await switches({});
  // It waits for the minute of its own first attempt.
  await work();
  expect((await log()).find(({ leadId }) => leadId === fresh)).toMatchObject({ state: "sent" });
});

test("an event that Meta refuses delays no other, shows the reason, and can be sent again", async () => {
  const good = await buildLead();
  const bad = await buildLead();
  await base.owner.query("update ad_lead set external_id = '12' where lead_id = $1", [bad]);
  await work();
  const events = await log();
  expect(events.find(({ leadId }) => leadId === good)).toMatchObject({ state: "sent" });
  const refused = events.find(({ leadId }) => leadId === bad);
  expect(refused).toMatchObject({ state: "failed", problem: "refused", detail: expect.stringContaining("100") });
  await base.owner.query("update conversion_event set click = '712345678901234' where lead_id = $1", [bad]);
  const retried = { recordID: refused?.recordID };
  expect((await call("POST /api_users/Member/RetryConversion", retried)).body.success).toBe(true);
  await work();
  expect((await log()).map(({ state }) => state)).toEqual(["sent", "sent"]);
});

test("the key is never shown, an old version is refused, and only people of the whole organisation can change it", async () => {
  expect(await setting()).toMatchObject({
    datasetID: readyDataset,
    accessToken: { hasValue: true, last4: datasetToken.slice(-4) },
    status: 1,
  });
  expect(JSON.stringify(await setting())).not.toContain(datasetToken);
  expect((await save({ datasetID: readyDataset, version: 7 })).body).toMatchObject({ name: "STALE_DATA" });
  expect((await save({ datasetID: "../1" })).body).toMatchObject({ success: false });
});
