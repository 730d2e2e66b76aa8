import type { AccountId, LeadId, RecordId } from "@homeroom/contract/ids";
import { type LeadAction, leadActions } from "@homeroom/contract/leads";
import { customLists } from "@homeroom/contract/media";
import type { LeadTable } from "@homeroom/database/schema";
import { sql, type Updateable } from "kysely";
import { v7 } from "uuid";
import { type Change, recordChange } from "#modules/audit/public";
import { itemByCode } from "#modules/lists/public";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emitLeadChange } from "../../events.ts";
import { type Fields, type Lead, nameReferences } from "../queries/load-lead.ts";
import { changedFields, fieldsOf, type LeadFields } from "../rules/lead-row.ts";

interface LeadChange {
  lead: Lead;
  columns: Updateable<LeadTable>;
  /** The history entries; an assignment to sales is added here. */
  entries: readonly Omit<HistoryEntry, "leadId" | "operatorId">[];
  /** Null: the product itself. */
  actor: Pick<Actor, "accountId"> | { accountId: null };
}

/** Writes columns of a locked lead as its next version, with its history and its event. */
export async function saveLead(tx: Tx, scope: Scope, { lead, columns, entries, actor }: LeadChange): Promise<void> {
  const leadId = lead.lead_id;
  const version = lead.version + 1;
  await tx
    .updateTable("lead")
    .set({ ...columns, updated_by: actor.accountId, updated_at: sql`now()`, version })
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", leadId)
    .execute();
  const { sales_id: salesId = lead.sales_id, tutor_id: tutorId = lead.tutor_id } = columns;
  const assigned = salesId === lead.sales_id ? [] : assignment(leadId, salesId, actor.accountId);
  const said = entries.map((entry) => ({ ...entry, leadId, operatorId: actor.accountId }));
  await addHistory(tx, scope, [...said, ...assigned]);
  const about = { leadId, branchId: lead.branch_id, salesId, tutorId, version };
  await emitLeadChange(tx, scope, about, { salesId: lead.sales_id, tutorId: lead.tutor_id });
}

interface LeadEdit {
  lead: Lead;
  /** The lead's new field values. */
  after: LeadFields;
  columns: Updateable<LeadTable>;
  actor: Actor;
}

/**
 * Saves an edit of a locked lead: its row, history, event and audit log. Returns whether
 * anything changed.
 */
export async function saveEdit(tx: Tx, scope: Scope, { lead, after, columns, actor }: LeadEdit): Promise<boolean> {
  const before = fieldsOf(lead);
  const changed = changedFields(before, after);
  if (changed.length === 0) return false;
  // An assignment has a separate entry.
  const fields = changed.filter((field) => field !== "sales" || after.sales === null);
  const edited = await editedEntry(tx, scope, { before, after, fields });
  const milestone = changed.includes("status") ? await milestoneOf(tx, scope, after.status) : [];
  await saveLead(tx, scope, { lead, columns, entries: [...edited, ...milestone], actor });
  await recordLeadChange(tx, scope, actor, {
    action: "edited",
    lead: { ...lead, nickname: after.nickname },
    ...onlyChanged(before, after),
  });
  return true;
}

export interface HistoryEntry {
  leadId: LeadId;
  action: keyof typeof leadActions;
  /** Who did it; null if automatic. */
  operatorId: AccountId | null;
  content?: string;
  details?: Record<string, unknown>;
  at?: Date;
  /** Proposed by the caller, for entries that may be resent. */
  logId?: RecordId;
}

/** Adds to a lead's history, in the transaction of the change. */
export async function addHistory(tx: Tx, scope: Scope, entries: readonly HistoryEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({
    organization_id: scope.organizationId,
    log_id: entry.logId ?? (v7() as RecordId),
    lead_id: entry.leadId,
    action_type: leadActions[entry.action] satisfies LeadAction,
    content: entry.content ?? "",
    details: JSON.stringify(entry.details ?? {}),
    operator_id: entry.operatorId,
    ...(entry.at && { created_at: entry.at }),
  }));
  await tx.insertInto("lead_log").values(rows).execute();
}

/** The history entry of an assignment to sales; none if the lead has no owner. */
export function assignment(leadId: LeadId, salesId: AccountId | null, operatorId: AccountId | null): HistoryEntry[] {
  return salesId ? [{ leadId, action: "salesAssigned", operatorId, details: { salesId } }] : [];
}

/** The history shows texts up to this length; the audit log has them in full. */
const maxShownLength = 200;

interface Edit {
  before: LeadFields;
  after: LeadFields;
  /** Which of the fields differ. */
  fields: readonly (keyof LeadFields)[];
}

/** The history entry of an edit: the fields with old and new values, by their current names. None without fields. */
export async function editedEntry(
  tx: Tx,
  scope: Scope,
  { before, after, fields }: Edit,
): Promise<Omit<HistoryEntry, "leadId" | "operatorId">[]> {
  if (fields.length === 0) return [];
  // A photo's id means nothing to readers.
  const shown = fields.filter((field) => field !== "avatarFileID");
  const pick = (of: LeadFields): Fields => Object.fromEntries(shown.map((field) => [field, of[field]]));
  const [was, became] = [pick(before), pick(after)];
  const name = await nameReferences(tx, scope, [was, became]);
  const [old, now] = [name(was), name(became)];
  const changes = shown.map((field) => ({ field, before: shortened(old[field]), after: shortened(now[field]) }));
  return [{ action: "edited", details: { fields, changes } }];
}

function shortened(value: unknown): unknown {
  if (typeof value !== "string" || value.length <= maxShownLength) return value ?? null;
  return `${value.slice(0, maxShownLength)}…`;
}

type Milestone = Pick<HistoryEntry, "action">;

/** The history entry of a new status in addition to the edit: a deal or a closed case. */
export async function milestoneOf(tx: Tx, scope: Scope, status: RecordId | null): Promise<Milestone[]> {
  if (!status) return [];
  const is = async (code: string) => status === (await itemByCode(tx, scope, customLists.leadStatuses, code));
  if (await is("deal")) return [{ action: "deal" }];
  return (await is("closed")) ? [{ action: "caseClosed" }] : [];
}

interface AuditedChange {
  action: Change["action"];
  lead: Pick<Lead, "lead_id" | "nickname">;
  before?: Fields | undefined;
  after: Fields;
}

/** Records a change of a lead in the audit log, with the current names of referenced items. */
export async function recordLeadChange(
  tx: Tx,
  scope: Scope,
  actor: Actor,
  { action, lead, before, after }: AuditedChange,
): Promise<void> {
  const name = await nameReferences(tx, scope, [before ?? {}, after]);
  await recordChange(tx, actor, {
    module: "lead",
    action,
    subject: { type: "lead", id: lead.lead_id, name: lead.nickname },
    ...(before && { before: name(before) }),
    after: name(after),
  });
}

/** The fields in which two states of a lead differ. */
export function onlyChanged(before: LeadFields, after: LeadFields): { before: Fields; after: Fields } {
  const changed = changedFields(before, after);
  const pick = (fields: LeadFields) => Object.fromEntries(changed.map((field) => [field, fields[field]]));
  return { before: pick(before), after: pick(after) };
}

/** The non-empty fields of a new lead. */
export function onlyFilled(fields: LeadFields): Fields {
  const isEmpty = (value: unknown): boolean =>
    value === "" ||
    value === null ||
    value === 0 ||
    (typeof value === "object" && value !== null && Object.values(value).every(isEmpty));
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}
