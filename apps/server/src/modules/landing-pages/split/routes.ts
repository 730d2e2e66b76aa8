import { landingSplits } from "@homeroom/contract/landing-splits";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { reachPages } from "../policy.ts";
import { loadPage } from "../queries/pages.ts";
import { endSplit, startSplit } from "./actions/run-split.ts";
import { presentSplit, runningSplit } from "./queries.ts";

export function bindLandingSplitRoutes(bind: Binder, platform: Platform): void {
  bind(landingSplits.info, ({ recordID }, { actor }) => {
    const scope = reachPages(actor, "ad:landing:query");
    return inTransaction(platform.db, scope, async (tx) => {
      await loadPage(tx, scope, recordID);
      const split = await runningSplit(tx, scope, recordID);
      return split ? presentSplit(tx, scope, split) : null;
    });
  });
  bind(landingSplits.start, async ({ recordID }, { actor }) => {
    await startSplit(platform, actor, recordID);
    return null;
  });
  bind(landingSplits.end, async ({ recordID, keep }, { actor }) => {
    await endSplit(platform, actor, { pageId: recordID, keep });
    return null;
  });
}
