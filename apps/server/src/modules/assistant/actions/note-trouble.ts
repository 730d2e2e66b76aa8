import { needsAttention } from "@homeroom/contract/assistant";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { AgentProblem } from "../port.ts";
import type { Agent } from "../queries/agents.ts";
import { noteUsage } from "./note-usage.ts";

const longestDetail = 300;

/**
 * Keeps what kept an agent from answering, for staff to see. What does not pass by itself stops the agent until somebody
 * has put it right; an agent that was changed meanwhile goes on. Answers whether the agent stands as it was asked.
 */
export async function noteTrouble(
  tx: Tx,
  scope: Scope,
  { agent, day, problem }: { agent: Agent; day: string; problem: AgentProblem },
): Promise<boolean> {
  const now = new Date();
  const stops = needsAttention.includes(problem.reason);
  const noted = await tx
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
    .executeTakeFirst();
  await noteUsage(tx, scope, { agentId: agent.agent_id, day, what: "failures" });
  return noted.numUpdatedRows > 0n;
}
