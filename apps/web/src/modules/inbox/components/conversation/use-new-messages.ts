import type { MessageId } from "@homeroom/contract/ids";
import { useState } from "react";
import type { ShownMessage } from "../../rules/shown-message.ts";

/** How many messages of the customer have come since the end was last in sight. */
export function useNewMessages(messages: readonly ShownMessage[], atEnd: boolean): number {
  const last = messages.at(-1)?.messageId ?? null;
  const [seen, setSeen] = useState<MessageId | null>(last);
  if (atEnd) {
    if (seen !== last) setSeen(last);
    return 0;
  }
  const from = messages.findIndex(({ messageId }) => messageId === seen);
  return messages.slice(from + 1).filter(({ direction }) => direction === "in").length;
}
