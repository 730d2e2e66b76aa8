import { chatHolding, type Presence, typingSeconds, viewingSeconds } from "@homeroom/contract/chat-holding";
import type { ConversationId } from "@homeroom/contract/ids";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { api } from "#platform/api.ts";
import { onConnect, useRealtime } from "#platform/realtime.ts";
import { batches } from "../rules/batches.ts";
import { type ShownViewer, shownViewers } from "../rules/viewers.ts";

/** When several people arrive at once, one request covers them. */
const batchMilliseconds = 300;

/** A person who leaves a conversation may be back at once, when another part of the page shows it. */
const leaveMilliseconds = 1500;
const leaving = new Map<ConversationId, ReturnType<typeof setTimeout>>();

/**
 * Reports that a conversation is open here while it is visible, and returns who else has it open. `reportTyping` may be
 * called with every key: it reports at most every three seconds.
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
        // It expires on the other screens, and is soon reported again.
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
    // Changes in the meantime were missed; the answer contains them.
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
