import type { Backfill } from "../migration.ts";

/** Blanks the numbers and addresses that plans kept of erased leads. Recipients who still wait are left out when their turn comes. */
export const backfill: Backfill = {
  table: "broadcast_recipient",
  set: "lead_id = null, phone = null, email = null, detail = null",
  where: `lead_id is not null and not exists (
    select from lead where lead.organization_id = broadcast_recipient.organization_id
      and lead.lead_id = broadcast_recipient.lead_id
      and (lead.deleted_at is null or lead.merged_into is not null or lead.nickname <> ''))`,
};
