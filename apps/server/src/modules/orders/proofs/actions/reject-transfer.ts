import type { AccountId, FileId, RecordId } from "@homeroom/contract/ids";
import { transferProofs } from "@homeroom/contract/transfer-proofs";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emitOrderChange } from "../../events.ts";
import { lockedOrder, type Order } from "../../queries/orders.ts";
import { awaitsCheck, rejected } from "../../rules/order-state.ts";
import { addEvent, recordOrderChange, saveState, stateOf } from "../../writes/change-order.ts";
import { type ListedProof, lockProof, newestWaiting } from "../queries/proofs.ts";
import { reopen } from "../writes.ts";

interface Rejection {
  recordID: RecordId;
  version: number;
  note: string;
}

/**
 * Rejects a picture that shows no payment. Idempotent. Rejecting the last waiting picture also rejects the order's transfer,
 * and the full time to pay starts again. Throws NOT_FOUND, and STALE_DATA for a proof that changed since.
 */
export function rejectTransfer(db: Database, actor: Actor, { recordID, version, note }: Rejection): Promise<null> {
  requireAccess(actor, transferProofs.reject);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const proof = await lockProof(tx, scope, recordID);
    if (proof.state === "rejected") return null;
    if (proof.state !== "waiting" || proof.version !== version) throw new AppError("STALE_DATA");
    await tx
      .updateTable("transfer_proof")
      .set({ state: "rejected", note, decided_at: new Date(), decided_by: actor.accountId, version: version + 1 })
      .where("organization_id", "=", scope.organizationId)
      .where("proof_id", "=", recordID)
      .execute();
    await rejectOrder(tx, scope, { actor, proof, note });
    return null;
  });
}

async function rejectOrder(
  tx: Tx,
  scope: Scope,
  { actor, proof, note }: { actor: Actor; proof: ListedProof; note: string },
): Promise<void> {
  const order = proof.order_number ? await lockedOrder(tx, scope, proof.order_number) : undefined;
  if (!order || !awaitsCheck(stateOf(order))) return;
  const { accountId } = actor;
  // A later picture is waiting, or was booked.
  if (order.image_file_id !== proof.file_id) return reopen(tx, scope, { order, accountId });
  const waiting = await newestWaiting(tx, scope, order.order_id);
  if (waiting) return showOther(tx, scope, { order, accountId, fileId: waiting.file_id });
  const state = rejected(stateOf(order), new Date());
  if (state === null) return;
  await saveState(tx, order, state, { confirm_note: note, updated_by: accountId });
  await addEvent(tx, scope, order, { kind: "rejected", note, accountId });
  await recordOrderChange(tx, actor, "rejected", {
    order,
    before: { confirmStatus: order.confirm_status },
    after: { confirmStatus: "rejected", note },
  });
}

/** The order still waits for an earlier picture, which must be checked next. */
async function showOther(
  tx: Tx,
  scope: Scope,
  { order, accountId, fileId }: { order: Order; accountId: AccountId; fileId: FileId | null },
): Promise<void> {
  await saveState(tx, order, stateOf(order), { image_file_id: fileId, updated_by: accountId });
  await emitOrderChange(tx, scope, order);
}
