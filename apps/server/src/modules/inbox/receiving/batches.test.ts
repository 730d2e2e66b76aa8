import type { ConversationId, LeadId } from "@homeroom/contract/ids";
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { organizationScope } from "#platform/db/scope";
import {
  buildActor,
  buildChannel,
  deliver,
  inboundText,
  receive,
  statusOf,
  testInbox,
  testProvider,
} from "../for-tests.ts";
import type { DeliveryStatus, InboundChannel, InboundEvent } from "../port.ts";
import { deliverNextMessage } from "../sending/actions/deliver-next-message.ts";
import { sendMessage } from "../sending/actions/send-message.ts";
import { startDrain } from "./drain.ts";

const base = prepareDatabase();

const people = 3;
const statuses: readonly DeliveryStatus[] = ["sent", "delivered", "read"];
/** The moment of everything that a history says, in whole seconds as providers give them. */
const start = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
const at = (step: number) => new Date(start + step * 1000);

const steps = fc.array(
  fc.record({
    person: fc.nat(people - 1),
    what: fc.constantFrom(
      "text",
      "text",
      "text",
      "quote",
      "again",
      "status",
      "status",
      "react",
      "revoke",
      "other",
      "bad",
    ),
    status: fc.constantFrom(...statuses),
  }),
  { minLength: 5, maxLength: 40 },
);
type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never;

interface Desk {
  channel: InboundChannel;
  /** The provider's id of the message that each person was sent. */
  ours: string[];
}

const phoneOf = (person: number) => `8526990${String(person).padStart(4, "0")}`;

/** A channel with people who wrote before and were answered once. */
async function openDesk(): Promise<Desk> {
  const organization = await buildOrganization(base.db);
  const { accountId } = await buildAccount(base.db, organization, { role: "sales" });
  const channel = await buildChannel(base, organization);
  const actor = buildActor(organization, { accountId });
  const inbox = testInbox(base, testProvider());
  const ours: string[] = [];
  for (let person = 0; person < people; person += 1) {
    await receive(base, channel, [inboundText({ from: { phone: phoneOf(person) }, sentAt: at(-60), text: "你好" })]);
    const found = await base.owner.query<{ conversation_id: ConversationId; lead_id: LeadId }>(
      `select conversation_id, conversation.lead_id from conversation join channel_contact using (organization_id, contact_id)
       where channel_id = $1 and phone = $2`,
      [channel.channelId, phoneOf(person)],
    );
    const [row] = found.rows;
    if (!row) throw new Error("Nobody wrote");
    const { conversation_id: conversationId, lead_id: leadId } = row;
    const { message_id: id } = await sendMessage(base.db, actor, { leadId, type: "text", content: "您好" });
    await deliverNextMessage(inbox, organizationScope(channel.organizationId), conversationId);
    ours.push(`wamid.${id}`);
  }
  return { channel, ours };
}

/** The events of a history; their ids carry `mark`, so that two desks can tell the same one. */
function eventsOf(history: readonly Step[], { ours }: Desk, mark: string): InboundEvent[] {
  const written: string[][] = Array.from({ length: people }, () => []);
  return history.map(({ person, what, status }, index): InboundEvent => {
    const from = { phone: phoneOf(person) };
    const id = `wamid.${mark}.${index}`;
    const known = written[person] as string[];
    const last = known.at(-1) ?? "wamid.unknown";
    if (what === "status") return statusOf(ours[person] ?? "", status, { at: at(index), recipient: from });
    if (what === "react")
      return inboundText({
        from,
        kind: "reaction",
        text: "👍",
        sentAt: at(index),
        details: { targetId: last, emoji: "👍" },
      });
    if (what === "revoke") return { type: "revision", revision: "revoke", from, originalId: last, at: at(index) };
    if (what === "other")
      return inboundText({ from: { phone: `852698${index}${person}0000`.slice(0, 11) }, sentAt: at(index) });
    if (what === "bad") return { ...inboundText({ from }), sentAt: "never" as unknown as Date };
    if (what === "again" && known.length > 0)
      return inboundText({ from, providerMessageId: last, sentAt: at(index), text: "again" });
    known.push(id);
    const quoted = what === "quote" && known.length > 1 ? { quotedId: last } : {};
    return inboundText({ from, providerMessageId: id, sentAt: at(index), text: `第 ${index} 句`, ...quoted });
  });
}

/** All that is shown of a channel's known people, without ids. */
async function shown({ channel }: Desk) {
  const found = await base.owner.query<{ row: unknown }>(
    `select jsonb_build_object('phone', contact.phone, 'unread', unread_count, 'seen', customer_unread,
       'last', last_position, 'direction', last_direction, 'window', conversation.window_ends_at,
       'heard', contact.last_inbound_at, 'lead', jsonb_build_array(lead.lead_type, lead.revisit_count),
       'log', (select jsonb_agg(action_type order by action_type) from lead_log log
               where log.organization_id = lead.organization_id and log.lead_id = lead.lead_id),
       'messages', (select jsonb_agg(jsonb_build_array(position, direction, kind, text, state, case direction when 'in' then sent_at end, revoked_at is null,
           quoted_id is null, (select jsonb_agg(emoji) from message_reaction r
             where r.organization_id = m.organization_id and r.message_id = m.message_id)) order by position)
         from message m where m.organization_id = conversation.organization_id
           and m.conversation_id = conversation.conversation_id)) as row
     from conversation join channel_contact contact using (organization_id, contact_id)
     join lead on lead.organization_id = conversation.organization_id and lead.lead_id = conversation.lead_id
     where contact.channel_id = $1 and contact.phone like '8526990%' order by contact.phone`,
    [channel.channelId],
  );
  return found.rows.map(({ row }) => row);
}

async function waiting({ channel }: Desk): Promise<number> {
  const found = await base.owner.query<{ count: number }>(
    `select count(*)::int as count from inbound_delivery
     where channel_id = $1 and processed_at is null and given_up_at is null and attempts = 0`,
    [channel.channelId],
  );
  return found.rows[0]?.count ?? 0;
}

test("batches processed by two workers give the same result as processing one by one", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const [single, batched] = [await openDesk(), await openDesk()];
      const good = eventsOf(history, single, "a").filter((_, index) => history[index]?.what !== "bad");
      for (const event of good) await receive(base, single.channel, [event]);
      await deliver(base, batched.channel, eventsOf(history, batched, "b"));
      const drains = [1, 2].map(() => startDrain(testInbox(base), base.access.sessionUrl));
      await expect.poll(() => waiting(batched)).toBe(0);
      await Promise.all(drains.map((drain) => drain.stop()));
      expect(await shown(batched)).toEqual(await shown(single));
      // What cannot be processed waits to be tried again.
      await base.owner.query("delete from inbound_delivery where processed_at is null");
    }),
    { numRuns: 15, endOnFailure: true },
  );
});
