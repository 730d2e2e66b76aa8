import { randomBytes } from "node:crypto";
import { type OrganizationId, RecordId } from "@homeroom/contract/ids";
import type { GatewayProvider } from "@homeroom/contract/payments";
import type { PaymentAttemptTable } from "@homeroom/database/payment-tables";
import { type Selectable, sql } from "kysely";
import { v7 } from "uuid";
import type { OrderToPay } from "#modules/orders/public";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";

/** A payment attempt of a customer, with the number of its order. */
export type Attempt = Selectable<PaymentAttemptTable> & { order_number: string };

/** Letters and digits that are hard to confuse; 32 of them, so that random bytes map to them evenly. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const numberLength = 20;

/** Records the start of a customer's payment of an order's open amount. Returns our number. */
export async function addAttempt(
  tx: Tx,
  scope: Scope,
  { provider, order }: { provider: GatewayProvider; order: OrderToPay },
): Promise<string> {
  const row = attemptRow(scope, { provider, order });
  await tx.insertInto("payment_attempt").values(row).execute();
  return row.trade_number;
}

/** Records a charge of an order to a linked card; does nothing while a charge of it is open. */
export async function addCardAttempt(
  tx: Tx,
  scope: Scope,
  { provider, order }: { provider: GatewayProvider; order: OrderToPay },
): Promise<void> {
  await tx
    .insertInto("payment_attempt")
    .values({ ...attemptRow(scope, { provider, order }), by_card: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** An order's charge to a linked card with an unknown outcome. There is one at most. */
export function openCharge(tx: Tx, scope: Scope, orderId: RecordId): Promise<Attempt | undefined> {
  return attemptRows(tx, scope)
    .where("payment_attempt.order_id", "=", orderId)
    .where("by_card", "=", true)
    .where("state", "=", "started")
    .executeTakeFirst();
}

/** Whether an order was charged to a linked card, in any state of the order. */
export async function hasPaidCharge(tx: Tx, scope: Scope, orderId: RecordId): Promise<boolean> {
  const attempts = await attemptsOf(tx, scope, orderId);
  return attempts.some(({ by_card: byCard, state }) => byCard && state === "paid");
}

function attemptRow(scope: Scope, { provider, order }: { provider: GatewayProvider; order: OrderToPay }) {
  return {
    organization_id: scope.organizationId,
    attempt_id: RecordId.parse(v7()),
    order_id: order.orderId,
    provider,
    trade_number: Array.from(randomBytes(numberLength), (byte) => alphabet[byte % alphabet.length]).join(""),
    amount_minor: order.openMinor,
    currency: order.currency,
  };
}

export interface AttemptChange {
  external_id?: string;
  state?: "numbered" | "paid" | "failed";
  numbers?: Attempt["numbers"];
}

/** Records the outcome of an attempt. A paid one stays paid. */
export async function changeAttempt(tx: Tx, scope: Scope, tradeNumber: string, change: AttemptChange): Promise<void> {
  const { numbers, ...rest } = change;
  await tx
    .updateTable("payment_attempt")
    .set({ ...rest, ...(numbers && { numbers: JSON.stringify(numbers) }) })
    .where("organization_id", "=", scope.organizationId)
    .where("trade_number", "=", tradeNumber)
    .where("state", "<>", "paid")
    .execute();
}

/** The payment attempts of an order, latest first. */
export function attemptsOf(tx: Tx, scope: Scope, orderId: RecordId): Promise<Attempt[]> {
  return attemptRows(tx, scope).where("payment_attempt.order_id", "=", orderId).orderBy("created_at", "desc").execute();
}

/** An attempt of the organisation by our number of it. */
export function attemptByNumber(tx: Tx, scope: Scope, tradeNumber: string): Promise<Attempt | undefined> {
  return attemptRows(tx, scope).where("trade_number", "=", tradeNumber).executeTakeFirst();
}

/** The payment with a number, before the request is verified. */
export async function organizationOfAttempt(db: Database, tradeNumber: string): Promise<OrganizationId | undefined> {
  const found = await inSystemTransaction(db, (tx) =>
    tx
      .selectFrom("payment_attempt")
      .select("organization_id")
      .where("trade_number", "=", tradeNumber)
      .executeTakeFirst(),
  );
  return found?.organization_id;
}

/** The time within which a customer can pay with another card on the same page of the platform after a decline. */
const failedHours = 24;

/** Whether an attempt may be paid without a notice: until it failed, and for a day after; a linked card is charged once. */
export function mayBePaid({ state, by_card: byCard, created_at: createdAt }: Attempt, now: Date): boolean {
  if (state === "paid") return false;
  return state !== "failed" || (!byCard && now.getTime() - createdAt.getTime() < failedHours * 3_600_000);
}

/**
 * The same for rows that are due for a query: every two minutes at first, then less and less often. A number for a
 * machine or a shop can be used for a week, so the last query comes after that: each pause is a quarter of the age, so one
 * of them ends between the seventh and the tenth day.
 */
const due = sql<boolean>`state <> 'paid' and created_at > now() - interval '10 days'
  and (state <> 'failed' or (not by_card and created_at > now() - make_interval(hours => ${sql.lit(failedHours)})))
  and checked_at < now() - greatest(interval '2 minutes', (now() - created_at) / 4)`;

/** The organisations with payments to query. */
export async function organizationsWithDue(db: Database): Promise<OrganizationId[]> {
  const found = await inSystemTransaction(db, (tx) =>
    tx.selectFrom("payment_attempt").select("organization_id").distinct().where(due).execute(),
  );
  return found.map((row) => row.organization_id);
}

const atOnce = 20;

/** Claims some of them for this process: no other takes them before they are due again. */
export async function claimDueAttempts(tx: Tx, scope: Scope): Promise<Attempt[]> {
  const taken = await sql<{ trade_number: string }>`
    update payment_attempt set checked_at = now() where organization_id = ${scope.organizationId} and attempt_id in (
      select attempt_id from payment_attempt where organization_id = ${scope.organizationId} and ${due}
      order by checked_at limit ${atOnce} for update skip locked)
    returning trade_number`.execute(tx);
  const numbers = taken.rows.map((row) => row.trade_number);
  if (numbers.length === 0) return [];
  return attemptRows(tx, scope).where("trade_number", "in", numbers).execute();
}

function attemptRows(tx: Tx, scope: Scope) {
  return tx
    .selectFrom("payment_attempt")
    .innerJoin("sale_order", (join) =>
      join
        .onRef("sale_order.organization_id", "=", "payment_attempt.organization_id")
        .onRef("sale_order.order_id", "=", "payment_attempt.order_id"),
    )
    .selectAll("payment_attempt")
    .select("sale_order.order_number")
    .where("payment_attempt.organization_id", "=", scope.organizationId);
}
