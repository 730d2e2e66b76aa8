import type { RecordId } from "@homeroom/contract/ids";
import type { CustomList } from "@homeroom/contract/media";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { DefaultChannel } from "./rules.ts";

/** The items of one list, in their order. */
export function itemsOf(tx: Tx, scope: Scope, list: CustomList) {
  return tx
    .selectFrom("list_item")
    .select(["item_id", "code", "name", "color", "sort", "status"])
    .where("organization_id", "=", scope.organizationId)
    .where("project_id", "=", list)
    .orderBy("sort")
    .orderBy("item_id")
    .execute();
}

/** All channels, primary and secondary, in their order. */
export function channelsOf(tx: Tx, scope: Scope) {
  return tx
    .selectFrom("lead_channel")
    .select(["lead_channel_id", "parent_id", "code", "name", "sort"])
    .where("organization_id", "=", scope.organizationId)
    .orderBy("sort")
    .orderBy("lead_channel_id")
    .execute();
}

/** The items with these ids, of any list. */
export async function itemsByIds(tx: Tx, scope: Scope, ids: readonly RecordId[]) {
  if (ids.length === 0) return new Map<string, never>();
  const rows = await tx
    .selectFrom("list_item")
    .select(["item_id as recordID", "project_id as projectID", "name", "color"])
    .where("organization_id", "=", scope.organizationId)
    .where("item_id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.recordID as string, row]));
}

/** The channels with these ids, primary and secondary. */
export async function channelsByIds(tx: Tx, scope: Scope, ids: readonly RecordId[]) {
  if (ids.length === 0) return new Map<string, never>();
  const rows = await tx
    .selectFrom("lead_channel")
    .select(["lead_channel_id as recordID", "parent_id as parentID", "name"])
    .where("organization_id", "=", scope.organizationId)
    .where("lead_channel_id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.recordID as string, row]));
}

/** The default item with a code (`new`, `deal`); null when the organisation has deleted it. */
export async function itemByCode(tx: Tx, scope: Scope, list: CustomList, code: string): Promise<RecordId | null> {
  const row = await tx
    .selectFrom("list_item")
    .select("item_id")
    .where("organization_id", "=", scope.organizationId)
    .where("project_id", "=", list)
    .where("code", "=", code)
    .executeTakeFirst();
  return row?.item_id ?? null;
}

/** The default channel with a code; null when the organisation has deleted it. */
export async function channelByCode(tx: Tx, scope: Scope, code: DefaultChannel): Promise<RecordId | null> {
  const row = await tx
    .selectFrom("lead_channel")
    .select("lead_channel_id")
    .where("organization_id", "=", scope.organizationId)
    .where("code", "=", code)
    .executeTakeFirst();
  return row?.lead_channel_id ?? null;
}
