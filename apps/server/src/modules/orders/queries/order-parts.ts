import type { RecordId } from "@homeroom/contract/ids";
import type { Schema } from "@homeroom/database/schema";
import { type Selectable, sql } from "kysely";
import { findRow } from "#platform/db/find-row";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { keptMoney } from "./order-conditions.ts";

type Rows<Table extends keyof Schema> = Promise<Selectable<Schema[Table]>[]>;

/** The lines of orders, in order. */
export async function linesOf(tx: Tx, scope: Scope, ids: readonly RecordId[]): Rows<"order_line"> {
  if (ids.length === 0) return [];
  return tx
    .selectFrom("order_line")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("order_id", ids))
    .orderBy("order_id")
    .orderBy("position")
    .execute();
}

/** Which of the orders have kept money that was not returned. */
export async function withKeptMoney(tx: Tx, scope: Scope, ids: readonly RecordId[]): Promise<ReadonlySet<RecordId>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: RecordId }>`
    select order_id as id from sale_order
    where organization_id = ${scope.organizationId} and order_id = any(${sql.val([...ids])}::uuid[]) and ${keptMoney}`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Which of the orders have a pending platform refund. */
export async function withOpenRefund(tx: Tx, scope: Scope, ids: readonly RecordId[]): Promise<ReadonlySet<RecordId>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom("platform_refund")
    .select("order_id")
    .where("organization_id", "=", scope.organizationId)
    .where("state", "=", "asked")
    .where(isOneOf("order_id", ids))
    .execute();
  return new Set(rows.map((row) => row.order_id));
}

/** An order's payments, oldest first. */
export function paymentsOf(tx: Tx, scope: Scope, orderId: RecordId): Rows<"payment"> {
  return tx
    .selectFrom("payment")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("order_id", "=", orderId)
    .orderBy("created_at")
    .orderBy("payment_id")
    .execute();
}

/** The payments that count towards orders, including those that were kept at first, oldest first. */
export function countedPayments(tx: Tx, scope: Scope, orderIds: readonly RecordId[]): Rows<"payment"> {
  const accepted = tx
    .selectFrom("payment_acceptance")
    .select("payment_id")
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("order_id", orderIds));
  return tx
    .selectFrom("payment")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("order_id", orderIds))
    .where((one) => one.or([one("kept_reason", "is", null), one("payment_id", "in", accepted)]))
    .orderBy("created_at")
    .orderBy("payment_id")
    .execute();
}

/** A payment by its provider's number; undefined if it is not booked. */
export function paymentByReference(
  tx: Tx,
  scope: Scope,
  { provider, reference }: { provider: string; reference: string },
): Promise<Selectable<Schema["payment"]> | undefined> {
  return findRow(tx, scope, "payment", { provider, reference });
}

/** The refunds of orders, oldest first. */
export function refundsOf(tx: Tx, scope: Scope, orderIds: readonly RecordId[]): Rows<"refund"> {
  return tx
    .selectFrom("refund")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("order_id", orderIds))
    .orderBy("created_at")
    .orderBy("refund_id")
    .execute();
}

/** The payments of orders that were refunded individually, such as kept ones. */
export function refundedPayments(tx: Tx, scope: Scope, orderIds: readonly RecordId[]): Rows<"payment"> {
  const refunded = tx
    .selectFrom("refund")
    .select("payment_id")
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("order_id", orderIds));
  return tx
    .selectFrom("payment")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("payment_id", "in", refunded)
    .execute();
}

/** The history of an order, oldest first. */
export function eventsOf(tx: Tx, scope: Scope, orderId: RecordId): Rows<"order_event"> {
  return tx
    .selectFrom("order_event")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("order_id", "=", orderId)
    .orderBy("created_at")
    .orderBy("event_id")
    .execute();
}

/** The kept payments of an order that were accepted. */
export function acceptancesOf(tx: Tx, scope: Scope, orderId: RecordId): Rows<"payment_acceptance"> {
  return tx
    .selectFrom("payment_acceptance")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("order_id", "=", orderId)
    .execute();
}

/**
 * A kept payment of an order, with the amount that is neither refunded nor accepted yet. The order's lock covers it.
 */
export async function keptPayment(
  tx: Tx,
  scope: Scope,
  orderId: RecordId,
  paymentId: RecordId,
): Promise<
  | (Pick<Selectable<Schema["payment"]>, "provider" | "method" | "currency"> & {
      leftMinor: number;
      isAccepted: boolean;
    })
  | null
> {
  const payment = (await paymentsOf(tx, scope, orderId)).find((one) => one.payment_id === paymentId);
  if (!payment || payment.kept_reason === null) return null;
  const back = (await refundsOf(tx, scope, [orderId])).filter((one) => one.payment_id === paymentId);
  const backMinor = back.reduce((sum, one) => sum + one.amount_minor, 0);
  const isAccepted = (await acceptancesOf(tx, scope, orderId)).some((one) => one.payment_id === paymentId);
  const { provider, method, currency } = payment;
  return { provider, method, currency, leftMinor: isAccepted ? 0 : payment.amount_minor - backMinor, isAccepted };
}

/** The receipts and credit notes of orders, oldest first. */
export async function receiptsOf(tx: Tx, scope: Scope, ids: readonly RecordId[]): Rows<"receipt"> {
  if (ids.length === 0) return [];
  return tx
    .selectFrom("receipt")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("order_id", ids))
    .orderBy("issued_at")
    .orderBy("receipt_id")
    .execute();
}

/** The receipt or credit note of an order with this id; without an id the valid receipt. Throws NOT_FOUND. */
export async function wantedReceipt(
  tx: Tx,
  scope: Scope,
  { orderId, recordID }: { orderId: RecordId; recordID: RecordId | undefined },
) {
  const given = await receiptsOf(tx, scope, [orderId]);
  // The latest, if there are receipts for instalments.
  const found = given.findLast((one) =>
    recordID ? one.receipt_id === recordID : one.kind === "receipt" && one.voided_at === null,
  );
  if (!found) throw new AppError("NOT_FOUND");
  return found;
}
