import type { AdLeadQuery } from "@homeroom/contract/ad-leads";
import type { RecordId } from "@homeroom/contract/ids";
import type { AdLeadSource } from "@homeroom/database/advertising-tables";
import type { Schema } from "@homeroom/database/schema";
import { type Selectable, type SelectQueryBuilder, sql } from "kysely";
import type { z } from "zod";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { readCursor, writeCursor } from "#platform/paging/cursor";

export type StoredAdLead = Selectable<Schema["ad_lead"]>;

/** A delivery, held until the transaction ends; undefined for one that is not there. */
export function lockAdLead(tx: Tx, scope: Scope, adLeadId: RecordId): Promise<StoredAdLead | undefined> {
  return withinReach(tx.selectFrom("ad_lead"), scope)
    .selectAll()
    .where("ad_lead_id", "=", adLeadId)
    .forUpdate()
    .executeTakeFirst();
}

/** The deliveries of a provider's forms, the newest first. */
export async function listAdLeads(
  tx: Tx,
  scope: Scope,
  { source, state, ...page }: z.infer<typeof AdLeadQuery> & { source: AdLeadSource },
): Promise<{ rows: StoredAdLead[]; total: number; nextCursor: string | null }> {
  let matching = withinReach(tx.selectFrom("ad_lead"), scope).where("source", "=", source);
  if (state?.length) matching = matching.where(sql<boolean>`state = any(${sql.val([...state])}::text[])`);
  const cursor = page.cursor ? readCursor(page.cursor, "moment") : null;
  const rest = cursor
    ? matching.where(sql<boolean>`(created_at, ad_lead_id) < (${cursor.value}::timestamptz, ${cursor.id}::uuid)`)
    : matching.offset((page.pageNum - 1) * page.pageSize);
  const found = await rest
    .selectAll()
    .select(sql<string>`created_at::text`.as("created_text"))
    .orderBy("created_at", "desc")
    .orderBy("ad_lead_id", "desc")
    .limit(page.pageSize + 1)
    .execute();
  const counted = await matching.select(sql<number>`count(*)::int`.as("total")).executeTakeFirst();
  const rows = found.slice(0, page.pageSize);
  const last = found.length > page.pageSize ? rows.at(-1) : undefined;
  return {
    rows,
    total: counted?.total ?? 0,
    nextCursor: last ? writeCursor({ value: last.created_text, id: last.ad_lead_id }) : null,
  };
}

function withinReach(
  query: SelectQueryBuilder<Schema, "ad_lead", unknown>,
  { organizationId, branchIds }: Scope,
): SelectQueryBuilder<Schema, "ad_lead", unknown> {
  const own = query.where("organization_id", "=", organizationId);
  return branchIds === null ? own : own.where(isOneOf("branch_id", branchIds));
}
