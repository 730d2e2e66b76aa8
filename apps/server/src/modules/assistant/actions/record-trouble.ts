import { needsAttention } from "@homeroom/contract/assistant";
import { colleaguesWhoMay } from "#modules/accounts/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { agentStopped } from "../events.ts";
import type { AgentProblem } from "../port.ts";
import type { Agent } from "../queries/agents.ts";
import { recordUsage } from "./record-usage.ts";

const maxDetailLength = 300;

/**
 * Stores the reason why an agent could not answer, for staff. A permanent problem stops the agent until somebody
 * fixes it, unless the agent was changed meanwhile. `asked`: as in `recordUsage`. Returns whether the agent
 * is unchanged since the call.
 */
export async function recordTrouble(
  tx: Tx,
  scope: Scope,
  { agent, day, problem, asked = false }: { agent: Agent; day: string; problem: AgentProblem; asked?: boolean },
): Promise<boolean> {
  const updated = await tx
    .updateTable("assistant_agent")
    .set({
      failed_at: new Date(),
      failure_reason: problem.reason,
      failure_detail: problem.detail.slice(0, maxDetailLength),
    })
    .where("organization_id", "=", scope.organizationId)
    .where("agent_id", "=", agent.agent_id)
    .where("version", "=", agent.version)
    .executeTakeFirst();
  if (needsAttention.includes(problem.reason)) await stopAgent(tx, scope, { agent, reason: problem.reason });
  await recordUsage(tx, scope, { agentId: agent.agent_id, day, what: "failures", asked });
  return updated.numUpdatedRows > 0n;
}

/** The people who can fix it are notified once. */
async function stopAgent(
  tx: Tx,
  scope: Scope,
  { agent, reason }: { agent: Agent; reason: AgentProblem["reason"] },
): Promise<void> {
  const { agent_id: agentId, branch_id: branchId, nickname } = agent;
  const at = new Date();
  const stopped = await tx
    .updateTable("assistant_agent")
    .set({ attention_at: at, attention_reason: reason })
    .where("organization_id", "=", scope.organizationId)
    .where("agent_id", "=", agentId)
    .where("version", "=", agent.version)
    .where("attention_at", "is", null)
    .executeTakeFirst();
  if (stopped.numUpdatedRows === 0n) return;
  const people = await colleaguesWhoMay(tx, scope, { permission: "org:gpt:edit", branchId });
  const payload = { agentId, nickname, at: at.toISOString(), people };
  await emit(tx, agentStopped, { organizationId: scope.organizationId, aggregateId: agentId, payload });
}
