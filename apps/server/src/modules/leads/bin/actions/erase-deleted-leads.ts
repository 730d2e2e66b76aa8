import type { FileId, LeadId, OrganizationId } from "@homeroom/contract/ids";
import { binDays } from "@homeroom/contract/lead-bulk";
import { sql } from "kysely";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { removeFilesByIds } from "#modules/files/public";
import { organizationScope, type Scope } from "#platform/db/scope";
import { inSystemTransaction, inTransaction, type Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import type { ForgetLeads, LeadErasure } from "../../port.ts";
import { erasedPlainColumns } from "../../record/rules/lead-row.ts";

const leadsAtOnce = 50;

/**
 * Erases leads whose 30 days in the bin are over, with everything that belongs to them: history, notes, conversation
 * and files. Their entries in the audit log expire like all others. Safe to run in several processes.
 */
export async function eraseDeletedLeads(
  platform: Platform,
  erasing: LeadErasure,
  stopped: () => boolean,
): Promise<void> {
  for (const organizationId of await organizationsDue(platform)) {
    const scope = organizationScope(organizationId);
    while (!stopped() && (await eraseBatch(platform, scope, erasing)));
    if (stopped()) return;
    await inTransaction(platform.db, scope, (tx) => forgetDays(tx, scope));
  }
}

/** One extra day, because days are counted in UTC. */
const dueDay = sql<string>`((now() at time zone 'utc')::date - ${binDays + 1}::int)`;

async function organizationsDue({ db }: Platform): Promise<OrganizationId[]> {
  const due = await inSystemTransaction(db, (tx) =>
    tx.selectFrom("lead_bin_day").select("organization_id").distinct().where("deleted_on", "<=", dueDay).execute(),
  );
  return due.map((row) => row.organization_id);
}

/** Returns whether there may be more. */
async function eraseBatch(platform: Platform, scope: Scope, { findFiles, forget }: LeadErasure): Promise<boolean> {
  const batch = await inTransaction(platform.db, scope, async (tx) => {
    const ids = await lockDue(tx, scope);
    if (ids.length === 0) return null;
    const files = [...(await picturesOf(tx, scope, ids))];
    for (const find of findFiles) files.push(...(await find(tx, scope, ids)));
    return { ids, files };
  });
  if (!batch) return false;
  const { ids, files } = batch;
  // The bytes go first: after an interruption the remaining leads still lead to the remaining files.
  await removeFilesByIds(platform, scope, files);
  await removeRows(platform, scope, { batch: ids, wanted: ids, forget }).catch(async (error: unknown) => {
    if ((error as { code?: string }).code !== stillNamed) throw error;
    // Merged leads are found through the lead that they were merged into, so they are deleted before it.
    for (const id of ids.toReversed()) await removeOrBlank(platform, scope, { batch: ids, id, forget });
  });
  return true;
}

/** PostgreSQL's code for a row that another one references. */
const stillNamed = "23503";

interface Removal {
  /** A batch of leads, with their files. */
  batch: readonly LeadId[];
  forget: readonly ForgetLeads[];
}

/** Removes only these leads of a batch, whose files are gone. */
async function removeRows(
  { db }: Platform,
  scope: Scope,
  { batch, wanted, forget }: Removal & { wanted: readonly LeadId[] },
): Promise<void> {
  await inTransaction(db, scope, async (tx) => {
    // A lead that was restored since stays.
    const due = new Set(await lockDue(tx, scope, batch));
    const ids = wanted.filter((id) => due.has(id));
    for (const forgetIn of forget) await forgetIn(tx, scope, ids);
    const erased = await sql`
      delete from lead where organization_id = ${scope.organizationId} and lead_id = any(${sql.val(ids)}::uuid[])`.execute(
      tx,
    );
    await recordErased(tx, scope, Number(erased.numAffectedRows ?? 0));
  });
}

/** A lead that another one's data references, such as a contact that both wrote through, stays as an empty row. */
async function removeOrBlank(
  platform: Platform,
  scope: Scope,
  { batch, id, forget }: Removal & { id: LeadId },
): Promise<void> {
  try {
    await removeRows(platform, scope, { batch, wanted: [id], forget });
  } catch (error) {
    if ((error as { code?: string }).code !== stillNamed) throw error;
    await inTransaction(platform.db, scope, async (tx) => {
      for (const forgetIn of forget) await forgetIn(tx, scope, [id]);
      await tx
        .updateTable("lead")
        .set(blank)
        .where("organization_id", "=", scope.organizationId)
        .where("lead_id", "=", id)
        .execute();
      for (const table of ["lead_log", "lead_note"] as const)
        await tx
          .deleteFrom(table)
          .where("organization_id", "=", scope.organizationId)
          .where("lead_id", "=", id)
          .execute();
      await recordErased(tx, scope, 1);
    });
  }
}

const blank = {
  ...erasedPlainColumns,
  nickname: "",
  area_code: "",
  phone: "",
  phone_e164: null,
  email: "",
  line_user_id: "",
  avatar_file_id: null,
  contact1: "{}",
  contact1_e164: null,
  contact2: "{}",
  contact2_e164: null,
  notes: "",
  app_device: "",
  system_version: "",
  app_version: "",
};

async function recordErased(tx: Tx, scope: Scope, count: number): Promise<void> {
  if (count === 0) return;
  const operator = { organizationId: scope.organizationId, accountId: null, nickname: "" };
  const subject = { type: "leads", id: v7(), name: "" };
  await recordChange(tx, operator, { module: "lead", action: "erased", subject, before: {}, after: { count } });
}

/**
 * Expired leads, followed by leads that were merged into one of them, directly or through others; locked, so
 * that none is restored meanwhile. Given an earlier batch, only those of it that are still expired.
 */
async function lockDue(tx: Tx, scope: Scope, batch?: readonly LeadId[]): Promise<LeadId[]> {
  const { organizationId } = scope;
  const ofBatch = batch ? sql`and lead_id = any(${sql.val([...batch])}::uuid[])` : sql``;
  const found = await sql<{ leadId: LeadId }>`
    select lead_id as "leadId" from lead
    where organization_id = ${organizationId} and deleted_at < now() - make_interval(days => ${binDays})
      and merged_into is null and nickname <> '' ${ofBatch}
    order by deleted_at, lead_id limit ${leadsAtOnce} for update`.execute(tx);
  const ids = new Set(found.rows.map(({ leadId }) => leadId));
  let wholes = [...ids];
  while (wholes.length > 0) {
    const parts = await sql<{ leadId: LeadId }>`
      select lead_id as "leadId" from lead
      where organization_id = ${organizationId} and deleted_at is not null
        and merged_into = any(${sql.val(wholes)}::uuid[])
      order by lead_id for update`.execute(tx);
    wholes = parts.rows.map(({ leadId }) => leadId).filter((id) => !ids.has(id));
    for (const id of wholes) ids.add(id);
  }
  return [...ids];
}

async function picturesOf(tx: Tx, scope: Scope, ids: readonly LeadId[]): Promise<FileId[]> {
  const rows = await tx
    .selectFrom("lead")
    .select("avatar_file_id")
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "in", [...ids])
    .where("avatar_file_id", "is not", null)
    .execute();
  return rows.flatMap((row) => row.avatar_file_id ?? []);
}

async function forgetDays(tx: Tx, scope: Scope): Promise<void> {
  await tx
    .deleteFrom("lead_bin_day")
    .where("organization_id", "=", scope.organizationId)
    .where("deleted_on", "<=", dueDay)
    .execute();
}
