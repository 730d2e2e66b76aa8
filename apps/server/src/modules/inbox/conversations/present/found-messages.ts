import type { FoundMessage } from "@homeroom/contract/chat-search";
import { leadHeads } from "#modules/leads/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { type MessageHit, searchMessages } from "../queries/search-messages.ts";
import { searchWords, snippetOf } from "../rules/search-words.ts";

/** Messages found by a search, in the contract's form. */
export async function presentFound(
  tx: Tx,
  { scope, messages, keywords }: { scope: Scope; messages: readonly MessageHit[]; keywords: string },
): Promise<FoundMessage[]> {
  const leads = await leadHeads(tx, scope, [...new Set(messages.map((one) => one.lead_id))]);
  const words = searchWords(keywords);
  return messages.map((one) => ({
    messageId: one.message_id,
    conversationId: one.conversation_id,
    leadId: one.lead_id,
    nickname: leads.get(one.lead_id)?.nickname ?? "",
    snippet: snippetOf(one.text, words),
    position: one.position,
    sentAt: one.sent_at.toISOString(),
    direction: one.direction,
  }));
}

/** The newest messages that contain all words, in conversations that a scope sees. */
export async function findMessages(
  tx: Tx,
  scope: Scope,
  wanted: { keywords: string; pageSize: number },
): Promise<FoundMessage[]> {
  const { messages } = await searchMessages(tx, scope, wanted);
  return presentFound(tx, { scope, messages, keywords: wanted.keywords });
}
