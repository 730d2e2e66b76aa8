import type { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { fromMinor } from "@homeroom/contract/money";
import { type RefundingProvider, refundingProviders } from "@homeroom/contract/order-words";
import type { PlatformRefundRow, Refundable } from "@homeroom/contract/platform-refunds";
import type { Schema } from "@homeroom/database/schema";
import { type Selectable, sql } from "kysely";
import { peopleByIds } from "#modules/accounts/public";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { keptPayment, paymentsOf } from "../queries/order-parts.ts";
import type { Order } from "../queries/orders.ts";
import { figuresOf } from "../rules/order-state.ts";
import { stateOf } from "../writes/change-order.ts";

export type PlatformRefund = Selectable<Schema["platform_refund"]>;

/** The refunds of an order requested from platforms, oldest first. */
export function platformRefundsOf(tx: Tx, scope: Scope, orderId: RecordId): Promise<PlatformRefund[]> {
  return tx
    .selectFrom("platform_refund")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("order_id", "=", orderId)
    .orderBy("created_at")
    .orderBy("refund_id")
    .execute();
}

/** A refund by its id; undefined if none is visible. */
export function platformRefund(tx: Tx, scope: Scope, refundId: RecordId): Promise<PlatformRefund | undefined> {
  return findRow(tx, scope, "platform_refund", { refund_id: refundId });
}

/** The organisations whose payment may have a platform's number, before verification: several may use the same platform. */
export async function organizationsOfPayment(
  db: Database,
  { provider, reference }: { provider: string; reference: string },
): Promise<OrganizationId[]> {
  const found = await inSystemTransaction(db, (tx) =>
    tx
      .selectFrom("payment")
      .select("organization_id")
      .where("provider", "=", provider)
      .where("reference", "=", reference)
      .execute(),
  );
  return found.map((row) => row.organization_id);
}

/** Throws REFUND_IN_PROGRESS while a platform works on a refund of a locked order: its money may be gone at any moment. */
export async function requireNoOpenRefund(tx: Tx, scope: Scope, orderId: RecordId): Promise<void> {
  const found = await platformRefundsOf(tx, scope, orderId);
  if (found.some(({ state }) => state === "asked")) throw new AppError("REFUND_IN_PROGRESS");
}

/** A payment that its platform can return, and the maximum amount. */
export interface RefundablePayment {
  payment: Selectable<Schema["payment"]>;
  provider: RefundingProvider;
  mostMinor: number;
  /** It does not count towards the order. */
  isKept: boolean;
}

/** The payments of an order that came through a platform and can be returned through it. */
export async function refundablePayments(tx: Tx, scope: Scope, order: Order): Promise<RefundablePayment[]> {
  const asked = await platformRefundsOf(tx, scope, order.order_id);
  const found: RefundablePayment[] = [];
  for (const payment of await paymentsOf(tx, scope, order.order_id)) {
    const provider = refundingProviders.find((one) => one === payment.provider);
    if (!provider) continue;
    const { isKept, leftMinor } = await leftOf(tx, scope, order, payment.payment_id);
    const backMinor = asked
      .filter((one) => one.payment_id === payment.payment_id && one.state !== "refused")
      .reduce((sum, one) => sum + one.amount_minor, 0);
    const mostMinor = Math.min(payment.amount_minor - backMinor, leftMinor);
    if (mostMinor > 0) found.push({ payment, provider, mostMinor, isKept });
  }
  return found;
}

/** Whether a payment is kept and does not count towards its locked order, and how much of it is left. */
export async function leftOf(
  tx: Tx,
  scope: Scope,
  order: Order,
  paymentId: RecordId,
): Promise<{ isKept: boolean; leftMinor: number }> {
  const kept = await keptPayment(tx, scope, order.order_id, paymentId);
  if (kept && !kept.isAccepted) return { isKept: true, leftMinor: kept.leftMinor };
  return { isKept: false, leftMinor: openRefundable(order) };
}

/** The refundable part of the money that counts; nothing for a closed order. */
function openRefundable(order: Order): number {
  const isOpen = order.status === "paid" || order.status === "pending";
  return isOpen ? figuresOf(stateOf(order)).refundableMinor : 0;
}

/** Refundable payments in the contract's form. */
export function presentRefundable(found: readonly RefundablePayment[]): Refundable[] {
  return found.map(({ payment, provider, mostMinor }) => ({
    paymentID: payment.payment_id,
    provider,
    most: fromMinor(mostMinor, payment.currency),
    currency: payment.currency,
  }));
}

/** Refunds in the contract's form. */
export async function presentPlatformRefunds(
  tx: Tx,
  scope: Scope,
  refunds: readonly PlatformRefund[],
): Promise<PlatformRefundRow[]> {
  const ids = refunds.flatMap(({ created_by: id }) => id ?? []);
  const people = await peopleByIds(tx, scope, [...new Set(ids)]);
  return refunds.map((one) => ({
    recordID: one.refund_id,
    paymentID: one.payment_id,
    provider: one.provider,
    amount: fromMinor(one.amount_minor, one.currency),
    currency: one.currency,
    reason: one.reason,
    state: one.state,
    problem: one.problem,
    createTime: one.created_at.toISOString(),
    creator: (one.created_by && people.get(one.created_by)?.nickname) ?? "",
  }));
}

const due = sql<boolean>`state = 'asked' and next_attempt_at <= now()`;

/** The organisations with refunds to ask a platform about. */
export async function organizationsWithDueRefunds(db: Database): Promise<OrganizationId[]> {
  const found = await inSystemTransaction(db, (tx) =>
    tx.selectFrom("platform_refund").select("organization_id").distinct().where(due).execute(),
  );
  return found.map((row) => row.organization_id);
}

/** The refund that has been due for longest; undefined if none is due, or others are handling it. */
export async function nextDueRefund(tx: Tx, scope: Scope): Promise<RecordId | undefined> {
  const found = await tx
    .selectFrom("platform_refund")
    .select("refund_id")
    .where("organization_id", "=", scope.organizationId)
    .where(due)
    .orderBy("next_attempt_at")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return found?.refund_id;
}

/**
 * Claims a refund to ask its platform about it, and counts the attempt in advance, since its outcome may never be known.
 * Undefined if it has ended, or another process is asking. The claim lasts longer than any call.
 */
export function claimRefund(tx: Tx, scope: Scope, refundId: RecordId): Promise<PlatformRefund | undefined> {
  return tx
    .updateTable("platform_refund")
    .set({ attempts: sql`attempts + 1`, next_attempt_at: sql`now() + interval '2 minutes'` })
    .where("organization_id", "=", scope.organizationId)
    .where("refund_id", "=", refundId)
    .where("state", "=", "asked")
    .where(sql<boolean>`(attempts = 0 or next_attempt_at <= now())`)
    .returningAll()
    .executeTakeFirst();
}
