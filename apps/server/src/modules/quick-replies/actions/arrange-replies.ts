import type { RecordId } from "@homeroom/contract/ids";
import { maxReplies, quickReplies } from "@homeroom/contract/quick-replies";
import { sql } from "kysely";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { groupsOf, repliesOf } from "../queries.ts";
import { lockReplies } from "./lock-replies.ts";

/** What is put where: one group at a place, groups in an order, or replies first in a group. */
export interface Arrangement {
  recordID?: RecordId | undefined;
  sort?: number | undefined;
  ids?: readonly RecordId[] | undefined;
  groupID?: RecordId | undefined;
}

/** Orders groups or replies. Throws NOT_FOUND for what is not there, FIELD_INVALID when nothing is named. */
export function arrangeReplies(db: Database, actor: Actor, wanted: Arrangement): Promise<void> {
  requireAccess(actor, quickReplies.arrange);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    await lockReplies(tx, scope);
    const { recordID, sort, ids, groupID } = wanted;
    if (ids && groupID) return putReplies(tx, scope, { groupID, ids });
    if (ids?.length) return putGroups(tx, scope, ids);
    if (recordID && sort !== undefined) return placeGroup(tx, scope, { recordID, sort });
    throw new AppError("FIELD_INVALID", {}, { fields: [{ field: "ids", name: "FIELD_INVALID" }] });
  });
}

async function placeGroup(
  tx: Tx,
  scope: Scope,
  { recordID, sort }: { recordID: RecordId; sort: number },
): Promise<void> {
  const placed = await tx
    .updateTable("reply_group")
    .set({ sort })
    .where("organization_id", "=", scope.organizationId)
    .where("group_id", "=", recordID)
    .executeTakeFirst();
  if (placed.numUpdatedRows === 0n) throw new AppError("NOT_FOUND");
}

async function putGroups(tx: Tx, scope: Scope, ids: readonly RecordId[]): Promise<void> {
  const known = (await groupsOf(tx, scope)).map((group) => group.recordID);
  const order = orderOf(known, ids);
  await sql`
    update reply_group set sort = wanted.place
    from unnest(${sql.val(order)}::uuid[]) with ordinality as wanted(id, place)
    where organization_id = ${scope.organizationId} and group_id = wanted.id`.execute(tx);
}

async function putReplies(
  tx: Tx,
  scope: Scope,
  { groupID, ids }: { groupID: RecordId; ids: readonly RecordId[] },
): Promise<void> {
  const groups = await groupsOf(tx, scope);
  if (!groups.some((group) => group.recordID === groupID)) throw new AppError("NOT_FOUND");
  const there = (await repliesOf(tx, scope, { groupID })).map((reply) => reply.recordID);
  const found = await sql<{ id: RecordId }>`
    select reply_id as id from reply_message
    where organization_id = ${scope.organizationId} and reply_id = any(${sql.val([...ids])}::uuid[])`.execute(tx);
  const known = [...new Set([...there, ...found.rows.map(({ id }) => id)])];
  const order = orderOf(known, ids);
  if (order.length > maxReplies.inGroup) throw new AppError("SETTING_LIMIT_REACHED");
  await sql`
    update reply_message set group_id = ${groupID}, sort = wanted.place
    from unnest(${sql.val(order)}::uuid[]) with ordinality as wanted(id, place)
    where organization_id = ${scope.organizationId} and reply_id = wanted.id`.execute(tx);
}

/** The named ones first, in their order, the others after them in theirs. */
function orderOf(known: readonly RecordId[], ids: readonly RecordId[]): RecordId[] {
  if (ids.some((id) => !known.includes(id))) throw new AppError("NOT_FOUND");
  const first = [...new Set(ids)];
  return [...first, ...known.filter((id) => !first.includes(id))];
}
