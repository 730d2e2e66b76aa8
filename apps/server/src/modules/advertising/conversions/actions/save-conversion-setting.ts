import { type ConversionForm, conversions } from "@homeroom/contract/conversions";
import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import type { Platform } from "#platform/server-module";
import { lockConversion } from "../queries/events.ts";
import { conversionSetting } from "../queries/settings.ts";

/**
 * Saves the dataset that stages are sent to. Throws PERMISSION_DENIED for people who do not decide for all branches,
 * FIELD_INVALID without a key, and STALE_DATA when somebody saved since `version`.
 */
export function saveConversionSetting(
  { db, secrets }: Pick<Platform, "db" | "secrets">,
  actor: Actor,
  form: ConversionForm,
): Promise<void> {
  requireAccess(actor, conversions.save);
  const scope = scopeOf(actor, "org:meta:edit");
  if (scope.branchIds !== null) throw new AppError("PERMISSION_DENIED");
  const { organizationId } = scope;
  return inTransaction(db, scope, async (tx) => {
    // Two people who save at once wait for each other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${organizationId} conversions`}, 7064))`.execute(tx);
    const before = await conversionSetting(tx, scope);
    const version = before?.version ?? 0;
    if (form.version !== undefined && form.version !== version) throw new AppError("STALE_DATA");
    const { accessToken = "", status = before?.status ?? 1 } = form;
    if (accessToken === "" && !before) refuseFaults([{ field: "accessToken", name: "FIELD_INVALID" }]);
    const sealed = accessToken !== "" ? secrets.seal({ token: accessToken }) : before?.secrets;
    if (!sealed) throw new AppError("FIELD_INVALID");
    const isSwitchedOn = status === 1 && before?.status !== 1;
    const columns = {
      dataset_id: form.datasetID,
      secrets: sealed,
      status,
      problem: null,
      due_at: new Date(),
      ...(isSwitchedOn && { since: new Date() }),
      updated_by: actor.accountId,
      updated_at: new Date(),
      version: version + 1,
    };
    await tx
      .insertInto("conversion_setting")
      .values({ organization_id: organizationId, ...columns })
      .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(columns))
      .execute();
    // Events that waited for a valid key are due now.
    await sql`update conversion_event set due_at = now()
      where organization_id = ${organizationId} and state = 'waiting'`.execute(tx);
    await recordChange(tx, actor, {
      module: "setting",
      action: before ? "edited" : "created",
      subject: { type: "conversions", id: organizationId, name: form.datasetID },
      ...(before && { before: { status: before.status, datasetID: before.dataset_id } }),
      after: { status, datasetID: form.datasetID },
    });
  });
}

/** Resends a failed event; does nothing for others. Throws NOT_FOUND. */
export function retryConversion(db: Database, actor: Actor, recordID: RecordId): Promise<void> {
  requireAccess(actor, conversions.retry);
  const scope = scopeOf(actor, "org:meta:edit");
  return inTransaction(db, scope, async (tx) => {
    const event = await lockConversion(tx, scope, recordID);
    if (!event) throw new AppError("NOT_FOUND");
    if (event.state !== "failed") return;
    await tx
      .updateTable("conversion_event")
      .set({ state: "waiting", problem: null, attempts: 0, due_at: new Date() })
      .where("organization_id", "=", scope.organizationId)
      .where("event_id", "=", recordID)
      .execute();
  });
}
