import type { MessageState } from "@homeroom/contract/chat";
import type { ChannelId } from "@homeroom/contract/ids";
import { demoAd } from "./campaigns.ts";
import { awake, day, hour } from "./clock.ts";
import { moment, newProspect, type Prospect, type SeedContext } from "./lead-history.ts";
import type { PictureFile } from "./pictures.ts";
import type { Random } from "./random.ts";
import { type ConversationState, lastTimeOf, newTurns, type SeedMessage } from "./talk-turns.ts";

/** The number of conversations in each state, of 150. */
const standings: Readonly<Record<ConversationState, number>> = {
  fresh: 6,
  unread: 12,
  waiting: 9,
  answered: 22,
  overdue: 14,
  silent: 19,
  failed: 7,
  settled: 61,
};

/** Failures of our messages, as the provider's failures are classified. */
const failures = [
  { class: "permanent", code: "131026", reason: "notOnWhatsApp", detail: "Message undeliverable", attempts: 1 },
  { class: "permanent", code: "131047", reason: "windowClosed", detail: "Re-engagement message", attempts: 1 },
  { class: "retryable", code: "131000", reason: "providerUnavailable", detail: "Something went wrong", attempts: 6 },
] as const;

export interface Conversations {
  prospects: Prospect[];
  contacts: Record<string, unknown>[];
  conversations: Record<string, unknown>[];
  messages: Record<string, unknown>[];
  reactions: Record<string, unknown>[];
  files: PictureFile[];
}

/** People who have written, and their conversations. */
export function newConversations(around: SeedContext, channelId: ChannelId, count: number): Conversations {
  const made: Conversations = {
    prospects: [],
    contacts: [],
    conversations: [],
    messages: [],
    reactions: [],
    files: [],
  };
  const all = Object.entries(standings) as [ConversationState, number][];
  const share = count / all.reduce((sum, [, number]) => sum + number, 0);
  for (const [standing, number] of all) {
    for (let place = 0; place < Math.round(number * share); place += 1)
      addConversation(around, made, { channelId, standing });
  }
  return made;
}

interface TimedMessage extends SeedMessage {
  id: string;
  at: number;
  state: MessageState;
}

function addConversation(
  around: SeedContext,
  made: Conversations,
  { channelId, standing }: { channelId: ChannelId; standing: ConversationState },
): void {
  const { random, now, organizationId } = around;
  const prospect = newProspect(around, 0, true);
  const { turns, status } = newTurns(random, prospect, standing);
  const said = placeInTime(random, turns, { lastAt: lastTimeOf(random, standing, now), standing });
  const [first, last] = [said[0], said.at(-1)];
  if (!first || !last) return;
  Object.assign(prospect, { createdAt: first.at, lastMessageAt: last.at, status, throughChat: true });
  const ids = { contactId: random.id(), conversationId: random.id() };
  const lastInbound = said.findLast((turn) => turn.from === "c")?.at ?? first.at;
  const windowEnds = moment(lastInbound + day);

  made.prospects.push(prospect);
  made.contacts.push({
    organization_id: organizationId,
    contact_id: ids.contactId,
    channel_id: channelId,
    lead_id: prospect.leadId,
    phone: prospect.phone.e164,
    profile_name: prospect.profileName,
    last_inbound_at: moment(lastInbound),
    window_ends_at: windowEnds,
    blocked_at: standing === "settled" && status === "closed" && random.chance(0.15) ? moment(last.at + hour) : null,
    created_at: moment(first.at),
  });
  made.conversations.push({
    organization_id: organizationId,
    conversation_id: ids.conversationId,
    lead_id: prospect.leadId,
    branch_id: prospect.branchId,
    sales_id: prospect.salesId,
    tutor_id: status === "deal" || status === "trial" ? prospect.tutorId : null,
    contact_id: ids.contactId,
    last_position: said.length,
    last_message_id: last.id,
    last_message_at: moment(last.at),
    last_direction: last.from === "c" ? "in" : "out",
    last_inbound_at: moment(lastInbound),
    unread_count: unreadOf(random, said, standing),
    customer_unread: last.from === "s" && (last.state === "sent" || last.state === "delivered"),
    window_ends_at: windowEnds,
    created_at: moment(first.at),
    version: said.length,
  });
  addMessages(around, made, { prospect, said, channelId, ...ids });
}

/** Gives each turn its time, backwards from the last one, and its state. */
function placeInTime(
  random: Random,
  turns: readonly SeedMessage[],
  end: { lastAt: number; standing: ConversationState },
): TimedMessage[] {
  const said: TimedMessage[] = [];
  let at = end.lastAt;
  for (const [index, turn] of [...turns.entries()].reverse()) {
    const answered = turns.slice(index + 1).some((later) => later.from === "c");
    said.unshift({ ...turn, id: "", at, state: stateOf(random, turn, answered ? "read" : end.standing) });
    at = awake(random, at - turn.pause - 1000);
  }
  for (const turn of said) turn.id = random.id();
  return said;
}

function stateOf(random: Random, turn: SeedMessage, standing: ConversationState | "read"): MessageState {
  if (turn.from === "c") return "received";
  if (standing === "read" || standing === "settled") return "read";
  if (standing === "failed") return "failed";
  if (standing === "silent") return random.weighted({ delivered: 60, read: 40 });
  return random.weighted({ read: 50, delivered: 40, sent: 10 });
}

function unreadOf(random: Random, said: readonly TimedMessage[], standing: ConversationState): number {
  const lastOurs = said.findLastIndex((turn) => turn.from === "s");
  const since = said.length - 1 - lastOurs;
  if (standing === "fresh" || standing === "unread") return since;
  return standing === "overdue" && random.chance(0.3) ? since : 0;
}

interface SeedConversation {
  prospect: Prospect;
  said: readonly TimedMessage[];
  channelId: ChannelId;
  contactId: string;
  conversationId: string;
}

function addMessages(around: SeedContext, made: Conversations, spoken: SeedConversation): void {
  const { random, organizationId } = around;
  const { prospect, said } = spoken;
  const fromAd = random.chance(0.15);
  for (const [index, turn] of said.entries()) {
    const inbound = turn.from === "c";
    const before = said[index - 1];
    const quoted = !inbound && before?.from === "c" && random.chance(0.08) ? before : null;
    const fault = turn.state === "failed" ? random.pick(failures) : null;
    const file = turn.picture
      ? { fileId: random.id(), picture: turn.picture, variant: random.between(0, 2), at: turn.at }
      : null;
    if (file) made.files.push(file);
    made.messages.push({
      organization_id: organizationId,
      message_id: turn.id,
      conversation_id: spoken.conversationId,
      channel_id: spoken.channelId,
      contact_id: spoken.contactId,
      position: index + 1,
      direction: inbound ? "in" : "out",
      kind: file ? "image" : "text",
      text: turn.text,
      details: {},
      file_id: file?.fileId ?? null,
      quoted_provider_id: quoted ? providerId(quoted) : null,
      quoted_id: quoted?.id ?? null,
      referral: index === 0 && fromAd ? adReferral(prospect) : null,
      forwarded: false,
      sender_id: inbound ? null : prospect.salesId,
      state: turn.state,
      error_class: fault?.class ?? null,
      error_code: fault?.code ?? null,
      error_reason: fault?.reason ?? null,
      error_detail: fault?.detail ?? null,
      attempts: inbound ? 0 : (fault?.attempts ?? 1),
      provider_message_id: fault?.class === "retryable" ? null : providerId(turn),
      sent_at: moment(turn.at),
      created_at: moment(turn.at),
      version: index + 1,
    });
    if (!inbound && index < said.length - 1 && random.chance(0.06)) {
      made.reactions.push({
        organization_id: organizationId,
        message_id: turn.id,
        direction: "in",
        emoji: random.pick(["👍", "🙏", "❤️"]),
        reacted_at: moment(turn.at + 40_000),
      });
    }
  }
}

function providerId(turn: TimedMessage): string {
  return `wamid.${Buffer.from(turn.id.replaceAll("-", ""), "hex").toString("base64")}`;
}

/** The ad that the customer came from, in a provider's terms. */
function adReferral({ topic, createdAt }: Prospect) {
  return {
    sourceType: "ad",
    sourceId: demoAd(Math.floor(createdAt / 60_000)).ad_id,
    headline: topic.course,
    body: "本週預約，免費程度檢測",
    mediaType: "image",
  };
}
