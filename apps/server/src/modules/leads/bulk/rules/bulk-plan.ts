import type { AccountId, BranchId, LeadId, RecordId } from "@homeroom/contract/ids";
import type { BulkAction } from "@homeroom/contract/lead-bulk";
import type { BulkColumns } from "@homeroom/database/lead-bulk-tables";

/** The fields of a lead that a bulk change reads. */
export interface BulkLead {
  leadId: LeadId;
  branchId: BranchId;
  salesId: AccountId | null;
  tutorId: AccountId | null;
  statusId: RecordId | null;
  resultId: RecordId | null;
  regularContactId: RecordId | null;
  tagIds: RecordId[];
  channelId: RecordId | null;
  secondaryChannelId: RecordId | null;
  country: string;
  familyId: RecordId | null;
  contact1Phone: string | null;
  version: number;
}

/** A lead of a batch: its outcome, and the columns before and after if it changes. */
export interface PlannedLead {
  lead: BulkLead;
  outcome: "changed" | "same" | "unfit" | "full";
  before: BulkColumns;
  after: BulkColumns;
}

/** The person who gets a lead: nobody (null), or `unfit` if none of the given people can. */
export type Receiver = AccountId | null | "unfit";

const maxTags = 10;

/**
 * Assigns leads round robin, in their order, to the people who fit their branch. `turns` counts earlier assignments per
 * branch; the new counts are returned. If nobody is named, the leads become unassigned.
 */
export function dealInTurns(
  leads: readonly BulkLead[],
  named: readonly AccountId[],
  { fit, turns }: { fit: ReadonlyMap<BranchId, readonly AccountId[]>; turns: Readonly<Record<string, number>> },
): { receivers: Receiver[]; turns: Record<string, number> } {
  const next = { ...turns };
  const receivers = leads.map(({ branchId }): Receiver => {
    if (named.length === 0) return null;
    const people = fit.get(branchId) ?? [];
    const turn = next[branchId] ?? 0;
    next[branchId] = turn + 1;
    return people[turn % people.length] ?? "unfit";
  });
  return { receivers, turns: next };
}

/** The actions whose effect on a lead depends on that lead alone. */
type LeadAction = Exclude<BulkAction, { kind: "branch" }>;

/** The effect of a bulk change on one lead. `receiver` only matters if the action assigns it. */
export function planLead(lead: BulkLead, action: LeadAction, receiver: Receiver = null): PlannedLead {
  if (action.kind === "delete") return { lead, outcome: "changed", before: {}, after: {} };
  if (receiver === "unfit") return { lead, outcome: "unfit", before: {}, after: {} };
  const after = columnsAfter(lead, action, receiver);
  if (after.tag_ids && after.tag_ids.length > maxTags && after.tag_ids.length > lead.tagIds.length)
    return { lead, outcome: "full", before: {}, after: {} };
  const now = bulkColumnsOf(lead);
  const names = Object.keys(after) as (keyof BulkColumns)[];
  const before = Object.fromEntries(names.map((name) => [name, now[name]])) as BulkColumns;
  return { lead, outcome: sameColumns(before, after) ? "same" : "changed", before, after };
}

function columnsAfter(
  lead: BulkLead,
  action: Exclude<LeadAction, { kind: "delete" }>,
  receiver: AccountId | null,
): BulkColumns {
  switch (action.kind) {
    case "assign":
      return { sales_id: receiver };
    case "tutor":
      return { tutor_id: receiver };
    case "tags":
      return { tag_ids: tagsAfter(lead.tagIds, action) };
    case "status":
      return {
        ...(action.status !== undefined && { status_id: action.status }),
        ...(action.result !== undefined && { result_id: action.result }),
      };
    case "regularContact":
      return { regular_contact_id: action.regularContact };
  }
}

function tagsAfter(
  tags: readonly RecordId[],
  { add, remove }: { add: readonly RecordId[]; remove: readonly RecordId[] },
): RecordId[] {
  return [...new Set([...tags.filter((tag) => !remove.includes(tag)), ...add])];
}

/** A lead's current values in the columns that bulk changes write. */
export function bulkColumnsOf(lead: BulkLead): Required<BulkColumns> {
  return {
    branch_id: lead.branchId,
    sales_id: lead.salesId,
    tutor_id: lead.tutorId,
    status_id: lead.statusId,
    result_id: lead.resultId,
    regular_contact_id: lead.regularContactId,
    tag_ids: lead.tagIds,
  };
}

/** Whether two states of the same columns are equal; the order of tags is ignored. */
function sameColumns(one: BulkColumns, other: BulkColumns): boolean {
  const { tag_ids: tags = [], ...columns } = one;
  const { tag_ids: otherTags = [], ...otherColumns } = other;
  const sameTags = tags.length === otherTags.length && tags.every((tag) => otherTags.includes(tag));
  const names = Object.keys(columns) as (keyof typeof columns)[];
  return sameTags && names.every((name) => columns[name] === otherColumns[name]);
}

const fieldNames: Record<keyof BulkColumns, string> = {
  branch_id: "branch",
  sales_id: "sales",
  tutor_id: "tutor",
  status_id: "status",
  result_id: "result",
  regular_contact_id: "regularContact",
  tag_ids: "tag",
};

/** The fields, by the names of the wire, in which two states of the same columns differ. */
export function fieldsChanged(before: BulkColumns, after: BulkColumns): string[] {
  const names = Object.keys(after) as (keyof BulkColumns)[];
  return names
    .filter((name) => !sameColumns({ [name]: before[name] }, { [name]: after[name] }))
    .map((name) => fieldNames[name]);
}
