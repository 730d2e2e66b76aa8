import { graceDays, organizationOf, timeZoneOf } from "#modules/organizations/public";
import { today } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { ListPrice, Subscription } from "../rules/quote.ts";
import { periodsOf } from "./periods.ts";
import { currencyOf, type Price, pricesOn } from "./prices.ts";

const day = 86_400_000;

/** The state of an organisation's account at a moment, with the prices of that day. */
export async function standingOf(tx: Tx, scope: Scope, now: Date): Promise<Subscription> {
  const organization = await organizationOf(tx, scope);
  if (!organization) throw new AppError("NOT_FOUND");
  const { expires_at: expiresAt } = organization;
  const currency = await currencyOf(tx, scope);
  const date = today(await timeZoneOf(tx, scope, null), now);
  const periods = await periodsOf(tx, scope);
  // A trial has no grace period.
  const hasGrace = organization.membership !== "trial" && (periods.length > 0 || organization.membership !== "expired");
  return {
    periods,
    expiresAt,
    graceEnd: expiresAt && hasGrace ? new Date(expiresAt.getTime() + graceDays * day) : null,
    currency,
    prices: (await pricesOn(tx, { day: date, currency })).map(listPrice),
  };
}

function listPrice(row: Price): ListPrice {
  return {
    priceId: row.price_id,
    kind: row.kind,
    plan: row.plan,
    paidMonths: row.paid_months,
    grantedMonths: row.granted_months,
    amountMinor: row.amount_minor,
    messages: row.messages,
  };
}
