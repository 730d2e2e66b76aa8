import type { FastifyInstance } from "fastify";
import { ecpayInvoiceRoutes } from "./ecpay-invoice-routes.ts";
import { ecpayRoutes } from "./ecpay-routes.ts";
import { type Checkout, noticeKinds, PaymentDesk, type PaymentSwitches } from "./payment-desk.ts";
import { paypalRoutes } from "./paypal-routes.ts";
import { refundOutcomes } from "./refunds.ts";
import { shoplineRoutes } from "./shopline-routes.ts";

type Id = { Params: { id: string } };

const texts: Readonly<Record<string, string>> = {
  pay: "付款 Pay",
  refuse: "不付款 Refuse",
  atm: "ATM 轉帳帳號 Bank transfer number",
  cvs: "超商代碼 Shop code",
};

/** PayPal, SHOPLINE Payments and ECPay, which notify the product at `notifyBase`. */
export async function paymentRoutes(app: FastifyInstance, { notifyBase }: { notifyBase: string }): Promise<void> {
  const desk = new PaymentDesk(notifyBase);
  paypalRoutes(app, desk);
  shoplineRoutes(app, desk);
  ecpayRoutes(app, desk);
  ecpayInvoiceRoutes(app);
  checkoutRoutes(app, desk);
}

/** The page on which a tester pays or refuses, and makes platforms fail, stay silent, or send a notice again. */
function checkoutRoutes(app: FastifyInstance, desk: PaymentDesk): void {
  app.get<Id>("/sandbox/payments/:id", async (request, reply) => {
    const checkout = desk.find(request.params.id);
    return reply
      .status(checkout ? 200 : 404)
      .type("text/html; charset=utf-8")
      .send(checkout ? htmlOf(checkout, desk.deskOf(checkout).choices) : "No such payment");
  });
  app.post<Id & { Body: { choice?: string } | null }>("/sandbox/payments/:id", async (request, reply) => {
    const checkout = desk.find(request.params.id);
    if (!checkout) return reply.status(404).send("No such payment");
    return reply.redirect(desk.deskOf(checkout).choose(checkout, request.body?.choice ?? ""), 303);
  });
  controlRoutes(app, desk);
}

function controlRoutes(app: FastifyInstance, desk: PaymentDesk): void {
  app.get("/sandbox/payments/api/checkouts", async () => ({
    checkouts: desk.list(),
    refunds: desk.refunds.list(),
    switches: desk.switches,
  }));
  app.put<{ Body: Partial<PaymentSwitches> | null }>("/sandbox/payments/api/switches", async ({ body }) => {
    const wanted = body?.failWith ?? null;
    desk.switches.failWith = wanted === 429 || wanted === 500 ? wanted : null;
    desk.switches.declineCards = body?.declineCards ?? false;
    desk.switches.holdCaptures = body?.holdCaptures ?? false;
    desk.switches.forgetRequests = body?.forgetRequests ?? null;
    desk.switches.silent = body?.silent ?? false;
    desk.switches.refunds = refundOutcomes.find((one) => one === body?.refunds) ?? "done";
    desk.switches.notifyBase = body?.notifyBase ?? desk.switches.notifyBase;
    return desk.switches;
  });
  app.post<Id & { Body: { kind?: string } | null }>("/sandbox/payments/api/:id/notice", async (request, reply) => {
    const checkout = desk.find(request.params.id);
    const kind = noticeKinds.find((one) => one === (request.body?.kind ?? "true"));
    if (!checkout || !kind) return reply.status(404).send({ error: "no such payment or notice" });
    return { answered: await desk.deskOf(checkout).notify(checkout, kind) };
  });
  // As in a platform's own console. With `number`, the shop's or the platform's, the shop is notified of that refund again.
  app.post<Id & { Body: { amount?: string; kind?: string; number?: string } | null }>(
    "/sandbox/payments/api/:id/return",
    async ({ params, body }, reply) => {
      const checkout = desk.find(params.id);
      const kind = noticeKinds.find((one) => one === (body?.kind ?? "true"));
      if (checkout?.state !== "paid" || !kind) return reply.status(404).send({ error: "no such payment or notice" });
      const { platform, paymentId, amount } = checkout;
      const number = body?.number ?? "";
      const known = desk.refunds.byNumber(platform, number) ?? desk.refunds.byId(number);
      const made = { platform, number: "", paymentId, amount: body?.amount ?? amount, state: "done" as const };
      const refund = known ?? desk.refunds.add(made);
      return { answered: await desk.deskOf(checkout).notifyReturn?.(checkout, refund, kind), refund };
    },
  );
}

function htmlOf({ platform, title, amount, currency, reference, state }: Checkout, choices: readonly string[]): string {
  const shown = platform === "shopline" ? String(Number(amount) / 100) : amount;
  const buttons = choices.map(
    (choice) => `<button name="choice" value="${choice}">${texts[choice] ?? choice}</button>`,
  );
  return `<!doctype html><html lang="zh-Hant"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${platform}</title><style>body{font:16px system-ui;max-width:420px;margin:40px auto;padding:0 16px}
button{display:block;width:100%;margin:8px 0;padding:12px;font:inherit}</style>
<h1>${platform} sandbox</h1><p>${escape(title)}</p><p><b>${escape(currency)} ${escape(shown)}</b></p>
<p>${escape(reference)} · ${state}</p><form method="post">${buttons.join("")}</form></html>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
