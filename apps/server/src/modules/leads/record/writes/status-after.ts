import type { RecordId } from "@homeroom/contract/ids";
import { customLists } from "@homeroom/contract/media";
import { itemByCode, lockItems } from "#modules/lists/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Lead } from "../queries/load-lead.ts";

/** The default statuses for a deal and a closed case. */
const statusCodes: Readonly<Record<string, string>> = { deal: "deal", caseClosed: "closed" };

/** The status that an action moves a lead to, if the organisation has it; otherwise the lead's own. */
export async function statusAfter(tx: Tx, scope: Scope, lead: Lead, action: string): Promise<RecordId | null> {
  const code = statusCodes[action];
  const status = code ? await itemByCode(tx, scope, customLists.leadStatuses, code) : null;
  if (!status) return lead.status_id;
  return (await lockItems(tx, scope, [status])).has(status) ? status : lead.status_id;
}
