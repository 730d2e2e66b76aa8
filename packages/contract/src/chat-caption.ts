import type { ChannelKind } from "./chat.ts";

/** The longest text of any message, in characters. */
export const maxMessageLength = 4096;

/** The longest caption of a picture, video or document on WhatsApp, in characters. */
const maxCaptionLength = 1024;

/** The longest caption of a file of this type. LINE has no captions: there the text becomes a message of its own. */
export function longestCaption(channel: ChannelKind, type: string): number {
  if (channel === "line") return maxMessageLength;
  return type === "audio" ? 0 : maxCaptionLength;
}
