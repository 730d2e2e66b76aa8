import { type ConsentChannel, type ConsentForm, consents } from "@homeroom/contract/consents";
import { type LeadId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId, takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { lockLead } from "../../record/queries/load-lead.ts";
import { recordLeadChange } from "../../record/writes/save-lead.ts";
import { consentsOf } from "../queries/consents.ts";

/**
 * Records a customer's decision about marketing that they told a person. Idempotent by the proposed
 * id. Throws NOT_FOUND for a lead that the actor does not see.
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

/**
 * Withdraws a lead's consent by a link that was sent only to this lead. A merged lead withdraws it for the kept lead too, and
 * keeps that when the merge is undone. Repeated, or for a lead that is gone, it changes nothing.
 */
export async function withdrawConsent(
  tx: Tx,
  scope: Scope,
  { leadId, channel }: { leadId: LeadId; channel: ConsentChannel },
): Promise<void> {
  for (const id of await lockMerged(tx, scope, leadId)) {
    const { current } = await consentsOf(tx, scope, id);
    if (current.some((one) => one.channel === channel && one.decision === "withdrawn")) continue;
    await tx
      .insertInto("consent_entry")
      .values({
        organization_id: scope.organizationId,
        lead_id: id,
        channel,
        decision: "withdrawn",
        source: "link",
        said_at: sql<Date>`now()`,
      })
      .execute();
  }
}

/** The maximum chain of merges to follow. */
const longestWay = 5;

/** A lead and the leads that it was merged into. Only the last is locked: a merge locks the kept lead before the other. */
async function lockMerged(tx: Tx, scope: Scope, leadId: LeadId): Promise<LeadId[]> {
  const way: LeadId[] = [];
  let wanted = leadId;
  for (let step = 0; step < longestWay; step += 1) {
    const lead = tx
      .selectFrom("lead")
      .select("merged_into")
      .where("organization_id", "=", scope.organizationId)
      .where("lead_id", "=", wanted);
    const last = await lead.where("merged_into", "is", null).forNoKeyUpdate().executeTakeFirst();
    if (last) return [...way, wanted];
    const merged = await lead.executeTakeFirst();
    if (!merged) break;
    // Null: the merge was undone in between.
    if (merged.merged_into) {
      way.push(wanted);
      wanted = merged.merged_into;
    }
  }
  return way;
}

async function isRecorded(
  tx: Tx,
  scope: Scope,
  { leadId, recordID }: { leadId: LeadId; recordID: RecordId },
): Promise<boolean> {
  const found = await findRow(tx, scope, "consent_entry", { entry_id: recordID });
  if (found && found.lead_id !== leadId) throw takenId("recordID");
  return found !== undefined;
}

/**
 * Copies one lead's decisions about marketing to another: they are one person. Idempotent. Returns the
 * ids of the added entries.
 */
export async function copyConsents(
  tx: Tx,
  { organizationId }: Scope,
  { from, to }: { from: LeadId; to: LeadId },
): Promise<RecordId[]> {
  const copied = await sql<{ id: RecordId }>`
    insert into consent_entry
      (organization_id, lead_id, channel, decision, source, wording, said_at, recorded_by, recorded_at, copy_of)
    select organization_id, ${to}::uuid, channel, decision, source, wording, said_at, recorded_by, recorded_at, entry_id
    from consent_entry entry
    where organization_id = ${organizationId} and lead_id = ${from}
      and not exists (
        select from consent_entry there
        where there.organization_id = entry.organization_id and there.lead_id = ${to}
          and there.channel = entry.channel and there.recorded_at = entry.recorded_at)
    returning entry_id as id`.execute(tx);
  return copied.rows.map(({ id }) => id);
}

/** Removes the copies: they are two people after all. The lead's own entries stay, whatever the ids. */
export async function removeCopies(tx: Tx, scope: Scope, ids: readonly RecordId[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom("consent_entry")
    .where("organization_id", "=", scope.organizationId)
    .where("entry_id", "in", [...ids])
    .where("copy_of", "is not", null)
    .execute();
}
