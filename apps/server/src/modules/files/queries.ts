import type { FileId, OrganizationId } from "@homeroom/contract/ids";
import type { StoredFileTable } from "@homeroom/database/schema";
import { type Selectable, sql } from "kysely";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";

export type StoredFile = Selectable<StoredFileTable>;

/** Selects the key of every stored file of all organisations, for a backup. */
export const keysOfStoredFiles =
  "select storage_key from stored_file where storage_key is not null order by organization_id, file_id";

export async function fileById(tx: Tx, scope: Scope, id: FileId): Promise<StoredFile | undefined> {
  return (await filesByIds(tx, scope, [id])).get(id);
}

/** The files among these ids. */
export async function filesByIds(tx: Tx, scope: Scope, ids: readonly FileId[]): Promise<Map<FileId, StoredFile>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("stored_file")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("file_id", ids))
    .execute();
  return new Map(rows.map((row) => [row.file_id, row]));
}

/** A picture resized for a narrower screen. */
export interface NarrowOne {
  picture_id: FileId;
  width: number;
}

/** The widths in which these pictures exist, by picture, narrowest first. */
export async function narrowOnes(
  tx: Tx,
  { organizationId }: Scope,
  ids: readonly FileId[],
): Promise<Map<FileId, NarrowOne[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<NarrowOne>`
    select narrow_of as picture_id, width from stored_file
    where organization_id = ${organizationId} and narrow_of = any(${sql.val([...ids])}::uuid[])
    order by narrow_of, width`.execute(tx);
  return Map.groupBy(rows, ({ picture_id: id }) => id);
}

/** A picture resized to a width. */
export function narrowOne(
  tx: Tx,
  { organizationId }: Scope,
  { pictureId, width }: { pictureId: FileId; width: number },
): Promise<StoredFile | undefined> {
  return tx
    .selectFrom("stored_file")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("narrow_of", "=", pictureId)
    .where("width", "=", width)
    .executeTakeFirst();
}

/** A file of any organisation: its signed address is the permission. */
export function fileOfAddress(db: Database, id: FileId): Promise<StoredFile | undefined> {
  return inSystemTransaction(db, (tx) =>
    tx.selectFrom("stored_file").selectAll().where("file_id", "=", id).executeTakeFirst(),
  );
}

/** A file of a customer whose bytes are still at the provider. */
export interface UnfetchedFile {
  organizationId: OrganizationId;
  fileId: FileId;
}

/**
 * Files created between two times that are still at their providers: at most `each` of an organisation, chosen
 * at random, so that files which cannot be fetched do not hold up others.
 */
export function unfetchedFiles(
  db: Database,
  made: { after: Date; before: Date },
  each: number,
): Promise<UnfetchedFile[]> {
  return inSystemTransaction(db, async (tx) => {
    const { rows } = await sql<UnfetchedFile>`
      select organization_id as "organizationId", file_id as "fileId" from (
        select organization_id, file_id, row_number() over (partition by organization_id order by random()) as turn
        from stored_file
        where storage_key is null and lost_at is null and created_at >= ${made.after} and created_at < ${made.before}
      ) waiting where turn <= ${each} order by turn limit 5000`.execute(tx);
    return rows;
  });
}

/** Files created before `madeBefore` that are still at their providers, oldest first. */
export function filesUnfetchedSince(db: Database, madeBefore: Date, limit: number): Promise<UnfetchedFile[]> {
  return inSystemTransaction(db, (tx) =>
    tx
      .selectFrom("stored_file")
      .select(["organization_id as organizationId", "file_id as fileId"])
      .where("storage_key", "is", null)
      .where("lost_at", "is", null)
      .where("created_at", "<", madeBefore)
      .orderBy("created_at")
      .limit(limit)
      .execute(),
  );
}
