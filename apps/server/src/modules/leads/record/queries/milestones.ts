import type { RecordId } from "@homeroom/contract/ids";
import { customLists } from "@homeroom/contract/media";
import { itemByCode } from "#modules/lists/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { HistoryEntry } from "../writes/add-history.ts";

type Milestone = Pick<HistoryEntry, "action">;

/** What the history says of a new status beside the edit itself: a deal, or a case that was closed. */
export async function milestoneOf(tx: Tx, scope: Scope, status: RecordId | null): Promise<Milestone[]> {
  if (!status) return [];
  const is = async (code: string) => status === (await itemByCode(tx, scope, customLists.leadStatuses, code));
  if (await is("deal")) return [{ action: "deal" }];
  return (await is("closed")) ? [{ action: "caseClosed" }] : [];
}
