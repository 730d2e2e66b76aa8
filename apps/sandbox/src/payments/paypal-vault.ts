import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { type Checkout, type PaymentDesk, pageOf } from "./payment-desk.ts";

interface SetupBody {
  payment_source?: { paypal?: { experience_context?: { return_url?: string; cancel_url?: string } } };
}

interface TokenBody {
  payment_source?: { token?: { id?: string; type?: string } };
}

/** The accounts that the shop can charge again through PayPal, by token. */
export interface PaypalVault {
  has(token: string): boolean;
}

const linkPrefix = "link-";

/** Whether a checkout only links an account, which the shop charges later. */
export function isLink({ reference }: Checkout): boolean {
  return reference.startsWith(linkPrefix);
}

/** PayPal's setup tokens, which the person approves on the checkout page, and the payment tokens made from them. */
export function paypalVault(app: FastifyInstance, desk: PaymentDesk): PaypalVault {
  const tokens = new Map<string, string>();
  app.post<{ Body: SetupBody }>("/v3/vault/setup-tokens", async (request, reply) => {
    const context = request.body.payment_source?.paypal?.experience_context;
    const checkout = desk.open({
      ...{ platform: "paypal", reference: `${linkPrefix}${randomUUID()}`, amount: "0.00", currency: "USD" },
      ...{ title: "Allow later payments", returnUrl: context?.return_url ?? "", cancelUrl: context?.cancel_url ?? "" },
      facts: {},
    });
    const links = [{ rel: "approve", href: pageOf(request, checkout), method: "GET" }];
    return reply.status(201).send({ id: checkout.id, status: "PAYER_ACTION_REQUIRED", links });
  });
  app.post<{ Body: TokenBody }>("/v3/vault/payment-tokens", async (request, reply) => {
    const setupId = request.body.payment_source?.token?.id ?? "";
    if (desk.find(setupId)?.state !== "approved")
      return reply.status(422).send({ name: "UNPROCESSABLE_ENTITY", details: [{ issue: "SETUP_TOKEN_NOT_APPROVED" }] });
    const token = [...tokens].find(([, setup]) => setup === setupId)?.[0] ?? randomUUID().slice(0, 8);
    tokens.set(token, setupId);
    const paypal = { email_address: "payer@sandbox.example", account_id: "SANDBOXPAYER" };
    return reply.status(201).send({ id: token, customer: { id: "sandbox" }, payment_source: { paypal } });
  });
  app.delete<{ Params: { token: string } }>("/v3/vault/payment-tokens/:token", async (request, reply) => {
    tokens.delete(request.params.token);
    return reply.status(204).send();
  });
  return { has: (token) => tokens.has(token) };
}
