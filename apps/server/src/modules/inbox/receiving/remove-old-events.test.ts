import { beforeAll, expect, test } from "vitest";
import { buildOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { buildChannel, type TestChannel } from "../for-tests.ts";
import { removeOldEvents } from "./actions/store-deliveries.ts";

const base = prepareDatabase();
let channel: TestChannel;

beforeAll(async () => {
  const organization = await buildOrganization(base.db);
  channel = await buildChannel(base, organization);
  const { channelId } = channel;
  await base.owner.query(
    `insert into inbound_delivery (organization_id, channel_id, event_id, payload, received_at, processed_at)
     select $1, $2, number::text, '{}', now() - interval '1 year',
       case when number > 9 then now() - case when number > 29 then interval '31 days' else interval '29 days' end end
     from generate_series(1, 3029) number`,
    [organization.organizationId, channelId],
  );
});

test("deliveries processed 30 days ago are found by an index and removed in batches; others stay", async () => {
  await base.owner.query("vacuum analyze inbound_delivery");
  const { rows: plan } = await base.owner.query<{ "QUERY PLAN": string }>(
    "explain select ctid from inbound_delivery where processed_at < now() - interval '1 year' limit 2000",
  );
  expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toContain("inbound_delivery_processed");
  expect([await removeOldEvents(base.db), await removeOldEvents(base.db)]).toEqual([true, false]);
  const { rows } = await base.owner.query(
    "select count(*)::int, count(processed_at)::int as processed from inbound_delivery",
  );
  expect(rows).toEqual([{ count: 29, processed: 20 }]);
});

test("events of messages that never arrived are removed, an opt-out of an unknown person is kept", async () => {
  const stop = { type: "preference", from: { phone: "85261230018" }, marketing: "stop", at: new Date() };
  await base.owner.query(
    `insert into early_event (organization_id, early_event_id, channel_id, provider_message_id, event, created_at)
     select $1, gen_random_uuid(), $2, key, $3, now() - interval '31 days'
     from unnest(array['wamid.never', 'person:85261230018']) as key`,
    [channel.organizationId, channel.channelId, JSON.stringify(stop)],
  );
  await removeOldEvents(base.db);
  const { rows } = await base.owner.query("select provider_message_id as key from early_event");
  expect(rows).toEqual([{ key: "person:85261230018" }]);
});
