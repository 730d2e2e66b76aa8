import { createHmac, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readyAccounts } from "./accounts.ts";
import { type Checkout, type NoticeKind, type PaymentDesk, pageOf, sendNotice, wrongAmount } from "./payment-desk.ts";
import { paypalRefundRoutes, refundOf } from "./paypal-refunds.ts";
import { isLink, type PaypalVault, paypalVault } from "./paypal-vault.ts";

const { clientId, clientSecret, webhookId } = readyAccounts.paypal;
const accessToken = "A21AA-sandbox-token";

interface OrderBody {
  purchase_units?: {
    custom_id?: string;
    description?: string;
    amount?: { currency_code?: string; value?: string };
  }[];
  payment_source?: {
    paypal?: { vault_id?: string; experience_context?: { return_url?: string; cancel_url?: string } };
  };
}

interface VerifyBody {
  transmission_id: string;
  transmission_time: string;
  transmission_sig: string;
  webhook_id: string;
  webhook_event: unknown;
}

type Id = { Params: { id: string } };

/** PayPal: tokens, orders, captures, refunds and webhooks. */
export function paypalRoutes(app: FastifyInstance, desk: PaymentDesk): void {
  desk.serve("paypal", {
    choices: ["pay", "refuse"],
    choose: (checkout, choice) => choose(desk, checkout, choice),
    notify: (checkout, kind) => notify(desk, checkout, kind),
    notifyReturn(checkout, refund, kind) {
      const amount = kind === "wrongAmount" ? wrongAmount(refund.amount) : refund.amount;
      const resource = refundOf({ ...refund, amount }, checkout);
      return sendSigned(notifyUrl(desk), kind, {
        event_type: "PAYMENT.CAPTURE.REFUNDED",
        resource_type: "refund",
        resource,
      });
    },
  });
  app.post("/v1/oauth2/token", async (request, reply) => {
    const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
    if (desk.switches.failWith) return fail(reply, desk.switches.failWith, "INTERNAL_SERVER_ERROR");
    if (request.headers.authorization !== expected)
      return reply.status(401).send({ error: "invalid_client", error_description: "Client Authentication failed" });
    return { access_token: accessToken, token_type: "Bearer", expires_in: 32_400, scope: "", app_id: "APP-80W284485P" };
  });
  void app.register(async (inner) => {
    inner.addHook("onRequest", async (request, reply) => letIn(desk, request, reply));
    inner.get<Id>("/v1/notifications/webhooks/:id", async (request, reply) => {
      if (request.params.id !== webhookId) return fail(reply, 404, "INVALID_RESOURCE_ID");
      return { id: webhookId, url: notifyUrl(desk), event_types: [{ name: "*" }] };
    });
    inner.post<{ Body: VerifyBody }>("/v1/notifications/verify-webhook-signature", async ({ body }) => {
      const signed = signature(body.transmission_id, body.transmission_time, JSON.stringify(body.webhook_event));
      const fits = body.webhook_id === webhookId && signed === body.transmission_sig;
      return { verification_status: fits ? "SUCCESS" : "FAILURE" };
    });
    const vault = paypalVault(inner, desk);
    orderRoutes(inner, desk, vault);
    paypalRefundRoutes(inner, { desk, fail });
  });
}

function orderRoutes(app: FastifyInstance, desk: PaymentDesk, vault: PaypalVault): void {
  app.post<{ Body: OrderBody }>("/v2/checkout/orders", async (request, reply) => {
    const unit = request.body.purchase_units?.[0];
    const { vault_id: token, experience_context: context } = request.body.payment_source?.paypal ?? {};
    const { currency_code: currency = "", value = "" } = unit?.amount ?? {};
    if (!/^\d+(\.\d\d)?$/.test(value) || Number(value) <= 0) return fail(reply, 422, "INVALID_PARAMETER_VALUE");
    const before = desk.byReference("paypal", unit?.custom_id ?? "");
    const { forgetRequests, holdCaptures } = desk.switches;
    if (before && forgetRequests === "refuse") return fail(reply, 422, "DUPLICATE_INVOICE_ID");
    const again = forgetRequests === null ? before : undefined;
    const checkout =
      again ??
      desk.open({
        id: randomUUID().replaceAll("-", "").slice(0, 17).toUpperCase(),
        platform: "paypal",
        reference: unit?.custom_id ?? "",
        amount: value,
        currency,
        title: unit?.description ?? "",
        returnUrl: context?.return_url ?? "",
        cancelUrl: context?.cancel_url ?? "",
        facts: {},
      });
    if (token !== undefined) {
      if (!vault.has(token)) return fail(reply, 422, "TOKEN_ID_NOT_FOUND");
      if (desk.switches.declineCards) return fail(reply, 422, "PAYMENT_DENIED");
      checkout.state = "paid";
      if (!again && !holdCaptures) desk.tell(checkout);
    }
    return reply
      .status(again ? 200 : 201)
      .send(present(desk, checkout, { page: pageOf(request, checkout), holdCaptures }));
  });
  app.get<Id>("/v2/checkout/orders/:id", async (request, reply) => {
    const checkout = desk.find(request.params.id);
    if (!checkout) return fail(reply, 404, "INVALID_RESOURCE_ID");
    const { holdCaptures } = desk.switches;
    return present(desk, checkout, { page: pageOf(request, checkout), holdCaptures });
  });
  app.post<Id>("/v2/checkout/orders/:id/capture", async (request, reply) => {
    const checkout = desk.find(request.params.id);
    if (!checkout) return fail(reply, 404, "INVALID_RESOURCE_ID");
    if (checkout.state === "open") return fail(reply, 422, "ORDER_NOT_APPROVED");
    if (checkout.state === "refused") return fail(reply, 422, "INSTRUMENT_DECLINED");
    if (checkout.state === "approved") {
      checkout.state = "paid";
      desk.tell(checkout);
    }
    return reply.status(201).send(present(desk, checkout, { page: pageOf(request, checkout) }));
  });
}

function notifyUrl({ switches }: PaymentDesk): string {
  return `${switches.notifyBase}/api_webhook/Payment/PaypalNotify`;
}

async function letIn(desk: PaymentDesk, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (desk.switches.failWith) await fail(reply, desk.switches.failWith, "INTERNAL_SERVER_ERROR");
  else if (request.headers.authorization !== `Bearer ${accessToken}`) await fail(reply, 401, "AUTHENTICATION_FAILURE");
}

function fail(reply: FastifyReply, status: number, issue: string): FastifyReply {
  return reply.status(status).send({ name: issue, message: issue, debug_id: "sandbox", details: [{ issue }] });
}

function choose(desk: PaymentDesk, checkout: Checkout, choice: string): string {
  const { id, returnUrl, cancelUrl } = checkout;
  if (choice !== "pay") return cancelUrl;
  if (checkout.state === "open") {
    checkout.state = "approved";
    // PayPal sends no notice of a linked account: there is no order.
    if (!isLink(checkout)) desk.tell(checkout);
  }
  const back = new URL(returnUrl);
  back.searchParams.set("token", id);
  return back.href;
}

const orderStates = {
  open: "PAYER_ACTION_REQUIRED",
  approved: "APPROVED",
  numbered: "PAYER_ACTION_REQUIRED",
  paid: "COMPLETED",
  refused: "VOIDED",
} as const;

function present({ refunds }: PaymentDesk, checkout: Checkout, { page = "", holdCaptures = false }): object {
  const { id, state, reference, amount, currency } = checkout;
  const returned = refunds.of(checkout).filter((one) => one.state === "done");
  const left = Number(amount) - returned.reduce((sum, one) => sum + Number(one.amount), 0);
  const back = left > 0 ? "PARTIALLY_REFUNDED" : "REFUNDED";
  const came = returned.length > 0 ? back : "COMPLETED";
  const captured = state === "paid" && {
    payments: {
      captures: [captureOf(checkout, amount, holdCaptures ? "PENDING" : came)],
      ...(returned.length > 0 && { refunds: returned.map((one) => refundOf(one, checkout)) }),
    },
  };
  return {
    id,
    status: orderStates[state],
    purchase_units: [{ custom_id: reference, amount: { currency_code: currency, value: amount }, ...captured }],
    links: [{ rel: "payer-action", href: page, method: "GET" }],
  };
}

function captureOf({ id, paymentId, reference, currency }: Checkout, value: string, status = "COMPLETED"): object {
  return {
    id: paymentId,
    status,
    amount: { currency_code: currency, value },
    custom_id: reference,
    supplementary_data: { related_ids: { order_id: id } },
  };
}

function notify(desk: PaymentDesk, checkout: Checkout, kind: NoticeKind): Promise<number> {
  const amount = kind === "wrongAmount" ? wrongAmount(checkout.amount) : checkout.amount;
  const isPaid = checkout.state === "paid";
  const event = isPaid
    ? { event_type: "PAYMENT.CAPTURE.COMPLETED", resource_type: "capture", resource: captureOf(checkout, amount) }
    : { event_type: "CHECKOUT.ORDER.APPROVED", resource_type: "checkout-order", resource: present(desk, checkout, {}) };
  return sendSigned(notifyUrl(desk), kind, event);
}

function sendSigned(url: string, kind: NoticeKind, event: object): Promise<number> {
  const body = JSON.stringify({ id: `WH-${randomUUID()}`, create_time: new Date().toISOString(), ...event });
  const [id, time] = [randomUUID(), new Date().toISOString()];
  return sendNotice(url, body, {
    "content-type": "application/json",
    "paypal-transmission-id": id,
    "paypal-transmission-time": time,
    "paypal-transmission-sig": kind === "forged" ? "forged" : signature(id, time, body),
    "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/sandbox",
    "paypal-auth-algo": "SHA256withRSA",
  });
}

/** PayPal signs with a certificate; here a secret stands for it. */
function signature(id: string, time: string, body: string): string {
  const text = `${id}|${time}|${webhookId}|${crc32(body)}`;
  return createHmac("sha256", clientSecret).update(text).digest("base64");
}
