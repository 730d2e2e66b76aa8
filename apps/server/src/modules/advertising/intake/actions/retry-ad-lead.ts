import type { OrganizationId, RecordId } from "@homeroom/contract/ids";
import type { Permission } from "@homeroom/contract/permissions";
import type { AdLeadSource } from "@homeroom/database/advertising-tables";
import { sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { organizationScope } from "#platform/db/scope";
import { type Database, inSystemTransaction, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { adLeadReceived } from "../../events.ts";
import { lockAdLead } from "../queries/ad-leads.ts";
import { settle } from "./make-lead-of-ad.ts";

/** A delivery that waits for longer than its job's tries is requested again. */
const forgottenAfterMs = 12 * 3_600_000;

/** After this number of attempts, half a day apart, staff are notified. */
const maxAttempts = 6;

const atOnce = 200;

interface AdLeadToRetry {
  recordID: RecordId;
  source: AdLeadSource;
  permission: Permission;
}

/** Retries the lead of a failed delivery; does nothing for others. Throws NOT_FOUND. */
export function retryAdLead(
  db: Database,
  actor: Actor,
  { recordID, source, permission }: AdLeadToRetry,
): Promise<void> {
  requirePermission(actor, permission);
  const scope = scopeOf(actor, permission);
  return inTransaction(db, scope, async (tx) => {
    const row = await lockAdLead(tx, scope, recordID);
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

/** Requests again the leads whose job has given up. Returns whether there may be more. */
export async function queueForgottenLeads(db: Database, now = new Date()): Promise<boolean> {
  const before = new Date(now.getTime() - forgottenAfterMs);
  const found = await inSystemTransaction(db, async (tx) => {
    const { rows } = await sql<{ organizationId: OrganizationId; adLeadId: RecordId; attempts: number }>`
      update ad_lead set attempts = attempts + 1 where (organization_id, ad_lead_id) in (
        select organization_id, ad_lead_id from ad_lead
        where state = 'waiting' and created_at + attempts * interval '12 hours' < ${before}
        order by created_at limit ${atOnce} for update skip locked)
      returning organization_id as "organizationId", ad_lead_id as "adLeadId", attempts`.execute(tx);
    return rows;
  });
  for (const { organizationId, adLeadId, attempts } of found) {
    // oxlint-disable-next-line no-await-in-loop -- each organisation has its own transaction
    await inTransaction(db, organizationScope(organizationId), async (tx) => {
      if (attempts > maxAttempts)
        return settle(tx, { organization_id: organizationId, ad_lead_id: adLeadId }, { problem: "unavailable" });
      await emit(tx, adLeadReceived, { organizationId, aggregateId: adLeadId, payload: { adLeadId } });
    });
  }
  return found.length === atOnce;
}
