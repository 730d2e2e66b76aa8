import type { LeadRow } from "@homeroom/contract/leads";
import type { LeadValues } from "./list-request.ts";

/**
 * Whether a lead that the list shows no longer matches, after somebody has changed it in its row. It stays where it is
 * until the list is asked for again, and says so. Only what can be changed in a row is looked at.
 */
export function leavesFilter(lead: LeadRow, values: LeadValues): boolean {
  const asked = (key: string) => values[key] ?? [];
  const misses = (key: string, now: string | undefined) =>
    asked(key).length > 0 && !asked(key).some((wanted) => wanted === now);
  const tags = lead.tag.map(({ recordID }): string => recordID);
  return (
    misses("status", lead.status?.recordID) ||
    asked("withoutStatus").some((unwanted) => unwanted === lead.status?.recordID) ||
    misses("result", lead.result?.recordID) ||
    misses("sales", lead.sales?.accountID) ||
    misses("tutor", lead.tutor?.accountID) ||
    misses("channel", lead.channel?.recordID) ||
    (asked("unheld").includes("yes") && (lead.sales !== null || lead.tutor !== null)) ||
    (asked("noSales").includes("yes") && lead.sales !== null) ||
    (asked("noChannel").includes("yes") && lead.channel !== null) ||
    (asked("tag").length > 0 && !asked("tag").some((tag) => tags.includes(tag))) ||
    asked("allTags").some((tag) => !tags.includes(tag)) ||
    asked("withoutTag").some((tag) => tags.includes(tag))
  );
}
