import type { LedgerCause, LedgerPlace, LedgerUnit } from "@homeroom/contract/billing";
import type { AccountId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import { lockRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { movedBy } from "../queries/ledger.ts";
import { currencyOf } from "../queries/prices.ts";

/** A movement of an amount, with its reason. */
export interface Movement {
  unit: LedgerUnit;
  from: LedgerPlace;
  to: LedgerPlace;
  amount: number;
  cause: LedgerCause;
  /** The key that makes the movement idempotent. */
  key: string;
  orderId?: RecordId | null;
  reservationId?: RecordId;
  note?: string;
  accountId?: AccountId | null;
}

/**
 * Moves an amount and writes its entry. Returns false if it was already moved. The unit stays locked until the
 * transaction ends. Throws CHAT_QUOTA_EXCEEDED if there are too few messages, and PLAN_BALANCE_LOW for other units.
 */
export async function move(tx: Tx, scope: Scope, movement: Movement): Promise<boolean> {
  const { unit, amount } = movement;
  requireWhole(amount);
  if (movement.from === "outside" && (unit === "money" || unit === "adBudget")) await keepCurrency(tx, scope);
  const { rows } = await sql<Outcome>`
    select * from ledger_move(${scope.organizationId}::uuid, ${unit}, ${movement.from}, ${movement.to}, ${amount}::bigint,
      ${movement.cause}, ${movement.key}, ${v7()}::uuid, ${movement.orderId ?? null}::uuid,
      ${movement.reservationId ?? null}::uuid, ${movement.note ?? ""}, ${movement.accountId ?? null}::uuid)`.execute(
    tx,
  );
  return isNew(unit, rows[0]);
}

/** Amounts carry no currency, so it is stored: the country or the prices may change later. */
async function keepCurrency(tx: Tx, scope: Scope): Promise<void> {
  const currency = await currencyOf(tx, scope);
  await tx
    .insertInto("ledger_account")
    .values({ organization_id: scope.organizationId, currency })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Reserves an amount for something in progress; returns the id to release it. Idempotent by key. Throws like
 * `move`.
 */
export async function reserve(
  tx: Tx,
  scope: Scope,
  { unit, amount, cause, key }: Pick<Movement, "unit" | "amount" | "cause" | "key">,
): Promise<RecordId> {
  requireWhole(amount);
  const { rows } = await sql<Outcome & { reservation: RecordId | null }>`
    select * from ledger_reserve(${scope.organizationId}::uuid, ${unit}, ${amount}::bigint, ${cause}, ${key},
      ${v7()}::uuid, ${v7()}::uuid)`.execute(tx);
  isNew(unit, rows[0]);
  const id = rows[0]?.reservation;
  if (!id) throw new Error("The key is of a movement that reserves nothing");
  return id;
}

/** The outcome of a movement; `held` is the balance if that was too low. */
interface Outcome {
  outcome: "moved" | "already" | "short";
  held: number | null;
}

function isNew(unit: LedgerUnit, found: Outcome | undefined): boolean {
  if (!found) throw new Error("A movement always has an outcome");
  if (found.outcome !== "short") return found.outcome === "moved";
  const details = { balance: found.held ?? 0, unit };
  throw new AppError(unit === "message" ? "CHAT_QUOTA_EXCEEDED" : "PLAN_BALANCE_LOW", {}, { details });
}

function requireWhole(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new Error("A movement has a whole amount above zero");
}

/** Spends a part of a reservation. Throws PLAN_BALANCE_LOW for more than is left of it. */
export async function spendReserved(
  tx: Tx,
  scope: Scope,
  { reservationId, amount, key }: { reservationId: RecordId; amount: number; key: string },
): Promise<void> {
  const held = await lockReservation(tx, scope, reservationId);
  if ((await movedBy(tx, scope, key)) > 0) return;
  if (!held || held.left_amount < amount) throw new AppError("PLAN_BALANCE_LOW");
  const { unit, cause } = held;
  await move(tx, scope, { unit, from: "reserved", to: "used", amount, cause, key, reservationId });
  await saveLeft(tx, scope, { reservationId, left: held.left_amount - amount, isClosed: false });
}

/** Reduces a reservation to `left` and releases the rest. Does nothing if it has less. */
export async function releaseReserved(
  tx: Tx,
  scope: Scope,
  { reservationId, left }: { reservationId: RecordId; left: number },
): Promise<void> {
  const held = await lockReservation(tx, scope, reservationId);
  if (!held || held.closed_at || held.left_amount <= left) return;
  const key = `release ${reservationId} to ${left}`;
  const amount = held.left_amount - left;
  const { unit } = held;
  await move(tx, scope, { unit, from: "reserved", to: "available", amount, cause: "release", key, reservationId });
  await saveLeft(tx, scope, { reservationId, left, isClosed: false });
}

/** Closes a reservation and releases the rest. Idempotent. */
export async function closeReservation(tx: Tx, scope: Scope, reservationId: RecordId): Promise<void> {
  const held = await lockReservation(tx, scope, reservationId);
  if (!held || held.closed_at) return;
  const { unit, left_amount: amount } = held;
  const key = `release ${reservationId}`;
  if (amount > 0)
    await move(tx, scope, { unit, from: "reserved", to: "available", amount, cause: "release", key, reservationId });
  await saveLeft(tx, scope, { reservationId, left: 0, isClosed: true });
}

function lockReservation(tx: Tx, scope: Scope, reservationId: RecordId) {
  return lockRow(tx, scope, "ledger_reservation", { reservation_id: reservationId });
}

async function saveLeft(
  tx: Tx,
  scope: Scope,
  { reservationId, left, isClosed }: { reservationId: RecordId; left: number; isClosed: boolean },
): Promise<void> {
  await tx
    .updateTable("ledger_reservation")
    .set({ left_amount: left, ...(isClosed && { closed_at: new Date() }) })
    .where("organization_id", "=", scope.organizationId)
    .where("reservation_id", "=", reservationId)
    .execute();
}
