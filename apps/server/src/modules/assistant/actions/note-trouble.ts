import { needsAttention } from "@homeroom/contract/assistant";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { AgentProblem } from "../port.ts";
import type { Agent } from "../queries/agents.ts";
import { noteUsage } from "./note-usage.ts";

const longestDetail = 300;

/**
 * Keeps what kept an agent from answering, for staff to see. What does not pass by itself stops the agent until somebody
 * has put it right; an agent that was changed meanwhile goes on.
 */
export async function noteTrouble(
  tx: Tx,
  scope: Scope,
  { agent, day, problem }: { agent: Agent; day: string; problem: AgentProblem },
): Promise<void> {
  const now = new Date();
  const stops = needsAttention.includes(problem.reason);
  await tx
    .updateTable("assistant_agent")
    .set({
      failed_at: now,
      failure_reason: problem.reason,
      failure_detail: problem.detail.slice(0, longestDetail),
      ...(stops && { attention_at: now, attention_reason: problem.reason }),
    })
    .where("organization_id", "=", scope.organizationId)
    .where("agent_id", "=", agent.agent_id)
    .where("version", "=", agent.version)
    .execute();
  await noteUsage(tx, scope, { agentId: agent.agent_id, day, what: "failures" });
}
