import { beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import type { TestOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { setChannelStatus } from "../channels/actions/keep-channel.ts";
import { reportRefusedCalls } from "../channels/actions/report-refused-calls.ts";
import { channelsInScope } from "../channels/queries/channel-settings.ts";
import { channelConnected, channelRefused } from "../events.ts";
import { buildPlace, deliver, inboundText, type TestChannel, testInbox, testProvider } from "../for-tests.ts";
import { inboxReactions } from "../reactions.ts";
import { replayUnclaimed } from "./actions/replay-unclaimed.ts";
import { removeOldEvents, storeUnclaimed } from "./actions/store-deliveries.ts";
import { refusedCalls } from "./queries.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: TestChannel;

beforeEach(async () => {
  ({ organization, channel } = await buildPlace(base));
});

const keep = (body: string, given: { name?: string; signature?: string; size?: number } = {}) =>
  storeUnclaimed(base.db, "whatsapp", {
    names: [given.name ?? channel.externalId],
    rawBody: Buffer.from(body.padEnd(given.size ?? 0, " ")),
    signature: given.signature ?? "fits",
    receivedAt: new Date(),
  });

/** A provider whose deliveries are `fits` or not; each body is one event. */
async function replay(): Promise<void> {
  const provider = testProvider();
  provider.verifyUnclaimed = (_channel, { rawBody, signature }) =>
    signature === "fits" ? [{ eventId: rawBody.toString(), payload: { events: [] } }] : null;
  await replayUnclaimed(testInbox(base, provider), organization.scope, channel.channelId);
}

const stored = async () =>
  (
    await base.owner.query<{ event_id: string }>(
      "select event_id from inbound_delivery where channel_id = $1 order by delivery_id",
      [channel.channelId],
    )
  ).rows.map((row) => row.event_id);

test("earlier calls are replayed once and in order; unsigned ones never are", async () => {
  const bodies = Array.from({ length: 60 }, (_, index) => `event ${String(index).padStart(2, "0")}`);
  for (const body of bodies) expect(await keep(body)).toBe(true);
  await keep("forged", { signature: "does not fit" });
  await keep("of another number", { name: "0".repeat(12) });
  await replay();
  await replay();
  expect(await stored()).toEqual(bodies);
});

test("nothing is replayed into a disabled channel until it is switched on", async () => {
  await keep("early");
  const setStatus = (status: number) =>
    inTransaction(base.db, organization.scope, (tx) =>
      setChannelStatus(tx, organization.scope, channel.channelId, status),
    );
  await setStatus(0);
  await replay();
  expect(await stored()).toEqual([]);
  await setStatus(1);
  const { rows } = await base.owner.query<{ payload: Record<string, unknown> }>(
    "select payload from outbox where event = $1 and aggregate_id = $2",
    [channelConnected.name, channel.channelId],
  );
  expect(rows).toHaveLength(1);
  const meta = { organizationId: organization.organizationId, aggregateId: channel.channelId, traceId: "" };
  const jobs = inboxReactions
    .filter(({ event }) => event === channelConnected)
    .flatMap((one) => one.jobs?.(rows[0]?.payload ?? {}, meta) ?? []);
  expect(jobs.map(({ job }) => job.name)).toEqual(["replay-unclaimed", "replay-unclaimed"]);
  await replay();
  expect(await stored()).toEqual(["early"]);
});

test("large bodies, invalid names and too many calls for one number are not kept", async () => {
  expect(await keep("large", { size: 300_000 })).toBe(false);
  expect(await keep("nul", { name: "1\u00002" })).toBe(false);
  await base.owner.query(
    `insert into unclaimed_delivery (kind, names, signature, body, bytes)
     select 'whatsapp', array[$1], '', '', 1 from generate_series(1, 1000)`,
    [channel.externalId],
  );
  expect(await keep("one too many")).toBe(false);
  expect(await keep("of another", { name: "999999999999" })).toBe(true);
});

test("a call that the provider repeats is kept once", async () => {
  expect(await keep("event")).toBe(true);
  expect(await keep("event")).toBe(false);
  expect(await keep("event", { signature: "of another secret" })).toBe(true);
});

test("a channel shows since when its calls are refused, until one is accepted", async () => {
  const provider = testProvider();
  provider.verifyUnclaimed = (_channel, { signature }) => (signature === "fits" ? [] : null);
  const refused = async () => {
    const { scope } = organization;
    const listed = await inTransaction(base.db, scope, (tx) => channelsInScope(tx, scope, "whatsapp"));
    return (await refusedCalls(base.platform, provider, listed)).get(channel.channelId) ?? null;
  };
  expect(await refused()).toBeNull();
  await keep("of another number", { name: "0".repeat(12), signature: "does not fit" });
  expect(await refused()).toBeNull();
  await keep("refused", { signature: "does not fit" });
  expect(Date.now() - Number(await refused())).toBeLessThan(60_000);
  await keep("the secret is right now");
  expect(await refused()).toBeNull();
  await keep("forged", { signature: "does not fit" });
  expect(await refused()).not.toBeNull();
  await deliver(base, channel, [inboundText()]);
  expect(await refused()).toBeNull();
});

test("people who can change a channel's settings are notified of refused calls, once until a call is accepted", async () => {
  const { accountId } = await buildAccount(base.db, organization, { role: "owner" });
  await buildAccount(base.db, organization, { role: "sales" });
  const provider = testProvider();
  provider.verifyUnclaimed = (_channel, { signature }) => (signature === "fits" ? [] : null);
  const told = async () => {
    await reportRefusedCalls(testInbox(base, provider));
    const { rows } = await base.owner.query<{ payload: { people: string[] } }>(
      "select payload from outbox where event = $1 and aggregate_id = $2",
      [channelRefused.name, channel.channelId],
    );
    return rows.map(({ payload }) => payload.people);
  };
  const waitADay = () =>
    base.owner.query(
      `update channel set refusal_told_at = refusal_told_at - interval '25 hours' where channel_id = '${channel.channelId}'`,
    );
  await keep("of the right secret");
  expect(await told()).toEqual([]);
  await keep("refused", { signature: "does not fit" });
  expect(await told()).toEqual([[accountId]]);
  await keep("also refused", { signature: "does not fit" });
  await waitADay();
  expect(await told()).toHaveLength(1);
  await deliver(base, channel, [inboundText()]);
  expect(await told()).toHaveLength(1);
  await keep("refused after all was well", { signature: "does not fit" });
  expect(await told()).toHaveLength(2);
  await deliver(base, channel, [inboundText()]);
  await keep("refused on the same day", { signature: "does not fit" });
  expect(await told()).toHaveLength(2);
});

test("after seven days it is removed", async () => {
  await keep("old");
  await keep("new");
  await base.owner.query(
    "update unclaimed_delivery set received_at = now() - interval '8 days' where body = 'old' and names && array[$1]",
    [channel.externalId],
  );
  await removeOldEvents(base.db);
  await replay();
  expect(await stored()).toEqual(["new"]);
});
