import type { LedgerCause, LedgerPlace, LedgerUnit } from "@homeroom/contract/billing";
import { type AccountId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

/** An amount that goes from one place to another, and why. */
export interface Movement {
  unit: LedgerUnit;
  from: LedgerPlace;
  to: LedgerPlace;
  amount: number;
  cause: LedgerCause;
  /** The same movement asked for again is made once. */
  key: string;
  orderId?: RecordId | null;
  reservationId?: RecordId;
  note?: string;
  accountId?: AccountId | null;
}

/**
 * Moves an amount and writes its entry. Returns false if it was moved already. The unit stays locked until the
 * transaction ends. Throws CHAT_QUOTA_EXCEEDED if there are too few messages, and PLAN_BALANCE_LOW for other units.
 */
export async function move(tx: Tx, scope: Scope, movement: Movement): Promise<boolean> {
  const { unit, from, to, amount, key } = movement;
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new Error("A movement has a whole amount above zero");
  const balances = await lockUnit(tx, scope, unit);
  if (await isMoved(tx, scope, key)) return false;
  if (from !== "outside" && balances[from] < amount) {
    const details = { balance: balances[from], unit };
    throw new AppError(unit === "message" ? "CHAT_QUOTA_EXCEEDED" : "PLAN_BALANCE_LOW", {}, { details });
  }
  await sql`
    with changed as (
      update ledger_balance
      set balance = balance + case place when ${from} then ${-amount}::bigint else ${amount}::bigint end
      where organization_id = ${scope.organizationId} and unit = ${unit} and place in (${from}, ${to})
      returning place, balance)
    insert into ledger_entry (organization_id, entry_id, position, unit, from_place, to_place, amount, from_balance, to_balance,
      cause, idempotency_key, order_id, reservation_id, note, created_by)
    select ${scope.organizationId}, ${v7()}, ${balances.position + 1}, ${unit}, ${from}, ${to}, ${amount},
      (select balance from changed where place = ${from}), (select balance from changed where place = ${to}),
      ${movement.cause}, ${key}, ${movement.orderId ?? null}, ${movement.reservationId ?? null}, ${movement.note ?? ""},
      ${movement.accountId ?? null}`.execute(tx);
  return true;
}

/**
 * Keeps an amount for something that is under way; answers what it is released by. The same key keeps it once. Throws as
 * `move`.
 */
export async function reserve(
  tx: Tx,
  scope: Scope,
  { unit, amount, cause, key }: Pick<Movement, "unit" | "amount" | "cause" | "key">,
): Promise<RecordId> {
  const reservationId = RecordId.parse(v7());
  const kept = { unit, from: "available", to: "reserved", amount, key, reservationId } as const;
  const isNew = await move(tx, scope, { ...kept, cause: "reservation", note: cause });
  if (!isNew) return reservationOf(tx, scope, key);
  await tx
    .insertInto("ledger_reservation")
    .values({
      organization_id: scope.organizationId,
      reservation_id: reservationId,
      ...{ unit, cause, amount, left_amount: amount },
    })
    .execute();
  return reservationId;
}

/** Spends a part of what is reserved. Throws PLAN_BALANCE_LOW for more than is left of it. */
export async function spendReserved(
  tx: Tx,
  scope: Scope,
  { reservationId, amount, key }: { reservationId: RecordId; amount: number; key: string },
): Promise<void> {
  const held = await lockReservation(tx, scope, reservationId);
  if (await isMoved(tx, scope, key)) return;
  if (!held || held.left_amount < amount) throw new AppError("PLAN_BALANCE_LOW");
  const { unit, cause } = held;
  await move(tx, scope, { unit, from: "reserved", to: "used", amount, cause, key, reservationId });
  await saveLeft(tx, scope, { reservationId, left: held.left_amount - amount, isClosed: false });
}

/** Gives back of a reservation what it does not need any more; `left` is what it keeps. Less than that it keeps anyway. */
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

/** Ends a reservation: what is left of it may be spent again. Closed already, it stays so. */
export async function closeReservation(tx: Tx, scope: Scope, reservationId: RecordId): Promise<void> {
  const held = await lockReservation(tx, scope, reservationId);
  if (!held || held.closed_at) return;
  const { unit, left_amount: amount } = held;
  const key = `release ${reservationId}`;
  if (amount > 0)
    await move(tx, scope, { unit, from: "reserved", to: "available", amount, cause: "release", key, reservationId });
  await saveLeft(tx, scope, { reservationId, left: 0, isClosed: true });
}

type Balances = Record<LedgerPlace, number> & { position: number };

const places = sql`(values ('outside'), ('available'), ('reserved'), ('used'))`;

async function lockUnit(tx: Tx, scope: Scope, unit: LedgerUnit): Promise<Balances> {
  const { organizationId } = scope;
  const held = () =>
    tx
      .selectFrom("ledger_balance")
      .select(["place", "balance"])
      .where("organization_id", "=", organizationId)
      .where("unit", "=", unit)
      .orderBy("place")
      .forUpdate()
      .execute();
  let rows = await held();
  if (rows.length < 4) {
    await sql`insert into ledger_balance (organization_id, unit, place)
      select ${organizationId}, ${unit}, place from ${places} as all_places (place) order by place
      on conflict do nothing`.execute(tx);
    rows = await held();
  }
  const last = await tx
    .selectFrom("ledger_entry")
    .select("position")
    .where("organization_id", "=", organizationId)
    .where("unit", "=", unit)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  const balances = Object.fromEntries(rows.map(({ place, balance }) => [place, balance])) as Record<
    LedgerPlace,
    number
  >;
  return { ...balances, position: last?.position ?? 0 };
}

async function isMoved(tx: Tx, scope: Scope, key: string): Promise<boolean> {
  const found = await tx
    .selectFrom("ledger_entry")
    .select("entry_id")
    .where("organization_id", "=", scope.organizationId)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  return found !== undefined;
}

async function reservationOf(tx: Tx, scope: Scope, key: string): Promise<RecordId> {
  const { reservation_id: id } = await tx
    .selectFrom("ledger_entry")
    .select("reservation_id")
    .where("organization_id", "=", scope.organizationId)
    .where("idempotency_key", "=", key)
    .executeTakeFirstOrThrow();
  if (!id) throw new Error("The key is of a movement that reserves nothing");
  return id;
}

function lockReservation(tx: Tx, scope: Scope, reservationId: RecordId) {
  return tx
    .selectFrom("ledger_reservation")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("reservation_id", "=", reservationId)
    .forUpdate()
    .executeTakeFirst();
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
