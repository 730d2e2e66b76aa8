import type { CurrencyCode } from "@homeroom/contract/money";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { prepareListener } from "#platform/http/listener-for-tests";
import { paypalGateway } from "./gateway.ts";
import { paypalCurrencies } from "./orders.ts";

/**
 * What PayPal's OpenAPI descriptions say of the requests that we send (checkout_orders_v2 2.13 and notifications_webhooks_v1 of
 * paypal/paypal-rest-api-specifications, commit ec4d8f3), strictly: a field that they do not name is a mistake.
 */
const uri = z.url();
const money = z.strictObject({
  currency_code: z.string().length(3),
  value: z
    .string()
    .max(32)
    .regex(/^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/),
});
const experience = z.strictObject({
  brand_name: z.string().min(1).max(127).optional(),
  shipping_preference: z.enum(["GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS"]).optional(),
  return_url: uri.optional(),
  cancel_url: uri.optional(),
  landing_page: z.enum(["LOGIN", "GUEST_CHECKOUT", "NO_PREFERENCE"]).optional(),
  user_action: z.enum(["CONTINUE", "PAY_NOW"]).optional(),
});
const wallet = z.strictObject({
  vault_id: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[0-9a-zA-Z_-]+$/)
    .optional(),
  experience_context: experience.optional(),
});
const unit = z.strictObject({
  reference_id: z.string().min(1).max(256).optional(),
  custom_id: z.string().min(1).max(127).optional(),
  invoice_id: z.string().min(1).max(127).optional(),
  description: z.string().min(1).max(127).optional(),
  amount: money,
});
const schemas = {
  order: z.strictObject({
    intent: z.enum(["CAPTURE", "AUTHORIZE"]),
    purchase_units: z.array(unit).min(1).max(10),
    payment_source: z.strictObject({ paypal: wallet }).optional(),
  }),
  capture: z.strictObject({ payment_source: z.strictObject({ paypal: wallet }).optional() }),
  verification: z.strictObject({
    auth_algo: z
      .string()
      .max(100)
      .regex(/^[a-zA-Z0-9]+$/),
    cert_url: uri.max(500),
    transmission_id: z
      .string()
      .max(50)
      .regex(/^(?!\d+$)\w+\S+/),
    transmission_sig: z
      .string()
      .max(500)
      .regex(/^(?!\d+$)\w+\S+/),
    transmission_time: z.iso.datetime().max(100),
    webhook_id: z
      .string()
      .max(50)
      .regex(/^[a-zA-Z0-9]+$/),
    webhook_event: z.record(z.string(), z.unknown()),
  }),
};
const headers = z.object({
  "content-type": z.literal("application/json"),
  "paypal-request-id": z.string().min(1).max(108).optional(),
  prefer: z
    .string()
    .min(1)
    .max(25)
    .regex(/^[a-zA-Z=]*$/)
    .optional(),
});

interface Sent {
  call: string;
  headers: Record<string, unknown>;
  body: string;
}

let sent: Sent[] = [];
/** The state in which the order is. */
let status = "PAYER_ACTION_REQUIRED";
const listener = prepareListener(({ request, body }, response) => {
  const call = `${request.method} ${request.url}`;
  if (!call.endsWith("/oauth2/token")) sent.push({ call, headers: request.headers, body });
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(answer(call)));
});
beforeEach(() => {
  sent = [];
});

function answer(call: string): object {
  if (call.endsWith("/oauth2/token")) return { access_token: "token" };
  if (call.includes("verify-webhook-signature")) return { verification_status: "SUCCESS" };
  const links = [{ rel: "payer-action", href: "https://www.paypal.com/checkoutnow?token=5O1" }];
  const amount = { currency_code: "HKD", value: "1200.00" };
  const payments = { captures: [{ id: "3C6", status: "COMPLETED", amount }] };
  const isPaid = status === "COMPLETED" || call.endsWith("/capture");
  return { id: "5O190127TN364715T", status, links, purchase_units: [{ amount, ...(isPaid && { payments }) }] };
}

const values = { clientID: "id", clientSecret: "secret", webhookID: "8PT597110X687430LKGECATA" };

/** What was sent to a call, after its headers and its body were checked. */
function checked(call: string, schema: z.ZodType): unknown {
  const found = sent.filter((one) => one.call === call);
  expect(found.length, sent.map((one) => one.call).join(", ")).toBeGreaterThan(0);
  for (const one of found) {
    headers.parse(one.headers);
    schema.parse(JSON.parse(one.body));
    // No half of a character: PayPal reads UTF-8.
    expect(one.body.isWellFormed()).toBe(true);
    expect(one.body).not.toMatch(/\\ud[89a-f]/i);
  }
  return JSON.parse(found.at(-1)?.body ?? "");
}

const currency = fc.constantFrom<CurrencyCode>(...paypalCurrencies);

test("an order follows PayPal's schema for any content and amount", async () => {
  const request = fc.record({
    // 127 letters at most: the ends of long names are cut, in the middle of no character.
    title: fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }),
    dollars: fc.integer({ min: 1, max: 9_999_999 }),
    currency,
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ title, dollars, currency: code }) => {
      sent = [];
      const returnAddress = "https://school.test/pay?order=2026112412345678&key=abc";
      await paypalGateway(listener.origin).start(values, {
        ...{ tradeNumber: "H0123456789ABCDEFGHI", amountMinor: dollars * 100, currency: code, title },
        ...{ returnAddress, notifyAddress: "https://school.test/notify", minutes: 30 },
      });
      const { purchase_units: units } = z
        .object({ purchase_units: z.array(unit) })
        .parse(checked("POST /v2/checkout/orders", schemas.order));
      expect(Number(units[0]?.amount.value)).toBe(code === "JPY" ? dollars * 100 : dollars);
    }),
    { numRuns: 100, seed: 20_261_124 },
  );
});

test("a long Chinese name fits PayPal's limit", async () => {
  const request = { tradeNumber: "H0123456789ABCDEFGHI", amountMinor: 100, currency: "HKD", minutes: 30 } as const;
  const addresses = { returnAddress: "https://school.test/pay", notifyAddress: "https://school.test/notify" };
  await paypalGateway(listener.origin).start(values, { ...request, ...addresses, title: `鋼琴${"𡃴".repeat(100)}` });
  const sentOrder = z
    .object({ purchase_units: z.array(unit) })
    .parse(checked("POST /v2/checkout/orders", schemas.order));
  expect(sentOrder.purchase_units[0]?.description).toBe(`鋼琴${"𡃴".repeat(30)}`);
});

test("an order for a linked account names it, and its capture is empty", async () => {
  status = "COMPLETED";
  const gateway = paypalGateway(listener.origin);
  await gateway.cards?.charge(values, {
    ...{ tradeNumber: "H0123456789ABCDEFGHI", amountMinor: 38_800, currency: "HKD", title: "Basic" },
    token: "8kk8451t",
  });
  expect(checked("POST /v2/checkout/orders", schemas.order)).toMatchObject({
    payment_source: { paypal: { vault_id: "8kk8451t" } },
  });
  status = "APPROVED";
  await gateway.inspect(values, { externalId: "5O190127TN364715T", tradeNumber: "H0123456789ABCDEFGHI" });
  expect(checked("POST /v2/checkout/orders/5O190127TN364715T/capture", schemas.capture)).toEqual({});
});

const signed = {
  "paypal-auth-algo": "SHA256withRSA",
  "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT-1",
  "paypal-transmission-id": "69cd13f0-d67a-11e5-baa3-778b53f4ae55",
  "paypal-transmission-sig": "lmI95Jx3Y9nhR5SJWlHVIWpg4AgFk7n9bCHSRxbrd8A9zrhdu2rMyFrmz+Zjh3s3boXB07VXCXUZy/UFzUlnGw==",
  "paypal-transmission-time": "2016-02-18T20:01:35Z",
};
const notice = (given: Record<string, string>) => ({
  body: Buffer.from('{"id":"WH-1","event_type":"CHECKOUT.ORDER.SAVED","resource":{"id":"5O1"}}'),
  header: (name: string) => given[name] ?? "",
});

test("the verification of a notice follows PayPal's schema", async () => {
  await paypalGateway(listener.origin).readNotice(values, notice(signed));
  expect(checked("POST /v1/notifications/verify-webhook-signature", schemas.verification)).toMatchObject({
    webhook_id: values.webhookID,
    webhook_event: { id: "WH-1" },
  });
});

test.each([
  ["paypal-auth-algo", "not an algorithm"],
  ["paypal-cert-url", "no address"],
  ["paypal-cert-url", `https://api.paypal.com/${"x".repeat(500)}`],
  ["paypal-transmission-id", "12345"],
  ["paypal-transmission-sig", "x".repeat(501)],
  ["paypal-transmission-time", "yesterday"],
])("a notice whose %s cannot be PayPal's is refused and not asked about", async (name, value) => {
  const forged = paypalGateway(listener.origin).readNotice(values, notice({ ...signed, [name]: value }));
  await expect(forged).rejects.toMatchObject({ reason: "refused", code: "notSigned" });
  expect(sent).toEqual([]);
});
