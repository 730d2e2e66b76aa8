import type { ConversationId } from "@homeroom/contract/ids";
import { LeadId, MessageId } from "@homeroom/contract/ids";
import { unsubscribePayload } from "@homeroom/contract/message-templates";
import fc from "fast-check";
import { v7 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import type { Actor } from "#platform/auth/actor";
import { prepareDatabase } from "#platform/db/for-tests";
import type { InboundChannel } from "../channels/queries/channels.ts";
import {
  buildActor,
  buildChannel,
  inboundText,
  messageRowsOf,
  receive,
  statusOf,
  testInbox,
  testProvider,
} from "../for-tests.ts";
import { type DeliveryStatus, type InboundEvent, ProviderFailure } from "../port.ts";
import { deliverNextMessage } from "../sending/actions/deliver-next-message.ts";
import { retryMessage } from "../sending/actions/retry-message.ts";
import { sendMessage } from "../sending/actions/send-message.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: InboundChannel;
let actor: Actor;
let customers = 0;

beforeAll(async () => {
  organization = await buildOrganization(base.db);
  const sales = await buildAccount(base.db, organization, { role: "sales" });
  channel = await buildChannel(base, organization);
  actor = buildActor(organization, { accountId: sales.accountId });
});

const hour = 3_600_000;
/** Each is many transactions; a counterexample is told as it was found. */
const runs = { numRuns: 40, endOnFailure: true };

/** A moment of the last days, in whole seconds as providers give them. */
const moments = fc
  .integer({ min: 1, max: 5 * 24 * 3600 })
  .map((seconds) => new Date(Math.floor(Date.now() / 1000) * 1000 - seconds * 1000));

interface TalkMessage {
  sentAt: Date;
  fromAd: boolean;
  edits: Date[];
  withdrawn: boolean;
  reactions: { at: Date; emoji: string }[];
}

const said = fc.record<TalkMessage>({
  sentAt: moments,
  fromAd: fc.boolean(),
  edits: fc.uniqueArray(moments, { maxLength: 3, selector: Number }),
  withdrawn: fc.boolean(),
  reactions: fc.uniqueArray(fc.record({ at: moments, emoji: fc.constantFrom("👍", "❤️", "") }), {
    maxLength: 3,
    selector: ({ at }) => at.getTime(),
  }),
});

/** News of a conversation, in any order, some of it twice. */
const talks = fc.array(said, { minLength: 1, maxLength: 4 }).chain((messages) => {
  const count = messages.reduce((sum, one) => sum + eventsOf(one, { phone: "0" }, "").length, 0);
  const places = Array.from({ length: count }, (_, place) => place);
  const again = fc.array(fc.nat(count - 1), { maxLength: 6 });
  const order = fc.tuple(fc.shuffledSubarray(places, { minLength: count }), again);
  return order.map(([all, more]) => ({ messages, order: [...all, ...more] }));
});

function eventsOf(one: TalkMessage, from: { phone: string }, id: string): InboundEvent[] {
  const revision = { type: "revision" as const, from, originalId: id };
  return [
    inboundText({
      from,
      providerMessageId: id,
      sentAt: one.sentAt,
      text: "原來的",
      ...(one.fromAd && { referral: { sourceType: "ad" } }),
    }),
    ...one.edits.map((at) => ({ ...revision, revision: "edit" as const, text: `改於 ${at.toISOString()}`, at })),
    ...(one.withdrawn ? [{ ...revision, revision: "revoke" as const, at: new Date() }] : []),
    ...one.reactions.map(({ at, emoji }) =>
      inboundText({ from, kind: "reaction", text: emoji, sentAt: at, details: { targetId: id, emoji } }),
    ),
  ];
}

const latest = (all: readonly Date[]) => new Date(Math.max(...all.map(Number)));

test("events of a customer lead to the same result in any order and with any repetition", async () => {
  const holds = fc.asyncProperty(talks, async ({ messages, order }) => {
    customers += 1;
    const from = { phone: `8526700${String(customers).padStart(4, "0")}` };
    const ids = messages.map(() => `wamid.${v7()}`);
    const events = messages.flatMap((one, index) => eventsOf(one, from, ids[index] ?? ""));
    await receive(
      base,
      channel,
      order.map((place) => events[place] as InboundEvent),
    );

    const conversation = await conversationOf(from.phone);
    const rows = await messageRowsOf(base, conversation.conversation_id);
    const byId = new Map(rows.map((row) => [row.provider_message_id, row]));
    expect(rows).toHaveLength(messages.length);
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1));
    for (const [index, one] of messages.entries()) {
      const row = byId.get(ids[index] ?? "");
      expect(row?.revoked_at !== null).toBe(one.withdrawn);
      // What is withdrawn is shown to nobody, so that its text does not matter.
      if (!one.withdrawn) expect(row?.text).toBe(lastText(one));
      expect(await reactionsTo(row?.message_id ?? "")).toEqual(lastReaction(one));
    }
    expect(conversation.unread_count).toBe(messages.length);
    expect(conversation.window_ends_at).toEqual(windowEnd(messages));
    expect(conversation.last_inbound_at).toEqual(latest(messages.map(({ sentAt }) => sentAt)));
    expect(await leftOver(ids)).toBe(0);
  });
  await fc.assert(holds, runs);
});

function lastText({ edits }: TalkMessage): string {
  return edits.length === 0 ? "原來的" : `改於 ${latest(edits).toISOString()}`;
}

function lastReaction({ reactions }: TalkMessage): string[] {
  const last = reactions.toSorted((one, other) => Number(one.at) - Number(other.at)).at(-1);
  return last?.emoji ? [last.emoji] : [];
}

/** A day after the newest message, or three after the newest from an ad. */
function windowEnd(messages: readonly TalkMessage[]): Date {
  return latest(messages.map(({ sentAt, fromAd }) => new Date(sentAt.getTime() + (fromAd ? 72 : 24) * hour)));
}

type Step = "deliver" | "refuse" | "lose" | "tellOfLost" | "retry" | DeliveryStatus;

const steps = fc.array(
  fc.constantFrom<Step>(
    ...(["deliver", "deliver", "refuse", "lose", "tellOfLost", "retry"] as const),
    ...(["sent", "delivered", "read", "failed"] as const),
  ),
  { minLength: 3, maxLength: 14 },
);

const rank: Partial<Record<string, number>> = { accepted: 1, sent: 2, failed: 3, delivered: 4, read: 5 };

test("for any answers and statuses of a provider, our message is sent once for each time a person sends it, and never goes back", async () => {
  const holds = fc.asyncProperty(steps, async (script) => {
    const talk = await startTalk();
    const messageId = MessageId.parse(v7());
    await sendMessage(base.db, actor, { leadId: talk.leadId, messageId, type: "text", content: "您好" });
    let asked = 1;
    let before = "queued";
    for (const step of script) {
      asked += await take(step, talk, messageId);
      const row = await ourMessage(talk.conversationId, messageId);
      const [was, now] = [rank[before] ?? 0, rank[row.state] ?? 0];
      if (was >= 4) expect(now, `${before} and then ${row.state}`).toBeGreaterThanOrEqual(was);
      expect(row.state).not.toBe("sending");
      expect(talk.taken.length).toBeLessThanOrEqual(asked);
      before = row.state;
    }
    expect(await leftOver(talk.taken.slice(-1))).toBe(0);
  });
  await fc.assert(holds, runs);
});

test("statuses that arrive before the provider's answer count as much as later ones, in any order", async () => {
  const told = fc.uniqueArray(fc.constantFrom<DeliveryStatus>("sent", "delivered", "read", "failed"), { maxLength: 4 });
  const holds = fc.asyncProperty(told, told, fc.boolean(), async (early, late, namesOurs) => {
    const talk = await startTalk();
    const messageId = MessageId.parse(v7());
    await sendMessage(base.db, actor, { leadId: talk.leadId, messageId, type: "text", content: "您好" });
    const id = `wamid.${v7()}`;
    const of = (statuses: readonly DeliveryStatus[]) =>
      statuses.map((status) => statusOf(id, status, namesOurs ? { ourId: messageId } : {}));
    talk.provider.answer = async () => {
      await receive(base, channel, of(early));
      return { providerMessageId: id };
    };
    await deliverNextMessage(talk.inbox, organization.scope, talk.conversationId);
    await receive(base, channel, of([...late, ...late]));
    const highest = Math.max(1, ...[...early, ...late].map((status) => rank[status] ?? 0));
    const expected = Object.keys(rank).find((state) => rank[state] === highest);
    expect((await ourMessage(talk.conversationId, messageId)).state).toBe(expected);
    expect(await leftOver([id])).toBe(0);
  });
  await fc.assert(holds, runs);
});

interface Word {
  at: Date;
  says: "text" | "follow" | "block" | "stop" | "resume" | "unsubscribe";
}

const words = fc
  .uniqueArray(
    fc.record({
      at: moments,
      says: fc.constantFrom<Word["says"]>("text", "follow", "block", "stop", "resume", "unsubscribe"),
    }),
    {
      minLength: 1,
      maxLength: 7,
      selector: ({ at }) => at.getTime(),
    },
  )
  .chain((all) => fc.tuple(fc.constant(all), fc.array(fc.nat(all.length - 1), { maxLength: 4 })));

function eventOfWord({ at, says }: Word, from: { phone: string }, index: number): InboundEvent {
  if (says === "follow" || says === "block")
    return { type: "relation", relation: says, from, at, eventId: `${from.phone}:${index}` };
  if (says === "stop" || says === "resume") return { type: "preference", from, marketing: says, at };
  const details = says === "unsubscribe" ? { payload: unsubscribePayload } : {};
  return inboundText({ from, sentAt: at, providerMessageId: `wamid.${from.phone}.${index}`, details });
}

test("blocks and opt-outs reported in any order end with the latest of each", async () => {
  const holds = fc.asyncProperty(words, async ([all, again]) => {
    customers += 1;
    const from = { phone: `8526700${String(customers).padStart(4, "0")}` };
    const told = [...all, ...again.map((place) => all[place] as Word)];
    await receive(
      base,
      channel,
      told.map((word) => eventOfWord(word, from, all.indexOf(word))),
    );
    const { rows } = await base.owner.query(
      "select blocked_at, marketing_stopped_at from channel_contact where channel_id = $1 and phone = $2",
      [channel.channelId, from.phone],
    );
    const writes = ["text", "unsubscribe"];
    // A person who never wrote or followed is unknown to us.
    expect(rows).toHaveLength(all.some(({ says }) => says === "follow" || writes.includes(says)) ? 1 : 0);
    if (rows.length === 0) return;
    const last = (among: readonly string[]) =>
      all
        .filter(({ says }) => among.includes(says))
        .toSorted((one, other) => Number(one.at) - Number(other.at))
        .at(-1)?.says;
    expect(rows[0].blocked_at !== null).toBe(last(["follow", "block", ...writes]) === "block");
    expect(rows[0].marketing_stopped_at !== null).toBe(
      ["stop", "unsubscribe"].includes(last(["stop", "resume", "unsubscribe"]) ?? ""),
    );
  });
  await fc.assert(holds, { ...runs, numRuns: 25 });
});

type Talk = Awaited<ReturnType<typeof startTalk>>;

/** A customer who has just written, and a provider of their own. */
async function startTalk() {
  customers += 1;
  const phone = `8526700${String(customers).padStart(4, "0")}`;
  await receive(base, channel, [inboundText({ from: { phone } })]);
  const { conversation_id: conversationId, lead_id } = await conversationOf(phone);
  const provider = testProvider();
  // What the provider has taken, by its ids.
  const taken: string[] = [];
  return { conversationId, leadId: LeadId.parse(lead_id), provider, inbox: testInbox(base, provider), taken };
}

/** Takes a step; answers how many more times it may go out. */
async function take(step: Step, talk: Talk, messageId: MessageId): Promise<number> {
  const id = `wamid.${v7()}`;
  const deliver = () => deliverNextMessage(talk.inbox, organization.scope, talk.conversationId);
  switch (step) {
    case "deliver":
      talk.provider.answer = async () => {
        talk.taken.push(id);
        return { providerMessageId: id };
      };
      await deliver();
      return 0;
    case "refuse":
      talk.provider.answer = () => Promise.reject(failure(false));
      await deliver();
      return 0;
    case "lose":
      talk.provider.answer = () => {
        talk.taken.push(id);
        return Promise.reject(failure(true));
      };
      await deliver();
      return 0;
    case "tellOfLost": {
      // While it is sent again, it is told that an attempt without an answer has arrived after all.
      const lost = talk.taken.at(-1);
      talk.provider.answer = async () => {
        if (lost) await receive(base, channel, [statusOf(lost, "delivered", { ourId: messageId })]);
        talk.taken.push(id);
        return { providerMessageId: id };
      };
      await deliver();
      return 0;
    }
    case "retry":
      return retryMessage(base.db, actor, messageId).then(
        () => 1,
        () => 0,
      );
    default: {
      const last = talk.taken.at(-1);
      if (last) await receive(base, channel, [statusOf(last, step, { ourId: messageId })]);
      return 0;
    }
  }
}

function failure(unsure: boolean): ProviderFailure {
  const error = { code: "131026", reason: "badRequest", detail: "", stops: "message" } as const;
  return new ProviderFailure({ ...error, class: "permanent" }, unsure);
}

async function conversationOf(phone: string) {
  const found = await base.owner.query<{
    conversation_id: ConversationId;
    lead_id: string;
    unread_count: number;
    window_ends_at: Date;
    last_inbound_at: Date;
  }>(
    `select conversation.* from conversation join channel_contact using (organization_id, contact_id) where phone = $1`,
    [phone],
  );
  const [row] = found.rows;
  if (!row) throw new Error("There is no conversation");
  return row;
}

async function ourMessage(conversationId: ConversationId, messageId: MessageId) {
  const row = (await messageRowsOf(base, conversationId)).find((one) => one.message_id === messageId);
  if (!row) throw new Error("The message is gone");
  return row;
}

async function reactionsTo(messageId: string): Promise<string[]> {
  const found = await base.owner.query<{ emoji: string }>(
    "select emoji from message_reaction where message_id = $1 and emoji <> ''",
    [messageId],
  );
  return found.rows.map(({ emoji }) => emoji);
}

/** Events that still wait for a message which is there. */
async function leftOver(ids: readonly string[]): Promise<number> {
  const found = await base.owner.query<{ n: number }>(
    `select count(*)::int as n from early_event join message using (organization_id, channel_id, provider_message_id)
     where provider_message_id = any($1::text[])`,
    [[...ids]],
  );
  return found.rows[0]?.n ?? 0;
}
