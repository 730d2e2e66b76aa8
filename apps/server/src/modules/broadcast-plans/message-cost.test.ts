import type { MessageCost } from "@homeroom/contract/broadcast-settings";
import type { LeadId } from "@homeroom/contract/ids";
import type { FastifyInstance } from "fastify";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { inboundText, receive } from "#modules/inbox/for-tests";
import { buildSession, callApi } from "#modules/sign-in/for-tests";
import type { TestDatabase } from "#platform/db/for-tests";
import { preparePlans, type TestPlans } from "./for-tests.ts";

let base: TestDatabase;
let app: FastifyInstance;
let plans: TestPlans;
let token: string;
let leadId: LeadId;

preparePlans(async (desk) => {
  ({ base, app, plans } = desk);
  const { organization, channel } = plans;
  const person = await buildAccount(base.db, organization, { role: "owner" });
  token = await buildSession(base.db, organization, { ...person, branchId: organization.branchIds[0] });
  await receive(base, channel, [inboundText({ from: { phone: "85291234001" } })]);
  const { rows } = await base.owner.query<{ lead_id: LeadId }>(
    "select lead_id from conversation where organization_id = $1",
    [organization.organizationId],
  );
  leadId = rows[0]?.lead_id as LeadId;
});

async function costs(): Promise<MessageCost> {
  const call = `GET /api_chat/Broadcast/MessageCost?leadId=${leadId}&channel=${plans.channel.channelId}` as const;
  const { body } = await callApi<MessageCost>(app, call, { token });
  if (!body.resultData) throw new Error(`The cost is not shown: ${JSON.stringify(body)}`);
  return body.resultData;
}

/** A price from the first of October on, as WhatsApp has charged replies since. */
const price = (category: string, micros: number, country = "HK") =>
  base.owner.query(
    `insert into broadcast_price (organization_id, price_id, country, category, currency, unit_micros, valid_from)
     values ($1, $2, $3, $4, 'USD', $5, '2026-10-01')`,
    [plans.organization.organizationId, v7(), country, category, micros],
  );

/** Replies that were sent this month, as many as there are free ones or another number. */
const sent = (count: number) =>
  base.owner.query(
    `insert into message (organization_id, message_id, conversation_id, channel_id, contact_id, position, direction, kind, text,
       state, sent_at, version)
     select organization_id, gen_random_uuid(), conversation_id, channel_id, contact_id, (select max(position) from message) + step, 'out', 'text', '好的',
       'delivered', now(), 1
     from message, generate_series(1, $2) as step
     where organization_id = $1 and direction = 'in'`,
    [plans.organization.organizationId, count],
  );

test("the first thousand replies of a month are free, later ones have the table's price", async () => {
  await price("service", 11_300);
  await price("utility", 11_300);
  await price("marketing", 73_200);
  expect(await costs()).toEqual({
    service: { kind: "free", reason: "monthly", left: 1000, amount: 0, currency: "" },
    // Inside the window too.
    utility: { kind: "priced", reason: null, left: null, amount: 0.0113, currency: "USD" },
    marketing: { kind: "priced", reason: null, left: null, amount: 0.0732, currency: "USD" },
  });
  await sent(998);
  expect((await costs()).service).toMatchObject({ kind: "free", left: 2 });
  await sent(2);
  expect((await costs()).service).toMatchObject({ kind: "priced", amount: 0.0113 });
});

test("nothing is charged within 72 hours of an ad, and replies to it are not counted", async () => {
  await sent(1000);
  await base.owner.query('update message set pricing = \'{"type":"free_entry_point"}\' where organization_id = $1', [
    plans.organization.organizationId,
  ]);
  expect((await costs()).service).toMatchObject({ kind: "free", reason: "monthly", left: 1000 });
  await base.owner.query(
    "update channel_contact set ad_window_ends_at = now() + interval '1 hour' where organization_id = $1",
    [plans.organization.organizationId],
  );
  expect(Object.values(await costs()).map(({ kind, reason }) => `${kind} ${reason}`)).toEqual(
    Array(3).fill("free adWindow"),
  );
});

test("without a price for the country nothing is shown as free", async () => {
  await sent(1000);
  await price("service", 11_300, "TW");
  expect((await costs()).service).toMatchObject({ kind: "unknown", amount: null });
});

test("an estimate uses Canada's price for its numbers, although the United States share the calling code", async () => {
  await price("marketing", 25_000, "CA");
  await price("marketing", 40_000, "US");
  const numbers = ["+14165550123", "+12125550123", "+12125550124"];
  const { name: _name, ...form } = plans.form({ filter: null, numbers }) as { name: string };
  const { body } = await plans.post("EstimateCost", form);
  const cost = { category: "marketing" };
  expect(body.resultData).toMatchObject({
    ...{ count: 3, unpriced: 0, amount: 0.105, currency: "USD" },
    costs: [
      { ...cost, country: "US", count: 2, unitPrice: 0.04, amount: 0.08 },
      { ...cost, country: "CA", count: 1, unitPrice: 0.025, amount: 0.025 },
    ],
  });
});
