import type { PaidPlan } from "@homeroom/contract/billing";
import type { CurrencyCode } from "@homeroom/contract/money";
import type { Schema } from "@homeroom/database/schema";
import { type Selectable, sql } from "kysely";
import { currencyOfCountry } from "#modules/orders/public";
import { organizationOf } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { SystemTx, Tx } from "#platform/db/transaction";

export type Price = Selectable<Schema["plan_price"]>;
export type Terms = Selectable<Schema["plan_terms"]>;

/** The currency of prices for countries without prices in their own. */
const usualCurrency: CurrencyCode = "HKD";

/** The limits of each plan on a day. */
export async function termsOn(tx: Tx, day: string): Promise<Terms[]> {
  const found = await sql<Terms>`
    select distinct on (plan) * from plan_terms where valid_from <= ${day}::date order by plan, valid_from desc`.execute(
    tx,
  );
  return found.rows;
}

/** The prices of a day in a currency. Of several for the same item, the latest applies. */
export async function pricesOn(tx: Tx, { day, currency }: { day: string; currency: CurrencyCode }): Promise<Price[]> {
  const found = await sql<Price>`
    select distinct on (kind, plan, paid_months) * from plan_price
    where currency = ${currency} and valid_from <= ${day}::date and (valid_until is null or valid_until >= ${day}::date)
    order by kind desc, plan, paid_months, valid_from desc`.execute(tx);
  return found.rows;
}

/** Every price, sorted by item, newest first. */
export async function allPrices(tx: Tx): Promise<Price[]> {
  return tx
    .selectFrom("plan_price")
    .selectAll()
    .orderBy("currency")
    .orderBy("kind", "desc")
    .orderBy("plan")
    .orderBy("paid_months")
    .orderBy("valid_from", "desc")
    .execute();
}

/** The currency of an organisation's account: that of its first money or order, which never changes; until then its country's. */
export async function currencyOf(tx: Tx, scope: Scope): Promise<CurrencyCode> {
  const account = await tx
    .selectFrom("ledger_account")
    .select("currency")
    .where("organization_id", "=", scope.organizationId)
    .executeTakeFirst();
  if (account) return account.currency;
  const first = await tx
    .selectFrom("plan_order")
    .select("currency")
    .where("organization_id", "=", scope.organizationId)
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  if (first) return first.currency;
  const country = (await organizationOf(tx, scope))?.country ?? "";
  return currencyOfBuyer(country, await pricedCurrencies(tx));
}

/** The currency in which a country's organisations buy: their own, if there are prices in it. */
export function currencyOfBuyer(country: string, priced: readonly CurrencyCode[]): CurrencyCode {
  const own = currencyOfCountry(country);
  return priced.includes(own) ? own : usualCurrency;
}

/** The currencies with prices. */
export async function pricedCurrencies(tx: Tx | SystemTx): Promise<CurrencyCode[]> {
  const rows = await tx.selectFrom("plan_price").select("currency").distinct().execute();
  return rows.map(({ currency }) => currency);
}

/** The price of a plan's time or of messages by the paid months; undefined if it is not sold. */
export function priceOf(
  prices: readonly Price[],
  wanted: { kind: Price["kind"]; plan: PaidPlan | null; paidMonths: number },
): Price | undefined {
  return prices.find(
    ({ kind, plan, paid_months }) => kind === wanted.kind && plan === wanted.plan && paid_months === wanted.paidMonths,
  );
}
