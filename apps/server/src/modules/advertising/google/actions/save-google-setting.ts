import { type GoogleForm, googleLeads } from "@homeroom/contract/google-leads";
import { sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { hashToken } from "#platform/auth/tokens";
import { sqlState } from "#platform/db/failures";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import type { Platform } from "#platform/server-module";
import { requireBranch } from "../../intake/queries/branches.ts";
import { channelFaults, channelNames } from "../../intake/queries/lead-channels.ts";
import { lockGoogleSetting, type StoredGoogleSetting } from "../queries.ts";

type Columns = Pick<
  StoredGoogleSetting,
  "secrets" | "key_hash" | "channel_id" | "secondary_channel_id" | "status" | "updated_by" | "version"
>;

type ChosenColumns = Pick<Columns, "channel_id" | "secondary_channel_id" | "status">;

/**
 * Saves a branch's setting for Google lead forms. Throws STALE_DATA when somebody saved since `version`, and
 * FIELD_INVALID for a key that is in use.
 */
export function saveGoogleSetting(
  { db, secrets }: Pick<Platform, "db" | "secrets">,
  actor: Actor,
  form: GoogleForm,
): Promise<void> {
  requireAccess(actor, googleLeads.save);
  const scope = scopeOf(actor, "org:google:query");
  const branchId = form.branchID ?? actor.branchId;
  return inTransaction(db, scope, async (tx) => {
    const { name } = await requireBranch(tx, scope, branchId);
    const before = await lockGoogleSetting(tx, scope, branchId);
    const { channelID = before?.channel_id ?? null, secondaryChannelID = before?.secondary_channel_id ?? null } = form;
    refuseFaults(await channelFaults(tx, scope, { channelID, secondaryChannelID }));
    const version = before?.version ?? 0;
    if (form.version !== undefined && form.version !== version) throw new AppError("STALE_DATA");
    const key = form.googleKey || (before ? (secrets.open(before.secrets)["googleKey"] ?? "") : "");
    if (key === "") refuseFaults([{ field: "googleKey", name: "FIELD_INVALID" }]);
    const columns: Columns = {
      secrets: form.googleKey || !before ? secrets.seal({ googleKey: key }) : before.secrets,
      key_hash: hashToken(key),
      channel_id: channelID,
      secondary_channel_id: secondaryChannelID,
      status: form.status ?? before?.status ?? 1,
      updated_by: actor.accountId,
      version: version + 1,
    };
    if (!(await write(tx, { organization_id: scope.organizationId, branch_id: branchId }, { columns, version })))
      throw new AppError("STALE_DATA");
    const old = before && (await auditOf(tx, scope, { columns: before, key: "1" }));
    await recordChange(tx, actor, {
      module: "setting",
      action: before ? "edited" : "created",
      subject: { type: "googleLeads", id: branchId, name },
      ...(old && { before: old }),
      after: await auditOf(tx, scope, { columns, key: form.googleKey ? "2" : "1" }),
    });
  });
}

async function write(
  tx: Tx,
  place: Pick<StoredGoogleSetting, "organization_id" | "branch_id">,
  { columns, version }: { columns: Columns; version: number },
): Promise<boolean> {
  try {
    return await upsert(tx, place, { columns, version });
  } catch (error) {
    if (sqlState(error) !== "23505") throw error;
    throw new AppError("FIELD_INVALID", {}, { fields: [{ field: "googleKey", name: "FIELD_INVALID" }], cause: error });
  }
}

async function upsert(
  tx: Tx,
  place: Pick<StoredGoogleSetting, "organization_id" | "branch_id">,
  { columns, version }: { columns: Columns; version: number },
): Promise<boolean> {
  const written = await tx
    .insertInto("google_lead_setting")
    .values({ ...place, ...columns })
    .onConflict((conflict) =>
      conflict
        .columns(["organization_id", "branch_id"])
        .doUpdateSet({ ...columns, updated_at: sql<Date>`now()` })
        .where("google_lead_setting.version", "=", version),
    )
    .returning("version")
    .executeTakeFirst();
  return written !== undefined;
}

async function auditOf(tx: Tx, scope: Scope, { columns, key }: { columns: ChosenColumns; key: string }) {
  return { ...(await channelNames(tx, scope, columns)), status: columns.status, googleKey: key };
}
