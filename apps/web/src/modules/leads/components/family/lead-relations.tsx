import type { LeadCard } from "@homeroom/contract/leads";
import { DuplicatesSection } from "../merge/duplicates-section.tsx";
import { FamilySection } from "./family-section.tsx";

/** A lead's relations: possible duplicates, and the family. */
export function LeadRelations({ card }: { card: LeadCard }) {
  return (
    <>
      <DuplicatesSection leadId={card.leadId} mayEdit={card.can.edit} />
      <FamilySection card={card} />
    </>
  );
}
