import type { ConversationId } from "@homeroom/contract/ids";
import { useEffect, useState } from "react";
import { markRead } from "../../api/conversation-card.ts";
import { markReading } from "../../api/one-tab.ts";

/** Marks a conversation as read while a person really has its end before their eyes. */
export function useReading(conversationId: ConversationId, unread: number, endInSight: boolean): void {
  const looking = useLooking();
  useEffect(() => (looking ? markReading(conversationId) : undefined), [conversationId, looking]);
  useEffect(() => {
    if (unread === 0 || !looking || !endInSight) return;
    // What fails is tried again with the next message, or when the conversation is opened again.
    void markRead(conversationId).catch(() => undefined);
  }, [conversationId, unread, looking, endInSight]);
}

function isLooking(): boolean {
  return document.visibilityState === "visible" && document.hasFocus();
}

/** Whether the page is in front and has the focus. */
function useLooking(): boolean {
  const [looking, setLooking] = useState(isLooking);
  useEffect(() => {
    const look = () => setLooking(isLooking());
    look();
    window.addEventListener("focus", look);
    window.addEventListener("blur", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("focus", look);
      window.removeEventListener("blur", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return looking;
}
