import type { LeadId } from "@homeroom/contract/ids";
import { Link } from "react-router";
import { useCan } from "#platform/access.ts";

/** The name of an order's lead, as a link for people who can see leads. */
export function LeadLink({ leadId, leadName }: { leadId: LeadId | null; leadName: string }) {
  const can = useCan();
  if (!leadId || !can("crm:lead:query")) return leadName;
  return <Link to={`/lead/list?lead=${leadId}`}>{leadName}</Link>;
}
