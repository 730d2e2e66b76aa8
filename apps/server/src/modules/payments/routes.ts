import type { RecordId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { payments as calls, type PayPage } from "@homeroom/contract/payments";
import type { FastifyInstance } from "fastify";
import {
  chooseInvoiceAsCustomer,
  drawnReceipt,
  loadOrder,
  orderToPay,
  storeTransferPicture,
} from "#modules/orders/public";
import { scopeOf } from "#platform/auth/scopes";
import { organizationScope, type Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import { takeRawBodies } from "#platform/http/raw-bodies";
import { createRateLimit } from "#platform/rate-limit/rate-limit";
import type { Payments } from "./actions/payments.ts";
import { receiveNotice } from "./actions/receive-notice.ts";
import { reviewPayments } from "./actions/review-payments.ts";
import { startPayment } from "./actions/start-payment.ts";
import { hasWay, presentPayPage } from "./present.ts";
import { type Attempt, attemptsOf, mayBePaid } from "./queries/attempts.ts";
import { payAddress } from "./rules/pay-address.ts";
import { organizationOfKey } from "./rules/pay-key.ts";

interface PageLink {
  orderID: string;
  key: string;
}

/**
 * The title of an organisation's order for itself in a language; null for other orders. Its lines have the name that was
 * stored with the order, for the receipt, in the language of the organisation.
 */
export type TitleOfPlanOrder = (orderId: RecordId, language: Language) => Promise<string | null>;

/** The customers' payment page, with its own rate limits by address; and its address for staff. */
export function bindPaymentRoutes(bind: Binder, payments: Payments, titleOf: TitleOfPlanOrder): void {
  const { platform } = payments;
  const { db, secrets } = platform;
  const looks = createRateLimit(platform, { name: "pay-look", points: 240, seconds: 600 });
  const writes = createRateLimit(platform, { name: "pay-write", points: 60, seconds: 600 });

  const opened = ({ orderID, key }: PageLink): Scope => {
    const organizationId = organizationOfKey(secrets, key, orderID);
    if (!organizationId) throw new AppError("NOT_FOUND");
    return organizationScope(organizationId);
  };
  const pageOf = pages(payments, titleOf);

  bind(calls.link, ({ orderID }, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) => {
      const order = await loadOrder(tx, scope, orderID);
      const url = payAddress(platform, scope.organizationId, order.order_number);
      return { url, hasWay: await hasWay(tx, scope, { payments, currency: order.currency }) };
    });
  });
  bind(calls.page, async (link, { ip, language }) => {
    await looks.take(ip);
    return pageOf(link, opened(link), language);
  });
  bind(calls.start, async ({ provider, ...link }, { ip }) => {
    await writes.take(ip);
    const { address, fields } = await startPayment(payments, opened(link), { orderID: link.orderID, provider });
    return { address, fields: fields && { ...fields } };
  });
  bind(calls.chooseInvoice, async ({ invoice, ...link }, { ip, language }) => {
    await writes.take(ip);
    const scope = opened(link);
    await chooseInvoiceAsCustomer(db, scope, { orderID: link.orderID, invoice });
    return pageOf(link, scope, language);
  });
  bind(calls.review, async (link, { ip, language }) => {
    await writes.take(ip);
    const scope = opened(link);
    const attempts = await inTransaction(db, scope, async (tx) => {
      const { order_id: orderId } = await loadOrder(tx, scope, link.orderID);
      return attemptsOf(tx, scope, orderId);
    });
    const [now, hasFailed] = [new Date(), ({ state }: Attempt) => state === "failed"];
    const asked = attempts.filter((attempt) => mayBePaid(attempt, now));
    const waitingFirst = asked.toSorted((one, other) => Number(hasFailed(one)) - Number(hasFailed(other)));
    await reviewPayments(payments, scope, waitingFirst.slice(0, 3));
    return pageOf(link, scope, language);
  });
  bind(calls.receipt, async (link, { ip, language }) => {
    await writes.take(ip);
    return drawnReceipt(platform, opened(link), { form: { orderID: link.orderID }, language });
  });
  bind(calls.showTransfer, async (link, { ip, upload, language }) => {
    await writes.take(ip);
    const scope = opened(link);
    await storeTransferPicture(platform, scope, { orderID: link.orderID, upload, accountId: null });
    return pageOf(link, scope, language);
  });
}

/** Reads the page of an order, in the language of the reader. Throws NOT_FOUND. */
function pages(payments: Payments, titleOf: TitleOfPlanOrder) {
  return async ({ orderID }: PageLink, scope: Scope, language: Language): Promise<PayPage> => {
    const [order, page] = await inTransaction(payments.platform.db, scope, async (tx) => {
      const found = await orderToPay(tx, scope, orderID);
      if (!found) throw new AppError("NOT_FOUND");
      return [found, await presentPayPage(tx, scope, { payments, orderID, order: found })] as const;
    });
    const title = order.payType === "product" ? null : await titleOf(order.orderId, language);
    return title === null ? page : { ...page, items: page.items.map((item) => ({ ...item, name: title })) };
  };
}

const maxNoticeBytes = 256 * 1024;

/** The endpoint for the platforms' notices: signed, without a token. */
export async function notifyRoutes(app: FastifyInstance, payments: Payments): Promise<void> {
  takeRawBodies(app, maxNoticeBytes);
  const { gateways, platform } = payments;
  const of = (...providers: string[]) => gateways.filter(({ provider }) => providers.includes(provider));
  for (const [name, own] of [
    ["PaypalNotify", of("paypal")],
    ["ShopNotify/shopline", of("shopline")],
    ["ShopNotify/ecpay", of("ecpay")],
    // Its form identifies the platform.
    ["ShopNotify", of("shopline", "ecpay")],
  ] as const) {
    app.post(`/api_webhook/Payment/${name}`, async (request, reply) => {
      const notice = {
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        header: (wanted: string) => request.headers[wanted]?.toString() ?? "",
      };
      const { status, body } = await receiveNotice({ platform, gateways: own }, notice);
      return reply.code(status).type("text/plain").send(body);
    });
  }
}
