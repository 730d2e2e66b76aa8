import type { MessageId } from "@homeroom/contract/ids";
import { useCallback, useMemo, useState } from "react";
import { whyNotChosen } from "../../rules/composer/forwarding.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";

export type Selection = ReturnType<typeof useSelection>;

/** The selected messages of a conversation for forwarding; null outside selection mode. */
export function useSelection() {
  const [chosen, setChosen] = useState<ReadonlyMap<MessageId, ShownMessage> | null>(null);
  const begin = useCallback((message: ShownMessage) => setChosen(new Map([[message.messageId, message]])), []);
  const end = useCallback(() => setChosen(null), []);
  const toggle = useCallback(
    (message: ShownMessage) =>
      setChosen((now) => {
        if (!now) return now;
        const next = new Map(now);
        if (next.delete(message.messageId)) return next;
        return whyNotChosen(message, now) ? now : next.set(message.messageId, message);
      }),
    [],
  );
  return useMemo(() => ({ chosen, begin, toggle, end }), [chosen, begin, toggle, end]);
}
