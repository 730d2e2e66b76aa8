import type { ConversationId } from "@homeroom/contract/ids";
import type { ConversationHoldTable } from "@homeroom/database/holding-tables";
import { type Selectable, sql } from "kysely";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

export type Hold = Selectable<ConversationHoldTable>;

/** Who holds these conversations at the moment, by conversation; what has been idle for too long is held by nobody. */
export async function holdsOf(
  tx: Tx,
  scope: Pick<Scope, "organizationId">,
  conversationIds: readonly ConversationId[],
): Promise<Map<ConversationId, Hold>> {
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

/** Whether a person answers this conversation at the moment. */
export async function isHeldByPerson(tx: Tx, scope: Scope, conversationId: ConversationId): Promise<boolean> {
  return (await holdsOf(tx, scope, [conversationId])).get(conversationId)?.kind === "staff";
}
