import type { RecordId } from "@homeroom/contract/ids";
import { type CustomList, customLists } from "@homeroom/contract/media";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { isChannelInRules } from "#modules/lead-rules/public";
import type { ListUses } from "#modules/lists/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Where leads store items of a custom list; the other lists have columns. */
const usesOfLists: Partial<Record<CustomList, RawBuilder<SqlBool>>> = {
  [customLists.tags]: sql<SqlBool>`lead.tag_ids && array[item.id]`,
  [customLists.contactResults]: sql<SqlBool>`lead.result_id = item.id`,
  [customLists.leadStatuses]: sql<SqlBool>`lead.status_id = item.id`,
  [customLists.regularContactTypes]: sql<SqlBool>`lead.regular_contact_id = item.id`,
};

/** How many of the organisation's leads have each of these items of a list, up to 1,000. */
async function countUses(
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

/** Whether a lead, a deleted one too since it can come back, or a note has the item. */
async function isItemUsed(tx: Tx, scope: Scope, { list, id }: { list: CustomList; id: RecordId }): Promise<boolean> {
  const uses = usesOfLists[list];
  if (!uses) return false;
  const found = await sql`
    select from (select ${id}::uuid as id) item
    where exists (select from lead where lead.organization_id = ${scope.organizationId} and ${uses})
      or exists (select from lead_note note
        where note.organization_id = ${scope.organizationId}
        and (note.result_id = item.id or note.regular_contact_id = item.id))`.execute(tx);
  return found.rows.length > 0;
}

/** How many of the organisation's leads came through each channel, primary or secondary, up to 1,000. */
async function countChannels(tx: Tx, scope: Scope, ids: readonly RecordId[]): Promise<Map<RecordId, number>> {
  const found = await sql<{ id: RecordId; uses: number }>`
    select channel.id, greatest(${leadsOf(scope, "channel_id")}, ${leadsOf(scope, "secondary_channel_id")}) as uses
    from unnest(${sql.val([...ids])}::uuid[]) as channel(id)`.execute(tx);
  return new Map(found.rows.map((row) => [row.id, row.uses]));
}

function leadsOf(scope: Scope, column: "channel_id" | "secondary_channel_id"): RawBuilder<number> {
  return sql<number>`(select count(*)::int from (
    select from lead where lead.organization_id = ${scope.organizationId} and lead.deleted_at is null
      and ${sql.ref(`lead.${column}`)} = channel.id limit 1000) as counted)`;
}

async function isChannelUsed(tx: Tx, scope: Scope, channelId: RecordId): Promise<boolean> {
  const found = await sql`
    select from lead where lead.organization_id = ${scope.organizationId}
      and (lead.channel_id = ${channelId} or lead.secondary_channel_id = ${channelId}) limit 1`.execute(tx);
  return found.rows.length > 0 || isChannelInRules(tx, scope, channelId);
}

/** List items and channels referenced by leads. */
export const listUses: ListUses = { count: countUses, isItemUsed, countChannels, isChannelUsed };
