import type { LeadId, RecordId } from "@homeroom/contract/ids";

interface LeadOfPage {
  page: { recordID: RecordId; name: string };
  leadId: LeadId;
  /** The lead did not exist before. */
  isNew: boolean;
  /** The form that was sent, or the press that a message named by its code, which has no fields. */
  entry: { recordID: RecordId; fields: object; source: object; createdAt: Date };
}

/** The body that a page's webhook receives for a lead. */
export function leadFacts({ page, leadId, isNew, entry }: LeadOfPage) {
  const { recordID, fields, source, createdAt } = entry;
  return {
    event: "lead",
    page,
    lead: { leadId, isNew },
    entry: { recordID, fields, source, time: createdAt.toISOString() },
  };
}
