import type { AccountId, BranchId, LeadId } from "@homeroom/contract/ids";
import type { LeadImportOptions } from "@homeroom/contract/imports";
import { leadActions } from "@homeroom/contract/leads";
import { sql } from "kysely";
import { v7 } from "uuid";
import type { BatchPlace, ImportRemark } from "#modules/imports/public";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { emitLeadsChanged, leadsMoved } from "../../events.ts";
import type { Lead } from "../../record/queries/load-lead.ts";
import { type CheckedLead, type LeadFields } from "../../record/rules/lead-row.ts";
import type { NameMeans } from "./resolve-lead-names.ts";

/** The settings of an import of leads, checked when it started. */
export interface ImportMeans {
  readonly actor: Actor;
  readonly scope: Scope;
  readonly branch: { branchId: BranchId; timeZone: string };
  readonly options: LeadImportOptions;
  /** The people who get leads without an owner in their row, in turn. */
  readonly turns: readonly AccountId[];
  readonly names: NameMeans;
}

/** Remarks about a row that are shown beside its outcome. */
export interface RowRemarks {
  readonly remarks: readonly ImportRemark[];
  readonly shown: Readonly<Record<string, string>>;
  readonly match?: string;
}

export interface NewLead {
  readonly leadId: LeadId;
  readonly form: LeadFields;
  readonly checked: CheckedLead;
  readonly told: RowRemarks;
}

/** Something that happened to a lead of an import. */
export interface ImportedEntry {
  readonly leadId: LeadId;
  readonly action: "imported" | "salesAssigned";
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * Inserts leads with their history, each table in one statement with one parameter: a parameter for every cell would take
 * longer than the rows themselves.
 */
export async function insertLeads(
  tx: Tx,
  means: ImportMeans,
  {
    at,
    leads,
    rows,
  }: { at: BatchPlace; leads: readonly NewLead[]; rows: readonly Readonly<Record<string, unknown>>[] },
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)));
  await sql`
    insert into lead (${columns})
    select ${columns} from json_populate_recordset(null::lead, ${JSON.stringify(rows)})`.execute(tx);
  const entries = leads.flatMap(({ leadId, form }): ImportedEntry[] => [
    importedEntry(leadId, at),
    ...(form.sales ? [assignedEntry(leadId, form.sales)] : []),
  ]);
  await addEntries(tx, means, entries);
}

/** The entry of an import in a lead's history, with the file's name. */
export function importedEntry(leadId: LeadId, at: BatchPlace, fields?: readonly string[]): ImportedEntry {
  const details = { file: at.fileName, importId: at.importId, ...(fields && { fields }) };
  return { leadId, action: "imported", details };
}

/** The history entry of the person an import assigned a lead to. */
export function assignedEntry(leadId: LeadId, salesId: AccountId): ImportedEntry {
  return { leadId, action: "salesAssigned", details: { salesId } };
}

/** Adds what an import did to the history of many leads. */
export async function addEntries(
  tx: Tx,
  { actor, scope }: ImportMeans,
  entries: readonly ImportedEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ leadId, action, details }) => ({
    log_id: v7(),
    lead_id: leadId,
    action_type: leadActions[action],
    details,
  }));
  await sql`
    insert into lead_log (organization_id, log_id, lead_id, action_type, details, operator_id)
    select ${scope.organizationId}, log_id, lead_id, action_type, details, ${actor.accountId}
    from json_populate_recordset(null::lead_log, ${JSON.stringify(rows)})`.execute(tx);
}

/** A lead changed by an import, as it was, and its owner now. */
export interface TouchedLead {
  readonly lead: Lead;
  readonly salesId: AccountId | null;
  readonly tutorId: AccountId | null;
}

/** Makes everyone who sees leads of a batch reload their lists once; dependent records follow. */
export async function publishOwnerChanges(
  tx: Tx,
  { scope, branch: { branchId } }: ImportMeans,
  { inserts, touched }: { inserts: readonly NewLead[]; touched: readonly TouchedLead[] },
): Promise<void> {
  const aggregateId = scope.organizationId;
  const states = [
    ...inserts.map(({ form }) => ({ branchId, salesId: form.sales, tutorId: form.tutor })),
    ...touched.flatMap(({ lead, salesId, tutorId }) => [
      { branchId: lead.branch_id, salesId: lead.sales_id, tutorId: lead.tutor_id },
      { branchId: lead.branch_id, salesId, tutorId },
    ]),
  ];
  await emitLeadsChanged(tx, scope, { aggregateId, states });
  const moved = touched.filter(({ lead, ...now }) => lead.sales_id !== now.salesId || lead.tutor_id !== now.tutorId);
  if (moved.length === 0) return;
  const payload = { leadIds: moved.map(({ lead }) => lead.lead_id) };
  await emit(tx, leadsMoved, { organizationId: scope.organizationId, aggregateId, payload });
}
