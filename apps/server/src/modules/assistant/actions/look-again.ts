import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { agentRight } from "../events.ts";

/** An agent that had stopped works again: customers it left unanswered are looked at again, if they still wait. */
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
