import type { ChannelKind, chat } from "@homeroom/contract/chat";
import { longestCaption } from "@homeroom/contract/chat-caption";
import type { RequestOf } from "@homeroom/contract/endpoint";

export type SendType = RequestOf<typeof chat.sendMessage>["type"];
/** What files are sent as. */
type FileType = Exclude<SendType, "text" | "location" | "sticker">;

export const maxFiles = 10;
export const maxFileBytes = 16 * 1024 * 1024;

/** What the file dialogue offers; the server looks inside all the same. */
export const pickable = "image/*,video/mp4,video/3gpp,audio/*,.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.txt,.csv";

/** As what a file is sent: pictures, films and sounds as such, anything else as a document. */
export function sendTypeOf(contentType: string): FileType {
  const [kind, form] = contentType.split("/");
  if (kind === "image") return form === "jpeg" || form === "png" || form === "webp" ? "image" : "document";
  if (kind === "video") return form === "mp4" || form === "3gpp" ? "video" : "document";
  if (kind === "audio") return "audio";
  return "document";
}

/** The first of some files that carries the words as its caption; -1 when they go as a message of their own, after them. */
export function captionedFile(
  files: readonly { content: Blob }[],
  { text, channelKind }: { text: string; channelKind: ChannelKind },
): number {
  const types = files.map(({ content }) => sendTypeOf(content.type));
  return types.findIndex((type) => type !== "audio" && text.length <= longestCaption(channelKind, type));
}

/** Whether LINE has no message for such a file: it goes as a link, from which the customer fetches it. */
export function isLinkOnLine(contentType: string): boolean {
  const type = sendTypeOf(contentType);
  if (type === "audio") return !/^audio\/(mp4|x-m4a|m4a|mpeg|mp3)\b/.test(contentType);
  return type === "document" || (type === "video" && !contentType.startsWith("video/mp4"));
}

/** "1.2 MB", "840 KB": sizes as people read them. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.round(kilobytes)} KB`;
  const megabytes = kilobytes / 1024;
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
}
