import { LeadId } from "@homeroom/contract/ids";
import { leadActions } from "@homeroom/contract/leads";
import { sql } from "kysely";
import type { ImportedRecord, ImportRequest, UndoneRecord } from "#modules/imports/public";
import { requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { sqlState } from "#platform/db/failures";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { writeDeletion } from "../../bulk/writes/write-bulk.ts";
import { emitLeadsChanged, leadsMoved } from "../../events.ts";
import type { Lead } from "../../record/queries/load-lead.ts";
import { type Choices, withoutGone } from "../../record/writes/lasting-choices.ts";
import { lockLeads } from "../queries.ts";

/**
 * Undoes an import: removes leads that the import made and nobody has worked with since, and restores those that
 * it changed. Leads changed since stay as they are.
 */
export async function undoLeads(
  tx: Tx,
  { actor }: ImportRequest,
  records: readonly ImportedRecord[],
): Promise<UndoneRecord[]> {
  requirePermission(actor, "crm:lead:import");
  const scope = scopeOf(actor, "crm:lead:all");
  const ids = records.map(({ recordId }) => LeadId.parse(recordId));
  const leads = await lockLeads(tx, scope, ids);
  const used = await usedLeads(tx, scope, ids);
  const words = new Map<ImportedRecord, UndoneRecord>();
  const removed: LeadId[] = [];
  for (const record of records) {
    const lead = leads.get(record.recordId);
    const isNew = record.outcome === "created";
    if (!lead) words.set(record, "gone");
    else if (isNew && (lead.last_contact_at !== null || used.has(record.recordId))) words.set(record, "used");
    else if (lead.version !== record.version) words.set(record, "changed");
    else if (isNew) {
      removed.push(lead.lead_id);
      words.set(record, "undone");
    } else words.set(record, await restore(tx, scope, { lead, before: record.before ?? {} }));
  }
  // Deleted as by staff: they can be restored, and are erased with the rest of the bin.
  await writeDeletion(tx, scope, { ids: removed, by: actor.accountId });
  await publishChanges(tx, scope, [...leads.values()]);
  return records.map((record) => words.get(record) ?? "gone");
}

/** Leads with a note, a message, or any history besides the import itself. */
async function usedLeads(tx: Tx, scope: Scope, ids: readonly LeadId[]): Promise<Set<string>> {
  const wanted = sql.val([...ids]);
  const own = sql.val([leadActions.imported, leadActions.salesAssigned]);
  const ofLead = sql`organization_id = ${scope.organizationId} and lead_id >= wanted.id and lead_id <= wanted.id`;
  // As ordered ranges, for tables without statistics yet: see leadsLike.
  const found = await sql<{ id: string }>`
    select wanted.id from unnest(${wanted}::uuid[]) as wanted(id), lateral (
      (select lead_id from lead_note where ${ofLead} order by lead_id limit 1)
      union all
      (select lead_id from lead_log where ${ofLead} and action_type <> all(${own}::smallint[])
        order by lead_id limit 1)) used`.execute(tx);
  return new Set(found.rows.map(({ id }) => id));
}

/** Restores columns, as far as their items and people still exist; not if another lead now has the number or e-mail. */
async function restore(
  tx: Tx,
  scope: Scope,
  { lead, before }: { lead: Lead; before: Readonly<Record<string, unknown>> },
): Promise<UndoneRecord> {
  const [there] = await withoutGone<Choices>(tx, scope, [{ now: lead, branchId: lead.branch_id, columns: before }]);
  const columns = Object.keys(before).map((name) => sql`${sql.ref(name)} = old.${sql.ref(name)}`);
  await sql`savepoint lead_undo`.execute(tx);
  try {
    await sql`
      update lead set ${sql.join(columns)}, updated_by = ${scope.accountId}, updated_at = now(), version = lead.version + 1
      from json_populate_record(null::lead, ${JSON.stringify(there)}) as old
      where lead.organization_id = ${scope.organizationId} and lead.lead_id = ${lead.lead_id}`.execute(tx);
    await sql`release savepoint lead_undo`.execute(tx);
    return "undone";
  } catch (error) {
    if (sqlState(error) !== "23505") throw error;
    await sql`rollback to savepoint lead_undo`.execute(tx);
    return "changed";
  }
}

/** Publishes the leads before and after; dependent records of leads that changed hands follow. */
async function publishChanges(tx: Tx, scope: Scope, before: readonly Lead[]): Promise<void> {
  if (before.length === 0) return;
  const ids = before.map((lead) => lead.lead_id);
  const now = await tx
    .selectFrom("lead")
    .select(["lead_id", "branch_id", "sales_id", "tutor_id"])
    .where("organization_id", "=", scope.organizationId)
    .where(sql<boolean>`lead_id = any(${sql.val(ids)}::uuid[])`)
    .execute();
  const aggregateId = scope.organizationId;
  const states = [...before, ...now].map((lead) => ({
    branchId: lead.branch_id,
    salesId: lead.sales_id,
    tutorId: lead.tutor_id,
  }));
  await emitLeadsChanged(tx, scope, { aggregateId, states });
  await emit(tx, leadsMoved, { organizationId: scope.organizationId, aggregateId, payload: { leadIds: ids } });
}
