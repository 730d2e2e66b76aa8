import type { ConversationId } from "@homeroom/contract/ids";
import { useEffect, useRef } from "react";
import { draftOf, keepDraft } from "./drafts.ts";

/** Text and files that return to the composer after a message was taken back. */
export interface GivenBack {
  text: string;
  files: readonly File[];
}

const listeners = new Map<ConversationId, (given: GivenBack) => void>();

/** Returns something to the composer of a conversation, or to its draft if it is not open. */
export function giveBack(conversationId: ConversationId, given: GivenBack): void {
  const listener = listeners.get(conversationId);
  if (listener) return listener(given);
  const draft = draftOf(conversationId);
  keepDraft(conversationId, draft === "" ? given.text : `${given.text}\n${draft}`);
}

/** Receives what is returned to a conversation while it is open. */
export function useGivenBack(conversationId: ConversationId, take: (given: GivenBack) => void): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    listeners.set(conversationId, (given) => latest.current(given));
    return () => void listeners.delete(conversationId);
  }, [conversationId]);
}
