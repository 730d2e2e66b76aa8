import type { ChannelAccess, MessagingProvider, OutboundMessage, ProviderPerson } from "#modules/inbox/port";
import { asList, asRecord, textOf } from "#platform/calls/read-json";
import { callGraph, pathId } from "./client.ts";
import { callbackPath, type WhatsappConfig, whatsappConfig } from "./config.ts";
import { noAnswer } from "./failures.ts";
import { downloadMedia, uploadMedia } from "./media.ts";
import { messageBody, recipientOf } from "./message-body.ts";
import { parse } from "./parse.ts";
import { verifyUnclaimed } from "./webhook.ts";

/** WhatsApp's Cloud API as the inbox sees it. `apiUrl` is the setting WHATSAPP_API_URL. */
export function whatsappProvider(apiUrl: string): MessagingProvider {
  const config = whatsappConfig(apiUrl);
  return {
    kind: "whatsapp",
    // One for all numbers: each event contains its number.
    callbackPath: () => callbackPath,
    send: (channel, message) => send(config, channel, message),
    uploadMedia: (channel, file) => uploadMedia(config, channel, file),
    downloadMedia: (channel, mediaId) => downloadMedia(config, channel, mediaId),
    react: (channel, reaction) => react(config, channel, reaction),
    markRead: (channel, providerMessageId) => markRead(config, channel, providerMessageId),
    parse: (payload) => parse(payload),
    verifyUnclaimed,
  };
}

async function send(config: WhatsappConfig, channel: ChannelAccess, message: OutboundMessage) {
  const path = `${pathId(channel.externalId)}/messages`;
  const call = { method: "POST", path, body: messageBody(message), repeatable: false } as const;
  const answer = await callGraph(config, channel, call);
  const providerMessageId = textOf(asRecord(asList(answer.messages)[0]).id);
  // A success without an id: the message is on its way, and only its statuses can confirm it.
  if (providerMessageId === undefined) throw noAnswer(undefined, false);
  return { providerMessageId };
}

async function react(
  config: WhatsappConfig,
  channel: ChannelAccess,
  reaction: { to: ProviderPerson; targetId: string; emoji: string },
): Promise<{ providerMessageId: string | null }> {
  const path = `${pathId(channel.externalId)}/messages`;
  const body = {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    ...recipientOf(reaction.to),
    type: "reaction",
    reaction: { message_id: reaction.targetId, emoji: reaction.emoji },
  };
  const answer = await callGraph(config, channel, { method: "POST", path, body, repeatable: true });
  return { providerMessageId: textOf(asRecord(asList(answer.messages)[0]).id) ?? null };
}

async function markRead(config: WhatsappConfig, channel: ChannelAccess, providerMessageId: string): Promise<void> {
  const path = `${pathId(channel.externalId)}/messages`;
  const body = { messaging_product: "whatsapp", status: "read", message_id: providerMessageId };
  await callGraph(config, channel, { method: "POST", path, body, repeatable: true });
}
