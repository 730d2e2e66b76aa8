import { OrganizationId, RecordId } from "@homeroom/contract/ids";
import type { Schema } from "@homeroom/database/schema";
import { type Selectable, sql } from "kysely";
import { v7 } from "uuid";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";
import type { Period } from "../rules/periods.ts";

/** An organisation's paid periods, in order. */
export async function periodsOf(tx: Tx, scope: Scope): Promise<Period[]> {
  const rows = await tx
    .selectFrom("plan_period")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .orderBy("starts_at")
    .orderBy("ends_at")
    .execute();
  return rows.map(readPeriod);
}

/** Replaces the periods of a locked organisation. */
export async function writePeriods(tx: Tx, scope: Scope, periods: readonly Period[]): Promise<void> {
  const { organizationId } = scope;
  await tx.deleteFrom("plan_period").where("organization_id", "=", organizationId).execute();
  if (periods.length === 0) return;
  await tx
    .insertInto("plan_period")
    .values(
      periods.map(({ upgrade, ...period }) => ({
        organization_id: organizationId,
        period_id: RecordId.parse(v7()),
        plan: period.plan,
        starts_at: period.startsAt,
        ends_at: period.endsAt,
        days: period.days,
        amount_minor: period.amountMinor,
        paid_months: period.paidMonths,
        granted_months: period.grantedMonths,
        order_id: period.orderId as RecordId | null,
        upgrade_order_id: (upgrade?.orderId ?? null) as RecordId | null,
        upgraded_from: upgrade?.from ?? null,
        base_amount_minor: upgrade?.amountMinor ?? null,
      })),
    )
    .execute();
}

/** The organisations whose plan may have changed recently: a period began in the last two days. */
export async function organizationsAtBoundary(db: Database): Promise<OrganizationId[]> {
  const rows = await inSystemTransaction(db, (tx) =>
    tx
      .selectFrom("plan_period")
      .select("organization_id")
      .distinct()
      .where("starts_at", "<=", sql<Date>`now()`)
      .where("starts_at", ">", sql<Date>`now() - interval '2 days'`)
      .execute(),
  );
  return rows.map((row) => OrganizationId.parse(row.organization_id));
}

function readPeriod(row: Selectable<Schema["plan_period"]>): Period {
  const { upgraded_from: from, upgrade_order_id: orderId, base_amount_minor: amountMinor } = row;
  return {
    plan: row.plan,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    days: row.days,
    amountMinor: row.amount_minor,
    paidMonths: row.paid_months,
    grantedMonths: row.granted_months,
    orderId: row.order_id,
    upgrade: from ? { from, orderId, amountMinor: amountMinor ?? 0 } : null,
  };
}
