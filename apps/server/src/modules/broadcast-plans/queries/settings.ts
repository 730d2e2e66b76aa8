import type { BroadcastPrice } from "@homeroom/contract/broadcast-settings";
import type { QuietHours } from "@homeroom/contract/quiet-hours";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { fromMicros } from "../rules/plan-rules.ts";

export interface Setting {
  monthlyLimit: number | null;
  warningLevels: number[];
  quietHours: QuietHours | null;
  approvalAbove: number | null;
  version: number;
}

/** The settings of an organisation's broadcasts; version 0 before anybody has saved them. */
export async function settingOf(tx: Tx, scope: Scope): Promise<Setting> {
  const found = await tx
    .selectFrom("broadcast_setting")
    .select([
      "monthly_limit",
      "warning_levels",
      "quiet_from as from",
      "quiet_until as until",
      "approval_above",
      "version",
    ])
    .where("organization_id", "=", scope.organizationId)
    .executeTakeFirst();
  if (!found) return usual;
  const { monthly_limit: monthlyLimit, warning_levels: warningLevels, from, until, version } = found;
  const { approval_above: approvalAbove } = found;
  return { monthlyLimit, warningLevels, quietHours: from && until ? { from, until } : null, approvalAbove, version };
}

const usual: Setting = {
  monthlyLimit: null,
  warningLevels: [80, 95],
  quietHours: { from: "21:00", until: "09:00" },
  approvalAbove: null,
  version: 0,
};

/** The price table, by country and category, latest first. */
export async function pricesOf(tx: Tx, scope: Scope) {
  const found = await tx
    .selectFrom("broadcast_price")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .orderBy("country")
    .orderBy("category")
    .orderBy("valid_from", "desc")
    .execute();
  return found;
}

/** A price in the form that people write. */
export function priceOfRow(row: Awaited<ReturnType<typeof pricesOf>>[number]): BroadcastPrice {
  const { country, category, currency, valid_from: validFrom, valid_to: validTo } = row;
  return { country, category, currency, unitPrice: fromMicros(row.unit_micros), validFrom, validTo };
}

/** The prices of a category on a day: the latest that have begun. */
export async function pricesOn(tx: Tx, scope: Scope, { day, category }: { day: string; category: string }) {
  const found = await sql<{ country: string; currency: string; micros: number }>`
    select distinct on (country) country, currency, unit_micros as micros from broadcast_price
    where organization_id = ${scope.organizationId} and category = ${category}
      and valid_from <= ${day}::date and (valid_to is null or valid_to >= ${day}::date)
    order by country, valid_from desc`.execute(tx);
  return found.rows;
}
