import type { LeadId } from "@homeroom/contract/ids";
import { type ComponentType, createContext, use } from "react";

/** What other modules show of a lead on its card. The app puts them together; what nobody fills is not there. */
export interface LeadSlots {
  /**
   * The conversation with the lead, with the composer, as high as its container. It takes the keyboard when it
   * `focuses`.
   */
  Conversation?: ComponentType<{ leadId: LeadId; focuses: boolean }>;
  /** The reasons for the lead's assignments by the rules. */
  WhyAssigned?: ComponentType<{ leadId: LeadId }>;
  /** The orders of the lead, with a title of their own. */
  Orders?: ComponentType<{ leadId: LeadId }>;
  /** By which ads and pages the lead came, with a title of its own; nothing for other leads. */
  CameBy?: ComponentType<{ leadId: LeadId }>;
}

export const LeadSlotsContext = createContext<LeadSlots>({});

export function useLeadSlots(): LeadSlots {
  return use(LeadSlotsContext);
}
