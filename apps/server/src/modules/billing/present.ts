import type { AccountInfo, LedgerRow, PlanOrderRow, PlanQuote } from "@homeroom/contract/billing";
import type { Language } from "@homeroom/contract/language";
import type { LinkedCard } from "@homeroom/contract/linked-card";
import { type CurrencyCode, fromMinor } from "@homeroom/contract/money";
import { payAddress } from "#modules/payments/public";
import type { Platform } from "#platform/server-module";
import type { FollowedOrder } from "./actions/follow-order.ts";
import type { LedgerEntry } from "./queries/ledger.ts";
import type { LinkedCardRow } from "./queries/linked-card.ts";
import type { PlanOrder } from "./queries/orders.ts";
import { orderTitleIn } from "./rules/order-title.ts";
import type { Quote } from "./rules/quote.ts";
import { cardStandingOf } from "./rules/renewal.ts";

/** An order for its organisation; with the pay address while it is open. */
export function presentOrder(platform: Platform, { order, sale }: FollowedOrder, language: Language): PlanOrderRow {
  return { ...presentRow(platform, order, language), hasInvoice: sale?.hasReceipt ?? false };
}

/** The same from the row alone, for lists. */
export function presentRow(platform: Platform, order: PlanOrder, language: Language): PlanOrderRow {
  const { status, order_number: orderID } = order;
  const isOpen = status === "pending" && orderID !== null;
  return {
    recordID: order.order_id,
    orderID,
    kind: order.kind,
    title: orderTitleIn(order, language),
    amount: fromMinor(order.amount_minor, order.currency),
    currency: order.currency,
    payMethod: order.pay_method as PlanOrderRow["payMethod"],
    paidMethod: order.paid_method,
    status,
    confirmStatus: order.confirm_status,
    awaitsCheck: order.has_image && status === "pending",
    expireTime: order.expires_at?.toISOString() ?? null,
    createTime: order.created_at.toISOString(),
    payDate: order.paid_at?.toISOString() ?? null,
    hasInvoice: status === "paid" || status === "refunded",
    payUrl: isOpen ? payAddress(platform, order.seller_id, orderID) : null,
  };
}

/** The cost and content of a purchase. */
export function presentQuote(quote: Quote, currency: CurrencyCode): PlanQuote {
  const { kind, plan, days, messages, startsAt, endsAt } = quote;
  return {
    ...{ kind, plan, days, messages, currency },
    amount: fromMinor(quote.amountMinor, currency),
    startTime: startsAt?.toISOString() ?? null,
    endTime: endsAt?.toISOString() ?? null,
    lines: quote.lines.map(({ amountMinor, ...line }) => ({ ...line, amount: fromMinor(amountMinor, currency) })),
  };
}

/** Spending, as negative amounts. Only money has a currency's decimals. `order`: the order that it was spent on, if any. */
export function presentExpense(
  entry: LedgerEntry,
  { currency, language, order }: { currency: CurrencyCode; language: Language; order: PlanOrder | undefined },
): LedgerRow {
  const isMoney = entry.unit === "money" || entry.unit === "adBudget";
  const amount = (value: number) => (isMoney ? fromMinor(value, currency) : value);
  return {
    recordID: entry.entry_id,
    unit: entry.unit,
    cause: entry.cause,
    amount: -amount(entry.amount),
    balance: amount(entry.from_balance),
    currency,
    note: order?.title === entry.note ? orderTitleIn(order, language) : entry.note,
    createTime: entry.created_at.toISOString(),
  };
}

/** The linked card with what it pays next; null until the person has agreed at the platform. */
export function presentCard(
  card: LinkedCardRow | undefined,
  account: Pick<AccountInfo, "plan" | "expireTime" | "nextInvoice" | "currency">,
  now: Date,
): LinkedCard | null {
  if (!card?.token || !card.linked_at) return null;
  const { chargedAt, problem } = cardStandingOf(account, card, now);
  return {
    provider: card.provider,
    label: card.label,
    linkTime: card.linked_at.toISOString(),
    chargeTime: chargedAt?.toISOString() ?? null,
    amount: account.nextInvoice?.amount ?? null,
    currency: account.currency,
    problem,
  };
}
