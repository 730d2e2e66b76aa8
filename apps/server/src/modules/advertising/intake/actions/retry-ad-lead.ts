import type { RecordId } from "@homeroom/contract/ids";
import type { Permission } from "@homeroom/contract/permissions";
import type { AdLeadSource } from "@homeroom/database/advertising-tables";
import { recordChange } from "#modules/audit/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { adLeadReceived } from "../../events.ts";
import { holdAdLead } from "../queries/ad-leads.ts";

interface Retried {
  recordID: RecordId;
  source: AdLeadSource;
  permission: Permission;
}

/** Has the lead of a delivery that failed made again; one that did not fail stays as it is. Throws NOT_FOUND. */
export function retryAdLead(db: Database, actor: Actor, { recordID, source, permission }: Retried): Promise<void> {
  requirePermission(actor, permission);
  const scope = scopeOf(actor, permission);
  return inTransaction(db, scope, async (tx) => {
    const row = await holdAdLead(tx, scope, recordID);
    if (row?.source !== source) throw new AppError("NOT_FOUND");
    if (row.state !== "failed") return;
    await tx
      .updateTable("ad_lead")
      .set({ state: "waiting", problem: null })
      .where("organization_id", "=", scope.organizationId)
      .where("ad_lead_id", "=", recordID)
      .execute();
    const { organizationId } = scope;
    await emit(tx, adLeadReceived, { organizationId, aggregateId: recordID, payload: { adLeadId: recordID } });
    await recordChange(tx, actor, {
      module: "lead",
      action: "rerun",
      subject: { type: "adLead", id: recordID, name: row.external_id },
    });
  });
}
