import type { RecordId } from "@homeroom/contract/ids";
import { type CustomList, customLists } from "@homeroom/contract/media";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Where the items of a custom list are noted on a lead; the other lists are not. */
const usesOfLists: Partial<Record<CustomList, RawBuilder<SqlBool>>> = {
  [customLists.tags]: sql<SqlBool>`lead.tag_ids && array[item.id]`,
  [customLists.contactResults]: sql<SqlBool>`lead.result_id = item.id`,
  [customLists.leadStatuses]: sql<SqlBool>`lead.status_id = item.id`,
};

/** How many of the organisation's leads have each of these items of a list: at most 1,000, beyond which nobody counts. */
export async function countUses(
  tx: Tx,
  scope: Scope,
  { list, ids }: { list: CustomList; ids: readonly RecordId[] },
): Promise<Map<RecordId, number>> {
  const uses = usesOfLists[list];
  if (!uses || ids.length === 0) return new Map();
  const found = await sql<{ id: RecordId; uses: number }>`
    select item.id, (select count(*)::int from (
      select from lead where lead.organization_id = ${scope.organizationId} and lead.deleted_at is null and ${uses}
      limit 1000) as counted) as uses
    from unnest(${sql.val([...ids])}::uuid[]) as item(id)`.execute(tx);
  return new Map(found.rows.map((row) => [row.id, row.uses]));
}
