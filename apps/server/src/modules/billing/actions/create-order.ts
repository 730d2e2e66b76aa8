import type { billing, PlanOrderWish } from "@homeroom/contract/billing";
import type { RequestOf } from "@homeroom/contract/endpoint";
import { type OrganizationId, RecordId } from "@homeroom/contract/ids";
import { fromMinor, toMinor } from "@homeroom/contract/money";
import { v5, v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { sellToOrganization } from "#modules/orders/public";
import { organizationOf } from "#modules/organizations/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { organizationScope, type Scope } from "#platform/db/scope";
import { takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { type PlanOrder, planOrder, sellerOf } from "../queries/orders.ts";
import { standingOf } from "../queries/standing.ts";
import { orderTitle } from "../rules/order-title.ts";
import { type Quote, quoteOf } from "../rules/quote.ts";
import { type FollowedOrder, followOrder } from "./follow-order.ts";

type Form = RequestOf<typeof billing.create>;

/** What a wish costs and brings now. Throws as `quoteOf`. */
export function previewOrder(db: Database, actor: Actor, wish: PlanOrderWish) {
  requireBuyer(actor, wish.kind);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const now = new Date();
    const standing = await standingOf(tx, scope, now);
    return { quote: quoteOf(wish, standing, now), currency: standing.currency };
  });
}

/**
 * Orders something for the organisation itself: the row here, then the order of the seller with the same id, by which it is
 * paid. Cut off between the two, the same id or `key` again goes on. Throws FEATURE_NOT_SET_UP where nobody sells, STALE_DATA
 * when it costs something else than expected, and as `quoteOf`.
 */
export async function createOrder(db: Database, actor: Actor, form: Form, key?: string): Promise<FollowedOrder> {
  requireBuyer(actor, form.kind);
  const scope = sharedScope(actor);
  const sellerId = await sellerOf(db);
  if (!sellerId || sellerId === actor.organizationId) throw new AppError("FEATURE_NOT_SET_UP");
  const orderId = form.recordID ?? RecordId.parse(key ? v5(`plan ${key}`, actor.accountId) : v7());
  const [order, buyerName] = await inTransaction(db, scope, async (tx) => {
    const buyer = await organizationOf(tx, scope);
    if (!buyer) throw new AppError("NOT_FOUND");
    const made = await planOrder(tx, scope, orderId);
    const row = made ?? (await insertPlanOrder(tx, scope, { actor, form, orderId, sellerId, locale: buyer.locale }));
    return [row, buyer.name] as const;
  });
  const seller = organizationScope(order.seller_id);
  await inTransaction(db, seller, (tx) =>
    sellToOrganization(tx, seller, {
      orderId,
      payType: order.kind === "recharge" ? "recharge" : "subscription",
      payMethod: order.pay_method,
      buyerName,
      title: order.title,
      amountMinor: order.amount_minor,
      currency: order.currency,
    }),
  );
  return followOrder(db, scope, orderId);
}

/** Who may buy this: recharging has a permission of its own. */
export function requireBuyer(actor: Actor, kind: PlanOrder["kind"]): void {
  requirePermission(actor, kind === "recharge" ? "bill:recharge:add" : "bill:plan:buy");
}

interface NewPlanOrder {
  actor: Actor;
  form: Form;
  orderId: RecordId;
  sellerId: OrganizationId;
  locale: string;
}

async function insertPlanOrder(tx: Tx, scope: Scope, given: NewPlanOrder): Promise<PlanOrder> {
  const { actor, form, orderId, sellerId, locale } = given;
  const now = new Date();
  const standing = await standingOf(tx, scope, now);
  const quote = quoteOf(form, standing, now);
  const { currency } = standing;
  if (form.expectedAmount !== undefined && toMinor(form.expectedAmount, currency) !== quote.amountMinor)
    throw new AppError("STALE_DATA");
  const made = await tx
    .insertInto("plan_order")
    .values({
      organization_id: scope.organizationId,
      order_id: orderId,
      seller_id: sellerId,
      ...columnsOf(quote),
      currency,
      pay_method: form.payMethod,
      title: orderTitle(quote, locale),
      created_by: actor.accountId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!made) return madeAtOnce(tx, scope, orderId);
  await recordChange(tx, actor, {
    module: "billing",
    action: "created",
    subject: { type: "planOrder", id: orderId, name: made.title },
    before: {},
    after: { total: fromMinor(quote.amountMinor, currency), currency, payMethod: form.payMethod },
  });
  return made;
}

/** The order that another call with the same id has just made. */
async function madeAtOnce(tx: Tx, scope: Scope, orderId: RecordId): Promise<PlanOrder> {
  const made = await planOrder(tx, scope, orderId);
  if (!made) throw takenId("recordID");
  return made;
}

function columnsOf({ kind, plan, price, messages, amountMinor }: Quote) {
  return {
    kind,
    plan,
    price_id: price ? RecordId.parse(price.priceId) : null,
    paid_months: price?.paidMonths ?? 0,
    granted_months: price?.grantedMonths ?? 0,
    messages,
    amount_minor: amountMinor,
  };
}
