import type { ChannelKind } from "@homeroom/contract/chat";

/**
 * What a browser records that WhatsApp takes, the better first: Opus in Ogg (Firefox), AAC in MP4 (Safari, newer
 * Chrome). Opus in WebM, which is all that others have, is refused by WhatsApp and is not offered.
 */
const wanted = ["audio/ogg;codecs=opus", "audio/mp4;codecs=mp4a.40.2", "audio/aac"];

/** LINE plays M4A alone of these; the others reach its customers as a link. */
const wantedOnLine = ["audio/mp4;codecs=mp4a.40.2", "audio/ogg;codecs=opus", "audio/aac"];

/** The form to record in; null when this browser has none that can be sent. */
export function voiceFormat(isSupported: (type: string) => boolean, channel: ChannelKind = "whatsapp"): string | null {
  return (channel === "line" ? wantedOnLine : wanted).find(isSupported) ?? null;
}

/** The file that a recording becomes. */
export function voiceFile(parts: readonly Blob[], format: string, name: string): File {
  const type = format.split(";")[0] ?? format;
  const ending = { "audio/ogg": "ogg", "audio/mp4": "m4a", "audio/aac": "aac" }[type] ?? "m4a";
  return new File([...parts], `${name}.${ending}`, { type });
}
