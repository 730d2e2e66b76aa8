import type { PlatformRefundRow, Refundable } from "@homeroom/contract/platform-refunds";
import { type RunningSandbox, startSandbox } from "@homeroom/sandbox/main";
import { readyAccounts } from "@homeroom/sandbox/payments/accounts";
import type { Checkout } from "@homeroom/sandbox/payments/payment-desk";
import type { Refund, RefundMood } from "@homeroom/sandbox/payments/refunds";
import { ecpayGateway } from "@homeroom/server/integrations/ecpay/gateway";
import { paypalGateway } from "@homeroom/server/integrations/paypal/gateway";
import { shoplineGateway } from "@homeroom/server/integrations/shopline-payments/gateway";
import { type OrderDesk, openOrderDesk, outcome } from "@homeroom/server/modules/orders/for-tests";
import {
  type Refunding,
  settleDueRefunds,
} from "@homeroom/server/modules/orders/platform-refunds/actions/settle-refund";
import {
  PaymentFailure,
  type PaymentGateway,
  paymentPlatformsModule,
} from "@homeroom/server/modules/payment-platforms/public";
import { paymentsModule } from "@homeroom/server/modules/payments/public";
import { callApi } from "@homeroom/server/modules/sign-in/for-tests";
import { v7 } from "uuid";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

type Provider = "paypal" | "shopline" | "ecpay";

let sandbox: RunningSandbox;
let desk: OrderDesk;
let refunding: Refunding;

beforeAll(async () => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  sandbox = await startSandbox({ port: 0, host: "127.0.0.1", channels: [], shopUrl: "http://127.0.0.1:9", log });
  const gateways = [paypalGateway, shoplineGateway, ecpayGateway].map((open) => open(sandbox.url));
  desk = await openOrderDesk(
    (platform) => {
      refunding = { platform, gateways };
      return [paymentPlatformsModule(platform, gateways), paymentsModule(platform, gateways)];
    },
    null,
    gateways,
  );
  const { paypal, shopline, ecpay } = readyAccounts;
  const { clientId: clientID, clientSecret, webhookId: webhookID } = paypal;
  await setUp({ payType: "paypal", email: "pay@demo.test", clientID, clientSecret, webhookID });
  const { merchantId: shopID, apiKey, signKey } = shopline;
  await setUp({ payType: "shop", provider: "shopline", shopID, apiKey, signKey });
  const { merchantId, hashKey, hashIv } = ecpay;
  await setUp({ payType: "shop", provider: "ecpay", shopID: merchantId, apiKey: hashKey, signKey: hashIv });
});
afterAll(async () => {
  await desk?.stop();
  await sandbox?.close();
});
afterEach(() => refundsAre("done"));

async function setUp(form: { payType: string; [field: string]: string }): Promise<void> {
  const { token } = desk;
  const { body } = await callApi(desk.app, "POST /api_users/Member/UpdatePaymentSetting", { token, body: form });
  expect(body).toMatchObject({ success: true });
}

const refundsAre = (refunds: RefundMood) =>
  fetch(`${sandbox.url}/sandbox/payments/api/switches`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ refunds, silent: true }),
  });

const control = async () =>
  (await (await fetch(`${sandbox.url}/sandbox/payments/api/checkouts`)).json()) as {
    checkouts: Checkout[];
    refunds: Refund[];
  };

/** What the platform has returned of a payment, the latest first. */
const returnedOf = async (paymentId: string) =>
  (await control()).refunds.filter((one) => one.paymentId === paymentId).map(({ amount }) => Number(amount));

/** An order of NT$1,200 that its customer paid at a platform; twice if need be: the second payment is kept. */
async function paidAt(provider: Provider, times = 1) {
  await desk.owner.query("update payment_platform set status = case when provider = $1 then 1 else 0 end", [provider]);
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
  await call("ReviewPayment");
  const { payments } = await desk.detail(orderID);
  expect(payments).toHaveLength(times);
  const [first] = payments;
  if (!first) throw new Error("Nothing was paid");
  return { orderID, payments, paymentID: first.recordID, reference: first.reference };
}

async function pageAt({ address, fields }: { address: string; fields: Record<string, string> | null }) {
  if (!fields) return address;
  const answer = await fetch(address, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  return new URL(answer.headers.get("location") ?? "", sandbox.url).href;
}

const ask = (form: object, by?: string) =>
  desk.post<PlatformRefundRow>("RefundByPlatform", { amount: 1200, reason: "搬家", ...form }, by);

async function stateOf(form: object): Promise<string> {
  const { body } = await ask(form);
  return body.success ? body.resultData.state : body.name;
}

async function listOf(orderID: string): Promise<{ list: PlatformRefundRow[]; refundable: Refundable[] }> {
  const { body } = await desk.get<{ list: PlatformRefundRow[]; refundable: Refundable[] }>(
    `PlatformRefunds?orderID=${orderID}`,
  );
  if (!body.success) throw new Error(body.name);
  return body.resultData;
}

/** Lets what is asked be due, and runs the worker's part. */
async function settle(by: Refunding = refunding): Promise<void> {
  await desk.owner.query(
    "update platform_refund set next_attempt_at = now() - interval '1 minute' where state = 'asked'",
  );
  await settleDueRefunds(by, new AbortController().signal);
}

/** The orders in the list of those with a refund under way. */
async function found(): Promise<string[]> {
  const { body } = await desk.post<{ list: { orderID: string }[] }>("OrderList", { refundWaits: true });
  if (!body.success) throw new Error(body.name);
  return body.resultData.list.map(({ orderID }) => orderID);
}

/** A worker that fails after the platform has done what it was asked. */
const refundingThat = (failure: () => Error): Refunding => ({
  ...refunding,
  gateways: refunding.gateways.map((gateway) => ({
    ...gateway,
    ...(gateway.refunds && {
      refunds: {
        ...gateway.refunds,
        refund: async (...asked) => {
          await gateway.refunds?.refund(...asked).catch(() => undefined);
          throw failure();
        },
      },
    }),
  })),
});

describe.each(["paypal", "shopline"] as const)("%s", (provider) => {
  // As the platform writes it.
  const unit = provider === "paypal" ? 1 : 100;

  test("returns a part and then the rest, and the order has its credit notes", async () => {
    const { orderID, paymentID, reference } = await paidAt(provider);
    expect((await listOf(orderID)).refundable).toEqual([{ paymentID, provider, most: 1200, currency: "TWD" }]);
    expect(await stateOf({ orderID, paymentID, amount: 500 })).toBe("done");
    expect(await desk.detail(orderID)).toMatchObject({ status: "paid", refunded: 500 });
    expect((await listOf(orderID)).refundable).toMatchObject([{ most: 700 }]);
    expect(await stateOf({ orderID, paymentID, amount: 701 })).toBe("ORDER_STATE_CONFLICT");
    expect(await stateOf({ orderID, paymentID, amount: 700 })).toBe("done");
    const order = await desk.detail(orderID);
    expect(order).toMatchObject({ status: "refunded", refunded: 1200 });
    expect(order.refunds).toMatchObject([
      { amount: 500, method: provider, reference: expect.stringMatching(/\w+/) },
      { amount: 700, method: provider },
    ]);
    expect(order.receipts.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["receipt", 1200],
      ["creditNote", 500],
      ["creditNote", 700],
    ]);
    expect(await returnedOf(reference)).toEqual([700 * unit, 500 * unit]);
    expect((await listOf(orderID)).refundable).toEqual([]);
  });

  test("returns money once, however often and by however many the same is asked", async () => {
    const { orderID, paymentID, reference } = await paidAt(provider);
    const form = { orderID, paymentID, recordID: v7(), amount: 300 };
    const answers = await Promise.all([ask(form), ask(form), ask(form)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await stateOf(form)).toBe("done");
    expect(await returnedOf(reference)).toEqual([300 * unit]);
    expect((await desk.detail(orderID)).refunded).toBe(300);
  });

  test("is asked again after a lost answer, and nothing else happens to the money meanwhile", async () => {
    const { orderID, paymentID, reference } = await paidAt(provider);
    await refundsAre("lost");
    expect(await stateOf({ orderID, paymentID })).toBe("asked");
    expect(await desk.detail(orderID)).toMatchObject({ status: "paid", refunded: 0 });
    expect((await listOf(orderID)).refundable).toEqual([]);
    const byHand = await desk.post("RefundOrder", { orderID, amount: 1200, reason: "搬家" });
    expect(outcome(byHand)).toBe("409 REFUND_IN_PROGRESS");
    expect(await stateOf({ orderID, paymentID })).toBe("REFUND_IN_PROGRESS");
    await refundsAre("refused");
    await settle();
    expect(await returnedOf(reference)).toEqual([1200 * unit]);
    expect(await desk.detail(orderID)).toMatchObject({ status: "refunded", refunded: 1200 });
    expect((await listOf(orderID)).list).toMatchObject([{ state: "done", problem: "" }]);
  });

  test("is asked again after a process died that had asked, though the next answer is a refusal", async () => {
    const { orderID, paymentID, reference } = await paidAt(provider);
    await refundsAre("lost");
    expect(await stateOf({ orderID, paymentID })).toBe("asked");
    // As it is before anybody has asked.
    await desk.owner.query("update platform_refund set attempts = 0 where state = 'asked'");
    await expect(settle(refundingThat(() => new Error("The process died")))).rejects.toThrow("The process died");
    await settle(refundingThat(() => new PaymentFailure("refused", { code: "invalid_client" })));
    expect((await listOf(orderID)).list).toMatchObject([{ state: "asked", problem: "invalid_client" }]);
    await settle();
    expect((await listOf(orderID)).list).toMatchObject([{ state: "done" }]);
    expect(await returnedOf(reference)).toEqual([1200 * unit]);
  });

  test("is asked how a refund is that takes longer", async () => {
    const { orderID, paymentID, reference } = await paidAt(provider);
    await refundsAre("later");
    expect(await stateOf({ orderID, paymentID, amount: 200 })).toBe("asked");
    await settle();
    expect((await desk.detail(orderID)).refunded).toBe(0);
    await refundsAre("done");
    await settle();
    await settle();
    expect((await desk.detail(orderID)).refunded).toBe(200);
    expect(await returnedOf(reference)).toEqual([200 * unit]);
  });

  test("is asked until it has ended, however often it did not say, and its order is found meanwhile", async () => {
    const { orderID, paymentID } = await paidAt(provider);
    await refundsAre("later");
    expect(await stateOf({ orderID, paymentID, amount: 200 })).toBe("asked");
    // As after weeks of being asked.
    await desk.owner.query("update platform_refund set attempts = 60 where state = 'asked'");
    await settle();
    const { rows } = await desk.owner.query(
      "select attempts, next_attempt_at < now() + interval '361 minutes' as soon from platform_refund where state = 'asked'",
    );
    expect(rows).toEqual([{ attempts: 61, soon: true }]);
    expect(await found()).toEqual([orderID]);
    expect(await desk.detail(orderID)).toMatchObject({ refundWaits: true });
    await refundsAre("done");
    await settle();
    expect(await found()).toEqual([]);
    expect(await desk.detail(orderID)).toMatchObject({ refundWaits: false, refunded: 200 });
  });

  test("waits while its platform is not set up, and says so", async () => {
    const { orderID, paymentID } = await paidAt(provider);
    await refundsAre("lost");
    expect(await stateOf({ orderID, paymentID, amount: 200 })).toBe("asked");
    await refundsAre("done");
    await desk.owner.query("update platform_refund set attempts = 4 where state = 'asked'");
    await settle({ ...refunding, gateways: [] });
    expect((await listOf(orderID)).list).toMatchObject([{ state: "asked", problem: "notSetUp" }]);
    const { rows } = await desk.owner.query(
      "select from platform_refund where state = 'asked' and next_attempt_at > now() + interval '15 minutes'",
    );
    expect(rows).toHaveLength(1);
    await settle();
    expect((await listOf(orderID)).list).toMatchObject([{ state: "done", problem: "" }]);
  });

  test("refuses, and staff return the money in another way", async () => {
    const { orderID, paymentID, reference } = await paidAt(provider);
    await refundsAre("refused");
    expect(await stateOf({ orderID, paymentID })).toBe("refused");
    expect((await listOf(orderID)).list[0]?.problem).not.toBe("");
    expect((await desk.detail(orderID)).history.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["refundAsked", "refundRefused"]),
    );
    expect(await returnedOf(reference)).toEqual([]);
    const byHand = await desk.post("RefundOrder", { orderID, amount: 1200, reason: "搬家", method: "cash" });
    expect(outcome(byHand)).toBe("200");
    expect((await listOf(orderID)).refundable).toEqual([]);
  });

  test("returns money that does not count towards its order", async () => {
    const { orderID, payments } = await paidAt(provider, 2);
    const kept = payments.find(({ keptReason }) => keptReason !== null);
    expect(await stateOf({ orderID, paymentID: kept?.recordID })).toBe("done");
    const order = await desk.detail(orderID);
    expect(order).toMatchObject({ status: "paid", refunded: 0, hasKept: false });
    expect(await returnedOf(kept?.reference ?? "")).toEqual([1200 * unit]);
  });
});

test("ECPay returns nothing by itself, and nobody else's payment is returned", async () => {
  const { orderID, paymentID } = await paidAt("ecpay");
  expect((await listOf(orderID)).refundable).toEqual([]);
  expect(outcome(await ask({ orderID, paymentID }))).toBe("404 NOT_FOUND");
  const other = await paidAt("paypal");
  expect(outcome(await ask({ orderID, paymentID: other.paymentID }))).toBe("404 NOT_FOUND");
  const { token } = await desk.signIn({ role: "sales" });
  expect((await ask({ orderID: other.orderID, paymentID: other.paymentID }, token)).status).toBeGreaterThanOrEqual(403);
});

test("a refund of another order does not give its id away", async () => {
  const [one, two] = [await paidAt("paypal"), await paidAt("paypal")];
  const recordID = v7();
  const { orderID, paymentID } = one;
  expect(await stateOf({ orderID, paymentID, recordID, amount: 10 })).toBe("done");
  const again = await ask({ orderID: two.orderID, paymentID: two.paymentID, recordID, amount: 10 });
  expect(outcome(again)).toBe("422 FIELD_INVALID");
});

test("a refund that was recorded by hand does not share its id with one that a platform is asked for", async () => {
  const { orderID, paymentID, reference } = await paidAt("paypal");
  const recordID = v7();
  const byHand = { orderID, recordID, amount: 200, reason: "搬家", method: "cash" };
  expect(outcome(await desk.post("RefundOrder", byHand))).toBe("200");
  expect(outcome(await ask({ orderID, paymentID, recordID, amount: 300 }))).toBe("422 FIELD_INVALID");
  expect(await returnedOf(reference)).toEqual([]);
});

test("a refund that fails unexpectedly holds up no other", async () => {
  const [first, second] = [await paidAt("paypal"), await paidAt("shopline")];
  await refundsAre("lost");
  for (const { orderID, paymentID } of [first, second]) expect(await stateOf({ orderID, paymentID })).toBe("asked");
  await refundsAre("done");
  const failing = (gateway: PaymentGateway) => ({
    ...gateway,
    refunds: gateway.refunds && { ...gateway.refunds, refund: () => Promise.reject(new Error("A bug")) },
  });
  const gateways = refunding.gateways.map((one) => (one.provider === "paypal" ? failing(one) : one));
  await expect(settle({ ...refunding, gateways })).rejects.toThrow("A bug");
  expect((await listOf(second.orderID)).list).toMatchObject([{ state: "done" }]);
  expect((await listOf(first.orderID)).list).toMatchObject([{ state: "asked" }]);
  await settle();
  expect((await listOf(first.orderID)).list).toMatchObject([{ state: "done" }]);
});
