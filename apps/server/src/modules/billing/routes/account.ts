import { billing } from "@homeroom/contract/billing";
import { linkedCard } from "@homeroom/contract/linked-card";
import { fromMinor } from "@homeroom/contract/money";
import { presentStoredPicture } from "#modules/files/public";
import { saleReceipt, storeTransferPicture } from "#modules/orders/public";
import { timeZoneOf } from "#modules/organizations/public";
import { offeredPlatforms } from "#modules/payment-platforms/public";
import type { Payments } from "#modules/payments/public";
import { sharedScope } from "#platform/auth/scopes";
import { today } from "#platform/clock/days";
import { organizationScope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { cancelPlanOrder, createOrder, previewOrder, requireBuyer } from "../actions/create-order.ts";
import { followOrder } from "../actions/follow-order.ts";
import { canLinkCard, finishLink, startLink, unlinkCard } from "../actions/link-card.ts";
import { presentCard, presentExpense, presentOrder, presentQuote, presentRow } from "../present.ts";
import { accountOf } from "../queries/account.ts";
import { expensesOf } from "../queries/ledger.ts";
import { linkedCardOf } from "../queries/linked-card.ts";
import { planOrderIdOf, planOrders, planOrdersOf, sellerOf } from "../queries/orders.ts";
import { currencyOf, pricesOn, termsOn } from "../queries/prices.ts";
import { useHistory } from "../queries/uses.ts";

export function bindBillingRoutes(bind: Binder, platform: Platform): void {
  bindReads(bind, platform);
  bindLists(bind, platform);
  const { db } = platform;
  bind(billing.preview, async (purchase, { actor }) => {
    const { quote, currency } = await previewOrder(db, actor, purchase);
    return presentQuote(quote, currency);
  });
  bind(billing.create, async (form, { actor, header, language }) =>
    presentOrder(platform, await createOrder(db, actor, form, header("idempotency-key")), language),
  );
  bind(billing.status, async ({ recordID }, { actor, language }) => {
    const scope = sharedScope(actor);
    return presentOrder(platform, await followOrder(db, scope, await planOrderIdOf(db, scope, recordID)), language);
  });
  bind(billing.cancel, async ({ recordID }, { actor }) =>
    cancelPlanOrder(db, actor, await planOrderIdOf(db, sharedScope(actor), recordID)),
  );
  bind(billing.uploadImage, async ({ recordID }, { actor, upload }) => {
    const scope = sharedScope(actor);
    const orderId = await planOrderIdOf(db, scope, recordID);
    const { order } = await followOrder(db, scope, orderId);
    requireBuyer(actor, order.kind);
    if (!order.order_number) throw new AppError("ORDER_STATE_CONFLICT");
    const seller = organizationScope(order.seller_id);
    const picture = { orderID: order.order_number, upload, accountId: null };
    const file = await storeTransferPicture(platform, seller, picture);
    await followOrder(db, scope, orderId);
    return presentStoredPicture(platform, file);
  });
  bind(billing.invoice, async ({ recordID }, { actor, language }) => {
    const scope = sharedScope(actor);
    const { order } = await followOrder(db, scope, await planOrderIdOf(db, scope, recordID));
    if (!order.order_number) throw new AppError("NOT_FOUND");
    return saleReceipt(platform, organizationScope(order.seller_id), { orderNumber: order.order_number, language });
  });
}

function bindReads(bind: Binder, { db }: Platform): void {
  bind(billing.plans, (_request, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const currency = await currencyOf(tx, scope);
      const day = today(await timeZoneOf(tx, scope, null));
      const terms = await termsOn(tx, day);
      const prices = await pricesOn(tx, { day, currency });
      return {
        currency,
        plans: terms.map(({ plan, storage_bytes: storage, images, staff, branches }) => {
          return { plan, storage, images, staff, branches };
        }),
        prices: prices.map((price) => ({
          priceID: price.price_id,
          kind: price.kind,
          plan: price.plan,
          paidMonths: price.paid_months,
          grantedMonths: price.granted_months,
          amount: fromMinor(price.amount_minor, currency),
          currency,
          messages: price.messages * price.granted_months,
        })),
      };
    });
  });
  bind(billing.account, async (_request, { actor }) => {
    const scope = sharedScope(actor);
    const seller = await sellerOf(db);
    const account = await inTransaction(db, scope, (tx) => accountOf(tx, scope, new Date()));
    return { ...account, canBuy: seller !== null && seller !== actor.organizationId };
  });
  bind(billing.uses, ({ use, days }, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => ({ list: await useHistory(tx, scope, { use, days }) }));
  });
  bind(billing.bank, async () => {
    const seller = await sellerOf(db);
    if (!seller) return null;
    const scope = organizationScope(seller);
    const offered = await inTransaction(db, scope, (tx) => offeredPlatforms(tx, scope));
    const bank = offered.find(({ provider }) => provider === "bankTransfer")?.fields;
    if (!bank) return null;
    const { bankName = "", bankCode = "", accountName = "", accountNumber = "", instructions = "" } = bank;
    return { bankName, bankCode, accountName, accountNumber, instructions };
  });
}

function bindLists(bind: Binder, platform: Platform): void {
  const { db } = platform;
  const bindOrders = (
    call: typeof billing.orders | typeof billing.recharges,
    kinds: Parameters<typeof planOrders>[2]["kinds"],
  ) =>
    bind(call, ({ pageNum, pageSize }, { actor, language }) => {
      const scope = sharedScope(actor);
      return inTransaction(db, scope, async (tx) => {
        const { orders, total } = await planOrders(tx, scope, { kinds, pageNum, pageSize });
        return { list: orders.map((order) => presentRow(platform, order, language)), total, pageNum, pageSize };
      });
    });
  bindOrders(billing.orders, ["subscription", "upgrade", "broadcast", "adPlacement"]);
  bindOrders(billing.recharges, ["recharge"]);
  bind(billing.expenses, ({ unit, pageNum, pageSize }, { actor, language }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const currency = await currencyOf(tx, scope);
      const { entries, total } = await expensesOf(tx, scope, { unit, pageNum, pageSize });
      const orders = await planOrdersOf(
        tx,
        scope,
        entries.map((entry) => entry.order_id),
      );
      const list = entries.map((entry) =>
        presentExpense(entry, { currency, language, order: orders.get(entry.order_id) }),
      );
      return { list, total, pageNum, pageSize };
    });
  });
}

export function bindCardRoutes(bind: Binder, payments: Payments): void {
  bind(linkedCard.info, async (_request, { actor }) => {
    const scope = sharedScope(actor);
    const now = new Date();
    const card = await inTransaction(payments.platform.db, scope, async (tx) =>
      presentCard(await linkedCardOf(tx, scope), await accountOf(tx, scope, now), now),
    );
    return { canLink: await canLinkCard(payments, actor), card };
  });
  bind(linkedCard.link, async (_request, { actor }) => ({ url: await startLink(payments, actor) }));
  bind(linkedCard.finish, (_request, { actor }) => finishLink(payments, actor));
  bind(linkedCard.unlink, (_request, { actor }) => unlinkCard(payments, actor));
}
