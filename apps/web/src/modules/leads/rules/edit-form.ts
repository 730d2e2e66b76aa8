import type { LeadCard } from "@homeroom/contract/leads";

/** The fields of a card that the edit form writes, in the order of the form. */
const formFields = [
  "nickname",
  "fullname",
  "ename",
  "lastName",
  "firstName",
  "gender",
  "birthday",
  "areaCode",
  "phone",
  "email",
  "country",
  "address",
  "school",
  "grade",
  "contact1",
  "contact2",
  "acceptmessage",
  "channel",
  "secondaryChannel",
  "referrer",
  "leadDate",
  "sales",
  "tutor",
  "status",
  "result",
  "tag",
  "notes",
  "appopenflag",
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
