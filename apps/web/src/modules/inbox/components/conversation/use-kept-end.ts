import type { MessageId } from "@homeroom/contract/ids";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { ShownMessage } from "../../rules/shown-message.ts";

/** Keeps the end of a list in view while its container is resized, for example by the composer below it. */
export function useKeptEnd(scroller: RefObject<HTMLElement | null>, atEnd: boolean, showEnd: () => void): void {
  const latest = useRef({ atEnd, showEnd });
  useEffect(() => {
    latest.current = { atEnd, showEnd };
  });
  useEffect(() => {
    const { current } = scroller;
    if (!current) return;
    const observer = new ResizeObserver(() => {
      if (latest.current.atEnd) latest.current.showEnd();
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [scroller]);
}

/** How many messages of the customer have arrived since the end was last in view. */
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
