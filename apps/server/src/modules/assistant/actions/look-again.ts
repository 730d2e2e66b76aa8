import type { ConversationId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { conversationsWithInboundSince } from "#modules/inbox/public";
import { organizationScope, type Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import type { JobRequest } from "#platform/jobs/job";
import { emit } from "#platform/outbox/events";
import { agentRight } from "../events.ts";
import { branchesAnswered } from "../queries/agents.ts";
import { unseenOf } from "../queries/turns.ts";
import { staleMs } from "../rules/decide-turn.ts";
import type { Assistant } from "./assistant.ts";

/** After an agent has recovered: checks again the customers that it left unanswered, if they are still waiting. */
export async function lookAgain(tx: Tx, scope: Scope, agentId: RecordId): Promise<void> {
  const { organizationId } = scope;
  await sql`
    update assistant_turn set seen_position = answered_position
    where organization_id = ${organizationId} and agent_id = ${agentId} and seen_position > answered_position
      and conversation_id in (select conversation_id from assistant_event
        where organization_id = ${organizationId} and kind = 'failed' and created_at > now() - interval '1 day')`.execute(
    tx,
  );
  await emit(tx, agentRight, { organizationId, aggregateId: agentId, payload: { agentId } });
}

const maxAtOnce = 500;

/** Requests answers for conversations in which customers have written since the assistant's last check. */
export async function lookForQuestions(
  { platform }: Assistant,
  organizationId: OrganizationId,
  answer: (conversationId: ConversationId) => JobRequest,
): Promise<void> {
  const scope = organizationScope(organizationId);
  const unseen = await inTransaction(platform.db, scope, async (tx) => {
    const branchIds = await branchesAnswered(tx, scope);
    if (branchIds.length === 0) return [];
    const since = new Date(Date.now() - staleMs);
    return unseenOf(tx, scope, await conversationsWithInboundSince(tx, scope, { branchIds, since, limit: maxAtOnce }));
  });
  if (unseen.length > 0) await platform.enqueue(unseen.map(answer));
}
