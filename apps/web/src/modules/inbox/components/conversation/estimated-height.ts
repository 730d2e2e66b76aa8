import type { FlowItem } from "../../rules/message-flow.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import { isGone } from "../message/quiet-line.tsx";

const byKind: Partial<Record<ShownMessage["kind"], number>> = {
  image: 280,
  video: 260,
  sticker: 150,
  audio: 76,
  document: 88,
  location: 100,
  contacts: 110,
  order: 130,
  system: 30,
};

/** About how tall an item will be, before it has been drawn: near enough that the scroll bar hardly moves after. */
export function estimatedHeight(item: FlowItem<ShownMessage> | undefined): number {
  if (!item) return 48;
  if (isGone(item.message)) return 30 + (item.startsDay ? 44 : 0);
  const { message, startsDay, startsRun } = item;
  const lines = Math.ceil(message.text.length / 40) + (message.text.match(/\n/g)?.length ?? 0);
  const words = message.kind === "text" ? 34 + lines * 22 : (byKind[message.kind] ?? 56) + lines * 22;
  return words + (startsDay ? 44 : 0) + (startsRun ? 8 : 0) + (message.quoted ? 48 : 0);
}
