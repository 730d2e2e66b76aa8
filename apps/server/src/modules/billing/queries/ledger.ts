import type { LedgerPlace, LedgerUnit } from "@homeroom/contract/billing";
import type { OrganizationId } from "@homeroom/contract/ids";
import type { PageRequest } from "@homeroom/contract/paging";
import type { Schema } from "@homeroom/database/schema";
import { type Selectable, sql } from "kysely";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";
import { newestFirst } from "#platform/paging/newest-first";

export type LedgerEntry = Selectable<Schema["ledger_entry"]>;

/** An organisation's balance of each unit; zero without movements. */
export async function balancesOf(
  tx: Tx,
  scope: Scope,
): Promise<(unit: LedgerUnit, place: Exclude<LedgerPlace, "outside">) => number> {
  const rows = await tx
    .selectFrom("ledger_balance")
    .select(["unit", "place", "balance"])
    .where("organization_id", "=", scope.organizationId)
    .execute();
  return (unit, place) => rows.find((row) => row.unit === unit && row.place === place)?.balance ?? 0;
}

/** The amount of a movement; zero if it was never made. */
export async function movedBy(tx: Tx, scope: Scope, key: string): Promise<number> {
  const found = await findRow(tx, scope, "ledger_entry", { idempotency_key: key });
  return found?.amount ?? 0;
}

/** A page of spending, newest first. */
export async function expensesOf(
  tx: Tx,
  scope: Scope,
  { unit, ...page }: PageRequest & { unit?: LedgerUnit | undefined },
): Promise<{ entries: LedgerEntry[]; total: number }> {
  let rows = tx
    .selectFrom("ledger_entry")
    .where("organization_id", "=", scope.organizationId)
    .where("to_place", "=", "used");
  if (unit) rows = rows.where("unit", "=", unit);
  const { rows: entries, total } = await newestFirst(rows.selectAll(), page, "entry_id");
  return { entries, total };
}

/** The organisations that have a ledger. */
export async function organizationsWithLedger(db: Database): Promise<OrganizationId[]> {
  const rows = await inSystemTransaction(db, (tx) =>
    tx.selectFrom("ledger_balance").select("organization_id").distinct().execute(),
  );
  return rows.map((row) => row.organization_id);
}

/** The faults in an organisation's ledger, one line each; empty if it is correct. */
export async function ledgerFaults(tx: Tx, scope: Scope): Promise<string[]> {
  const { organizationId } = scope;
  const found = await sql<{ fault: string }>`
    with moved as (
      select unit, place, sum(amount) as amount from (
        select unit, to_place as place, amount from ledger_entry where organization_id = ${organizationId}
        union all
        select unit, from_place, -amount from ledger_entry where organization_id = ${organizationId}) as sides
      group by unit, place),
    numbered as (
      select unit, max(position) as last, count(*) as entries from ledger_entry
      where organization_id = ${organizationId} group by unit),
    kept as (
      select unit, sum(left_amount) as amount from ledger_reservation
      where organization_id = ${organizationId} group by unit)
    select 'balance ' || b.unit || ' ' || b.place as fault from ledger_balance b
      left join moved m on m.unit = b.unit and m.place = b.place
      where b.organization_id = ${organizationId} and b.balance <> coalesce(m.amount, 0)
    union all
    select 'sum ' || unit from ledger_balance where organization_id = ${organizationId}
      group by unit having sum(balance) <> 0
    union all
    select 'gap ' || unit from numbered where last <> entries
    union all
    select 'reserved ' || b.unit from ledger_balance b left join kept k on k.unit = b.unit
      where b.organization_id = ${organizationId} and b.place = 'reserved' and b.balance <> coalesce(k.amount, 0)`.execute(
    tx,
  );
  return found.rows.map(({ fault }) => fault);
}
