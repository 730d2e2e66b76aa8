import type { AccountId, LeadId } from "@homeroom/contract/ids";
import type { BulkColumns } from "@homeroom/database/lead-bulk-tables";
import { type RawBuilder, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { BulkRun } from "../queries.ts";

const types: Record<keyof BulkColumns, RawBuilder<unknown>> = {
  branch_id: sql`uuid`,
  sales_id: sql`uuid`,
  tutor_id: sql`uuid`,
  status_id: sql`uuid`,
  result_id: sql`uuid`,
  regular_contact_id: sql`uuid`,
  tag_ids: sql`uuid[]`,
};

/** Writes the same columns of all locked leads as their next versions, in one statement. */
export async function writeColumns(
  tx: Tx,
  scope: Scope,
  { leads, by }: { leads: readonly { leadId: LeadId; columns: BulkColumns }[]; by: AccountId },
): Promise<void> {
  const [first] = leads;
  if (!first) return;
  const names = Object.keys(first.columns) as (keyof BulkColumns)[];
  const set = sql.join(names.map((name) => sql`${sql.ref(name)} = next.${sql.ref(name)}`));
  const fields = sql.join(names.map((name) => sql`${sql.ref(name)} ${types[name]}`));
  const values = JSON.stringify(leads.map(({ leadId, columns }) => ({ lead_id: leadId, ...columns })));
  await sql`
    update lead set ${set}, version = lead.version + 1, updated_at = now(), updated_by = ${by}
    from jsonb_to_recordset(${values}::jsonb) as next (lead_id uuid, ${fields})
    where lead.organization_id = ${scope.organizationId} and lead.lead_id = next.lead_id`.execute(tx);
}

/** Deletes locked leads as their next versions; they can be restored for 30 days. */
export async function writeDeletion(
  tx: Tx,
  scope: Scope,
  { ids, by }: { ids: readonly LeadId[]; by: AccountId },
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update lead set deleted_at = now(), deleted_by = ${by}, version = version + 1, updated_at = now(), updated_by = ${by}
    where organization_id = ${scope.organizationId} and lead_id = any(${sql.val([...ids])}::uuid[])`.execute(tx);
  await sql`
    insert into lead_bin_day (organization_id, deleted_on)
    values (${scope.organizationId}, (now() at time zone 'utc')::date)
    on conflict do nothing`.execute(tx);
}

/** The outcome of a batch. */
export interface RowResult {
  rowNumber: number;
  /** `outcome` of a change, or `undone` of an undo. */
  word: string;
  version?: number;
  before?: BulkColumns;
}

/** Records the outcomes of a batch's rows. */
export async function writeOutcomes(tx: Tx, run: BulkRun, results: readonly RowResult[]): Promise<void> {
  const values = JSON.stringify(
    results.map(({ rowNumber, word, version, before }) => ({
      row_number: rowNumber,
      word,
      version: version ?? null,
      before: before ?? null,
    })),
  );
  const columns =
    run.state === "undoing"
      ? sql`undone = next.word`
      : sql`outcome = next.word, version = next.version, before = next.before`;
  await sql`
    update lead_bulk_row row set ${columns}
    from jsonb_to_recordset(${values}::jsonb) as next (row_number integer, word text, version integer, before jsonb)
    where row.organization_id = ${run.organization_id} and row.bulk_id = ${run.bulk_id}
      and row.row_number = next.row_number`.execute(tx);
}
