import { type LineTrackingForm, lineTracking } from "@homeroom/contract/line-tracking";
import { sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { missingField, refuseFaults } from "#platform/errors/refuse-faults";
import type { Platform } from "#platform/server-module";
import { type LineTracker, LineTrackingFailure } from "../../port.ts";
import { trackingSetting } from "../queries.ts";

/**
 * Saves the LINE tag after LINE has taken a test event with it. Throws PERMISSION_DENIED for people who do not decide for
 * all branches, FIELD_INVALID without a key, SETTING_NOT_VERIFIED, and STALE_DATA when somebody saved since `version`.
 */
export async function saveTracking(
  { db, secrets }: Pick<Platform, "db" | "secrets">,
  tracker: LineTracker,
  { actor, form }: { actor: Actor; form: LineTrackingForm },
): Promise<void> {
  requireAccess(actor, lineTracking.save);
  const scope = scopeOf(actor, "org:line:edit");
  if (scope.branchIds !== null) throw new AppError("PERMISSION_DENIED");
  const known = await inTransaction(db, scope, (tx) => trackingSetting(tx, scope));
  const kept = known && secrets.open(known.secrets)["token"];
  const token = form.accessToken || kept;
  if (!token) return refuseFaults([missingField("accessToken")]);
  const status = form.status ?? known?.status ?? 1;
  // No transaction is open during the call of LINE. A switched-off tag need not be valid.
  if (status === 1) await requireTaken(tracker, { tagId: form.tagID, token });
  await inTransaction(db, scope, async (tx) => {
    // Two people who save at once wait for each other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.organizationId} line tracking`}, 7065))`.execute(
      tx,
    );
    const before = await trackingSetting(tx, scope);
    const version = before?.version ?? 0;
    if ((form.version ?? version) !== version) throw new AppError("STALE_DATA");
    const columns = {
      tag_id: form.tagID,
      secrets: secrets.seal({ token }),
      status,
      problem: null,
      due_at: new Date(),
      updated_by: actor.accountId,
      updated_at: new Date(),
      version: version + 1,
    };
    await tx
      .insertInto("line_tracking_setting")
      .values({ organization_id: scope.organizationId, ...columns })
      .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(columns))
      .execute();
    // Events that waited for a valid key are due now.
    await sql`update line_tracking_event set due_at = now()
      where organization_id = ${scope.organizationId} and state = 'waiting'`.execute(tx);
    await recordChange(tx, actor, {
      module: "setting",
      action: before ? "edited" : "created",
      subject: { type: "lineTracking", id: scope.organizationId, name: form.tagID },
      ...(before && { before: { status: before.status, tagID: before.tag_id } }),
      after: { status, tagID: form.tagID },
    });
  });
}

async function requireTaken(tracker: LineTracker, tag: { tagId: string; token: string }): Promise<void> {
  try {
    await tracker.test(tag);
  } catch (error) {
    if (!(error instanceof LineTrackingFailure)) throw error;
    throw new AppError("SETTING_NOT_VERIFIED", {}, { cause: error });
  }
}
