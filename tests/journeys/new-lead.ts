import type { LeadId } from "@homeroom/contract/ids";
import { leads } from "@homeroom/contract/leads";
import type { Visit } from "./visit.ts";

/** Adds a lead for one journey and opens its card, so that journeys share no lead and click no cell of a list by accident. */
export async function openNewLead({ page, caller }: Visit, nickname: string): Promise<LeadId> {
  if (!caller) throw new Error("A visitor adds no leads");
  const { leadId } = await caller.call(leads.add, { nickname });
  await page.goto(`/lead/list?lead=${leadId}`);
  return leadId;
}
