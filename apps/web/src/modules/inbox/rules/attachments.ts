import type { chat } from "@homeroom/contract/chat";
import type { RequestOf } from "@homeroom/contract/endpoint";

export type SendType = RequestOf<typeof chat.sendMessage>["type"];

export const maxFiles = 10;
export const maxFileBytes = 16 * 1024 * 1024;

/** What the file dialogue offers; the server looks inside all the same. */
export const pickable = "image/*,video/mp4,video/3gpp,audio/*,.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.txt,.csv";

/** As what a file is sent: pictures, films and sounds as such, anything else as a document. */
export function sendTypeOf(contentType: string): SendType {
  const [kind, form] = contentType.split("/");
  if (kind === "image") return form === "jpeg" || form === "png" || form === "webp" ? "image" : "document";
  if (kind === "video") return form === "mp4" || form === "3gpp" ? "video" : "document";
  if (kind === "audio") return "audio";
  return "document";
}

/** Sounds carry no words; the others take what is written as their caption. */
export function takesCaption(type: SendType): boolean {
  return type !== "audio" && type !== "text";
}

/** "1.2 MB", "840 KB": sizes as people read them. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.round(kilobytes)} KB`;
  const megabytes = kilobytes / 1024;
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
}
