import { maxForwarded } from "@homeroom/contract/chat-composer";
import { placeOf } from "../message-details.ts";
import type { ShownMessage } from "../shown-message.ts";

const forwardable: readonly string[] = ["text", "image", "video", "audio", "document", "location"];

/** Why a message cannot be forwarded, as a text key. */
type NotForwarded = "note" | "gone" | "onItsWay" | "fileMissing" | "kind" | "tooMany";

/** Why a message cannot be forwarded; null if it can. The server has the same rules. */
export function whyNotForwarded(message: ShownMessage): NotForwarded | null {
  const { kind, file, revokedAt, outgoing, state, details } = message;
  if (kind === "note") return "note";
  if (revokedAt !== null || state === "cancelled") return "gone";
  if (outgoing) return "onItsWay";
  if (!forwardable.includes(kind)) return "kind";
  if (kind === "location") return placeOf(details).map === null ? "kind" : null;
  return kind !== "text" && file?.url == null ? "fileMissing" : null;
}

/** Why a message cannot be selected in addition to others. */
export function whyNotChosen(message: ShownMessage, chosen: ReadonlyMap<string, ShownMessage>): NotForwarded | null {
  const why = whyNotForwarded(message);
  if (why || chosen.has(message.messageId)) return why;
  return chosen.size >= maxForwarded.messages ? "tooMany" : null;
}
