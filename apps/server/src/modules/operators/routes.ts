import { type CurrencyCode, fromMinor } from "@homeroom/contract/money";
import { type CentreRow, type ListedPrice, type OperatedService, operators } from "@homeroom/contract/operators";
import { allPrices, currencyOfBuyer, type Price } from "#modules/billing/public";
import { timeZoneOf } from "#modules/organizations/public";
import { sharedScope } from "#platform/auth/scopes";
import { today } from "#platform/clock/days";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { changePrice } from "./actions/change-price.ts";
import { changeService } from "./actions/change-service.ts";
import { grantTo } from "./actions/grant.ts";
import { requireOperator } from "./policy.ts";
import { type Centre, type CentreService, centresOf, servicesOfAll } from "./queries/centres.ts";

export function bindOperatorRoutes(bind: Binder, { db }: Platform): void {
  bind(operators.centres, async ({ pageNum, pageSize, keywords, membership }, { actor }) => {
    requireOperator(actor, "sys:operator:query");
    const page = { offset: (pageNum - 1) * pageSize, limit: pageSize };
    const { centres, total, priced } = await centresOf(db, { keywords, membership, ...page });
    return { list: centres.map((centre) => presentCentre(centre, priced)), total, pageNum, pageSize };
  });
  bind(operators.grant, (form, { actor }) => grantTo(db, actor, form));
  bind(operators.services, async ({ pageNum, pageSize, status }, { actor }) => {
    requireOperator(actor, "sys:operator:query");
    const page = { offset: (pageNum - 1) * pageSize, limit: pageSize };
    const { services, total } = await servicesOfAll(db, { status, ...page });
    return { list: services.flatMap((service) => presentService(service) ?? []), total, pageNum, pageSize };
  });
  bind(operators.prices, (_request, { actor }) => {
    requireOperator(actor, "sys:operator:query");
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const day = today(await timeZoneOf(tx, scope, null));
      return { list: presentPrices(await allPrices(tx), day) };
    });
  });
  bind(operators.changePrice, (form, { actor }) => changePrice(db, actor, form));
  bind(operators.changeService, (form, { actor }) => changeService(db, actor, form));
}

function presentCentre(centre: Centre, priced: readonly CurrencyCode[]): CentreRow {
  const currency = centre.currency ?? currencyOfBuyer(centre.country, priced);
  return {
    organizationID: centre.organization_id,
    name: centre.name,
    country: centre.country,
    membership: centre.membership,
    plan: centre.plan,
    expireTime: centre.expires_at?.toISOString() ?? null,
    createTime: centre.created_at.toISOString(),
    currency,
    balance: fromMinor(centre.money, currency),
    messages: centre.messages,
    adBudget: fromMinor(centre.ad_budget, currency),
    storage: { used: centre.storage_bytes, limit: centre.storage_limit },
    staff: { used: centre.staff, limit: centre.staff_limit },
    branches: { used: centre.branches, limit: centre.branch_limit },
    openOrders: centre.open_orders,
  };
}

function presentService(service: CentreService): OperatedService | null {
  const { status, currency } = service;
  if (!status) return null;
  const moment = (value: Date | null) => value?.toISOString() ?? null;
  return {
    recordID: service.service_id,
    organizationID: service.organization_id,
    organizationName: service.organization_name,
    type: service.type,
    amount: fromMinor(Number(service.amount_minor), currency),
    currency,
    text: service.text,
    status,
    agreeTime: moment(service.agreed_at),
    startTime: moment(service.started_at),
    endTime: moment(service.ended_at),
    createTime: service.created_at.toISOString(),
    version: service.version,
  };
}

/** Prices in the order of items, newest first: the first one that has begun is valid. */
function presentPrices(prices: readonly Price[], day: string): ListedPrice[] {
  const held = new Set<string>();
  return prices.map((price) => {
    const { kind, plan, currency, paid_months: paidMonths, valid_until: validUntil } = price;
    const sold = `${kind} ${plan} ${currency} ${paidMonths}`;
    const holds = price.valid_from <= day && (validUntil === null || validUntil >= day) && !held.has(sold);
    if (holds) held.add(sold);
    return {
      ...{ priceID: price.price_id, kind, plan, currency, paidMonths, validUntil },
      grantedMonths: price.granted_months,
      amount: fromMinor(price.amount_minor, currency),
      validFrom: price.valid_from,
      state: price.valid_from > day ? "later" : holds ? "now" : "past",
    };
  });
}
