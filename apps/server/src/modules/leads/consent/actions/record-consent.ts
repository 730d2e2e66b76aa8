import { type ConsentChannel, type ConsentForm, consents } from "@homeroom/contract/consents";
import { type LeadId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId, takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { lockLead } from "../../record/queries/load-lead.ts";
import { recordLeadChange } from "../../record/writes/lead-history.ts";
import { consentsOf } from "../queries/consents.ts";

/**
 * Records a customer's decision about marketing, as told to a person. Repeated with the same proposed id it adds
 * nothing. Throws NOT_FOUND for a lead out of sight.
 */
export function recordConsent(db: Database, actor: Actor, form: ConsentForm): Promise<{ recordID: RecordId }> {
  requireAccess(actor, consents.record);
  const scope = scopeOf(actor, "crm:lead:all");
  const recordID = form.recordID ?? RecordId.parse(v7());
  const { leadId, channel, decision, wording } = form;
  return refusingTakenId(takenId("recordID"), () =>
    inTransaction(db, scope, async (tx) => {
      const lead = await lockLead(tx, scope, leadId);
      if (await isRecorded(tx, scope, { leadId, recordID })) return { recordID };
      await tx
        .insertInto("consent_entry")
        .values({
          organization_id: scope.organizationId,
          entry_id: recordID,
          lead_id: leadId,
          channel,
          decision,
          source: "staff",
          wording,
          said_at: sql<Date>`now()`,
          recorded_by: actor.accountId,
        })
        .execute();
      const after = { consentChannel: channel, consent: decision, wording };
      await recordLeadChange(tx, scope, actor, { action: "noted", lead, after });
      return { recordID };
    }),
  );
}

/** Withdraws a lead's consent by a link that only it was sent. Again, or for a lead that is gone, it changes nothing. */
export async function withdrawConsent(
  tx: Tx,
  scope: Scope,
  { leadId, channel }: { leadId: LeadId; channel: ConsentChannel },
): Promise<void> {
  const lead = await tx
    .selectFrom("lead")
    .select("lead_id")
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", leadId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!lead) return;
  const { current } = await consentsOf(tx, scope, leadId);
  if (current.some((one) => one.channel === channel && one.decision === "withdrawn")) return;
  await tx
    .insertInto("consent_entry")
    .values({
      organization_id: scope.organizationId,
      lead_id: leadId,
      channel,
      decision: "withdrawn",
      source: "link",
      said_at: sql<Date>`now()`,
    })
    .execute();
}

async function isRecorded(
  tx: Tx,
  scope: Scope,
  { leadId, recordID }: { leadId: LeadId; recordID: RecordId },
): Promise<boolean> {
  const found = await tx
    .selectFrom("consent_entry")
    .select("lead_id")
    .where("organization_id", "=", scope.organizationId)
    .where("entry_id", "=", recordID)
    .executeTakeFirst();
  if (found && found.lead_id !== leadId) throw takenId("recordID");
  return found !== undefined;
}

/** What one lead said about being sent news, said of another too: they are one person. Again it adds nothing. */
export async function copyConsents(
  tx: Tx,
  { organizationId }: Scope,
  { from, to }: { from: LeadId; to: LeadId },
): Promise<void> {
  await sql`
    insert into consent_entry
      (organization_id, lead_id, channel, decision, source, wording, said_at, recorded_by, recorded_at)
    select organization_id, ${to}::uuid, channel, decision, source, wording, said_at, recorded_by, recorded_at
    from consent_entry entry
    where organization_id = ${organizationId} and lead_id = ${from}
      and not exists (
        select from consent_entry there
        where there.organization_id = entry.organization_id and there.lead_id = ${to}
          and there.channel = entry.channel and there.recorded_at = entry.recorded_at)`.execute(tx);
}
