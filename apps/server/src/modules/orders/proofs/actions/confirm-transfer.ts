import type { RequestOf } from "@homeroom/contract/endpoint";
import type { RecordId } from "@homeroom/contract/ids";
import { fromMinor, toMinor } from "@homeroom/contract/money";
import { transferProofs } from "@homeroom/contract/transfer-proofs";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { loadOrder, lockedOrder, lockOrder, type Order } from "../../queries/orders.ts";
import { keptReasonOf } from "../../rules/order-state.ts";
import { type Booking, countPayment, storePayment } from "../../writes/book-money.ts";
import { addEvent, recordOrderChange, stateOf } from "../../writes/change-order.ts";
import { bookedWith, type ListedProof, loadProof, lockDesk, lockProof } from "../queries/proofs.ts";
import { plainReference } from "../rules.ts";
import { reopen } from "../writes.ts";

type Confirmation = RequestOf<typeof transferProofs.confirm>;
type Outcome = { outcome: "counted" | "kept" };

/**
 * Books a transfer on an order. Idempotent for the same order: of two people at once the first books.
 * Throws NOT_FOUND, STALE_DATA for a proof that changed since, TRANSFER_BOOKED_BEFORE for one that seems to be a duplicate,
 * and FIELD_INVALID for an amount that the currency does not allow.
 */
export function confirmTransfer(db: Database, actor: Actor, form: Confirmation): Promise<Outcome> {
  requireAccess(actor, transferProofs.confirm);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const proof = await lockProof(tx, scope, form.recordID);
    // Both orders are locked in the order of their numbers.
    const { order_number: orderID } = await loadOrder(tx, scope, form.orderID);
    const shownFor = await lockOrderShownFor(tx, scope, { proof, orderID });
    const order = await lockOrder(tx, scope, orderID);
    if (proof.state === "confirmed" && proof.order_id === order.order_id) return { outcome: "counted" as const };
    if (proof.state !== "waiting" || proof.version !== form.version) throw new AppError("STALE_DATA");
    const reference = plainReference(form.reference);
    // If two people book the same transfer from two pictures, the second must see the first.
    await lockDesk(tx, scope);
    if (!form.acceptsDuplicate) await refuseDuplicate(tx, scope, { proofId: proof.proof_id, reference });
    const booking = bookingOf({ proof, order, form, actor });
    await writeDecision(tx, scope, { proof, order, form, actor, booking, reference });
    if (shownFor) await reopen(tx, scope, { order: shownFor, accountId: actor.accountId });
    return book(tx, scope, { order, booking, form, actor });
  });
}

/** The order that the picture was shown for, if another one is booked. Both are locked in the order of their numbers. */
async function lockOrderShownFor(
  tx: Tx,
  scope: Scope,
  { proof, orderID }: { proof: ListedProof; orderID: string },
): Promise<Order | undefined> {
  const shownFor = proof.order_number;
  if (proof.state !== "waiting" || shownFor === null || shownFor === orderID) return undefined;
  if (orderID < shownFor) await lockedOrder(tx, scope, orderID);
  return lockedOrder(tx, scope, shownFor);
}

async function refuseDuplicate(
  tx: Tx,
  scope: Scope,
  { proofId, reference }: { proofId: RecordId; reference: string },
): Promise<void> {
  const { twin_state: twin } = await loadProof(tx, scope, proofId);
  if (twin === "confirmed" || (await bookedWith(tx, scope, { proofId, reference })))
    throw new AppError("TRANSFER_BOOKED_BEFORE");
}

interface TransferDecision {
  proof: ListedProof;
  order: Order;
  form: Confirmation;
  actor: Actor;
}

/** The reference comes from the proof, so one picture can only be booked once. */
function bookingOf({ proof, order, form, actor }: TransferDecision): Booking {
  const { currency } = order;
  const amountMinor = toMinor(form.amount, currency);
  if (amountMinor === null)
    throw new AppError("FIELD_INVALID", {}, { fields: [{ field: "amount", name: "FIELD_INVALID" }] });
  const { accountId } = actor;
  return { provider: "transfer", reference: proof.proof_id, amountMinor, currency, receivedAt: new Date(), accountId };
}

async function writeDecision(
  tx: Tx,
  scope: Scope,
  { proof, order, form, actor, booking, reference }: TransferDecision & { booking: Booking; reference: string },
): Promise<void> {
  const { amountMinor, currency } = booking;
  await tx
    .updateTable("transfer_proof")
    .set({
      state: "confirmed",
      order_id: order.order_id,
      amount_minor: amountMinor,
      currency,
      payer: form.payer,
      reference,
      note: form.note,
      decided_at: new Date(),
      decided_by: actor.accountId,
      version: proof.version + 1,
    })
    .where("organization_id", "=", scope.organizationId)
    .where("proof_id", "=", proof.proof_id)
    .execute();
  await recordOrderChange(tx, actor, "confirmed", {
    order,
    before: { status: order.status, confirmStatus: order.confirm_status },
    after: { paid: fromMinor(amountMinor, currency), currency, payer: form.payer, reference, note: form.note },
  });
}

/** Money that the order cannot take is kept with it, as after a notice. */
async function book(
  tx: Tx,
  scope: Scope,
  { order, booking, form, actor }: Omit<TransferDecision, "proof"> & { booking: Booking },
): Promise<Outcome> {
  const { accountId } = actor;
  const { amountMinor, currency } = booking;
  const keptReason = keptReasonOf(stateOf(order), booking, booking.receivedAt);
  const note = [form.reference, form.note].filter(Boolean).join(" · ");
  if (keptReason !== null) {
    await storePayment(tx, scope, { order, booking, keptReason });
    await addEvent(tx, scope, order, { kind: "paymentKept", amountMinor, currency, note, accountId });
    return { outcome: "kept" };
  }
  await addEvent(tx, scope, order, { kind: "confirmed", note, accountId });
  // Last, because of the lock on receipt numbers.
  await countPayment(tx, scope, { order, booking, confirmNote: form.note, sendsReceipt: form.sendsReceipt });
  return { outcome: "counted" };
}
