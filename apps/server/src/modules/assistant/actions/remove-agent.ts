import type { RecordId } from "@homeroom/contract/ids";
import { recordChange } from "#modules/audit/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { holdAgent } from "../queries/agents.ts";
import type { Assistant } from "./assistant.ts";

/** Deletes an agent: its key is wiped, its public page is gone, what it suggested goes with it. Throws NOT_FOUND. */
export function removeAgent({ platform }: Assistant, actor: Actor, agentId: RecordId): Promise<void> {
  requirePermission(actor, "org:gpt:delete");
  const scope = scopeOf(actor, "org:gpt:query");
  return inTransaction(platform.db, scope, async (tx) => {
    const agent = await holdAgent(tx, scope, agentId);
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
    await recordChange(tx, actor, {
      module: "setting",
      action: "deleted",
      subject: { type: "assistantAgent", id: agentId, name: agent.nickname },
    });
  });
}
