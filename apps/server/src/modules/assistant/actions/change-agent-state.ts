import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { lockAgent } from "../queries/agents.ts";
import { recordAgentChange } from "../writes.ts";
import type { Assistant } from "./assistant.ts";

/** Activates an agent for its branch, in place of the current one, or deactivates it. Throws NOT_FOUND. */
export function setAgentStatus(
  db: Database,
  actor: Actor,
  { agentId, status }: { agentId: RecordId; status: number },
): Promise<void> {
  requirePermission(actor, "org:gpt:status");
  const scope = scopeOf(actor, "org:gpt:query");
  return inTransaction(db, scope, async (tx) => {
    // Two concurrent activations must not both find the branch free.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.organizationId} agents`}, 7029))`.execute(tx);
    const agent = await lockAgent(tx, scope, agentId);
    if (agent.status === status) return;
    const ofBranch = tx
      .updateTable("assistant_agent")
      .where("organization_id", "=", scope.organizationId)
      .where("branch_id", "=", agent.branch_id);
    if (status === 1) await ofBranch.where("status", "=", 1).set({ status: 0, active_since: null }).execute();
    const now = new Date();
    const change = { status, active_since: status === 1 ? now : null, updated_by: actor.accountId, updated_at: now };
    await ofBranch.where("agent_id", "=", agentId).set(change).execute();
    await recordAgentChange(tx, actor, status === 1 ? "enabled" : "disabled", { id: agentId, name: agent.nickname });
  });
}

/** Deletes an agent with its key, its public page and its suggestions. Throws NOT_FOUND. */
export function removeAgent({ platform }: Assistant, actor: Actor, agentId: RecordId): Promise<void> {
  requirePermission(actor, "org:gpt:delete");
  const scope = scopeOf(actor, "org:gpt:query");
  return inTransaction(platform.db, scope, async (tx) => {
    const agent = await lockAgent(tx, scope, agentId);
    await tx
      .updateTable("assistant_agent")
      .set({
        status: 0,
        active_since: null,
        deleted_at: new Date(),
        secrets: platform.secrets.seal({ apiKey: "" }),
        public_key: null,
        public_key_hash: null,
        updated_by: actor.accountId,
      })
      .where("organization_id", "=", scope.organizationId)
      .where("agent_id", "=", agentId)
      .execute();
    for (const table of ["assistant_draft", "assistant_public_session"] as const)
      await tx
        .deleteFrom(table)
        .where("organization_id", "=", scope.organizationId)
        .where("agent_id", "=", agentId)
        .execute();
    await recordAgentChange(tx, actor, "deleted", { id: agentId, name: agent.nickname });
  });
}
