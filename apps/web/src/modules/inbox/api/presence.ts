import { chatHolding, type Presence, typingSeconds, viewingSeconds } from "@homeroom/contract/chat-holding";
import type { ConversationId } from "@homeroom/contract/ids";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { api } from "#platform/api.ts";
import { onConnect, useRealtime } from "#platform/realtime.ts";
import { batches } from "../rules/batches.ts";
import { type ShownViewer, shownViewers } from "../rules/viewers.ts";

/** Several people who come at once are asked for together. */
const batchMilliseconds = 300;

/** A person who leaves a conversation may be back at once: another part of the page shows it now. */
const leaveMilliseconds = 1500;
const leaving = new Map<ConversationId, ReturnType<typeof setTimeout>>();

/**
 * Says that a conversation is open here for as long as it is looked at, and who else has it open. `reportTyping` may be
 * called with every key: it says so at most every three seconds.
 */
export function usePresence(conversationId: ConversationId): {
  viewers: readonly ShownViewer[];
  reportTyping: () => void;
} {
  const [viewers, setViewers] = useState<readonly ShownViewer[]>([]);
  const typedAt = useRef(0);

  const say = useCallback(
    (doing: Presence) =>
      api.call(chatHolding.recordPresence, { conversationId, doing }).then(
        ({ resultData }) => doing !== "left" && setViewers(shownViewers(resultData.viewers, Date.now())),
        // It fades on the other screens, and is said again soon.
        () => undefined,
      ),
    [conversationId],
  );

  useEffect(() => {
    const beat = () => void (document.visibilityState === "visible" && say("viewing"));
    const handleVisibility = () => void say(document.visibilityState === "visible" ? "viewing" : "left");
    clearTimeout(leaving.get(conversationId));
    beat();
    const timer = setInterval(beat, viewingSeconds * 1000);
    document.addEventListener("visibilitychange", handleVisibility);
    // Who came and went meanwhile was not heard; the answer tells.
    const stopListening = onConnect(beat);
    return () => {
      clearInterval(timer);
      stopListening();
      document.removeEventListener("visibilitychange", handleVisibility);
      leaving.set(
        conversationId,
        setTimeout(() => void say("left"), leaveMilliseconds),
      );
    };
  }, [conversationId, say]);

  const changes = useMemo(
    () =>
      batches<ConversationId>(batchMilliseconds, () => {
        void api.call(chatHolding.viewers, { conversationId }).then(
          ({ resultData }) => setViewers(shownViewers(resultData.viewers, Date.now())),
          () => undefined,
        );
      }),
    [conversationId],
  );
  useEffect(() => () => changes.stop(), [changes]);
  useRealtime(
    "presence.changed",
    useCallback(
      (told) => told.conversationId === conversationId && changes.add(told.conversationId),
      [changes, conversationId],
    ),
  );

  const reportTyping = useCallback(() => {
    if (Date.now() - typedAt.current < typingSeconds * 1000) return;
    typedAt.current = Date.now();
    void say("typing");
  }, [say]);
  return { viewers, reportTyping };
}
