import { type MessageId, RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { fileById, fingerprintOfPicture } from "#modules/files/public";
import { customerPicture } from "#modules/inbox/public";
import { type Actor, can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { insertProof } from "../writes.ts";

const ways = ["sale:order:add", "sale:order:edit", "sale:order:confirm"] as const;

/**
 * Puts the picture of a customer's message on the transfer desk. Idempotent. Throws NOT_FOUND for a
 * message that the actor does not see or that has no picture, and WRONG_FILE_FORMAT while its file is not fetched.
 */
export async function addFromMessage(
  platform: Platform,
  actor: Actor,
  messageId: MessageId,
): Promise<{ recordID: RecordId }> {
  if (!ways.some((way) => can(actor, way)) || !can(actor, "chat:message:query"))
    throw new AppError("PERMISSION_DENIED");
  const chat = scopeOf(actor, "chat:message:all");
  const { picture, file } = await inTransaction(platform.db, chat, async (tx) => {
    const found = await customerPicture(tx, chat, messageId);
    if (!found) throw new AppError("NOT_FOUND");
    return { picture: found, file: await fileById(tx, chat, found.fileId) };
  });
  if (!file?.storage_key) throw new AppError("WRONG_FILE_FORMAT");
  const look = await fingerprintOfPicture(platform, file);
  return inTransaction(platform.db, chat, async (tx) => {
    const { fileId, leadId, branchId } = picture;
    const proof = { proofId: RecordId.parse(v7()), branchId, leadId, fileId, messageId, look };
    await insertProof(tx, chat, { ...proof, orderId: null, source: "chat", createdBy: actor.accountId });
    return { recordID: await proofOfMessage(tx, chat, messageId) };
  });
}

async function proofOfMessage(tx: Tx, scope: Scope, messageId: MessageId): Promise<RecordId> {
  const { proof_id: id } = await tx
    .selectFrom("transfer_proof")
    .select("proof_id")
    .where("organization_id", "=", scope.organizationId)
    .where("message_id", "=", messageId)
    .executeTakeFirstOrThrow();
  return id;
}
