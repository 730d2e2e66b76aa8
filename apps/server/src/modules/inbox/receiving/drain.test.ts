import { v7 } from "uuid";
import { afterAll, beforeEach, expect, test } from "vitest";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import type { InboundChannel } from "../channels/queries/channels.ts";
import { buildActor, buildPlace, deliver, inboundText, testInbox } from "../for-tests.ts";
import type { InboundMessage } from "../port.ts";
import { rerunDelivery } from "./actions/replay-unclaimed.ts";
import { storeDeliveries } from "./actions/store-deliveries.ts";
import { type Drain, startDrain } from "./drain.ts";
import { createDeliveryIntake } from "./intake.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: InboundChannel;
const running: Drain[] = [];

beforeEach(async () => {
  ({ organization, channel } = await buildPlace(base));
});
afterAll(() => Promise.all(running.map((drain) => drain.stop())));

function drain(): Drain {
  const one = startDrain(testInbox(base), base.access.sessionUrl);
  running.push(one);
  return one;
}

async function waiting(): Promise<number> {
  const found = await base.owner.query<{ count: string }>(
    `select count(*) from inbound_delivery where channel_id = $1 and processed_at is null and given_up_at is null`,
    [channel.channelId],
  );
  return Number(found.rows[0]?.count);
}

/** What arrived, by sender, in its order. */
async function arrived(): Promise<Map<string, string[]>> {
  const found = await base.owner.query<{ phone: string; texts: string[] }>(
    `select c.phone, array_agg(m.text order by m.position) as texts
     from message m join channel_contact c using (organization_id, contact_id)
     where m.channel_id = $1 group by c.phone`,
    [channel.channelId],
  );
  return new Map(found.rows.map((row) => [row.phone, row.texts]));
}

function mixed(senders: number, each: number): InboundMessage[] {
  return Array.from({ length: senders * each }, (_, number) =>
    inboundText({
      from: { phone: `85290${String(number % senders).padStart(6, "0")}` },
      text: String(Math.floor(number / senders)),
    }),
  );
}

const inOrder = (each: number) => Array.from({ length: each }, (_, number) => String(number));

test("several processes handle all waiting deliveries once, each person's in order", async () => {
  const drains = [drain(), drain(), drain()];
  const messages = mixed(12, 10);
  for (let at = 0; at < messages.length; at += 20) await deliver(base, channel, messages.slice(at, at + 20));
  await expect.poll(waiting).toBe(0);
  await Promise.all(drains.map((one) => one.stop()));
  const byPerson = await arrived();
  expect(byPerson.size).toBe(12);
  for (const texts of byPerson.values()) expect(texts).toEqual(inOrder(10));
});

test("broken connections lose nothing and duplicate nothing", async () => {
  const one = drain();
  await deliver(base, channel, mixed(10, 12));
  for (let kills = 0; kills < 6; kills += 1) {
    await new Promise((resolve) => setTimeout(resolve, 60));
    await base.superuser.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'homeroom%' and pid <> pg_backend_pid()`,
    );
  }
  await expect.poll(waiting).toBe(0);
  await one.stop();
  const byPerson = await arrived();
  expect(byPerson.size).toBe(10);
  for (const texts of byPerson.values()) expect([...texts].sort()).toEqual(inOrder(12).sort());
});

test("a delivery that fails is postponed, finally given up, shown, and can be replayed; others continue", async () => {
  const broken = { ...inboundText({ text: "壞" }), sentAt: "not a moment" };
  const { organizationId, channelId } = channel;
  await storeDeliveries(base.db, [{ organizationId, channelId, eventId: v7(), payload: { events: [broken] } }]);
  await deliver(base, channel, [inboundText({ from: broken.from, text: "好" })]);
  const one = drain();
  const row = async () =>
    (await base.owner.query(`select * from inbound_delivery where channel_id = $1 order by delivery_id`, [channelId]))
      .rows[0];
  await expect.poll(async () => (await row())?.attempts).toBe(1);
  await expect.poll(arrived).toEqual(new Map([[broken.from.phone, ["好"]]]));
  await base.owner.query(`update inbound_delivery set attempts = 7, next_attempt_at = null where channel_id = $1`, [
    channelId,
  ]);
  await expect.poll(async () => (await row())?.given_up_at).not.toBeNull();
  expect((await row())?.problem).toMatch(/\w/);
  const actor = buildActor(organization, { permissions: ["org:whatsapp:edit"] });
  const id = String((await row())?.delivery_id);
  await expect(rerunDelivery(base.db, buildActor(await buildOrganization(base.db), actor), id)).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await base.owner.query(`update inbound_delivery set payload = $2 where delivery_id = $1`, [
    id,
    JSON.stringify({ events: [{ ...broken, sentAt: new Date() }] }),
  ]);
  await rerunDelivery(base.db, actor, id);
  await expect.poll(async () => (await row())?.processed_at).not.toBeNull();
  await one.stop();
  expect((await arrived()).get(broken.from.phone ?? "")).toEqual(["好", "壞"]);
});

test("simultaneous deliveries of an event are stored once", async () => {
  const intake = createDeliveryIntake(base.db);
  const { organizationId, channelId } = channel;
  const deliveries = Array.from({ length: 300 }, (_, number) => ({
    organizationId,
    channelId,
    eventId: `event ${number % 100}`,
    payload: { events: [] },
  }));
  await Promise.all(deliveries.map((one) => intake.append([one])));
  const found = await base.owner.query(`select count(*)::int as n from inbound_delivery where channel_id = $1`, [
    channelId,
  ]);
  expect(found.rows[0]?.n).toBe(100);
});

test("a row that the database rejects fails only its own webhook", async () => {
  const intake = createDeliveryIntake(base.db);
  const { organizationId, channelId } = channel;
  const good = { organizationId, channelId, eventId: "good", payload: { events: [] } };
  const bad = { organizationId, channelId: v7(), eventId: "bad", payload: { events: [] } };
  const results = await Promise.allSettled([intake.append([good]), intake.append([bad]), intake.append([])]);
  expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  const found = await base.owner.query(`select event_id from inbound_delivery where channel_id = $1`, [channelId]);
  expect(found.rows).toEqual([{ event_id: "good" }]);
});

test("each database notification says whether only statuses were stored", async () => {
  const client = await base.owner.connect();
  const told: string[] = [];
  client.on("notification", ({ payload = "" }) => told.push(payload));
  await client.query("listen inbound_delivery");
  const { organizationId, channelId } = channel;
  const store = (kinds: readonly boolean[]) =>
    storeDeliveries(
      base.db,
      kinds.map((isStatus) => ({ organizationId, channelId, eventId: v7(), payload: { events: [] }, isStatus })),
    );
  await store([true, true]);
  await store([true, false]);
  await store([false]);
  await expect.poll(() => told).toEqual(["statuses", "", ""]);
  client.removeAllListeners("notification");
  await client.query("unlisten *");
  client.release();
});
