import type { MessageState } from "@homeroom/contract/chat";
import { planStops } from "@homeroom/contract/failure-reasons";
import type {
  DeliveryStatus,
  ErrorClass,
  InboundMessage,
  MessagingProvider,
  ProviderError,
  ProviderQuota,
} from "./port.ts";

const second = 1000;
const hour = 3600 * second;

/** Reply window after an inbound message, and after one that came from an ad. */
const replyWindow = 24 * hour;
const adWindow = 72 * hour;

export const maxSendAttempts = 6;

/** A message in `sending` for longer belongs to a crashed process: provider calls time out far sooner. */
export const sendingStaleSeconds = 60;

/**
 * Order of a message's states: `failed` overrides `sent`, and `delivered` overrides `failed`. A plan's message that a limit
 * refused is `cancelled`, which stands for `failed`.
 */
const rank: Partial<Record<MessageState, number>> = {
  ...{ accepted: 1, sent: 2, failed: 3, cancelled: 3, delivered: 4, read: 5 },
};

/** Whether a status has already moved the message beyond `state`, which must then not be written. */
export function knowsMore(known: MessageState, state: MessageState): boolean {
  return (rank[known] ?? 0) > (rank[state] ?? 0);
}

/** What a status is compared with: the message's state and the provider id of its latest accepted attempt. */
export interface DeliveryState {
  state: MessageState;
  providerMessageId: string | null;
}

/**
 * The state after a status; null if it changes nothing. Statuses may arrive in any order, repeatedly or not at all; the
 * result is always the highest received of sent < failed < delivered < read. A delivered message has not failed,
 * whichever status arrived first. The first status of a message whose sending was interrupted settles it.
 */
export function afterStatus(
  known: DeliveryState,
  status: { id: string; status: DeliveryStatus },
): DeliveryState | null {
  const told = status.status === "played" ? "read" : status.status;
  const { state, providerMessageId } = known;
  if (state === "queued" || state === "sending" || state === "unsure") {
    // The id of an earlier, failed attempt: only a delivery changes anything.
    const ofEarlierAttempt = status.id === providerMessageId;
    const hasArrived = told === "delivered" || told === "read";
    if (ofEarlierAttempt && !hasArrived) return null;
    // A retry is queued: the failure of an earlier attempt changes nothing.
    if (state === "queued" && told === "failed") return null;
    return { state: told, providerMessageId: status.id };
  }
  if (rank[state] === undefined || status.id !== providerMessageId) return null;
  return knowsMore(told, state) ? { state: told, providerMessageId } : null;
}

/** Whether the customer has a message of ours that they have not read. */
export function isUnreadByCustomer(state: MessageState): boolean {
  return state === "accepted" || state === "sent" || state === "delivered";
}

/** The customer's own time of a message, but never in the future: the reply window depends on it. */
export function customerTime(sentAt: Date, now: Date): Date {
  return sentAt > now ? now : sentAt;
}

/** Queued and never handed to the provider, so its author can still cancel it. */
export function canBeUndone(message: { state: MessageState; attempts: number }): boolean {
  return message.state === "queued" && message.attempts === 0;
}

/** One emoji, including its skin tones and joiners. */
export function isOneEmoji(text: string): boolean {
  const signs = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)];
  return (
    signs.length === 1 &&
    /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\u{FE0F}?\u{20E3})/u.test(text)
  );
}

/** Whether free messages end some time after the customer's last one. LINE has a monthly quota instead. */
export function hasReplyWindow(kind: MessagingProvider["kind"]): boolean {
  return kind === "whatsapp";
}

/** Ends of the windows that a message opens. A reaction opens none. */
export function windowsOpenedBy(message: Pick<InboundMessage, "kind" | "referral">, at: Date) {
  const fromAd = message.referral?.sourceType === "ad";
  return {
    window: new Date(at.getTime() + replyWindow),
    adWindow: fromAd ? new Date(at.getTime() + adWindow) : null,
  };
}

/** The later of two times, either of which may be missing. */
export function later(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return one > other ? one : other;
}

export function earlier(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}

export function isWindowOpen(endsAt: Date | null, now: Date): boolean {
  return endsAt !== null && endsAt > now;
}

/** What to do about a failed attempt: retry at a given time, or give up. */
export function afterFailure(error: ProviderError, attempts: number, now: Date): { retryAt: Date } | "failed" {
  if (!isPassing(error.class) || attempts >= maxSendAttempts) return "failed";
  // WhatsApp asks for 4^n seconds when one person got too many messages; 2^n otherwise.
  const base = error.class === "rate-limited" && error.stops === "recipient" ? 4 : 2;
  const wait = Math.max(base ** attempts * second, error.retryAfterMs ?? 0);
  return { retryAt: new Date(now.getTime() + wait) };
}

/** Whether a retry of the same call can succeed. */
export function isPassing(errorClass: ErrorClass): boolean {
  return errorClass === "retryable" || errorClass === "rate-limited";
}

/** Longest pause that one refused message causes for its channel. */
const maxChannelPauseMs = 60 * second;

/** Whether a limit refused a message of a plan: the plan waits until a person resumes it, and then sends another one. */
export function pausesPlan(
  { broadcast_plan_id: planId }: { broadcast_plan_id: string | null },
  { reason }: Pick<ProviderError, "reason">,
): boolean {
  return planId !== null && planStops.some((one) => one === reason);
}

/** How long the whole channel pauses because its rate is exhausted; 0 if the failure concerns this message only. */
export function channelPause(error: ProviderError): number {
  if (error.class !== "rate-limited" || error.stops !== "channel") return 0;
  return Math.min(error.retryAfterMs ?? second, maxChannelPauseMs);
}

/** Whether the channel stops until a person fixes it. */
export function stopsChannel(error: ProviderError): boolean {
  return error.class === "reauthorise" || (error.stops === "channel" && error.class === "permanent");
}

const templateReasons: readonly ProviderError["reason"][] = [
  "templateMissing",
  "templateParameters",
  "templateTooLong",
  "templatePolicy",
  "templatePaused",
  "templateDisabled",
  "templateFlow",
];

/** Whether the provider rejects the template itself, so that it must no longer be offered. */
export function stopsTemplate(error: ProviderError): boolean {
  return templateReasons.includes(error.reason);
}

/** Delay before a failed delivery is retried; null after the last attempt. */
export function nextDeliveryTry(attempts: number): number | null {
  return attempts >= 8 ? null : Math.min(2 ** attempts, 60) * second;
}

/** LINE's reply tokens expire after about a minute; this leaves enough time for the call. */
const replyTokenGoodFor = 50 * second;

interface ReplyToken {
  reply_token: string | null;
  reply_token_at: Date | null;
}

/** Whether an event can still be answered with its token. */
export function isReplyTokenFresh(contact: ReplyToken, now: Date): boolean {
  const end = freeUntil(contact);
  return end !== null && now < end;
}

/** Until when the latest event can be answered with its token; null when there is none. */
export function freeUntil({ reply_token: token, reply_token_at: at }: ReplyToken): Date | null {
  return token === null || at === null ? null : new Date(at.getTime() + replyTokenGoodFor);
}

/** The most messages that one reply token sends. */
export const maxRepliedTogether = 5;

/** How many messages, from the first on, fit one reply token: a picture's caption counts as a separate message. */
export function fitOneReply(messages: readonly { kind: string; text: string }[]): number {
  let parts = 0;
  const over = messages.findIndex(({ kind, text }) => {
    parts += (kind === "image" || kind === "video") && text !== "" ? 2 : 1;
    return parts > maxRepliedTogether;
  });
  return over < 0 ? messages.length : over;
}

/** Whether the provider fetches files from their addresses, instead of receiving uploads. */
export function fetchesFiles(kind: MessagingProvider["kind"]): boolean {
  return kind === "line";
}

/** LINE's months follow Japan's time. */
const japanAhead = 9 * hour;

interface SaidQuota {
  quota_limit: number | null;
  quota_used: number | null;
  quota_at: Date | null;
}

/** LINE's latest figures of this month's quota; null if there are none for this month. */
export function quotaOfMonth(channel: SaidQuota, now: Date): ProviderQuota | null {
  const { quota_limit: limit, quota_used: used, quota_at: at } = channel;
  if (used === null || at === null) return null;
  const monthOf = (moment: Date) => new Date(moment.getTime() + japanAhead).toISOString().slice(0, 7);
  return monthOf(at) === monthOf(now) ? { limit, used } : null;
}

/** Whether the quota is used up. */
export function isQuotaUsedUp(channel: SaidQuota, now: Date): boolean {
  const quota = quotaOfMonth(channel, now);
  return quota !== null && quota.limit !== null && quota.used >= quota.limit;
}

/** A token bucket's state: its tokens, and the time until it holds one. */
export interface Bucket {
  capacity: number;
  perSecond: number;
}
export const channelBucket: Bucket = { capacity: 80, perSecond: 80 };
export const pairBucket: Bucket = { capacity: 45, perSecond: 1 / 6 };

/** A provider's rates for a channel and for one person. LINE limits only channels, to 2,000 a second. */
export const buckets: Readonly<Record<MessagingProvider["kind"], { channel: Bucket; pair: Bucket }>> = {
  whatsapp: { channel: channelBucket, pair: pairBucket },
  line: { channel: { capacity: 200, perSecond: 200 }, pair: { capacity: 45, perSecond: 45 } },
};

/** Numbers that Meta has upgraded may send 1,000 messages a second. */
const upgradedBucket: Bucket = { capacity: 1000, perSecond: 1000 };

/** A provider's rate for one channel, by the channel's reported tier. */
export function channelBucketOf(channel: {
  kind: MessagingProvider["kind"];
  settings: Readonly<Record<string, string>>;
}): Bucket {
  const isUpgraded = channel.kind === "whatsapp" && channel.settings["throughput"] === "HIGH";
  return isUpgraded ? upgradedBucket : buckets[channel.kind].channel;
}

/** Share of a channel's rate that is reserved for messages of staff, so that they never wait for broadcasts. */
const keptForPeople = 0.1;

/** Takes between `least` and `most` tokens for broadcast messages, or returns how long to wait for `least`. */
export function takeManyTokens(
  bucket: Bucket,
  held: { tokens: number; at: Date },
  { now, least, most }: { now: Date; least: number; most: number },
): { taken: number; tokens: number } | { waitMs: number } {
  const passed = Math.max(0, now.getTime() - held.at.getTime()) / second;
  const tokens = Math.min(bucket.capacity, held.tokens + passed * bucket.perSecond);
  const free = tokens - bucket.capacity * keptForPeople;
  if (free < least) return { waitMs: Math.ceil(((least - free) / bucket.perSecond) * second) };
  const taken = Math.min(most, Math.floor(free));
  return { taken, tokens: tokens - taken };
}

export function takeToken(
  bucket: Bucket,
  held: { tokens: number; at: Date },
  now: Date,
): { tokens: number } | { waitMs: number } {
  const passed = Math.max(0, now.getTime() - held.at.getTime()) / second;
  const tokens = Math.min(bucket.capacity, held.tokens + passed * bucket.perSecond);
  if (tokens >= 1) return { tokens: tokens - 1 };
  return { waitMs: Math.ceil(((1 - tokens) / bucket.perSecond) * second) };
}

/** A name for a person without one, made from the provider's id, so that staff can tell such people apart. */
export function nameOfId(kind: "whatsapp" | "line", userId: string | undefined): string {
  if (!userId) return "";
  return `${kind === "line" ? "LINE" : "WhatsApp"} ${userId.slice(-6)}`;
}

/** An unreadable profile may become readable later, for example when the person adds us as a friend. */
const profileAgainMs = 3_600_000;

/** Whether a person's name must still be requested from the provider. */
export function mayAskForProfile(
  contact: { profile_name: string; provider_user_id: string | null; profile_asked_at: Date | null },
  now: Date,
): boolean {
  if (contact.profile_name !== "" || contact.provider_user_id === null) return false;
  return contact.profile_asked_at === null || now.getTime() - contact.profile_asked_at.getTime() >= profileAgainMs;
}
