import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Checkout, PaymentDesk } from "./payment-desk.ts";
import type { Refund } from "./refunds.ts";

interface RefundBody {
  amount?: { value?: string; currency_code?: string };
}

/** PayPal takes a moment for a refund. */
const makingMs = 100;

/** PayPal's refunds of captures. A repeated request id gets the earlier refund, or is refused while that is in progress. */
export function paypalRefundRoutes(
  app: FastifyInstance,
  { desk, fail }: { desk: PaymentDesk; fail: (reply: FastifyReply, status: number, issue: string) => FastifyReply },
): void {
  const { refunds, switches } = desk;
  const present = (refund: Refund) => {
    if (switches.refunds === "done") refund.state = "done";
    return refundOf(refund, desk.byPayment("paypal", refund.paymentId));
  };
  app.post<{ Params: { id: string }; Body: RefundBody }>("/v2/payments/captures/:id/refund", async (request, reply) => {
    const number = String(request.headers["paypal-request-id"] ?? "");
    const again = refunds.byNumber("paypal", number);
    if (again) return reply.status(200).send(present(again));
    if (refunds.inTheMaking.has(number)) return fail(reply, 409, "PREVIOUS_REQUEST_IN_PROGRESS");
    refunds.inTheMaking.add(number);
    await sleep(makingMs);
    refunds.inTheMaking.delete(number);
    const checkout = desk.byPayment("paypal", request.params.id);
    if (checkout?.state !== "paid") return fail(reply, 404, "INVALID_RESOURCE_ID");
    const { value = checkout.amount, currency_code: currency = checkout.currency } = request.body.amount ?? {};
    if (currency !== checkout.currency) return fail(reply, 422, "REFUND_CAPTURE_CURRENCY_MISMATCH");
    if (switches.refunds === "refused") return fail(reply, 422, "REFUND_FAILED_INSUFFICIENT_FUNDS");
    const left = refunds.leftOf(checkout);
    if (left <= 0) return fail(reply, 422, "CAPTURE_FULLY_REFUNDED");
    if (Number(value) > left) return fail(reply, 422, "REFUND_AMOUNT_EXCEEDED");
    const state = switches.refunds === "later" ? "working" : "done";
    const made = refunds.add({ platform: "paypal", number, paymentId: checkout.paymentId, amount: value, state });
    desk.tellReturn(checkout, made);
    if (switches.refunds === "lost") return fail(reply, 500, "INTERNAL_SERVER_ERROR");
    return reply.status(201).send(present(made));
  });
  app.get<{ Params: { id: string } }>("/v2/payments/refunds/:id", async (request, reply) => {
    const refund = refunds.byId(request.params.id);
    return refund ? present(refund) : fail(reply, 404, "INVALID_RESOURCE_ID");
  });
}

/** A refund as PayPal shows it. One from its console has the number of the payment. */
export function refundOf({ id, number, state, amount, paymentId }: Refund, checkout: Checkout | undefined): object {
  const link = (rel: string, path: string) => ({ rel, href: `https://api-m.paypal.com${path}`, method: "GET" });
  return {
    id,
    status: state === "done" ? "COMPLETED" : "PENDING",
    ...(state === "working" && { status_details: { reason: "ECHECK" } }),
    amount: { currency_code: checkout?.currency, value: amount },
    custom_id: number || checkout?.reference,
    links: [link("self", `/v2/payments/refunds/${id}`), link("up", `/v2/payments/captures/${paymentId}`)],
  };
}
