import { z } from "zod";
import { BranchId, LeadId, RecordId } from "./ids.ts";
import { PageRequest } from "./paging.ts";

/** `test`: sent by the provider's test button; it makes no lead. */
export const adLeadStates = ["waiting", "done", "test", "failed"] as const;
export type AdLeadState = (typeof adLeadStates)[number];

/** Why a delivery made no lead. `noContact`: neither a name nor a way to reach the person. */
export const adLeadProblems = ["noContact", "refused", "reconnect", "unavailable"] as const;
export type AdLeadProblem = (typeof adLeadProblems)[number];

export const AdLeadQuery = PageRequest.extend({ state: z.array(z.enum(adLeadStates)).max(4).optional() });

/** A lead sent by the form of an advertisement. The person's answers are on the lead itself. */
export const AdLead = z.object({
  recordID: RecordId,
  branch: z.object({ branchID: BranchId, name: z.string() }),
  /** The provider's own ids; empty where it sent none. */
  formID: z.string(),
  campaignID: z.string(),
  adID: z.string(),
  state: z.enum(adLeadStates),
  problem: z.enum(adLeadProblems).nullable(),
  leadId: LeadId.nullable(),
  createTime: z.string(),
});
export type AdLead = z.infer<typeof AdLead>;
