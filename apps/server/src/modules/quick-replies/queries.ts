import type { ImageUse } from "@homeroom/contract/ai-images";
import type { FileId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { type Actor, can } from "#platform/auth/actor";
import { containing } from "#platform/db/containing";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

export interface FoundGroup {
  recordID: RecordId;
  name: string;
  sort: number;
  count: number;
}

/** The groups, in their order, with their numbers of replies. */
export async function groupsOf(tx: Tx, scope: Scope): Promise<FoundGroup[]> {
  const found = await sql<FoundGroup>`
    select g.group_id as "recordID", g.name, g.sort,
      (select count(*)::int from reply_message m
        where m.organization_id = g.organization_id and m.group_id = g.group_id) as count
    from reply_group g where g.organization_id = ${scope.organizationId} order by g.sort, g.group_id`.execute(tx);
  return found.rows;
}

export interface FoundReply {
  recordID: RecordId;
  groupID: RecordId;
  content: string;
  imageId: FileId | null;
  fileId: FileId | null;
  sort: number;
}

const maxAtOnce = 500;

/** Replies of a group, or of all, that contain the words; in the order of groups and replies. */
export async function repliesOf(
  tx: Tx,
  scope: Scope,
  of: { groupID?: RecordId | undefined; keywords?: string | undefined },
): Promise<FoundReply[]> {
  const words = containing(of.keywords);
  const found = await sql<FoundReply>`
    select m.reply_id as "recordID", m.group_id as "groupID", m.content, m.image_id as "imageId",
      m.file_id as "fileId", m.sort
    from reply_message m join reply_group g using (organization_id, group_id)
    where m.organization_id = ${scope.organizationId} and m.content ilike ${words}
      and (${of.groupID ?? null}::uuid is null or m.group_id = ${of.groupID ?? null}::uuid)
    order by g.sort, g.group_id, m.sort, m.reply_id limit ${maxAtOnce}`.execute(tx);
  return found.rows;
}

/** A reply to change, its row locked. */
export async function lockReply(tx: Tx, scope: Scope, id: RecordId): Promise<FoundReply | undefined> {
  return tx
    .selectFrom("reply_message")
    .select([
      "reply_id as recordID",
      "group_id as groupID",
      "content",
      "image_id as imageId",
      "file_id as fileId",
      "sort",
    ])
    .where("organization_id", "=", scope.organizationId)
    .where("reply_id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** The quick replies that show one of these files, each under its group's name. */
export async function picturesOfReplies(tx: Tx, actor: Actor, fileIds: readonly FileId[]): Promise<ImageUse[]> {
  if (!can(actor, "chat:reply:query") || fileIds.length === 0) return [];
  const found = await sql<Omit<ImageUse, "place">>`
    select reply.reply_id as "recordID", reply_group.name from reply_message reply
      join reply_group using (organization_id, group_id)
    where reply.organization_id = ${actor.organizationId} and reply.image_id = any(${sql.val([...fileIds])}::uuid[])
    order by reply_group.name, reply.reply_id limit 100`.execute(tx);
  return found.rows.map((use) => ({ place: "quickReply", ...use }));
}
