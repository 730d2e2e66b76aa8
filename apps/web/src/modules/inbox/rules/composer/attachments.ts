import type { ChannelKind, chat } from "@homeroom/contract/chat";
import { longestCaption } from "@homeroom/contract/chat-caption";
import type { RequestOf } from "@homeroom/contract/endpoint";

export type SendType = RequestOf<typeof chat.sendMessage>["type"];
/** The kinds of message for files. */
type FileType = Exclude<SendType, "text" | "location" | "sticker">;

export const maxFiles = 10;
export const maxFileBytes = 16 * 1024 * 1024;

/** The types that the file dialog offers; the server checks the content all the same. */
export const pickable = "image/*,video/mp4,video/3gpp,audio/*,.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.txt,.csv";

/** The kind of message for a file: pictures, videos and audio as such, anything else as a document. */
export function sendTypeOf(contentType: string): FileType {
  const [kind, form] = contentType.split("/");
  if (kind === "image") return form === "jpeg" || form === "png" || form === "webp" ? "image" : "document";
  if (kind === "video") return form === "mp4" || form === "3gpp" ? "video" : "document";
  if (kind === "audio") return "audio";
  return "document";
}

/** The index of the first file that can have the text as its caption; -1 if the text follows as a message of its own. */
export function captionedFile(
  files: readonly { content: Blob }[],
  { text, channelKind }: { text: string; channelKind: ChannelKind },
): number {
  const types = files.map(({ content }) => sendTypeOf(content.type));
  return types.findIndex((type) => type !== "audio" && text.length <= longestCaption(channelKind, type));
}

/** Whether LINE has no message type for a file: it is then sent as a download link. */
export function isLinkOnLine(contentType: string): boolean {
  const type = sendTypeOf(contentType);
  if (type === "audio") return !/^audio\/(mp4|x-m4a|m4a|mpeg|mp3)\b/.test(contentType);
  return type === "document" || (type === "video" && !contentType.startsWith("video/mp4"));
}

/** A readable file size: "1.2 MB", "840 KB". */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.round(kilobytes)} KB`;
  const megabytes = kilobytes / 1024;
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
}
