import type { AccountId, BranchId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Conversations with a person's leads at a branch, and those of them in which the customer waits for an answer. */
export interface HeldConversations {
  branchId: BranchId;
  conversations: number;
  waiting: number;
}

/** The conversations in sight with the leads that a person holds, by branch. */
export async function countConversationsOf(tx: Tx, scope: Scope, accountId: AccountId): Promise<HeldConversations[]> {
  const found = await sql<HeldConversations>`
    select branch_id as "branchId", count(*)::int as conversations,
      count(*) filter (where last_direction = 'in')::int as waiting
    from conversation where ${visibleRows(scope, "conversation")} and hidden_at is null
      and (sales_id = ${accountId} or tutor_id = ${accountId})
    group by branch_id`.execute(tx);
  return found.rows;
}
