import type { RecordId } from "@homeroom/contract/ids";
import { transferProofs } from "@homeroom/contract/transfer-proofs";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { lockedOrder } from "../../queries/orders.ts";
import { awaitsCheck, rejected } from "../../rules/order-state.ts";
import { addEvent, saveState, stateOf } from "../../writes/change-order.ts";
import { type ListedProof, lockProof } from "../queries/proofs.ts";

interface Rejection {
  recordID: RecordId;
  version: number;
  note: string;
}

/**
 * Says that a picture shows no payment; rejected already, nothing happens. An order that waits for this picture to be looked
 * at has its whole time to pay again. Throws NOT_FOUND, and STALE_DATA for a proof that changed since.
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
  if (!order || order.image_file_id !== proof.file_id || !awaitsCheck(stateOf(order))) return;
  const state = rejected(stateOf(order), new Date());
  if (state === null) return;
  const { accountId } = actor;
  await saveState(tx, order, state, { confirm_note: note, updated_by: accountId });
  await addEvent(tx, scope, order, { kind: "rejected", note, accountId });
  await recordChange(tx, actor, {
    module: "order",
    action: "rejected",
    subject: { type: "order", id: order.order_id, name: order.order_number },
    before: { confirmStatus: order.confirm_status },
    after: { confirmStatus: "rejected", note },
  });
}
