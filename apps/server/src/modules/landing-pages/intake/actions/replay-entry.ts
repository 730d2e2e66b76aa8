import type { RecordId } from "@homeroom/contract/ids";
import { landingEntries } from "@homeroom/contract/landing-entries";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { entryReceived } from "../../events.ts";
import { reachPages } from "../../policy.ts";
import { loadPage } from "../../queries/pages.ts";

/** Has the lead of a form made again; one that made its lead, or that a robot sent, stays as it is. Throws NOT_FOUND. */
export function replayEntry(db: Database, actor: Actor, entryId: RecordId): Promise<void> {
  requireAccess(actor, landingEntries.replay);
  const scope = reachPages(actor, "ad:landing:edit");
  const { organizationId } = scope;
  return inTransaction(db, scope, async (tx) => {
    const entry = await tx
      .selectFrom("landing_entry")
      .select(["page_id as pageId", "state"])
      .where("organization_id", "=", organizationId)
      .where("entry_id", "=", entryId)
      .forUpdate()
      .executeTakeFirst();
    if (!entry) throw new AppError("NOT_FOUND");
    const page = await loadPage(tx, scope, entry.pageId);
    if (entry.state !== "failed" && entry.state !== "waiting") return;
    await tx
      .updateTable("landing_entry")
      .set({ state: "waiting", problem: null, attempts: 0 })
      .where("organization_id", "=", organizationId)
      .where("entry_id", "=", entryId)
      .execute();
    await emit(tx, entryReceived, { organizationId, aggregateId: entryId, payload: { entryId } });
    const subject = { type: "landing", id: entry.pageId, name: page.name };
    await recordChange(tx, actor, { module: "landing", action: "rerun", subject });
  });
}
