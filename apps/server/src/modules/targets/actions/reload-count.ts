import type { RecordId } from "@homeroom/contract/ids";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf, scopeOfRecord } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { countLeads, holdTarget, type LeadCount } from "../queries.ts";

/**
 * Counts a list's leads again, within the list's own reach. Does not count as an edit: open forms stay current. Throws
 * NOT_FOUND.
 */
export function reloadCount(db: Database, actor: Actor, listId: RecordId): Promise<LeadCount> {
  requirePermission(actor, "bulk:target:reload");
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const target = await holdTarget(tx, scope, listId);
    const reach = scopeOfRecord({ organizationId: scope.organizationId, ...target });
    const counted = await countLeads(tx, reach, target.rule);
    await tx
      .updateTable("recipient_list")
      .set({ lead_count: counted.leadCount, counted_exactly: counted.exact, counted_at: new Date() })
      .where("organization_id", "=", scope.organizationId)
      .where("list_id", "=", listId)
      .execute();
    return counted;
  });
}
