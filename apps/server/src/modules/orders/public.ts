import type { PaymentGateway } from "#modules/payment-platforms/public";
import { can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { scopeRooms } from "#platform/db/row-filter";
import type { Platform, ServerModule } from "#platform/server-module";
import {
  dueInstalments,
  dueInvoices,
  dueRefunds,
  expiredOrders,
  orderJobs,
  publishOrderChange,
  sendReceiptWanted,
} from "./jobs.ts";
import type { InvoiceIssuer } from "./port.ts";
import {
  bindClosingRoutes,
  bindOrderRoutes,
  bindPlatformRefundRoutes,
  bindProofRoutes,
  bindPurchaseRoutes,
  bindReceiptRoutes,
  bindReceiptSettingRoutes,
  bindTaxInvoiceRoutes,
} from "./routes.ts";

export { bookPayment, type NoticeOutcome, type PaymentNotice } from "./actions/book-payment.ts";
export { drawReceipt } from "./actions/draw-receipt.ts";
export { drawnReceipt } from "./actions/receipt-pdf.ts";
export { cancelSale, type Sale, saleOf, saleReceipt, sellToOrganization } from "./actions/sell-to-organization.ts";
export { storeTransferPicture } from "./actions/upload-payment-image.ts";
export { customerActed, instalmentDue, orderChanged } from "./events.ts";
export { bookReturn } from "./platform-refunds/actions/book-return.ts";
export { organizationsOfPayment } from "./platform-refunds/queries.ts";
export { inboxOrders } from "./queries/cart-orders.ts";
export { type OrderSums, ordersNumbered, sumOrders } from "./queries/order-list.ts";
export { type OrderToPay, orderToPay } from "./queries/order-to-pay.ts";
export { loadOrder, peopleInOrders } from "./queries/orders.ts";
export { orderedProducts } from "./queries/sold-products.ts";
export { currencyOfCountry } from "./rules/currency-of-country.ts";
export type { ReceiptSheet } from "./rules/receipt-sheet.ts";
export { chooseInvoiceAsCustomer } from "./tax-invoices/actions/choose-invoice.ts";

/**
 * Orders of leads: their calls, and in a worker the closing of overdue ones. `issuer`: issues e-invoices.
 * `gateways`: the payment platforms, which return money on request.
 */
export function ordersModule(
  platform: Platform,
  issuer: InvoiceIssuer | null = null,
  gateways: readonly PaymentGateway[] = [],
): ServerModule {
  return {
    name: "orders",
    routes(bind) {
      bindOrderRoutes(bind, platform);
      bindReceiptRoutes(bind, platform);
      bindReceiptSettingRoutes(bind, platform, issuer);
      bindTaxInvoiceRoutes(bind, platform);
      bindPurchaseRoutes(bind, platform);
      bindProofRoutes(bind, platform);
      bindClosingRoutes(bind, platform);
      bindPlatformRefundRoutes(bind, { platform, gateways });
    },
    reactions: [publishOrderChange, sendReceiptWanted],
    jobs: orderJobs(platform),
    rooms: (actor) => (can(actor, "sale:order:query") ? scopeRooms("order", scopeOf(actor, "crm:lead:all")) : []),
    schedule: [
      expiredOrders(platform.db),
      dueInstalments(platform.db),
      dueRefunds({ platform, gateways }),
      ...(issuer ? [dueInvoices({ platform, issuer })] : []),
    ],
  };
}
