import { declaredLeadFields } from "@homeroom/contract/lead-fields";
import type { LeadCard } from "@homeroom/contract/leads";

/** The fields of a card that the edit form writes. */
const formFields = [
  ...declaredLeadFields.map(([name]) => name),
  "nickname",
  "areaCode",
  "phone",
  "email",
  "contact1",
  "contact2",
  "channel",
  "secondaryChannel",
  "leadDate",
  "sales",
  "tutor",
  "status",
  "result",
  "tag",
  "notes",
  "avatarFileID",
  "nextContactDate",
  "regularContact",
] as const satisfies readonly (keyof LeadCard)[];

type FormField = (typeof formFields)[number];
type FormValues = Pick<LeadCard, FormField>;

/** What the edit form starts with. */
export function formValues(card: LeadCard): FormValues & Pick<LeadCard, "leadId" | "version"> {
  const fields = Object.fromEntries(formFields.map((field) => [field, card[field]])) as unknown as FormValues;
  return { ...fields, leadId: card.leadId, version: card.version };
}
