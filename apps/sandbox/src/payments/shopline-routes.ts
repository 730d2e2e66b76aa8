import { createHmac } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readyAccounts } from "./accounts.ts";
import { type Checkout, type NoticeKind, type PaymentDesk, pageOf, sendNotice, wrongAmount } from "./payment-desk.ts";
import { refundOf, shoplineRefundRoutes } from "./shopline-refunds.ts";

const { merchantId, apiKey, signKey } = readyAccounts.shopline;

interface SessionBody {
  referenceId?: string;
  amount?: { value?: number; currency?: string };
  returnUrl?: string;
  order?: { products?: { name?: string }[] };
}

/** SHOPLINE Payments: hosted sessions, refunds and signed webhooks. */
export function shoplineRoutes(app: FastifyInstance, desk: PaymentDesk): void {
  desk.serve("shopline", {
    choices: ["pay", "refuse"],
    choose(checkout, choice) {
      if (checkout.state !== "paid") {
        checkout.state = choice === "pay" ? "paid" : "refused";
        desk.tell(checkout);
      }
      return checkout.returnUrl;
    },
    notify: (checkout, kind) => notify(notifyUrl(desk), checkout, kind),
    notifyReturn(_checkout, refund, kind) {
      const amount = kind === "wrongAmount" ? wrongAmount(refund.amount) : refund.amount;
      const id = `evt_${refund.id}_refunded`;
      return sendSigned(notifyUrl(desk), kind, {
        id,
        type: "trade.refund.succeeded",
        created: Date.now(),
        data: refundOf({ ...refund, amount }),
      });
    },
  });
  void app.register(
    async (inner) => {
      inner.addHook("onRequest", async (request, reply) => letIn(desk, request, reply));
      sessionRoutes(inner, desk);
      shoplineRefundRoutes(inner, { desk, fail });
    },
    { prefix: "/api/v1/trade" },
  );
}

function sessionRoutes(app: FastifyInstance, desk: PaymentDesk): void {
  app.post<{ Body: SessionBody }>("/sessions/create", async (request, reply) => {
    const { body } = request;
    const { referenceId = "", amount, returnUrl = "", order } = body;
    if (!/^.{1,32}$/.test(referenceId) || !Number.isInteger(amount?.value)) return fail(reply, 400, "1004");
    if (desk.byReference("shopline", referenceId)) return fail(reply, 400, "1001");
    const checkout = desk.open({
      platform: "shopline",
      reference: referenceId,
      amount: String(amount?.value),
      currency: amount?.currency ?? "",
      title: order?.products?.map(({ name }) => name).join("、") ?? "",
      returnUrl,
      cancelUrl: returnUrl,
      facts: {},
    });
    return { ...present(checkout), sessionUrl: pageOf(request, checkout) };
  });
  app.post<{ Body: { sessionId?: string } }>("/sessions/query", async ({ body }, reply) => {
    const checkout = desk.find(body.sessionId ?? "");
    return checkout ? present(checkout) : fail(reply, 400, "1003");
  });
}

async function letIn(desk: PaymentDesk, { headers }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (desk.switches.failWith) await fail(reply, desk.switches.failWith, "SYSTEM_ERROR");
  else if (headers["merchantid"] !== merchantId || headers["apikey"] !== apiKey)
    await fail(reply, 400, "ACCESS_DENIED");
}

function fail(reply: FastifyReply, status: number, code: string): FastifyReply {
  return reply.status(status).send({ code, msg: code });
}

const sessionStates = {
  open: "CREATED",
  approved: "PENDING",
  numbered: "PENDING",
  paid: "SUCCEEDED",
  refused: "EXPIRED",
} as const;

function present({ id, reference, amount, currency, state, paymentId }: Checkout): object {
  return {
    sessionId: id,
    referenceId: reference,
    status: sessionStates[state],
    amount: { value: Number(amount), currency },
    ...(state === "paid" && { tradeOrderId: paymentId }),
  };
}

function notify(url: string, checkout: Checkout, kind: NoticeKind): Promise<number> {
  const { id, reference, amount, currency, state, paymentId } = checkout;
  const value = Number(kind === "wrongAmount" ? wrongAmount(amount) : amount);
  const isPaid = state === "paid";
  return sendSigned(url, kind, {
    id: `evt_${paymentId}_${state}`,
    type: isPaid ? "trade.succeeded" : "trade.failed",
    created: Date.now(),
    data: {
      referenceOrderId: reference,
      tradeOrderId: paymentId,
      sessionId: id,
      status: isPaid ? "SUCCEEDED" : "FAILED",
      amount: { value, currency },
    },
  });
}

function notifyUrl({ switches }: PaymentDesk): string {
  return `${switches.notifyBase}/api_webhook/Payment/ShopNotify/shopline`;
}

function sendSigned(url: string, kind: NoticeKind, event: object): Promise<number> {
  const [body, timestamp] = [JSON.stringify(event), String(Date.now())];
  const key = kind === "forged" ? "somebody else's key" : signKey;
  const sign = createHmac("sha256", key).update(`${timestamp}.${body}`).digest("hex");
  return sendNotice(url, body, { "content-type": "application/json", timestamp, sign });
}
