import type { LeadId } from "@homeroom/contract/ids";
import { leadFamilies } from "@homeroom/contract/lead-families";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { lockLead } from "../../record/queries/load-lead.ts";
import { recordLeadChange } from "../../record/writes/record-lead-change.ts";
import { saveLead } from "../../record/writes/save-lead.ts";
import { holdFamily } from "../writes/hold-family.ts";

/** Takes a lead out of its family; its contacts stay with it. A lead without family stays as it is. Throws NOT_FOUND. */
export function leaveFamily(db: Database, actor: Actor, { leadId }: { leadId: LeadId }): Promise<null> {
  requireAccess(actor, leadFamilies.leave);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    await holdFamily(tx, scope, [leadId], { changesMembers: true });
    const lead = await lockLead(tx, scope, leadId);
    if (lead.family_id === null) return null;
    const entries = [{ action: "edited" as const, details: { fields: ["family"] } }];
    await saveLead(tx, scope, { lead, columns: { family_id: null }, entries, actor });
    await recordLeadChange(tx, scope, actor, { action: "edited", lead, before: { family: 1 }, after: { family: 0 } });
    return null;
  });
}
