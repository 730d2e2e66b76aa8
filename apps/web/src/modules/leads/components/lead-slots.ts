import type { LeadId } from "@homeroom/contract/ids";
import { type ComponentType, createContext, use } from "react";

/** Slots of a lead's card for other modules. The app fills them; empty slots are not shown. */
export interface LeadSlots {
  /** The conversation with the lead, with the composer, as high as its container. It takes the focus when it `focuses`. */
  Conversation?: ComponentType<{ leadId: LeadId; focuses: boolean }>;
  /** The reasons for the lead's assignments by the rules. */
  WhyAssigned?: ComponentType<{ leadId: LeadId }>;
  /** The orders of the lead, with a title of their own. */
  Orders?: ComponentType<{ leadId: LeadId }>;
  /** The ads and pages that led to the lead, with a title of its own; empty for other leads. */
  CameBy?: ComponentType<{ leadId: LeadId }>;
}

export const LeadSlotsContext = createContext<LeadSlots>({});

export function useLeadSlots(): LeadSlots {
  return use(LeadSlotsContext);
}
