import type { RecordId } from "@homeroom/contract/ids";
import { targets } from "@homeroom/contract/targets";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf, scopeOfRecord } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { countLeads, type LeadCount, lockTarget } from "../queries.ts";

/**
 * Counts a list's leads again, within the list's own reach. Does not count as an edit: open forms stay current. Throws
 * NOT_FOUND.
 */
export function reloadCount(db: Database, actor: Actor, listId: RecordId): Promise<LeadCount> {
  requireAccess(actor, targets.reload);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const target = await lockTarget(tx, scope, listId);
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
