import { type MergeField, mergeFields } from "@homeroom/contract/lead-families";
import { declaredLeadField } from "@homeroom/contract/lead-fields";
import type { LeadCard } from "@homeroom/contract/leads";

export type MergeSide = "keep" | "from";
export type Choices = Partial<Record<MergeField, MergeSide>>;

/** The parts of a card that a field of a merge stands for. */
const partsOf: Partial<Record<MergeField, readonly (keyof LeadCard)[]>> = {
  phone: ["areaCode", "phone"],
  channel: ["channel", "secondaryChannel"],
};

/** The fields for which the other lead has a different value: those to choose between. */
export function differingFields(keep: LeadCard, from: LeadCard): MergeField[] {
  return mergeFields.filter((field) => {
    const parts = partsOf[field] ?? [field];
    const differs = parts.some((part) => JSON.stringify(keep[part]) !== JSON.stringify(from[part]));
    return differs && !(isEmptyField(keep, field) && isEmptyField(from, field));
  });
}

/** Whose value a field gets by default: the kept lead's, or the other's if that is empty. The remarks of both are joined. */
export function sideOf(keep: LeadCard, from: LeadCard, field: MergeField): MergeSide | "both" {
  if (field === "notes" && !isEmptyField(keep, field) && !isEmptyField(from, field)) return "both";
  const elsewhere = keep.branchID !== from.branchID && (field === "sales" || field === "tutor");
  if (declaredLeadField(field)?.merge === "chosen" || elsewhere) return "keep";
  return isEmptyField(keep, field) ? "from" : "keep";
}

/** Whether a lead has no value for a field. */
export function isEmptyField(card: LeadCard, field: MergeField): boolean {
  const value: unknown = field === "phone" ? card.phone : card[field];
  if (typeof value !== "object" || value === null) return !value;
  const { name, email, phone } = value as { name?: string; email?: string; phone?: string };
  return !name && !email && !phone;
}
