import { createHmac } from "node:crypto";
import { type IncomingHttpHeaders } from "node:http";
import { RecordId } from "@homeroom/contract/ids";
import type { Delivery } from "@homeroom/contract/landing-webhooks";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { prepareListener } from "#platform/http/listener-for-tests";
import { pageCalls, pageForm } from "../for-tests.ts";
import { makeLeadOfEntry } from "../intake/actions/make-lead-of-entry.ts";
import { landingPagesModule } from "../public.ts";
import { callWebhook } from "./actions/call-webhook.ts";
import { deliver, removeOldDeliveries } from "./actions/deliver.ts";
import { nextWaitMs } from "./rules/signature.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let token: string;
let pageId: RecordId;
let answer = 200;
const received: { headers: IncomingHttpHeaders; body: string }[] = [];
const pages = () => pageCalls(server.app, () => token);

const server = prepareServer(base, (platform) => [landingPagesModule(platform)]);
const receiver = prepareListener(({ request, body }, reply) => {
  received.push({ headers: request.headers, body });
  reply.writeHead(answer).end("thanks");
});
beforeEach(async () => {
  answer = 200;
  received.length = 0;
  organization = await buildOrganization(base.db);
  ({ token } = await signInAs(base.db, organization, { role: "owner" }));
  const webhookURL = `${receiver.origin}/leads`;
  pageId = await pages().add({ ...pageForm(organization, "hook"), webhookURL });
});

async function log(): Promise<{ signingKey: string; list: Delivery[] }> {
  const { resultData } = await pages().get<{ signingKey: string; list: Delivery[] }>(`WebhookLog?recordID=${pageId}`);
  if (!resultData) throw new Error("There is a log");
  return resultData;
}

/** A lead of the page; returns the delivery that announces it. */
async function arrive(): Promise<RecordId> {
  const entryId = RecordId.parse(v7());
  await base.owner.query(
    `insert into landing_entry (organization_id, entry_id, page_id, fields, source, consent_text, state)
     values ($1, $2, $3, '{"name":"Amy","phone":"61234567"}', '{"gclid":"g1"}', '', 'waiting')`,
    [organization.organizationId, entryId, pageId],
  );
  await makeLeadOfEntry(base.db, organization.scope, entryId);
  const [delivery] = (await log()).list;
  if (!delivery) throw new Error("The lead is told");
  return delivery.recordID;
}

test("a lead is sent once, signed over time and body", async () => {
  const deliveryId = await arrive();
  await deliver(base.platform, organization.scope, deliveryId);
  await deliver(base.platform, organization.scope, deliveryId);
  expect(received).toHaveLength(1);
  const [{ headers, body } = { headers: {}, body: "" }] = received;
  const { signingKey, list } = await log();
  const time = headers["x-homeroom-timestamp"];
  const expected = createHmac("sha256", signingKey)
    .update(`${String(time)}.${body}`)
    .digest("hex");
  expect(headers["x-homeroom-signature"]).toBe(`sha256=${expected}`);
  expect(headers["x-homeroom-delivery"]).toBe(deliveryId);
  expect(JSON.parse(body)).toMatchObject({
    event: "lead",
    page: { recordID: pageId },
    lead: { isNew: true },
    entry: { fields: { name: "Amy" }, source: { gclid: "g1" } },
  });
  expect(list).toMatchObject([{ state: "done", attempts: 1, status: 200, nextTime: null }]);
});

test("a failed delivery is retried with growing waits, then given up, and can be sent again", async () => {
  answer = 500;
  const deliveryId = await arrive();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
    await deliver(base.platform, organization.scope, deliveryId);
    // oxlint-disable-next-line no-await-in-loop -- what the attempt left
    expect((await log()).list).toMatchObject([{ state: "waiting", attempts: attempt, status: 500 }]);
  }
  await deliver(base.platform, organization.scope, deliveryId);
  expect((await log()).list).toMatchObject([{ state: "failed", attempts: 6, nextTime: null }]);
  expect((await pages().info(pageId)).webhookFailed).toBe(true);
  answer = 204;
  await pages().post("ReplayWebhook", { recordID: deliveryId });
  await deliver(base.platform, organization.scope, deliveryId);
  expect((await log()).list).toMatchObject([{ state: "done", attempts: 1, status: 204 }]);
  expect((await pages().info(pageId)).webhookFailed).toBe(false);
});

test("waits grow and end", () => {
  const waits = [1, 2, 3, 4, 5].map((attempts) => nextWaitMs(attempts) ?? 0);
  expect(waits).toEqual([...waits].sort((one, other) => one - other));
  expect(nextWaitMs(6)).toBeNull();
});

test("a test shows the answer, or why there was none", async () => {
  const attempt = () => pages().post("TestWebhook", { recordID: pageId });
  const refused = { success: false, name: "LANDING_WEBHOOK_FAILED", code: 100022 };
  expect((await attempt()).resultData).toEqual({ ok: true, status: 200, problem: "" });
  answer = 403;
  expect(await attempt()).toMatchObject({ ...refused, details: { status: 403, problem: "" } });
  await pages().post("EditPage", { recordID: pageId, webhookURL: "http://127.0.0.1:9/" });
  expect(await attempt()).toMatchObject({ ...refused, details: { status: null, problem: "ECONNREFUSED" } });
});

test("in production, internal hosts cannot be reached by name or number", async () => {
  const { port } = new URL(receiver.origin);
  const call = (address: string) => callWebhook(address, { body: "{}", headers: {}, serving: true });
  for (const address of [`http://8.8.8.8/`, `https://127.0.0.1:${port}/`, `https://localhost:${port}/`]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await call(address)).toEqual({ status: null, problem: "EACCES" });
  }
  expect(received).toEqual([]);
});

test("visitors' data are deleted with deliveries after a month, even unfinished ones", async () => {
  const [over, waiting] = [await arrive(), await arrive()];
  await deliver(base.platform, organization.scope, over);
  const age = (days: number) =>
    base.owner.query("update landing_delivery set created_at = now() - make_interval(days => $2) where page_id = $1", [
      pageId,
      days,
    ]);
  const left = async () => (await log()).list.map(({ recordID }) => recordID).sort();
  await age(29);
  await removeOldDeliveries(base.db);
  expect(await left()).toEqual([over, waiting].sort());
  await age(31);
  await removeOldDeliveries(base.db);
  expect(await left()).toEqual([]);
});
