import type { RecordId } from "@homeroom/contract/ids";
import type { Schema } from "@homeroom/database/schema";
import type { Selectable } from "kysely";
import { isMetered } from "#modules/plan-limits/public";
import { lockRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { messageFunds } from "../queries/message-funds.ts";
import { closeReservation, releaseReserved, reserve, spendReserved } from "./ledger.ts";

type MessageHold = Selectable<Schema["message_hold"]>;

/** A sender of many messages, and their number. */
export interface ManyMessages {
  subjectId: RecordId;
  count: number;
}

/**
 * Reserves the cost of many messages: messages from packages first, then money at today's price. Idempotent
 * by subject. Reserves nothing if nobody sells plans. Throws CHAT_QUOTA_EXCEEDED if
 * single messages have no price, and PLAN_BALANCE_LOW if the balance is too low.
 */
export async function lockMessages(tx: Tx, scope: Scope, { subjectId, count }: ManyMessages): Promise<void> {
  if (count === 0 || !(await isMetered(tx, scope)) || (await lockHold(tx, scope, subjectId))) return;
  const { messages, balanceMinor, priceMinor } = await messageFunds(tx, scope, { isHeld: true });
  const packaged = Math.min(count, messages);
  const paid = count - packaged;
  if (paid > 0 && priceMinor === null) throw new AppError("CHAT_QUOTA_EXCEEDED");
  if (paid * (priceMinor ?? 0) > balanceMinor) throw new AppError("PLAN_BALANCE_LOW");
  const part = (unit: "message" | "money", amount: number) =>
    amount > 0 ? reserve(tx, scope, { unit, amount, cause: "broadcast", key: `hold ${unit} ${subjectId}` }) : null;
  await tx
    .insertInto("message_hold")
    .values({
      organization_id: scope.organizationId,
      subject_id: subjectId,
      packaged,
      paid,
      price_minor: priceMinor ?? 0,
      kept: count,
      package_reservation_id: await part("message", packaged),
      balance_reservation_id: await part("money", paid * (priceMinor ?? 0)),
    })
    .execute();
}

/**
 * Updates a hold: `spent` messages were delivered so far and are charged, `open` ones may still be. The rest
 * is released. Idempotent; does nothing for a subject without a hold.
 */
export async function settleMessages(
  tx: Tx,
  scope: Scope,
  { subjectId, spent, open }: { subjectId: RecordId; spent: number; open: number },
): Promise<void> {
  const hold = await lockHold(tx, scope, subjectId);
  if (!hold || hold.closed_at) return;
  const { packaged, price_minor: price } = hold;
  // Charges are final. An amount released because a message failed is not charged again if the message arrives
  // after all.
  const total = Math.max(hold.spent, Math.min(spent, hold.kept));
  const kept = Math.min(hold.kept, total + open);
  const amounts = (count: number) => {
    return { message: Math.min(count, packaged), money: Math.max(0, count - packaged) * price };
  };
  const [before, after, needed] = [amounts(hold.spent), amounts(total), amounts(kept)];
  for (const unit of ["message", "money"] as const) {
    const reservationId = unit === "message" ? hold.package_reservation_id : hold.balance_reservation_id;
    if (!reservationId) continue;
    const amount = after[unit] - before[unit];
    if (amount > 0)
      await spendReserved(tx, scope, { reservationId, amount, key: `spend ${subjectId} ${unit} ${total}` });
    if (open === 0) await closeReservation(tx, scope, reservationId);
    else await releaseReserved(tx, scope, { reservationId, left: needed[unit] - after[unit] });
  }
  if (total === hold.spent && kept === hold.kept && open > 0) return;
  await tx
    .updateTable("message_hold")
    .set({ spent: total, kept, ...(open === 0 && { closed_at: new Date() }) })
    .where("organization_id", "=", scope.organizationId)
    .where("subject_id", "=", subjectId)
    .execute();
}

function lockHold(tx: Tx, scope: Scope, subjectId: RecordId): Promise<MessageHold | undefined> {
  return lockRow(tx, scope, "message_hold", { subject_id: subjectId });
}
