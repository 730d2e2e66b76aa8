import type { ConversationId } from "@homeroom/contract/ids";
import type { AssistantTurnTable } from "@homeroom/database/assistant-tables";
import type { Updateable } from "kysely";
import type { Talk } from "#modules/inbox/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Agent } from "../queries/agents.ts";
import type { AssistantTurn } from "../queries/turns.ts";
import type { Decision } from "../rules/decide-turn.ts";

/** The assistant's claimed turn in a conversation. */
export interface Claim {
  talk: Talk;
  agent: Agent;
  turn: AssistantTurn;
  /** The day for the agent's figures. */
  day: string;
  draft: boolean;
  /** Requested by a person: it may replace an earlier suggestion. */
  forced: boolean;
  decision: Exclude<Decision, { kind: "nothing" | "wait" }>;
}

/*
 * Order of locks in this module: the lead, the conversation, then the rows assistant_turn, assistant_agent,
 * assistant_usage.
 */

/** The assistant's state in a conversation, locked until the transaction ends. */
export async function lockTurn(tx: Tx, scope: Scope, conversationId: ConversationId): Promise<AssistantTurn> {
  await tx
    .insertInto("assistant_turn")
    .values({
      organization_id: scope.organizationId,
      conversation_id: conversationId,
      agent_id: null,
      provider_conversation: null,
    })
    .onConflict((conflict) => conflict.columns(["organization_id", "conversation_id"]).doNothing())
    .execute();
  return tx
    .selectFrom("assistant_turn")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("conversation_id", "=", conversationId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Changes a locked turn. */
export async function changeTurn(tx: Tx, turn: AssistantTurn, change: Updateable<AssistantTurnTable>): Promise<void> {
  await tx
    .updateTable("assistant_turn")
    .set(change)
    .where("organization_id", "=", turn.organization_id)
    .where("conversation_id", "=", turn.conversation_id)
    .execute();
}
