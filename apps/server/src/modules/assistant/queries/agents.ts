import type { BranchId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import type { AssistantAgentTable } from "@homeroom/database/assistant-tables";
import { type Selectable, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

export type Agent = Selectable<AssistantAgentTable>;

function agentsOf(tx: Tx, scope: Scope) {
  const all = tx
    .selectFrom("assistant_agent")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("deleted_at", "is", null);
  return scope.branchIds ? all.where("branch_id", "in", [...scope.branchIds]) : all;
}

/** The agents of the branches that a scope reaches, oldest first. */
export function agentsInScope(tx: Tx, scope: Scope): Promise<Agent[]> {
  return agentsOf(tx, scope).orderBy("created_at").orderBy("agent_id").execute();
}

/** An agent that a scope reaches. Throws NOT_FOUND. */
export async function loadAgent(tx: Tx, scope: Scope, agentId: RecordId): Promise<Agent> {
  const found = await agentsOf(tx, scope).where("agent_id", "=", agentId).executeTakeFirst();
  if (!found) throw new AppError("NOT_FOUND");
  return found;
}

/** The same, locked until the transaction ends. */
export async function lockAgent(tx: Tx, scope: Scope, agentId: RecordId): Promise<Agent> {
  const found = await agentsOf(tx, scope).where("agent_id", "=", agentId).forNoKeyUpdate().executeTakeFirst();
  if (!found) throw new AppError("NOT_FOUND");
  return found;
}

/** The active agent of a branch. */
export function activeAgent(tx: Tx, scope: Scope, branchId: BranchId): Promise<Agent | undefined> {
  return agentsOf(tx, scope).where("branch_id", "=", branchId).where("status", "=", 1).executeTakeFirst();
}

/** The branches of an organisation that an agent answers for. */
export async function branchesAnswered(tx: Tx, scope: Scope): Promise<BranchId[]> {
  const rows = await tx
    .selectFrom("assistant_agent")
    .select("branch_id")
    .where("organization_id", "=", scope.organizationId)
    .where("status", "=", 1)
    .where("deleted_at", "is", null)
    .execute();
  return rows.map((row) => row.branch_id);
}

/** The agent whose public page has this key, over all organisations. */
export function agentOfKey(
  db: Database,
  keyHash: Buffer,
): Promise<{ organizationId: OrganizationId; agentId: RecordId } | undefined> {
  return inSystemTransaction(db, (tx) =>
    tx
      .selectFrom("assistant_agent")
      .select(["organization_id as organizationId", "agent_id as agentId"])
      .where("public_key_hash", "=", keyHash)
      .where("deleted_at", "is", null)
      .executeTakeFirst(),
  );
}

export interface Usage {
  answers: number;
  drafts: number;
  handOvers: number;
  failures: number;
  publicAnswers: number;
  /** The drafts and failures requested by staff or by a visitor of its page. */
  asked: number;
}

/** The use that counts for an agent's daily limit: its automatic actions for customers of the inbox. */
export function doneByItself(usage: Usage | undefined): number {
  return usage ? usage.answers + usage.drafts + usage.handOvers + usage.failures - usage.asked : 0;
}

/** The actions of agents on a day, by agent; idle agents are left out. `days`: the day for each agent. */
export async function usageOf(
  tx: Tx,
  scope: Scope,
  days: ReadonlyMap<RecordId, string>,
): Promise<Map<RecordId, Usage>> {
  if (days.size === 0) return new Map();
  const found = await sql<Usage & { agentId: RecordId }>`
    select agent_id as "agentId", answers, drafts, hand_overs as "handOvers", failures, public_answers as "publicAnswers",
      asked
    from assistant_usage
    join unnest(${sql.val([...days.keys()])}::uuid[], ${sql.val([...days.values()])}::date[]) as wanted (agent_id, day)
      using (agent_id, day)
    where organization_id = ${scope.organizationId}`.execute(tx);
  return new Map(found.rows.map(({ agentId, ...usage }) => [agentId, usage]));
}
