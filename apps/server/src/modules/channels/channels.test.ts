import type { WhatsappChannel } from "@homeroom/contract/channels";
import type { FastifyInstance } from "fastify";
import { v7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import {
  buildActor,
  buildChannel,
  buildPlace,
  conversationRows,
  deliver,
  inboundText,
  receive,
  statusOf,
  stopChannel,
  type TestChannel,
  testProvider,
} from "#modules/inbox/for-tests";
import { inboxModule, resumeChannel, storeUnclaimed } from "#modules/inbox/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, serveModules } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { testLineAccounts } from "./for-tests.ts";
import { channelsModule } from "./public.ts";

const base = prepareDatabase();
let app: FastifyInstance;
let organization: TestOrganization;
let channel: TestChannel;

beforeAll(async () => {
  const provider = testProvider();
  provider.parse = (payload) => {
    if ("torn" in (payload as object)) throw new Error("This cannot be read");
    return (payload as { events: ReturnType<typeof provider.parse> }).events;
  };
  const inbox = inboxModule(base.platform, { providers: [provider], databaseUrl: base.access.sessionUrl });
  app = await serveModules(base.platform, [
    inbox,
    channelsModule(base.platform, [provider], { line: testLineAccounts }),
  ]);
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ organization, channel } = await buildPlace(base));
});

type Role = "owner" | "admin" | "tutor" | "sales";

async function signedIn(role: Role, branch: 0 | 1 = 0, of = organization): Promise<string> {
  const branchId = of.branchIds[branch];
  return (await signInAs(base.db, of, { role, branchIds: [branchId] })).token;
}

/** Someone who can see and fix channels at the second branch, and nowhere else. */
async function keeperElsewhere(): Promise<string> {
  const branchId = organization.branchIds[1];
  await base.owner.query(
    `insert into role_permission (organization_id, role_id, permission)
     select $1, $2, unnest(array['org:whatsapp:query', 'org:whatsapp:edit'])`,
    [organization.organizationId, organization.roles.tutor],
  );
  return (await signInAs(base.db, organization, { role: "tutor", branchIds: [branchId] })).token;
}

const ask = (token?: string) =>
  callApi<WhatsappChannel[]>(app, "GET /api_users/Member/WhatsappSetting", token === undefined ? {} : { token });

const resume = (token: string, recordID: string = channel.channelId) =>
  callApi(app, "POST /api_users/Member/ResumeChannel", { token, body: { recordID } });

const stop = (reason: string) => inTransaction(base.db, organization.scope, (tx) => stopChannel(tx, channel, reason));

async function eventsOf(name: string): Promise<{ aggregate_id: string }[]> {
  const found = await base.owner.query<{ aggregate_id: string }>(
    `select aggregate_id from outbox where event = $1 and organization_id = $2`,
    [name, organization.organizationId],
  );
  return found.rows;
}

test("a channel is shown with everything but its secrets", async () => {
  const token = await signedIn("admin");
  const [before] = (await ask(token)).body.resultData ?? [];
  expect(before).toEqual({
    recordID: channel.channelId,
    name: "旺角 WhatsApp",
    branch: { branchID: channel.branchId, name: "旺角分校" },
    displayPhone: "",
    appID: "",
    phoneNumberID: channel.externalId,
    businessAccountID: "900",
    catalogueID: "",
    accessToken: { hasValue: true, last4: "" },
    appSecret: { hasValue: true, last4: "" },
    verifyToken: { hasValue: true, last4: "" },
    sandbox: false,
    status: 1,
    stopped: null,
    account: null,
    webhookUrl: "http://localhost/api_webhook/WhatsApp/Callback",
    lastReceivedAt: null,
    refusedAt: null,
    standing: null,
    version: expect.any(Number),
  });
  await base.owner.query(`update channel set secrets = $2, settings = $3 where channel_id = $1`, [
    channel.channelId,
    base.platform.secrets.seal({ accessToken: "EAAB-long-enough-token-9f3k" }),
    JSON.stringify({ displayPhoneNumber: "+852 2700 0001", appId: "71", catalogueId: "72" }),
  ]);
  await deliver(base, channel, [inboundText()]);
  const answer = await ask(token);
  expect(answer.body.resultData?.[0]).toMatchObject({
    displayPhone: "+852 2700 0001",
    appID: "71",
    catalogueID: "72",
    accessToken: { hasValue: true, last4: "9f3k" },
    appSecret: { hasValue: false, last4: "" },
  });
  expect(Date.now() - Date.parse(answer.body.resultData?.[0]?.lastReceivedAt ?? "")).toBeLessThan(60_000);
  expect(JSON.stringify(answer.body)).not.toContain("long-enough");
});

test("a channel shows that its secret did not match the last call, until a later one is accepted", async () => {
  const token = await signedIn("admin");
  const refusedAt = async () => (await ask(token)).body.resultData?.[0]?.refusedAt ?? null;
  const call = { rawBody: Buffer.from("{}"), signature: "of another secret", receivedAt: new Date() };
  await storeUnclaimed(base.db, "whatsapp", { names: [channel.externalId], ...call });
  expect(await refusedAt()).toBe(call.receivedAt.toISOString());
  await deliver(base, channel, [inboundText()]);
  expect(await refusedAt()).toBeNull();
});

test("channels are visible only with the permission, in one's own branches", async () => {
  const { channelId } = await buildChannel(base, organization, organization.branchIds[1]);
  const seen = async (token: string) => (await ask(token)).body.resultData?.map((one) => one.recordID);
  expect(await seen(await signedIn("owner"))).toEqual([channel.channelId, channelId]);
  expect(await seen(await keeperElsewhere())).toEqual([channelId]);
  expect(await seen(await signedIn("owner", 0, await buildOrganization(base.db)))).toEqual([]);
  expect((await ask(await signedIn("sales"))).status).toBe(403);
  expect((await ask()).status).toBe(401);
});

test("a stopped channel shows since when and why", async () => {
  const token = await signedIn("admin");
  const stopped = async () => (await ask(token)).body.resultData?.[0]?.stopped;
  await stop("tokenExpired");
  expect(await stopped()).toEqual({ at: expect.any(String), reason: "tokenExpired" });
  await base.owner.query(`update channel set stopped_reason = 'older than this list' where channel_id = $1`, [
    channel.channelId,
  ]);
  expect((await stopped())?.reason).toBe("unknown");
});

async function auditEntries() {
  const { rows } = await base.owner.query(
    "select action, subject_type, subject_id, before, after from audit_entry where organization_id = $1 order by created_at",
    [channel.organizationId],
  );
  return rows;
}

test("resuming is idempotent; messages that wait and are due continue", async () => {
  const token = await signedIn("admin");
  await receive(base, channel, [inboundText(), inboundText()]);
  const [due, later] = await conversationRows(base, channel);
  await base.owner.query(
    `update message set direction = 'out', state = 'queued', next_attempt_at = case when conversation_id = $2 then now() + interval '1 hour' end
     where channel_id = $1`,
    [channel.channelId, later?.conversation_id],
  );
  await stop("paymentProblem");
  const answers = await Promise.all([resume(token), resume(token), resume(token)]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  expect((await ask(token)).body.resultData?.[0]?.stopped).toBeNull();
  expect(await eventsOf("message.queued")).toEqual([{ aggregate_id: due?.conversation_id }]);
  expect(await auditEntries()).toMatchObject([
    { action: "resumed", subject_id: channel.channelId, before: { stoppedReason: "paymentProblem" } },
  ]);
});

test("resuming a channel needs the permission to edit, and the channel in sight", async () => {
  await stop("tokenExpired");
  const elsewhere = await keeperElsewhere();
  const stranger = await signedIn("owner", 0, await buildOrganization(base.db));
  expect((await resume(elsewhere)).status).toBe(404);
  expect((await resume(stranger)).status).toBe(404);
  expect((await resume(stranger, v7())).status).toBe(404);
  expect((await resume(await signedIn("sales"))).status).toBe(403);
  expect((await resume("anonymous")).status).toBe(401);
  expect((await resume(await signedIn("admin"), "'; drop table channel")).status).toBe(422);
  const onlyLooks = buildActor(organization, { permissions: ["org:whatsapp:query"] });
  await expect(async () => resumeChannel(base.db, onlyLooks, channel.channelId)).rejects.toMatchObject({
    code: "PERMISSION_DENIED",
  });
  expect((await ask(await signedIn("owner"))).body.resultData?.[0]?.stopped).not.toBeNull();
});

test("deliveries that were given up are listed with their contents, even unreadable ones", async () => {
  const token = await signedIn("admin");
  await deliver(base, channel, [statusOf("wamid.1", "read")]);
  await base.owner.query(
    `insert into inbound_delivery (organization_id, channel_id, event_id, payload) values ($1, $2, 'torn', '{"torn": 1}')`,
    [channel.organizationId, channel.channelId],
  );
  await base.owner.query(`update inbound_delivery set given_up_at = now(), attempts = 8, problem = 'Error: no'`);
  const list = await callApi<{ list: { recordID: string; eventType: string }[]; total: number }>(
    app,
    "POST /api_chat/Chat/DeliveryProblems",
    { token, body: {} },
  );
  expect(list.body.resultData).toMatchObject({ total: 2, list: [{ eventType: "" }, { eventType: "status" }] });
  const rerun = (by: string) =>
    callApi(app, "POST /api_chat/Chat/RerunDelivery", {
      token: by,
      body: { recordID: list.body.resultData?.list[0]?.recordID },
    });
  expect((await rerun(await keeperElsewhere())).status).toBe(404);
  expect((await rerun(await signedIn("sales"))).status).toBe(403);
  expect([(await rerun(token)).status, (await rerun(token)).status]).toEqual([200, 404]);
  expect(await auditEntries()).toMatchObject([
    { action: "rerun", subject_type: "delivery", before: null, after: null },
  ]);
});
