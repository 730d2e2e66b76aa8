import type { LeadId } from "@homeroom/contract/ids";
import { maxMembers } from "@homeroom/contract/lead-families";
import type { LeadMergeTable } from "@homeroom/database/lead-family-tables";
import type { Selectable } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

export type Merge = Selectable<LeadMergeTable>;

/** The merges into a lead that can be taken back by who sees both: the latest, newest first. */
export function mergesInto(tx: Tx, scope: Scope, leadId: LeadId): Promise<Merge[]> {
  return tx
    .selectFrom("lead_merge as merge")
    .innerJoin("lead", (join) =>
      join.onRef("lead.organization_id", "=", "merge.organization_id").onRef("lead.lead_id", "=", "merge.from_id"),
    )
    .selectAll("merge")
    .where("merge.organization_id", "=", scope.organizationId)
    .where("merge.kept_id", "=", leadId)
    .where("merge.undone_at", "is", null)
    .where("lead.merged_into", "=", leadId)
    .where(visibleRows(scope, "lead"))
    .orderBy("merge.created_at", "desc")
    .limit(maxMembers)
    .execute();
}
