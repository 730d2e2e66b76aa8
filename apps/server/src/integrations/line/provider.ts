import type {
  ChannelAccess,
  MessagingProvider,
  OutboundMessage,
  ProviderProfile,
  ProviderQuota,
  SentMessage,
} from "#modules/inbox/port";
import { asList, asRecord, numberOf, present, textOf } from "#platform/calls/read-json";
import { callLine, pathId } from "./client.ts";
import { callbackPath, type LineConfig, lineConfig } from "./config.ts";
import { isSpentReplyToken } from "./errors.ts";
import { LineRefusal, refusal } from "./failures.ts";
import { downloadMedia, openPicture } from "./media.ts";
import { messageBodies } from "./message-body.ts";
import { parse } from "./parse.ts";
import { verifyUnclaimed } from "./webhook.ts";

/** The account's monthly quota and its use. Free replies to events do not count. */
async function quotaOf(config: LineConfig, channel: ChannelAccess): Promise<ProviderQuota> {
  const ask = (path: string) => callLine(config, channel, { method: "GET", path, repeatable: true });
  const [quota, consumption] = await Promise.all([
    ask("/v2/bot/message/quota"),
    ask("/v2/bot/message/quota/consumption"),
  ]);
  const limit = textOf(quota["type"]) === "limited" ? wholeNumber(quota["value"]) : null;
  return { limit, used: wholeNumber(consumption["totalUsage"]) ?? 0 };
}

const largest = 2_147_483_647;

function wholeNumber(value: unknown): number | null {
  const number = numberOf(value);
  return number === undefined || number < 0 ? null : Math.min(Math.trunc(number), largest);
}

/** LINE's Messaging API as the inbox sees it. The addresses are the settings LINE_API_URL and LINE_DATA_API_URL. */
export function lineProvider(apiUrl: string, dataApiUrl: string): MessagingProvider {
  const config = lineConfig(apiUrl, dataApiUrl);
  return {
    kind: "line",
    callbackPath: (channelId) => `${callbackPath}/${channelId}`,
    send: (channel, message) => push(config, channel, message),
    reply: (channel, { token, messages }) => reply(config, channel, { token, messages }),
    // LINE gets addresses instead; see message-body.ts.
    uploadMedia: () => Promise.reject(refusal("unsupportedType", "LINE fetches files from their addresses.")),
    downloadMedia: (channel, mediaId) => downloadMedia(config, channel, mediaId),
    markRead: (channel, _, readToken) => markRead(config, channel, readToken),
    parse: (payload) => parse(payload),
    verifyUnclaimed,
    fetchProfile: (channel, userId) => fetchProfile(config, channel, userId),
    downloadPicture: (address) => openPicture(config, address),
    quota: (channel) => quotaOf(config, channel),
  };
}

/**
 * Sends one message with our id as the retry key: if the first response was lost and the call is repeated, LINE answers 409
 * and does not send it twice. The key is valid for a day.
 */
async function push(config: LineConfig, channel: ChannelAccess, message: OutboundMessage): Promise<SentMessage> {
  const body = { to: recipientOf(message), messages: messageBodies(message) };
  const call = { method: "POST", path: "/v2/bot/message/push", body, repeatable: true, retryKey: message.id } as const;
  try {
    const answer = await callLine(config, channel, call);
    return sentMessages(answer)[0] ?? { providerMessageId: `request:${message.id}` };
  } catch (error) {
    if (!(error instanceof LineRefusal) || error.said.httpStatus !== 409) throw error;
    const requestId = error.headers.get("x-line-accepted-request-id") ?? message.id;
    return sentMessages(error.body)[0] ?? { providerMessageId: `request:${requestId}` };
  }
}

function recipientOf({ to }: OutboundMessage): string {
  if (to.userId === undefined) throw refusal("recipientInvalid", "The recipient has no LINE user id.");
  return to.userId;
}

/** Replies within a minute of an event, free and at most five at a time. No retry key: the outcome of a lost call is unknown. */
async function reply(
  config: LineConfig,
  channel: ChannelAccess,
  { token, messages }: { token: string; messages: readonly OutboundMessage[] },
): Promise<readonly SentMessage[] | "spent"> {
  const bodies = messages.map(messageBodies);
  const body = { replyToken: token, messages: bodies.flat() };
  const call = { method: "POST", path: "/v2/bot/message/reply", body, repeatable: false } as const;
  try {
    const sent = sentMessages(await callLine(config, channel, call));
    let place = 0;
    return messages.map((message, index) => {
      const first = sent[place];
      place += bodies[index]?.length ?? 1;
      return first ?? { providerMessageId: `request:${message.id}` };
    });
  } catch (error) {
    if (error instanceof LineRefusal && isSpentReplyToken(error.said)) return "spent";
    throw error;
  }
}

/** LINE's ids of the accepted messages, in their order. Only kinds that can be quoted have a token. */
function sentMessages(answer: unknown): (SentMessage | undefined)[] {
  return asList(asRecord(answer)["sentMessages"]).map((one) => {
    const sent = asRecord(one);
    const id = textOf(sent["id"]);
    return id === undefined ? undefined : present({ providerMessageId: id, quoteToken: textOf(sent["quoteToken"]) });
  });
}

/** Only some accounts can mark as read; a refusal only means that the customer does not see the mark. */
async function markRead(config: LineConfig, channel: ChannelAccess, readToken: string | undefined): Promise<void> {
  if (readToken === undefined) return;
  const body = { markAsReadToken: readToken };
  await callLine(config, channel, { method: "POST", path: "/v2/bot/chat/markAsRead", body, repeatable: true });
}

/** A person's name and picture at LINE; null if they are not our friend or have blocked us. */
async function fetchProfile(
  config: LineConfig,
  channel: ChannelAccess,
  userId: string,
): Promise<ProviderProfile | null> {
  try {
    const path = `/v2/bot/profile/${pathId(userId)}`;
    const answer = await callLine(config, channel, { method: "GET", path, repeatable: true });
    const name = textOf(answer["displayName"]) ?? "";
    return present({
      name: name.toWellFormed().replaceAll("\0", "").slice(0, 200),
      pictureAddress: textOf(answer["pictureUrl"]),
    });
  } catch (error) {
    if (error instanceof LineRefusal && error.said.httpStatus === 404) return null;
    throw error;
  }
}
