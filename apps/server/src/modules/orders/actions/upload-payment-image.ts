import { type AccountId, RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import {
  fingerprintOfPicture,
  type PictureFingerprint,
  removeFilesByIds,
  type StoredFile,
  storePicture,
} from "#modules/files/public";
import { type Actor, can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Upload } from "#platform/http/upload";
import type { Platform } from "#platform/server-module";
import { emitCustomerActed } from "../events.ts";
import { insertProof, refuseMorePictures } from "../proofs/writes.ts";
import { lockOrder, type Order } from "../queries/orders.ts";
import { shown } from "../rules/order-state.ts";
import { addEvent, saveState, stateOf } from "../writes/change-order.ts";

const maxSide = 2048;

/** Stores the picture of a transfer for staff who add or edit orders. Throws as `storeTransferPicture`. */
export function uploadPaymentImage(
  platform: Platform,
  actor: Actor,
  orderID: string,
  upload: Upload,
): Promise<StoredFile> {
  if (!can(actor, "sale:order:add") && !can(actor, "sale:order:edit")) throw new AppError("PERMISSION_DENIED");
  return storeTransferPicture(platform, scopeOf(actor, "crm:lead:all"), {
    orderID,
    upload,
    accountId: actor.accountId,
  });
}

interface TransferPicture {
  orderID: string;
  upload: Upload;
  /** The person who uploaded it; null: the customer. */
  accountId: AccountId | null;
}

/**
 * Stores the picture of a transfer with its order and puts it on the transfer desk: the order waits for staff to check
 * it. An earlier picture stays on the desk.
 * Throws NOT_FOUND, ORDER_EXPIRED, ORDER_STATE_CONFLICT once it is paid, WRONG_FILE_FORMAT, and TOO_MANY_REQUESTS to a
 * customer with ten pictures waiting.
 */
export async function storeTransferPicture(
  platform: Platform,
  scope: Scope,
  { orderID, upload, accountId }: TransferPicture,
): Promise<StoredFile> {
  const { db } = platform;
  // Checked before the picture is processed, and again once it is stored, because that takes a while.
  await inTransaction(db, scope, async (tx) => {
    const order = await lockOrder(tx, scope, orderID);
    shown(stateOf(order), new Date());
    if (accountId === null) await refuseMorePictures(tx, scope, order.order_id);
  });
  const file = await storePicture(platform, scope, upload, { createdBy: accountId, maxSide });
  try {
    const look = await fingerprintOfPicture(platform, file);
    await inTransaction(db, scope, async (tx) =>
      show(tx, scope, { accountId, order: await lockOrder(tx, scope, orderID), file, look }),
    );
    return file;
  } catch (error) {
    await removeFilesByIds(platform, scope, [file.file_id]);
    throw error;
  }
}

interface PaymentImage {
  accountId: AccountId | null;
  order: Order;
  file: StoredFile;
  look: PictureFingerprint | null;
}

async function show(tx: Tx, scope: Scope, { accountId, order, file, look }: PaymentImage): Promise<void> {
  const state = shown(stateOf(order), new Date());
  if (accountId === null) await refuseMorePictures(tx, scope, order.order_id);
  await saveState(tx, order, state, {
    image_file_id: file.file_id,
    ...(accountId && { updated_by: accountId }),
  });
  await addEvent(tx, scope, order, { kind: "imageUploaded", accountId });
  if (accountId === null) await emitCustomerActed(tx, scope, { order, what: "toCheck" });
  const { branch_id: branchId, lead_id: leadId, order_id: orderId } = order;
  const proof = { proofId: RecordId.parse(v7()), branchId, leadId, orderId, fileId: file.file_id, look };
  const source = accountId ? "staff" : "customer";
  await insertProof(tx, scope, { ...proof, messageId: null, source, createdBy: accountId });
}
