import type { FastifyInstance, FastifyReply } from "fastify";
import type { PaymentDesk } from "./payment-desk.ts";
import type { Refund } from "./refunds.ts";

interface RefundBody {
  referenceOrderId?: string;
  tradeOrderId?: string;
  amount?: { value?: number; currency?: string };
}

/** SHOPLINE's refunds of trades. The shop's number of a refund is also its idempotency key. */
export function shoplineRefundRoutes(
  app: FastifyInstance,
  { desk, fail }: { desk: PaymentDesk; fail: (reply: FastifyReply, status: number, code: string) => FastifyReply },
): void {
  const { refunds, switches } = desk;
  const present = (refund: Refund) => {
    if (switches.refunds === "done") refund.state = "done";
    return refundOf(refund);
  };
  app.post<{ Body: RefundBody }>("/refund/create", async ({ body, headers }, reply) => {
    const { referenceOrderId: number = "", tradeOrderId = "", amount } = body;
    const again = refunds.byNumber("shopline", number);
    if (again) return headers["idempotentkey"] === number ? present(again) : fail(reply, 400, "1013");
    const checkout = desk.byPayment("shopline", tradeOrderId);
    const value = amount?.value ?? 0;
    if (!/^.{1,32}$/.test(number) || !Number.isInteger(value) || value <= 0) return fail(reply, 400, "1004");
    if (checkout?.state !== "paid") return fail(reply, 400, "1021");
    if (switches.refunds === "refused") return fail(reply, 400, "1022");
    if (value > refunds.leftOf(checkout)) return fail(reply, 400, "1014");
    const state = switches.refunds === "later" ? "working" : "done";
    const made = refunds.add({ platform: "shopline", number, paymentId: tradeOrderId, amount: String(value), state });
    desk.tellReturn(checkout, made);
    return switches.refunds === "lost" ? fail(reply, 500, "SYSTEM_ERROR") : present(made);
  });
  app.post<{ Body: { refundOrderId?: string } }>("/refund/get", async ({ body }, reply) => {
    const refund = refunds.byId(body.refundOrderId ?? "");
    return refund ? present(refund) : fail(reply, 400, "1003");
  });
}

/** A refund as SHOPLINE shows it. */
export function refundOf({ id, number, paymentId, amount, state }: Refund): object {
  return {
    refundOrderId: id,
    referenceOrderId: number,
    tradeOrderId: paymentId,
    amount: { value: Number(amount), currency: "TWD" },
    status: state === "done" ? "SUCCEEDED" : "PROCESSING",
  };
}
