import type { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { landingEntries } from "@homeroom/contract/landing-entries";
import { sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { organizationScope } from "#platform/db/scope";
import { type Database, inSystemTransaction, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { entryReceived } from "../../events.ts";
import { reachPages } from "../../policy.ts";
import { loadPage } from "../../queries/pages.ts";
import { failEntry } from "./make-lead-of-entry.ts";

/** Retries the lead of a form; does nothing if it has one or a robot sent it. Throws NOT_FOUND. */
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

/** A form that waits for longer than its job's tries is retried. */
const forgottenAfterMs = 12 * 3_600_000;

/** After five days a person decides. */
const maxAttempts = 3;

const atOnce = 200;

/**
 * Retries forms whose job has given up: half a day after they were sent, and then twice with growing
 * delays. After that a form fails. Returns whether there may be more.
 */
export async function queueForgottenEntries(db: Database, now = new Date()): Promise<boolean> {
  const before = new Date(now.getTime() - forgottenAfterMs);
  const found = await inSystemTransaction(db, async (tx) => {
    const { rows } = await sql<{ organizationId: OrganizationId; entryId: RecordId; attempts: number }>`
      update landing_entry set attempts = attempts + 1 where (organization_id, entry_id) in (
        select organization_id, entry_id from landing_entry
        where state = 'waiting' and created_at < ${before}
          and created_at + attempts * attempts * interval '12 hours' < ${before}
        order by created_at limit ${atOnce} for update skip locked)
      returning organization_id as "organizationId", entry_id as "entryId", attempts`.execute(tx);
    return rows;
  });
  for (const { organizationId, entryId, attempts } of found) {
    const scope = organizationScope(organizationId);
    // oxlint-disable-next-line no-await-in-loop -- each organisation has its own transaction
    await inTransaction(db, scope, (tx) =>
      attempts > maxAttempts
        ? failEntry(tx, scope, { entryId, problem: "unavailable" })
        : emit(tx, entryReceived, { organizationId, aggregateId: entryId, payload: { entryId } }),
    );
  }
  return found.length === atOnce;
}
