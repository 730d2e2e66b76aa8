import type { RecordId } from "@homeroom/contract/ids";
import type { AssistantPublicMessageTable, AssistantPublicSessionTable } from "@homeroom/database/assistant-tables";
import type { Selectable } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

export type PublicSession = Selectable<AssistantPublicSessionTable>;
export type PublicMessage = Selectable<AssistantPublicMessageTable>;

/** A visitor's session on an agent's public page; undefined when it is not this agent's, or too old. */
export function publicSession(
  tx: Tx,
  scope: Scope,
  { agentId, sessionId }: { agentId: RecordId; sessionId: RecordId },
): Promise<PublicSession | undefined> {
  return tx
    .selectFrom("assistant_public_session")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("agent_id", "=", agentId)
    .where("session_id", "=", sessionId)
    .executeTakeFirst();
}

/** The last of what was said in a session, oldest first. */
export async function publicTalk(
  tx: Tx,
  scope: Scope,
  { sessionId, limit }: { sessionId: RecordId; limit: number },
): Promise<PublicMessage[]> {
  const rows = await tx
    .selectFrom("assistant_public_message")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("session_id", "=", sessionId)
    .orderBy("position", "desc")
    .limit(limit)
    .execute();
  return rows.toReversed();
}
