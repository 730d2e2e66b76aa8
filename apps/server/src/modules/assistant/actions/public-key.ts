import type { RecordId } from "@homeroom/contract/ids";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { hashToken, newToken } from "#platform/auth/tokens";
import { inTransaction } from "#platform/db/transaction";
import { lockAgent } from "../queries/agents.ts";
import { recordAgentChange } from "../writes.ts";
import type { Assistant } from "./assistant.ts";

/** Creates an agent's public page with a new key, which replaces an earlier one. Returns the key. Throws NOT_FOUND. */
export async function issueKey(assistant: Assistant, actor: Actor, agentId: RecordId): Promise<string> {
  const key = newToken();
  await writeKey(assistant, actor, { agentId, key });
  return key;
}

/** Removes an agent's public page. Throws NOT_FOUND. */
export function revokeKey(assistant: Assistant, actor: Actor, agentId: RecordId): Promise<void> {
  return writeKey(assistant, actor, { agentId, key: null });
}

function writeKey(
  { platform }: Assistant,
  actor: Actor,
  { agentId, key }: { agentId: RecordId; key: string | null },
): Promise<void> {
  requirePermission(actor, "org:gpt:edit");
  const scope = scopeOf(actor, "org:gpt:query");
  return inTransaction(platform.db, scope, async (tx) => {
    const agent = await lockAgent(tx, scope, agentId);
    await tx
      .updateTable("assistant_agent")
      .set({
        public_key: key === null ? null : platform.secrets.seal({ key }),
        public_key_hash: key === null ? null : hashToken(key),
        updated_by: actor.accountId,
      })
      .where("organization_id", "=", scope.organizationId)
      .where("agent_id", "=", agentId)
      .execute();
    await recordAgentChange(tx, actor, key === null ? "keyRevoked" : "keyIssued", {
      id: agentId,
      name: agent.nickname,
    });
  });
}
