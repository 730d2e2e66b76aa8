import { carts } from "@homeroom/contract/carts";
import { closing } from "@homeroom/contract/closing";
import { fromMinor } from "@homeroom/contract/money";
import { orderDiscounts } from "@homeroom/contract/order-discounts";
import { orderInstalments } from "@homeroom/contract/order-instalments";
import { orderTotals } from "@homeroom/contract/order-totals";
import { type OrderPriceForm, orders } from "@homeroom/contract/orders";
import { platformRefunds } from "@homeroom/contract/platform-refunds";
import { purchases } from "@homeroom/contract/purchases";
import { receiptSettings } from "@homeroom/contract/receipt-settings";
import { receipts } from "@homeroom/contract/receipts";
import { taxInvoices } from "@homeroom/contract/tax-invoices";
import { transferProofs } from "@homeroom/contract/transfer-proofs";
import { presentStoredPicture } from "#modules/files/public";
import { organizationOf, timeZoneOf } from "#modules/organizations/public";
import { discountLimitOf } from "#modules/roles/public";
import type { Actor } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { today } from "#platform/clock/days";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import { createRateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { acceptPayment } from "./actions/accept-payment.ts";
import { addOrder } from "./actions/add-order.ts";
import { confirmOrder } from "./actions/confirm-order.ts";
import { editDiscount } from "./actions/edit-discount.ts";
import { editInstalments, editNote } from "./actions/edit-order.ts";
import { cancelOrder } from "./actions/end-unpaid-orders.ts";
import { exportOrders } from "./actions/export-orders.ts";
import { mailReceipt } from "./actions/mail-receipt.ts";
import { orderCart } from "./actions/order-cart.ts";
import { receiptPdf } from "./actions/receipt-pdf.ts";
import { refundOrder } from "./actions/refund-order.ts";
import { sendReceipt } from "./actions/send-receipt.ts";
import { uploadPaymentImage } from "./actions/upload-payment-image.ts";
import { voidReceipt } from "./actions/void-receipt.ts";
import { closeDay } from "./closing/actions/close-day.ts";
import { matchStatement } from "./closing/actions/match-statement.ts";
import { readDay } from "./closing/actions/read-day.ts";
import { askRefund } from "./platform-refunds/actions/ask-refund.ts";
import type { Refunding } from "./platform-refunds/actions/settle-refund.ts";
import {
  platformRefundsOf,
  presentPlatformRefunds,
  presentRefundable,
  refundablePayments,
} from "./platform-refunds/queries.ts";
import type { InvoiceIssuer } from "./port.ts";
import { presentOrder, presentOrders, presentSums } from "./present.ts";
import { addFromMessage } from "./proofs/actions/add-from-message.ts";
import { confirmTransfer } from "./proofs/actions/confirm-transfer.ts";
import { rejectTransfer } from "./proofs/actions/reject-transfer.ts";
import { presentMatches, presentProofs } from "./proofs/present.ts";
import { matchingOrders } from "./proofs/queries/matches.ts";
import { bookedWith, listProofs, loadProof } from "./proofs/queries/proofs.ts";
import { plainReference } from "./proofs/rules.ts";
import { listOrders, sumOrders } from "./queries/order-list.ts";
import { loadOrder } from "./queries/orders.ts";
import { listPurchases } from "./queries/purchases.ts";
import { inCurrency, productsOnSale, soldProducts } from "./queries/sold-products.ts";
import { readReceiptSetting, saveReceiptSetting } from "./receipt-kinds/actions.ts";
import { receiptSettingOf } from "./receipt-kinds/queries.ts";
import { currencyOfCountry } from "./rules/currency-of-country.ts";
import { refuseFreeLines, requireDiscountWithin } from "./rules/discount-limit.ts";
import { type ReadOrder, readOrderForm } from "./rules/read-form.ts";
import { chooseInvoice } from "./tax-invoices/actions/choose-invoice.ts";
import { retryTaxInvoice } from "./tax-invoices/actions/settle-due.ts";
import { listTaxInvoices } from "./tax-invoices/queries.ts";

export function bindOrderRoutes(bind: Binder, platform: Platform): void {
  const { db } = platform;
  bind(orders.list, (request, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) => {
      const { orders, ...page } = await listOrders(tx, scope, request);
      const { pageNum, pageSize } = request;
      return { list: await presentOrders(tx, scope, orders), ...page, pageNum, pageSize };
    });
  });
  bind(orderTotals.totals, (filters, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) => ({ list: presentSums(await sumOrders(tx, scope, filters)) }));
  });
  bind(orders.info, ({ orderID }, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) =>
      presentOrder(platform, tx, { scope, order: await loadOrder(tx, scope, orderID) }),
    );
  });
  bind(orders.productChoices, (_request, { actor }) => productChoices(db, actor));
  bind(orders.price, async (form, { actor }) => {
    const { price, currency } = await priceOf(db, actor, form);
    const amount = (minor: number) => fromMinor(minor, currency);
    return {
      currency,
      amount: amount(price.grossMinor),
      discount: amount(price.discountMinor),
      tax: amount(price.taxMinor),
      total: amount(price.totalMinor),
    };
  });
  bind(orders.add, (form, { actor, header }) => addOrder(db, actor, form, { key: header("idempotency-key") }));
  bind(carts.order, (form, { actor }) => orderCart(db, actor, form));
  bind(orders.confirm, (form, { actor }) => confirmOrder(db, actor, form));
  bind(orderDiscounts.edit, (form, { actor }) => editDiscount(db, actor, form));
  bind(orderInstalments.edit, (form, { actor }) => editInstalments(db, actor, form));
  bind(orders.editNote, (form, { actor }) => editNote(db, actor, form));
  bind(orders.acceptPayment, (form, { actor }) => acceptPayment(db, actor, form));
  bind(orders.refund, (form, { actor, header }) => refundOrder(db, actor, form, header("idempotency-key")));
  bind(orders.uploadImage, async ({ orderID }, { actor, upload }) => {
    const file = await uploadPaymentImage(platform, actor, orderID, upload);
    return presentStoredPicture(platform, file);
  });
  bind(orders.export, (form, { actor, language }) => exportOrders(platform, actor, { form, language }));
  bind(orders.cancel, ({ orderID }, { actor }) => cancelOrder(db, actor, orderID));
}

export function bindReceiptRoutes(bind: Binder, platform: Platform): void {
  const mails = createRateLimit(platform, { name: "receipt-mail", points: 30, seconds: 600 });
  bind(receipts.mail, (form, { actor, header }) =>
    mailReceipt(platform, actor, { form, limit: mails, key: header("idempotency-key") }),
  );
  bind(receipts.void, (form, { actor }) => voidReceipt(platform.db, actor, form));
  bind(receipts.send, (form, { actor, header }) => sendReceipt(platform, actor, form, header("idempotency-key")));
  bind(orders.invoice, (form, { actor, language }) => receiptPdf(platform, actor, { form, language }));
}

export function bindPurchaseRoutes(bind: Binder, { db }: Pick<Platform, "db">): void {
  bind(purchases.list, (request, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) => {
      const page = await listPurchases(tx, scope, request);
      return { ...page, pageNum: request.pageNum, pageSize: request.pageSize };
    });
  });
}

export function bindClosingRoutes(bind: Binder, { db }: Pick<Platform, "db">): void {
  bind(closing.day, (form, { actor }) => readDay(db, actor, form));
  bind(closing.close, (form, { actor }) => closeDay(db, actor, form));
  bind(closing.match, (form, { actor, upload }) => matchStatement(db, actor, { ...form, upload }));
}

export function bindPlatformRefundRoutes(bind: Binder, refunding: Refunding): void {
  const { db } = refunding.platform;
  bind(platformRefunds.list, ({ orderID }, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) => {
      const order = await loadOrder(tx, scope, orderID);
      const asked = await platformRefundsOf(tx, scope, order.order_id);
      const isOpen = asked.some(({ state }) => state === "asked");
      return {
        list: await presentPlatformRefunds(tx, scope, asked),
        refundable: isOpen ? [] : presentRefundable(await refundablePayments(tx, scope, order)),
      };
    });
  });
  bind(platformRefunds.ask, (form, { actor, header }) =>
    askRefund(refunding, { actor, form, key: header("idempotency-key") }),
  );
}

export function bindProofRoutes(bind: Binder, platform: Platform): void {
  const { db } = platform;
  bind(transferProofs.list, (request, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) => {
      const { proofs, ...page } = await listProofs(tx, scope, request);
      const list = await presentProofs(platform, tx, { scope, proofs });
      return { list, ...page, pageNum: request.pageNum, pageSize: request.pageSize };
    });
  });
  bind(transferProofs.matches, ({ recordID, amount, payer, reference }, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) => {
      const { order_id: orderId, lead_id: leadId } = await loadProof(tx, scope, recordID);
      const orders = await matchingOrders(tx, scope, { orderId, leadId, amount, payer, reference });
      const usedFor = await bookedWith(tx, scope, { proofId: recordID, reference: plainReference(reference) });
      return { list: await presentMatches(tx, scope, orders), usedFor };
    });
  });
  bind(transferProofs.addFromMessage, ({ messageId }, { actor }) => addFromMessage(platform, actor, messageId));
  bind(transferProofs.confirm, (form, { actor }) => confirmTransfer(db, actor, form));
  bind(transferProofs.reject, (form, { actor }) => rejectTransfer(db, actor, form));
}

export function bindReceiptSettingRoutes(bind: Binder, platform: Platform, issuer: InvoiceIssuer | null): void {
  bind(receiptSettings.read, (_request, { actor }) => readReceiptSetting(platform.db, actor));
  bind(receiptSettings.save, (form, { actor }) => saveReceiptSetting(platform, issuer, { actor, form }));
}

export function bindTaxInvoiceRoutes(bind: Binder, { db }: Pick<Platform, "db">): void {
  bind(taxInvoices.list, (request, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, (tx) => listTaxInvoices(tx, scope, request));
  });
  bind(taxInvoices.retry, ({ recordID }, { actor }) => retryTaxInvoice(db, actor, recordID));
  bind(taxInvoices.choose, (form, { actor }) => chooseInvoice(db, actor, form));
}

/** The price of a form, with current prices of products. */
function priceOf(db: Platform["db"], actor: Actor, form: OrderPriceForm): Promise<ReadOrder> {
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const day = today(await timeZoneOf(tx, scope, actor.branchId));
    const products = await soldProducts(tx, scope, { form, day });
    const read = readOrderForm(await inCurrency(tx, scope, { form, products }), products);
    const limit = await discountLimitOf(tx, scope, actor);
    refuseFreeLines(limit, read);
    requireDiscountWithin(limit, read);
    return read;
  });
}

function productChoices(db: Platform["db"], actor: Actor) {
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const organization = await organizationOf(tx, scope);
    const products = await productsOnSale(tx, scope, today(await timeZoneOf(tx, scope, actor.branchId)));
    const { kind } = await receiptSettingOf(tx, scope);
    const limit = await discountLimitOf(tx, scope, actor);
    return {
      currency: currencyOfCountry(organization?.country ?? ""),
      namesMonth: kind === "hkSchool",
      givesInvoices: kind === "twInvoice",
      discountLimit: limit < 10_000 ? limit / 100 : null,
      list: products.map(({ product_id: productID, name, price_minor: price, currency }) => {
        return { productID, name, price: fromMinor(price, currency), currency };
      }),
    };
  });
}
