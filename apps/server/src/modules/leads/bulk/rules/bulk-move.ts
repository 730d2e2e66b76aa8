import type { AccountId, BranchId, LeadId } from "@homeroom/contract/ids";
import type { BulkColumns } from "@homeroom/database/lead-bulk-tables";
import type { BulkLead, PlannedLead } from "./bulk-plan.ts";

/** What binds leads to one branch: their family, and the number of contact 1. */
export type Bound = Pick<BulkLead, "leadId" | "familyId" | "contact1Phone">;

/**
 * The moving leads that have to stay because a lead bound to them stays, directly or through others: a family is at one
 * branch, and contact 1 has its number at one branch only.
 */
export function boundToStay(moving: readonly Bound[], staying: readonly Bound[]): Set<LeadId> {
  const bonds = new Set(staying.flatMap(bondsOf));
  const bound = new Set<LeadId>();
  let known = -1;
  while (known !== bound.size) {
    known = bound.size;
    for (const lead of moving) {
      if (bound.has(lead.leadId) || !bondsOf(lead).some((bond) => bonds.has(bond))) continue;
      bound.add(lead.leadId);
      for (const bond of bondsOf(lead)) bonds.add(bond);
    }
  }
  return bound;
}

/**
 * How many rows of a batch to process so that the next batch does not divide leads that are bound together. Rows of bound leads
 * follow each other.
 */
export function undividedRows(rows: readonly { lead_id: LeadId }[], leads: readonly Bound[]): number {
  const byId = new Map(leads.map((lead) => [lead.leadId, lead]));
  const bondsAt = (at: number) => {
    const row = rows[at];
    const lead = row && byId.get(row.lead_id);
    return lead ? bondsOf(lead) : [];
  };
  const last = bondsAt(rows.length - 1);
  let end = rows.length;
  while (end > 0 && bondsAt(end - 1).some((bond) => last.includes(bond))) end -= 1;
  return end || rows.length;
}

function bondsOf({ familyId, contact1Phone }: Bound): string[] {
  return [familyId, contact1Phone].filter((bond) => bond !== null);
}

/** The branch that a lead moves to, and the people who get it there. */
export interface Destination {
  branchId: BranchId;
  sales: AccountId | null;
  tutor: AccountId | null;
  /** Who can have leads there: each role's people among those in question. */
  works: Readonly<Record<"sales" | "tutor", ReadonlySet<AccountId>>>;
}

/** The effect of moving one lead; `bound`: leads bound to it stay. */
export function planMove(lead: BulkLead, to: Destination, bound: boolean): PlannedLead {
  if (lead.branchId === to.branchId) return { lead, outcome: "same", before: {}, after: {} };
  if (bound) return { lead, outcome: "unfit", before: {}, after: {} };
  const before = { branch_id: lead.branchId, sales_id: lead.salesId, tutor_id: lead.tutorId };
  return { lead, outcome: "changed", before, after: columnsAt(lead, to) };
}

/** The columns of a lead at another branch: the wanted people if they work there, otherwise its present ones if they do. */
export function columnsAt(lead: BulkLead, { branchId, sales, tutor, works }: Destination): BulkColumns {
  const first = (people: readonly (AccountId | null)[], role: "sales" | "tutor") =>
    people.find((id) => id !== null && works[role].has(id)) ?? null;
  return {
    branch_id: branchId,
    sales_id: first([sales, lead.salesId], "sales"),
    tutor_id: first([tutor, lead.tutorId], "tutor"),
  };
}
