import type { InboundMessage } from "#modules/inbox/port";
import { asRecord, type JsonRecord, numberOf, present, textOf } from "#platform/calls/read-json";

/** The kind and content of a message. */
export type Content = Pick<InboundMessage, "kind" | "text" | "details"> & Partial<Pick<InboundMessage, "media">>;

export function contentOf(message: JsonRecord, id: string): Content {
  const details = tokensOf(message);
  switch (textOf(message["type"])) {
    case "text":
      return { kind: "text", text: textOf(message["text"]) ?? "", details };
    case "image":
      return fileContent(message, { id, kind: "image", contentType: "image/jpeg", details });
    case "video":
      return fileContent(message, { id, kind: "video", contentType: "video/mp4", details });
    case "audio":
      return fileContent(message, { id, kind: "audio", contentType: "audio/x-m4a", details });
    case "file":
      return fileContent(message, { id, kind: "document", contentType: "application/octet-stream", details });
    case "sticker":
      return stickerContent(message, details);
    case "location":
      return locationContent(message, details);
    default:
      return { kind: "unsupported", text: "", details: present({ providerType: textOf(message["type"]) }) };
  }
}

/** The tokens that later calls about this message need, to quote it and to mark it as read. */
function tokensOf(message: JsonRecord): Record<string, unknown> {
  return present({ quoteToken: textOf(message["quoteToken"]), readToken: textOf(message["markAsReadToken"]) });
}

interface FileKind {
  id: string;
  kind: "image" | "video" | "audio" | "document";
  contentType: string;
  details: Record<string, unknown>;
}

function fileContent(message: JsonRecord, { id, kind, contentType, details }: FileKind): Content {
  const provider = asRecord(message["contentProvider"]);
  const durationMs = numberOf(message["duration"]);
  // Hosted on an outside server by a web page inside LINE: we show its address and never fetch it.
  if (textOf(provider["type"]) === "external") {
    const address = textOf(provider["originalContentUrl"]) ?? "";
    return {
      kind: "text",
      text: address.startsWith("https://") ? address : "",
      details: { ...details, external: kind },
    };
  }
  const media = present({
    mediaId: id,
    contentType,
    fileName: textOf(message["fileName"]),
    voice: kind === "audio" || undefined,
  });
  return { kind, text: "", details: present({ ...details, durationMs }), media };
}

/** Its picture is public at LINE; it is fetched like a file, so that it stays after LINE removes it. */
function stickerContent(message: JsonRecord, details: Record<string, unknown>): Content {
  const stickerId = textOf(message["stickerId"]);
  const about = present({
    ...details,
    packageId: textOf(message["packageId"]),
    stickerId,
    animated: textOf(message["stickerResourceType"])?.includes("ANIMATION") || undefined,
  });
  const text = textOf(message["text"]) ?? "";
  if (stickerId === undefined || !/^\d{1,20}$/.test(stickerId)) return { kind: "sticker", text, details: about };
  return {
    kind: "sticker",
    text,
    details: about,
    media: { mediaId: `sticker-${stickerId}`, contentType: "image/png" },
  };
}

function locationContent(message: JsonRecord, details: Record<string, unknown>): Content {
  const name = textOf(message["title"]);
  const address = textOf(message["address"]);
  const place = { latitude: numberOf(message["latitude"]), longitude: numberOf(message["longitude"]), name, address };
  return { kind: "location", text: name ?? address ?? "", details: present({ ...details, ...place }) };
}
