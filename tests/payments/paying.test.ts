import { setTimeout as wait } from "node:timers/promises";
import type { PayPage } from "@homeroom/contract/payments";
import type { RunningSandbox } from "@homeroom/sandbox/main";
import { readyAccounts } from "@homeroom/sandbox/payments/accounts";
import type { Checkout } from "@homeroom/sandbox/payments/payment-desk";
import { startQuietSandbox } from "@homeroom/sandbox/testing/quiet-sandbox";
import { ecpayGateway } from "@homeroom/server/integrations/ecpay/gateway";
import { paypalGateway } from "@homeroom/server/integrations/paypal/gateway";
import { shoplineGateway } from "@homeroom/server/integrations/shopline-payments/gateway";
import { type OrderDesk, openOrderDesk, outcome } from "@homeroom/server/modules/orders/for-tests";
import { paymentPlatformsModule } from "@homeroom/server/modules/payment-platforms/public";
import type { Payments } from "@homeroom/server/modules/payments/actions/payments";
import { reviewDue } from "@homeroom/server/modules/payments/actions/review-payments";
import { paymentsModule } from "@homeroom/server/modules/payments/public";
import { callApi } from "@homeroom/server/modules/sign-in/for-tests";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { freePort } from "../harness/free-port.ts";

type Provider = "paypal" | "shopline" | "ecpay";

let sandbox: RunningSandbox;
let desk: OrderDesk;
let payments: Payments;

beforeAll(async () => {
  const port = await freePort();
  const shopUrl = `http://127.0.0.1:${port}`;
  sandbox = await startQuietSandbox({ shopUrl });
  const gateways = [paypalGateway, shoplineGateway, ecpayGateway].map((open) => open(sandbox.url));
  desk = await openOrderDesk((plain) => {
    const platform = { ...plain, settings: { ...plain.settings, PUBLIC_URL: shopUrl } };
    payments = { platform, gateways };
    return [paymentPlatformsModule(platform, gateways), paymentsModule(platform, gateways)];
  });
  await desk.app.listen({ port, host: "127.0.0.1" });
  await setUpPlatforms();
});
afterAll(async () => {
  await desk?.stop();
  await sandbox?.close();
});
afterEach(() => switches({}));

async function setUpPlatforms(): Promise<void> {
  const { paypal, shopline, ecpay } = readyAccounts;
  const { clientId: clientID, clientSecret, webhookId: webhookID } = paypal;
  await offer({ payType: "paypal", email: "pay@demo.test", clientID, clientSecret, webhookID });
  const { merchantId, apiKey, signKey } = shopline;
  await offer({ payType: "shop", provider: "shopline", shopID: merchantId, apiKey, signKey });
  await offer({ payType: "bankTransfer", bankName: "玉山銀行", accountName: "晨光", accountNumber: "0118-940" });
  await offer({ payType: "fps", fpsID: "6000509", payeeName: "MORNING LIGHT" });
  await save({
    payType: "shop",
    provider: "ecpay",
    shopID: ecpay.merchantId,
    apiKey: ecpay.hashKey,
    signKey: ecpay.hashIv,
  });
}

async function save(form: object): Promise<string> {
  const { body } = await callApi<{ recordID: string }>(desk.app, "POST /api_users/Member/UpdatePaymentSetting", {
    token: desk.token,
    body: form,
  });
  if (!body.success) throw new Error(body.name);
  return body.resultData.recordID;
}

async function offer(form: { payType: string; [field: string]: string }): Promise<void> {
  await switchOn(form.payType, await save(form));
}

function switchOn(payType: string, recordID: string) {
  const query = `payType=${payType}&recordID=${recordID}&status=1`;
  return callApi(desk.app, `GET /api_users/Member/UpdatePaymentStatus?${query}`, { token: desk.token });
}

const order = (currency: "TWD" | "HKD" = "TWD") => desk.order({ currency, payMethod: "card" });

async function linkOf(orderID: string): Promise<{ orderID: string; key: string }> {
  const { body } = await desk.get<{ url: string }>(`PayLink?orderID=${orderID}`);
  return { orderID, key: new URL(body.resultData?.url ?? "").searchParams.get("key") ?? "" };
}

async function pageOf(orderID: string): Promise<PayPage> {
  const query = new URLSearchParams(await linkOf(orderID)).toString();
  const { body } = await callApi<PayPage>(desk.app, `GET /api_basic/Payment/PayPage?${query}`);
  if (!body.success) throw new Error(body.name);
  return body.resultData;
}

async function start(orderID: string, provider: Provider) {
  return callApi<{ address: string; fields: Record<string, string> | null }>(
    desk.app,
    "POST /api_basic/Payment/StartPayment",
    { body: { ...(await linkOf(orderID)), provider } },
  );
}

/** Starts a payment as a browser does; returns the address of the platform's page. */
async function begin(orderID: string, provider: Provider): Promise<string> {
  const { body } = await start(orderID, provider);
  if (!body.success) throw new Error(body.name);
  const { address, fields } = body.resultData;
  if (!fields) return address;
  const answer = await fetch(address, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  return new URL(answer.headers.get("location") ?? "", sandbox.url).href;
}

/** Chooses on the platform's page; returns where the browser is sent. */
async function choose(page: string, choice: string): Promise<string> {
  const answer = await fetch(page, { method: "POST", body: new URLSearchParams({ choice }), redirect: "manual" });
  return answer.headers.get("location") ?? "";
}

const switches = (wanted: { failWith?: number; silent?: boolean }) =>
  fetch(`${sandbox.url}/sandbox/payments/api/switches`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(wanted),
  });

async function notify(page: string, kind: string): Promise<number> {
  const id = page.split("/").at(-1) ?? "";
  const answer = await fetch(`${sandbox.url}/sandbox/payments/api/${id}/notice`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ kind }),
  });
  return ((await answer.json()) as { answered: number }).answered;
}

async function checkouts(): Promise<Checkout[]> {
  const answer = await fetch(`${sandbox.url}/sandbox/payments/api/checkouts`);
  return ((await answer.json()) as { checkouts: Checkout[] }).checkouts;
}

async function until(orderID: string, isSo: (detail: Awaited<ReturnType<OrderDesk["detail"]>>) => boolean) {
  for (;;) {
    const detail = await desk.detail(orderID);
    if (isSo(detail)) return detail;
    await wait(20);
  }
}

async function useShop(provider: "shopline" | "ecpay"): Promise<void> {
  const { body } = await callApi<{ list: { provider: string; recordID: string }[] }>(
    desk.app,
    "GET /api_users/Member/PaymentPlatforms",
    { token: desk.token },
  );
  const found = body.resultData?.list.find((one) => one.provider === provider);
  await switchOn("shop", found?.recordID ?? "");
}

test.each(["paypal", "shopline", "ecpay"] as const)("%s: a notice makes the order paid, once", async (provider) => {
  if (provider !== "paypal") await useShop(provider);
  const orderID = await order();
  const page = await begin(orderID, provider);
  const back = await choose(page, "pay");
  expect(back).toContain(`/pay?orderID=${orderID}`);
  const paid = await until(orderID, ({ status }) => status === "paid");
  expect(paid).toMatchObject({ paid: 1200, payments: [{ provider, amount: 1200, currency: "TWD", keptReason: null }] });
  expect(await notify(page, "true")).toBe(200);
  expect((await desk.detail(orderID)).payments).toHaveLength(1);
  expect(await pageOf(orderID)).toMatchObject({ state: "paid", open: 0, ways: [] });
  expect(outcome(await start(orderID, provider))).toBe("409 ORDER_STATE_CONFLICT");
});

test.each(["paypal", "shopline", "ecpay"] as const)(
  "%s: forged notices are refused, and of a wrong amount only that counts",
  async (provider) => {
    if (provider !== "paypal") await useShop(provider);
    await switches({ silent: true });
    const orderID = await order();
    const page = await begin(orderID, provider);
    await choose(page, "pay");
    expect(await notify(page, "forged")).toBe(401);
    expect((await desk.detail(orderID)).payments).toEqual([]);
    // PayPal's first notice says that the customer agreed: the money is captured then, and reported by the second.
    if (provider === "paypal") {
      expect(await notify(page, "true")).toBe(200);
      expect((await desk.detail(orderID)).status).toBe("paid");
      expect(await notify(page, "wrongAmount")).toBe(200);
      expect((await desk.detail(orderID)).history.map(({ kind }) => kind)).toContain("contradicted");
      return;
    }
    expect(await notify(page, "wrongAmount")).toBe(200);
    const [payment] = (await desk.detail(orderID)).payments;
    expect(payment?.amount).not.toBe(1200);
  },
);

test.each(["paypal", "shopline", "ecpay"] as const)(
  "%s: where the notice is missing, the return page asks the platform",
  async (provider) => {
    if (provider !== "paypal") await useShop(provider);
    await switches({ silent: true });
    const orderID = await order();
    const page = await begin(orderID, provider);
    const review = async () =>
      callApi<PayPage>(desk.app, "POST /api_basic/Payment/ReviewPayment", { body: await linkOf(orderID) });
    expect((await review()).body.resultData?.state).toBe("open");
    await choose(page, "pay");
    await switches({ silent: true, failWith: 500 });
    expect((await review()).body.resultData?.state).toBe("open");
    await switches({ silent: true });
    expect((await review()).body.resultData?.state).toBe("paid");
    await review();
    expect((await desk.detail(orderID)).payments).toHaveLength(1);
  },
);

test("if nobody comes back either, a worker asks, for each payment once at a time", async () => {
  await switches({ silent: true });
  const orderID = await order();
  await choose(await begin(orderID, "paypal"), "pay");
  await reviewDue(payments);
  expect((await desk.detail(orderID)).status).toBe("pending");
  await desk.owner.query("update payment_attempt set checked_at = now() - interval '1 hour'");
  await Promise.all([reviewDue(payments), reviewDue(payments)]);
  expect((await desk.detail(orderID)).payments).toHaveLength(1);
});

test.each(["the return page", "a worker"])(
  "a second card that paid after the first was declined: %s asks",
  async (who) => {
    await useShop("shopline");
    await switches({ silent: true });
    const orderID = await order();
    const page = await begin(orderID, "shopline");
    // The platform sent a notice of the first card; that of the second one was lost.
    expect(await notify(page, "true")).toBe(200);
    expect((await desk.detail(orderID)).history.map(({ kind }) => kind)).toContain("paymentFailed");
    await choose(page, "pay");
    if (who === "a worker") {
      await desk.owner.query("update payment_attempt set checked_at = now() - interval '1 hour'");
      await reviewDue(payments);
    } else await callApi(desk.app, "POST /api_basic/Payment/ReviewPayment", { body: await linkOf(orderID) });
    expect(await desk.detail(orderID)).toMatchObject({ status: "paid", payments: [{ amount: 1200 }] });
  },
);

test("what failed a day ago, or was charged to a linked card, is not asked about again", async () => {
  await useShop("shopline");
  await switches({ silent: true });
  const orderID = await order();
  const page = await begin(orderID, "shopline");
  expect(await notify(page, "true")).toBe(200);
  await choose(page, "pay");
  const review = async () => {
    await desk.owner.query("update payment_attempt set checked_at = now() - interval '1 day'");
    await reviewDue(payments);
    await callApi(desk.app, "POST /api_basic/Payment/ReviewPayment", { body: await linkOf(orderID) });
    return (await desk.detail(orderID)).status;
  };
  const change = (what: string) =>
    desk.owner.query(
      `update payment_attempt set ${what} from sale_order
       where sale_order.order_id = payment_attempt.order_id and order_number = $1`,
      [orderID],
    );
  await change("created_at = now() - interval '25 hours'");
  expect(await review()).toBe("pending");
  await change("created_at = now() - interval '1 hour', by_card = true");
  expect(await review()).toBe("pending");
  await change("by_card = false");
  expect(await review()).toBe("paid");
});

test("a late notice of an expired order is kept for staff", async () => {
  await useShop("ecpay");
  await switches({ silent: true });
  const orderID = await order();
  const page = await begin(orderID, "ecpay");
  await choose(page, "pay");
  await desk.expire(orderID);
  expect(await pageOf(orderID)).toMatchObject({ state: "closed", ways: [] });
  expect(outcome(await start(orderID, "ecpay"))).toBe("409 ORDER_EXPIRED");
  expect(await notify(page, "true")).toBe(200);
  expect((await desk.detail(orderID)).payments).toMatchObject([{ amount: 1200, keptReason: "closed" }]);
});

test.each([
  ["atm", { kind: "account", bankCode: "812", number: "9103522175887271" }],
  ["cvs", { kind: "code", number: "LLL26112350411" }],
] as const)("ECPay's %s number is shown until it is paid", async (choice, numbers) => {
  await useShop("ecpay");
  const orderID = await order();
  const page = await begin(orderID, "ecpay");
  await choose(page, choice);
  // The order says first that a payment is pending; its number is stored after that.
  await expect.poll(async () => (await pageOf(orderID)).numbers).toMatchObject(numbers);
  // The order is open as long as the number is: three days in the sandbox, to the end of that day in Taiwan.
  const { expireTime } = await pageOf(orderID);
  expect(Date.parse(expireTime ?? "") - Date.now()).toBeGreaterThan(2 * 86_400_000);
  await choose(page, "pay");
  await until(orderID, ({ status }) => status === "paid");
  expect((await pageOf(orderID)).numbers).toBeNull();
});

test("a refusal leaves the order open, and a second try pays it", async () => {
  await useShop("shopline");
  const orderID = await order();
  await choose(await begin(orderID, "shopline"), "refuse");
  await until(orderID, ({ history }) => history.some(({ kind }) => kind === "paymentFailed"));
  expect((await pageOf(orderID)).state).toBe("open");
  await choose(await begin(orderID, "shopline"), "pay");
  await until(orderID, ({ status }) => status === "paid");
  const references = (await checkouts()).map(({ reference }) => reference);
  expect(new Set(references).size).toBe(references.length);
});

test("a customer is offered the methods that accept the currency, and FPS with amount and order", async () => {
  await useShop("ecpay");
  const ways = async (orderID: string) => (await pageOf(orderID)).ways.map(({ provider }) => provider);
  expect(await ways(await order("TWD"))).toEqual(["paypal", "ecpay", "bankTransfer"]);
  const inHongKong = await order("HKD");
  expect(await ways(inHongKong)).toEqual(["paypal", "bankTransfer", "fps"]);
  const fps = (await pageOf(inHongKong)).ways.at(-1)?.fps;
  expect(fps?.code).toContain(`540412005802HK5913MORNING LIGHT6002HK62200516${inHongKong}6304`);
  expect(outcome(await start(inHongKong, "ecpay"))).toBe("503 FEATURE_NOT_SET_UP");
});

test("a key opens only its own order, and staff without access to the order do not get it", async () => {
  const [orderID, other] = [await order(), await order()];
  const { key } = await linkOf(orderID);
  const ask = (asked: string, given: string) =>
    callApi(
      desk.app,
      `GET /api_basic/Payment/PayPage?${new URLSearchParams({ orderID: asked, key: given }).toString()}`,
    );
  expect((await ask(orderID, key)).status).toBe(200);
  expect((await ask(other, key)).status).toBe(404);
  expect((await ask(orderID, `${key.slice(0, -2)}AA`)).status).toBe(404);
  expect((await ask(orderID, "short")).status).toBe(422);
  const link = await desk.get<{ url: string }>(`PayLink?orderID=${orderID}`);
  expect(new URL(link.body.resultData?.url ?? "").searchParams.get("openExternalBrowser")).toBe("1");
  const sales = await desk.signIn({ role: "sales", branchIds: [desk.organization.branchIds[1]] });
  expect((await desk.get(`PayLink?orderID=${orderID}`, sales.token)).status).toBe(404);
});

test("when a platform is unreachable the customer is told so, and nothing is booked", async () => {
  const orderID = await order();
  await switches({ failWith: 500 });
  expect(outcome(await start(orderID, "paypal"))).toBe("502 PAYMENT_PLATFORM_FAILED");
  await switches({});
  const page = await begin(orderID, "paypal");
  await switches({ silent: true });
  await choose(page, "pay");
  await switches({ silent: true, failWith: 500 });
  expect(await notify(page, "true")).toBe(503);
  expect((await desk.detail(orderID)).status).toBe("pending");
});

test("a customer is not told about keys that the platform refuses", async () => {
  const { paypal } = readyAccounts;
  const seal = (clientSecret: string) =>
    desk.owner.query("update payment_platform set secrets = $1 where provider = 'paypal'", [
      payments.platform.secrets.seal({ clientSecret }),
    ]);
  const orderID = await order();
  await seal("changed at PayPal");
  expect(outcome(await start(orderID, "paypal"))).toBe("409 PAYMENT_REFUSED");
  await seal(paypal.clientSecret);
  expect((await start(orderID, "paypal")).status).toBe(200);
});

test("an order whose money was returned says so to its customer", async () => {
  const orderID = await order();
  await desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed", payMethod: "fps" });
  expect((await desk.detail(orderID)).paidMethod).toBe("fps");
  await desk.post("RefundOrder", { orderID, amount: 1200, reason: "moved away", method: "fps", reference: "FRN123" });
  expect(await pageOf(orderID)).toMatchObject({ state: "refunded", ways: [], hasReceipt: false });
  expect((await desk.detail(orderID)).refunds).toMatchObject([{ method: "fps", reference: "FRN123" }]);
});

test("a notice about a payment that is not ours is refused without an explanation", async () => {
  for (const [name, body] of [
    ["ShopNotify", "MerchantTradeNo=ABC&RtnCode=1"],
    ["ShopNotify", JSON.stringify({ data: { referenceOrderId: "ABC" } })],
    ["PaypalNotify", JSON.stringify({ resource: { custom_id: "ABC" } })],
    ["PaypalNotify", "["],
    ["ShopNotify", ""],
    ["ShopNotify", "MerchantTradeNo=%00&RtnCode=1"],
    ["PaypalNotify", JSON.stringify({ resource: { custom_id: "\0" } })],
    ["ShopNotify/ecpay", "MerchantTradeNo=ABC&RtnCode=1"],
    ["ShopNotify/shopline", JSON.stringify({ data: { referenceOrderId: "ABC" } })],
  ] as const) {
    const answer = await desk.app.inject({ method: "POST", url: `/api_webhook/Payment/${name}`, payload: body });
    expect([answer.statusCode, answer.body]).toEqual([401, ""]);
  }
});
