import type { PlatformRefundRow, Refundable } from "@homeroom/contract/platform-refunds";
import { readyAccounts } from "@homeroom/sandbox/payments/accounts";
import type { Checkout } from "@homeroom/sandbox/payments/payment-desk";
import type { Refund, RefundOutcome } from "@homeroom/sandbox/payments/refunds";
import { startQuietSandbox } from "@homeroom/sandbox/testing/quiet-sandbox";
import { ecpayGateway } from "@homeroom/server/integrations/ecpay/gateway";
import { paypalGateway } from "@homeroom/server/integrations/paypal/gateway";
import { shoplineGateway } from "@homeroom/server/integrations/shopline-payments/gateway";
import { openOrderDesk } from "@homeroom/server/modules/orders/for-tests";
import type { Refunding } from "@homeroom/server/modules/orders/platform-refunds/actions/settle-refund";
import { paymentPlatformsModule } from "@homeroom/server/modules/payment-platforms/public";
import { paymentsModule } from "@homeroom/server/modules/payments/public";
import { callApi } from "@homeroom/server/modules/sign-in/for-tests";
import { expect } from "vitest";

type Provider = "paypal" | "shopline" | "ecpay";

export type PaidOrders = Awaited<ReturnType<typeof openPaidOrders>>;

/**
 * Orders that were paid at the sandbox's platforms, and what happens to their money. With `shopUrl` the platforms send the
 * notices that a test asks for to the shop there; they send none by themselves.
 */
export async function openPaidOrders(shopUrl = "http://127.0.0.1:9") {
  const sandbox = await startQuietSandbox({ shopUrl });
  const gateways = [paypalGateway, shoplineGateway, ecpayGateway].map((open) => open(sandbox.url));
  const opened: { refunding?: Refunding } = {};
  const desk = await openOrderDesk(
    (platform) => {
      opened.refunding = { platform, gateways };
      return [paymentPlatformsModule(platform, gateways), paymentsModule(platform, gateways)];
    },
    null,
    gateways,
  );
  const { refunding } = opened;
  if (!refunding) throw new Error("The product was not opened");

  async function setUp(form: { payType: string; [field: string]: string }): Promise<void> {
    const { token } = desk;
    const { body } = await callApi(desk.app, "POST /api_users/Member/UpdatePaymentSetting", { token, body: form });
    expect(body).toMatchObject({ success: true });
  }
  const { paypal, shopline, ecpay } = readyAccounts;
  const { clientId: clientID, clientSecret, webhookId: webhookID } = paypal;
  await setUp({ payType: "paypal", email: "pay@demo.test", clientID, clientSecret, webhookID });
  const { merchantId: shopID, apiKey, signKey } = shopline;
  await setUp({ payType: "shop", provider: "shopline", shopID, apiKey, signKey });
  const { merchantId, hashKey, hashIv } = ecpay;
  await setUp({ payType: "shop", provider: "ecpay", shopID: merchantId, apiKey: hashKey, signKey: hashIv });

  const control = (path: string, method = "GET", body?: object) =>
    fetch(`${sandbox.url}/sandbox/payments/api/${path}`, {
      method,
      ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
  const known = async () => (await (await control("checkouts")).json()) as { checkouts: Checkout[]; refunds: Refund[] };

  async function pageAt({ address, fields }: { address: string; fields: Record<string, string> | null }) {
    if (!fields) return address;
    const answer = await fetch(address, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
    return new URL(answer.headers.get("location") ?? "", sandbox.url).href;
  }

  async function agreedAt(provider: Provider, times = 1) {
    await desk.owner.query("update payment_platform set status = case when provider = $1 then 1 else 0 end", [
      provider,
    ]);
    const orderID = await desk.order({ currency: "TWD" });
    const { body } = await desk.get<{ url: string }>(`PayLink?orderID=${orderID}`);
    if (!body.success) throw new Error(body.name);
    const key = new URL(body.resultData.url).searchParams.get("key") ?? "";
    const call = <Result>(name: string, more = {}) =>
      callApi<Result>(desk.app, `POST /api_basic/Payment/${name}`, { body: { orderID, key, ...more } });
    const pages: string[] = [];
    for (let time = 0; time < times; time += 1) {
      const started = await call<{ address: string; fields: Record<string, string> | null }>("StartPayment", {
        provider,
      });
      if (!started.body.success) throw new Error(started.body.name);
      pages.push(await pageAt(started.body.resultData));
    }
    for (const page of pages)
      await fetch(page, { method: "POST", body: new URLSearchParams({ choice: "pay" }), redirect: "manual" });
    return { orderID, review: () => call("ReviewPayment") };
  }

  const refundsAre = (refunds: RefundOutcome) => control("switches", "PUT", { refunds, silent: true });
  await refundsAre("done");

  const ask = (form: object, by?: string) =>
    desk.post<PlatformRefundRow>("RefundByPlatform", { amount: 1200, reason: "搬家", ...form }, by);

  return {
    desk,
    sandbox,
    refunding,
    refundsAre,
    ask,

    async stateOf(form: object): Promise<string> {
      const { body } = await ask(form);
      return body.success ? body.resultData.state : body.name;
    },

    async listOf(orderID: string): Promise<{ list: PlatformRefundRow[]; refundable: Refundable[] }> {
      const { body } = await desk.get<{ list: PlatformRefundRow[]; refundable: Refundable[] }>(
        `PlatformRefunds?orderID=${orderID}`,
      );
      if (!body.success) throw new Error(body.name);
      return body.resultData;
    },

    /** The platform's refunds of a payment, latest first. */
    async returnedOf(paymentId: string): Promise<number[]> {
      return (await known()).refunds.filter((one) => one.paymentId === paymentId).map(({ amount }) => Number(amount));
    },

    /** Returns money in the platform's console, or repeats the notice of a refund with a number; returns the shop's answer. */
    async returnAt(paymentId: string, how: { amount?: string; kind?: string; number?: string } = {}) {
      const checkout = (await known()).checkouts.find((one) => one.paymentId === paymentId);
      const answer = await control(`${checkout?.id}/return`, "POST", how);
      return (await answer.json()) as { answered: number; refund: Refund };
    },

    /**
     * An order of NT$1,200 that its customer has agreed to pay at a platform, and a function that asks the platform for its
     * state.
     */
    agreedAt,

    /** Such an order, paid once or twice; the second payment is kept. */
    async paidAt(provider: Provider, times = 1) {
      const { orderID, review } = await agreedAt(provider, times);
      await review();
      const { payments } = await desk.detail(orderID);
      expect(payments).toHaveLength(times);
      const [first] = payments;
      if (!first) throw new Error("Nothing was paid");
      return { orderID, payments, paymentID: first.recordID, reference: first.reference };
    },

    /** Makes PayPal capture the money that a customer agreed to last, without a notice to the shop; returns its number. */
    async takenUnnoticed(): Promise<string> {
      const [checkout] = (await known()).checkouts;
      if (!checkout) throw new Error("Nothing was agreed to");
      const tradeNumber = checkout.reference;
      const paypalDesk = gateways.find((one) => one.provider === "paypal");
      await paypalDesk?.inspect({ clientID, clientSecret, webhookID }, { tradeNumber, externalId: checkout.id });
      return checkout.paymentId;
    },

    async stop(): Promise<void> {
      await desk.stop();
      await sandbox.close();
    },
  };
}
