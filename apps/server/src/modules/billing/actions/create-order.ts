import type { billing, PlanOrderWish } from "@homeroom/contract/billing";
import type { RequestOf } from "@homeroom/contract/endpoint";
import { RecordId } from "@homeroom/contract/ids";
import { defaultLanguage, type Language, languages, type Texts } from "@homeroom/contract/language";
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
import { type Quote, quoteOf } from "../rules/quote.ts";
import { saveStatus } from "../writes/give-order.ts";
import { type FollowedOrder, followOrder } from "./follow-order.ts";
import { type OrderDraft, placeOrder } from "./place-order.ts";

const planNames: Record<"basic" | "advanced", Texts> = {
  basic: { "zh-tw": "基本方案", "zh-cn": "基本套餐", en: "Basic plan" },
  advanced: { "zh-tw": "進階方案", "zh-cn": "进阶套餐", en: "Advanced plan" },
};

/** What a purchase is called on its order and its receipt. */
function orderTitle(quote: Quote, locale: string): string {
  const language: Language = languages.find((one) => one === locale) ?? defaultLanguage;
  return textsOf(quote, language)[language];
}

function textsOf({ kind, plan, price, days, messages }: Quote, language: Language): Texts {
  const name = plan ? planNames[plan][language] : "";
  const paid = price?.paidMonths ?? 0;
  const more = (price?.grantedMonths ?? 0) - paid;
  if (kind === "upgrade")
    return {
      "zh-tw": `升級至${name}（${days} 天）`,
      "zh-cn": `升级至${name}（${days} 天）`,
      en: `Upgrade to ${name}, ${days} days`,
    };
  if (kind === "recharge") return { "zh-tw": "帳戶儲值", "zh-cn": "账户充值", en: "Account top-up" };
  if (kind === "broadcast") {
    const count = messages.toLocaleString("en");
    return {
      "zh-tw": `群發套餐 ${count} 則訊息`,
      "zh-cn": `群发套餐 ${count} 条消息`,
      en: `Broadcast package, ${count} messages`,
    };
  }
  const extra = more > 0;
  return {
    "zh-tw": `${name} ${paid} 個月${extra ? `（送 ${more} 個月）` : ""}`,
    "zh-cn": `${name} ${paid} 个月${extra ? `（送 ${more} 个月）` : ""}`,
    en: `${name}, ${paid} months${extra ? ` (${more} more free)` : ""}`,
  };
}

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
 * Orders something for the organisation itself. The same id or `key` again goes on with what there is. Throws
 * FEATURE_NOT_SET_UP where nobody sells, STALE_DATA when it costs something else than expected, and as `quoteOf`.
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

/** The permission to buy this: recharging has its own. */
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
  const locale = (await organizationOf(tx, scope))?.locale ?? "";
  const { kind, plan, price, messages, amountMinor } = quote;
  return {
    columns: {
      kind,
      plan,
      price_id: price ? RecordId.parse(price.priceId) : null,
      paid_months: price?.paidMonths ?? 0,
      granted_months: price?.grantedMonths ?? 0,
      messages,
      amount_minor: amountMinor,
      currency,
      title: orderTitle(quote, locale),
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
