import type { AccountId, ConversationId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Somebody with a conversation open: how many more seconds that holds, and that they type. */
export interface StoredViewer {
  accountId: AccountId;
  viewingFor: number;
  typingFor: number;
}

const mostViewers = 20;

/** Who else has a conversation open; people who are typing come first. */
export async function otherViewers(tx: Tx, scope: Scope, conversationId: ConversationId): Promise<StoredViewer[]> {
  const found = await sql<StoredViewer>`
    select account_id as "accountId", ceil(extract(epoch from viewing_until - now()))::int as "viewingFor",
      greatest(0, ceil(extract(epoch from typing_until - now())))::int as "typingFor"
    from conversation_viewer
    where organization_id = ${scope.organizationId} and conversation_id = ${conversationId}
      and viewing_until > now() and account_id <> ${scope.accountId}
    order by typing_until desc, account_id limit ${mostViewers}`.execute(tx);
  return found.rows;
}
