import type { ConversationId } from "@homeroom/contract/ids";
import { useEffect, useRef } from "react";
import { draftOf, keepDraft } from "./drafts.ts";

/** Words and files that come back to the place where they were written, a message having been taken back. */
export interface GivenBack {
  text: string;
  files: readonly File[];
}

const listeners = new Map<ConversationId, (given: GivenBack) => void>();

/** Gives something back to the composer of a conversation, or to its draft when it is not open. */
export function giveBack(conversationId: ConversationId, given: GivenBack): void {
  const listener = listeners.get(conversationId);
  if (listener) return listener(given);
  const draft = draftOf(conversationId);
  keepDraft(conversationId, draft === "" ? given.text : `${given.text}\n${draft}`);
}

/** Takes what is given back to a conversation for as long as it is open. */
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
