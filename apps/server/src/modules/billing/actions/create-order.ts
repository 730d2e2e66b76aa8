import type { billing, PlanPurchase } from "@homeroom/contract/billing";
import type { RequestOf } from "@homeroom/contract/endpoint";
import { RecordId } from "@homeroom/contract/ids";
import { defaultLanguage, languages } from "@homeroom/contract/language";
import { toMinor } from "@homeroom/contract/money";
import type { Permission } from "@homeroom/contract/permissions";
import { recordChange } from "#modules/audit/public";
import { cancelSale } from "#modules/orders/public";
import { organizationOf } from "#modules/organizations/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { idOfKey } from "#platform/calls/id-of-key";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { PlanOrder } from "../queries/orders.ts";
import { standingOf } from "../queries/standing.ts";
import { orderTitle } from "../rules/order-title.ts";
import { quoteOf } from "../rules/quote.ts";
import { saveStatus } from "../writes/fulfil-order.ts";
import { type FollowedOrder, followOrder } from "./follow-order.ts";
import { type OrderDraft, placeOrder } from "./place-order.ts";

type Form = RequestOf<typeof billing.create>;

/** The current quote of a purchase. Throws like `quoteOf`. */
export function previewOrder(db: Database, actor: Actor, purchase: PlanPurchase) {
  requireBuyer(actor, purchase.kind);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const now = new Date();
    const standing = await standingOf(tx, scope, now);
    return { quote: quoteOf(purchase, standing, now), currency: standing.currency };
  });
}

/**
 * Orders something for the organisation itself. The same id or `key` again continues with the existing order. Throws
 * FEATURE_NOT_SET_UP if nobody sells, STALE_DATA if the price is not the expected one, and like `quoteOf`.
 */
export function createOrder(db: Database, actor: Actor, form: Form, key?: string): Promise<FollowedOrder> {
  requireBuyer(actor, form.kind);
  const orderId = form.recordID ?? RecordId.parse(idOfKey(actor, "plan", key));
  const { kind, payMethod } = form;
  const expectedAmount = form.expectedAmount ?? (kind === "recharge" ? form.amount : undefined);
  return placeOrder(db, actor, {
    orderId,
    kind,
    payMethod,
    expectedAmount,
    draft: (tx, scope) => draftOf(tx, scope, form),
  });
}

/** The permission for this purchase: recharging has its own. */
export function requireBuyer(actor: Actor, kind: PlanOrder["kind"]): void {
  requirePermission(actor, permissions[kind] ?? "bill:plan:buy");
}

const permissions: Partial<Record<PlanOrder["kind"], Permission>> = {
  recharge: "bill:recharge:add",
  adPlacement: "ad:topup:add",
};

async function draftOf(tx: Tx, scope: Scope, form: Form): Promise<OrderDraft> {
  const now = new Date();
  const standing = await standingOf(tx, scope, now);
  const quote = quoteOf(form, standing, now);
  const { currency } = standing;
  if (form.expectedAmount !== undefined && toMinor(form.expectedAmount, currency) !== quote.amountMinor)
    throw new AppError("STALE_DATA");
  const locale = (await organizationOf(tx, scope))?.locale;
  const { kind, plan, price, messages, amountMinor, days } = quote;
  const bought = {
    ...{ kind, plan, messages },
    paid_months: price?.paidMonths ?? 0,
    granted_months: price?.grantedMonths ?? 0,
  };
  return {
    columns: {
      ...bought,
      price_id: price ? RecordId.parse(price.priceId) : null,
      amount_minor: amountMinor,
      currency,
      title: orderTitle({ ...bought, days }, languages.find((one) => one === locale) ?? defaultLanguage),
    },
  };
}

/** Cancels an order of the organisation for itself. Throws NOT_FOUND, ORDER_EXPIRED, and ORDER_STATE_CONFLICT once it is paid. */
export async function cancelPlanOrder(db: Database, actor: Actor, orderId: RecordId): Promise<null> {
  const scope = sharedScope(actor);
  const { order, sale } = await followOrder(db, scope, orderId);
  requireBuyer(actor, order.kind);
  const seller = organizationScope(order.seller_id);
  if (sale) await inTransaction(db, seller, (tx) => cancelSale(tx, seller, sale.orderNumber));
  else await inTransaction(db, scope, (tx) => saveStatus(tx, scope, { orderId, status: "cancelled" }));
  await followOrder(db, scope, orderId);
  if (order.status === "cancelled") return null;
  await inTransaction(db, scope, (tx) =>
    recordChange(tx, actor, {
      module: "billing",
      action: "cancelled",
      subject: { type: "planOrder", id: orderId, name: order.title },
      before: { status: order.status },
      after: { status: "cancelled" },
    }),
  );
  return null;
}
