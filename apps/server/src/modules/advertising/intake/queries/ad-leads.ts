import type { AdLeadQuery } from "@homeroom/contract/ad-leads";
import type { RecordId } from "@homeroom/contract/ids";
import type { AdLeadSource } from "@homeroom/database/advertising-tables";
import type { Schema } from "@homeroom/database/schema";
import { type Selectable, type SelectQueryBuilder, sql } from "kysely";
import type { z } from "zod";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { newestFirst } from "#platform/paging/newest-first";

export type StoredAdLead = Selectable<Schema["ad_lead"]>;

/** A delivery, locked until the transaction ends; undefined if it does not exist. */
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
  return newestFirst(matching.selectAll(), page, "ad_lead_id");
}

function withinReach(
  query: SelectQueryBuilder<Schema, "ad_lead", unknown>,
  { organizationId, branchIds }: Scope,
): SelectQueryBuilder<Schema, "ad_lead", unknown> {
  const own = query.where("organization_id", "=", organizationId);
  return branchIds === null ? own : own.where(isOneOf("branch_id", branchIds));
}
