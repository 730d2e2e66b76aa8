import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { type Fields, nameReferences } from "../queries/named-fields.ts";
import type { LeadFields } from "../rules/lead-row.ts";
import type { HistoryEntry } from "./add-history.ts";

/** The history shows what somebody wrote up to here; the audit log has it whole. */
const longestShown = 200;

interface Edit {
  before: LeadFields;
  after: LeadFields;
  /** Which of the fields differ. */
  fields: readonly (keyof LeadFields)[];
}

/** The history entry of an edit: which fields, and what they were and became, by the names of now. None without fields. */
export async function editedEntry(
  tx: Tx,
  scope: Scope,
  { before, after, fields }: Edit,
): Promise<Omit<HistoryEntry, "leadId" | "operatorId">[]> {
  if (fields.length === 0) return [];
  // A photo's id says nothing to anybody.
  const shown = fields.filter((field) => field !== "avatarFileID");
  const pick = (of: LeadFields): Fields => Object.fromEntries(shown.map((field) => [field, of[field]]));
  const [was, became] = [pick(before), pick(after)];
  const name = await nameReferences(tx, scope, [was, became]);
  const [old, now] = [name(was), name(became)];
  const changes = shown.map((field) => ({ field, before: shortened(old[field]), after: shortened(now[field]) }));
  return [{ action: "edited", details: { fields, changes } }];
}

function shortened(value: unknown): unknown {
  if (typeof value !== "string" || value.length <= longestShown) return value ?? null;
  return `${value.slice(0, longestShown)}…`;
}
