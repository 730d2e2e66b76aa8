import type { AccountId, BranchId, ConversationId } from "@homeroom/contract/ids";
import type { ConversationHoldTable } from "@homeroom/database/holding-tables";
import { type Selectable, sql } from "kysely";
import { isOneOf } from "#platform/db/is-one-of";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

const maxViewers = 20;

export type ConversationHold = Selectable<ConversationHoldTable>;

/** The current holders by conversation; holds that have been idle for too long do not count. */
export async function holdsOf(
  tx: Tx,
  scope: Pick<Scope, "organizationId">,
  conversationIds: readonly ConversationId[],
): Promise<Map<ConversationId, ConversationHold>> {
  if (conversationIds.length === 0) return new Map();
  const holds = await tx
    .selectFrom("conversation_hold")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("conversation_id", conversationIds))
    .where("expires_at", ">", sql<Date>`clock_timestamp()`)
    .execute();
  return new Map(holds.map((hold) => [hold.conversation_id, hold]));
}

/** Whether a person currently holds this conversation. */
export async function isHeldByPerson(tx: Tx, scope: Scope, conversationId: ConversationId): Promise<boolean> {
  return (await holdsOf(tx, scope, [conversationId])).get(conversationId)?.kind === "staff";
}

/** Somebody with a conversation open: for how many more seconds this is valid, and whether they are typing. */
interface StoredViewer {
  accountId: AccountId;
  viewingFor: number;
  typingFor: number;
}

/** Who else has a conversation open; people who are typing come first. */
export async function otherViewers(tx: Tx, scope: Scope, conversationId: ConversationId): Promise<StoredViewer[]> {
  const found = await sql<StoredViewer>`
    select account_id as "accountId", ceil(extract(epoch from viewing_until - now()))::int as "viewingFor",
      greatest(0, ceil(extract(epoch from typing_until - now())))::int as "typingFor"
    from conversation_viewer
    where organization_id = ${scope.organizationId} and conversation_id = ${conversationId}
      and viewing_until > now() and account_id <> ${scope.accountId}
    order by typing_until desc, account_id limit ${maxViewers}`.execute(tx);
  return found.rows;
}

/** Conversations with a person's leads at a branch, and how many of their customers wait for an answer. */
interface HeldConversations {
  branchId: BranchId;
  conversations: number;
  waiting: number;
}

/** The visible conversations with a person's leads, by branch. */
export async function countConversationsOf(tx: Tx, scope: Scope, accountId: AccountId): Promise<HeldConversations[]> {
  const found = await sql<HeldConversations>`
    select branch_id as "branchId", count(*)::int as conversations,
      count(*) filter (where last_direction = 'in')::int as waiting
    from conversation where ${visibleRows(scope, "conversation")} and hidden_at is null
      and (sales_id = ${accountId} or tutor_id = ${accountId})
    group by branch_id`.execute(tx);
  return found.rows;
}
