import { landingEntries, maxStuckEntries, type StuckEntry } from "@homeroom/contract/landing-entries";
import { pageWords } from "@homeroom/contract/page-design/words";
import { can } from "#platform/auth/actor";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { reachPages } from "../../policy.ts";
import { loadPage } from "../../queries/pages.ts";
import { replayEntry } from "../actions/replay-entry.ts";
import { stuckEntries } from "../queries.ts";
import { linesOf } from "../rules/visitor.ts";

/** What staff do with forms that made no lead. */
export function bindLandingEntryRoutes(bind: Binder, { db }: Pick<Platform, "db">): void {
  bind(landingEntries.log, ({ recordID }, { actor }) => {
    const scope = reachPages(actor, "ad:landing:edit");
    const seesPeople = can(actor, "crm:lead:query");
    return inTransaction(db, scope, async (tx) => {
      const page = await loadPage(tx, scope, recordID);
      const rows = await stuckEntries(tx, scope, { pageId: recordID, limit: maxStuckEntries });
      return rows.map(
        (row): StuckEntry => ({
          recordID: row.entry_id,
          state: row.state === "failed" ? "failed" : "waiting",
          problem: row.problem,
          said: seesPeople ? linesOf(row.fields, pageWords[page.language]) : "",
          createTime: row.created_at.toISOString(),
        }),
      );
    });
  });
  bind(landingEntries.replay, async ({ recordID }, { actor }) => {
    await replayEntry(db, actor, recordID);
    return null;
  });
}
