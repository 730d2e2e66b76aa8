import type { ConversationId } from "@homeroom/contract/ids";
import { createContext, use, useEffect } from "react";
import type { askedFields } from "#modules/leads/public.ts";

export type LeadField = (typeof askedFields)[number];

/** What a shortcut has requested in a conversation, which may still be loading. */
export interface ShortcutRequest {
  /** A note for colleagues in the conversation, or a field on the card of the lead (`lead`). */
  what: "note" | { lead: LeadField };
  conversationId: ConversationId;
}

/** Set by the inbox; the component that handles the request takes it once it is mounted. */
export const AskedByKey = createContext<{ asked: ShortcutRequest | null; onTaken: () => void }>({
  asked: null,
  onTaken: () => undefined,
});

/** Calls back once when a shortcut has requested this in this conversation. */
export function useAskedByKey(what: "note", conversationId: ConversationId, act: () => void): void {
  const { asked, onTaken } = use(AskedByKey);
  const isAsked = asked?.what === what && asked.conversationId === conversationId;
  useEffect(() => {
    if (!isAsked) return;
    onTaken();
    act();
  });
}
