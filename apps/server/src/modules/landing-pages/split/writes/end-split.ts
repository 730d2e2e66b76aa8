import type { RecordId } from "@homeroom/contract/ids";
import type { SplitArm } from "@homeroom/contract/landing-splits";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { RunningSplit } from "../queries.ts";

/** Ends the test of a page that is held; answers it, or undefined where none runs. */
export function endRunningSplit(
  tx: Tx,
  { organizationId }: Scope,
  { pageId, keep }: { pageId: RecordId; keep: SplitArm | null },
): Promise<RunningSplit | undefined> {
  return tx
    .updateTable("landing_split")
    .set({ ended_at: new Date(), kept: keep })
    .where("organization_id", "=", organizationId)
    .where("page_id", "=", pageId)
    .where("ended_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}
