import { readyAccounts } from "@homeroom/sandbox/payments/accounts";
import { prepareSandbox } from "@homeroom/sandbox/testing/quiet-sandbox";
import { ecpayGateway } from "@homeroom/server/integrations/ecpay/gateway";
import { paypalGateway } from "@homeroom/server/integrations/paypal/gateway";
import { shoplineGateway } from "@homeroom/server/integrations/shopline-payments/gateway";
import type { PaymentGateway, PlatformValues } from "@homeroom/server/modules/payment-platforms/port";
import { expect, test } from "vitest";

const sandbox = prepareSandbox();

const { paypal, shopline, ecpay } = readyAccounts;
const platforms: [string, (url: string) => PaymentGateway, PlatformValues, PlatformValues][] = [
  [
    "PayPal",
    paypalGateway,
    { clientID: paypal.clientId, clientSecret: paypal.clientSecret, webhookID: paypal.webhookId },
    { clientSecret: "another" },
  ],
  [
    "PayPal with the webhook of somebody else",
    paypalGateway,
    { clientID: paypal.clientId, clientSecret: paypal.clientSecret, webhookID: paypal.webhookId },
    { webhookID: "another" },
  ],
  [
    "SHOPLINE Payments",
    shoplineGateway,
    { shopID: shopline.merchantId, apiKey: shopline.apiKey, signKey: shopline.signKey },
    { apiKey: "another" },
  ],
  [
    "ECPay",
    ecpayGateway,
    { shopID: ecpay.merchantId, apiKey: ecpay.hashKey, signKey: ecpay.hashIv },
    { signKey: "another" },
  ],
];

const failWith = (status: number | null) =>
  fetch(`${sandbox.url}/sandbox/payments/api/switches`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ failWith: status }),
  });

test.each(platforms)("%s accepts its own keys, and says why not others", async (_name, open, values, wrong) => {
  const gateway = open(`${sandbox.url}/`);
  await gateway.check(values);
  await expect(gateway.check({ ...values, ...wrong })).rejects.toMatchObject({ reason: "refused" });
  await failWith(429);
  await expect(gateway.check(values)).rejects.toMatchObject({ reason: "rateLimited" });
  await failWith(500);
  await expect(gateway.check(values)).rejects.toMatchObject({ reason: "unavailable" });
  await failWith(null);
  await expect(open("http://127.0.0.1:9").check(values)).rejects.toMatchObject({ reason: "unavailable" });
});
