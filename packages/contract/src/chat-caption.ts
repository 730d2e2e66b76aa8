import type { ChannelKind } from "./chat.ts";

/** The most characters that any message has. */
export const maxMessageLength = 4096;

/** The most characters that WhatsApp takes with a picture, a film or a document. */
const maxCaptionLength = 1024;

/** How many characters go with a file of this type. LINE has no captions: there they become a message of their own. */
export function longestCaption(channel: ChannelKind, type: string): number {
  if (channel === "line") return maxMessageLength;
  return type === "audio" ? 0 : maxCaptionLength;
}
