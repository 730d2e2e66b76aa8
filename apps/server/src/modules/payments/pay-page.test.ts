import type { PayPage } from "@homeroom/contract/payments";
import type { ProofRow } from "@homeroom/contract/transfer-proofs";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { openOrderDesk, outcome } from "#modules/orders/for-tests";
import { type PaymentGateway, paymentPlatformsModule } from "#modules/payment-platforms/public";
import { callApi, postForm } from "#modules/sign-in/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { paymentsModule } from "./public.ts";
import { claimDueAttempts } from "./queries/attempts.ts";

const notHere = () => Promise.reject(new Error("Nothing is paid here"));
const gateway: PaymentGateway = {
  ...{ provider: "paypal", currencies: ["HKD"], thanks: "", tradeNumberOf: () => null },
  ...{ readNotice: notHere, inspect: notHere, check: async () => undefined },
  start: async () => ({ address: "https://paypal.test/", fields: null, externalId: "" }),
};

const desk = prepareDesk(() =>
  openOrderDesk((platform) => [paymentPlatformsModule(platform, [gateway]), paymentsModule(platform, [gateway])]),
);
beforeAll(async () => {
  const form = { payType: "paypal", email: "pay@demo.test", clientID: "id", clientSecret: "secret", webhookID: "hook" };
  const saved = await callApi<{ recordID: string }>(desk.app, "POST /api_users/Member/UpdatePaymentSetting", {
    token: desk.token,
    body: form,
  });
  const recordID = saved.body.resultData?.recordID ?? "";
  const query = `payType=paypal&recordID=${recordID}&status=1`;
  await callApi(desk.app, `GET /api_users/Member/UpdatePaymentStatus?${query}`, { token: desk.token });
});

const inParts = () =>
  desk.order({ instalments: [{ dueDate: "2099-01-05" }, { dueDate: "2099-02-05" }, { dueDate: "2099-03-05" }] });

async function linkOf(orderID: string): Promise<{ orderID: string; key: string }> {
  const { body } = await desk.get<{ url: string }>(`PayLink?orderID=${orderID}`);
  return { orderID, key: new URL(body.resultData?.url ?? "").searchParams.get("key") ?? "" };
}

it("has the same address for the order's number and its id", async () => {
  const orderID = await desk.order();
  const { recordID } = await desk.detail(orderID);
  const { body: byNumber } = await desk.get<{ url: string }>(`PayLink?orderID=${orderID}`);
  const { body: byId } = await desk.get<{ url: string }>(`PayLink?recordID=${recordID}`);
  expect(byId.resultData).toEqual(byNumber.resultData);
});

it("reports whether its page offers a payment method in the order's currency", async () => {
  const hasWay = async (currency: "HKD" | "JPY") => {
    const { body } = await desk.get<{ hasWay: boolean }>(`PayLink?orderID=${await desk.order({ currency })}`);
    return body.resultData?.hasWay;
  };
  expect(await hasWay("HKD")).toBe(true);
  expect(await hasWay("JPY")).toBe(false);
});

async function pageOf(orderID: string): Promise<PayPage> {
  const query = new URLSearchParams(await linkOf(orderID)).toString();
  const { body } = await callApi<PayPage>(desk.app, `GET /api_basic/Payment/PayPage?${query}`);
  if (!body.success) throw new Error(body.name);
  return body.resultData;
}

const start = async (orderID: string) =>
  outcome(
    await callApi(desk.app, "POST /api_basic/Payment/StartPayment", {
      body: { ...(await linkOf(orderID)), provider: "paypal" },
    }),
  );

/** The customer shows a picture of a transfer. */
async function show(orderID: string): Promise<string> {
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  const { key } = await linkOf(orderID);
  const form = new FormData();
  form.set("orderID", orderID);
  form.set("key", key);
  form.set("file", new File([new Uint8Array(picture)], "transfer.png", { type: "image/png" }));
  const answer = await postForm(desk.app, "/api_basic/Payment/ShowTransfer", { form });
  return outcome({ status: answer.statusCode, body: answer.json() });
}

/** The pictures of an order that wait, the oldest first. */
async function waiting(orderID: string): Promise<ProofRow[]> {
  const { body } = await desk.post<{ list: ProofRow[] }>("TransferList", { pageSize: 100 });
  if (!body.success) throw new Error(body.name);
  return body.resultData.list.filter((proof) => proof.orderID === orderID);
}

async function confirm(proof: ProofRow | undefined, orderID: string, amount: number): Promise<void> {
  const form = { recordID: proof?.recordID, version: proof?.version, orderID, amount, acceptsDuplicate: true };
  expect(outcome(await desk.post("ConfirmTransfer", form))).toBe("200");
}

async function expectOpen(orderID: string, open: number): Promise<void> {
  expect(await pageOf(orderID)).toMatchObject({ state: "open", open, ways: [{ provider: "paypal" }] });
  expect(await start(orderID)).toBe("200");
}

describe("an order with a transfer proof", () => {
  it("is open for its next part once staff booked the picture or the first part", async () => {
    const [byPicture, byPart] = [await inParts(), await inParts()];
    for (const orderID of [byPicture, byPart]) {
      expect(await show(orderID)).toBe("200");
      expect(await pageOf(orderID)).toMatchObject({ state: "checking", ways: [] });
      expect(await start(orderID)).toBe("409 ORDER_STATE_CONFLICT");
    }
    await confirm((await waiting(byPicture))[0], byPicture, 400);
    await expectOpen(byPicture, 400);
    await desk.post("ConfirmOrder", { orderID: byPart, confirmStatus: "confirmed", instalment: 1 });
    await expectOpen(byPart, 400);
  });

  it("stays in review while another picture waits", async () => {
    const orderID = await inParts();
    await show(orderID);
    await show(orderID);
    const [first, second] = await waiting(orderID);
    await confirm(second, orderID, 400);
    expect(await pageOf(orderID)).toMatchObject({ state: "checking", ways: [] });
    expect(await start(orderID)).toBe("409 ORDER_STATE_CONFLICT");
    const rejection = { recordID: first?.recordID, version: first?.version, note: "重複" };
    expect(outcome(await desk.post("RejectTransfer", rejection))).toBe("200");
    await expectOpen(orderID, 400);
  });

  it("is open again once its picture was booked on another order, and its time continues", async () => {
    const [shownFor, booked] = [await desk.order(), await desk.order()];
    await show(shownFor);
    await confirm((await waiting(shownFor))[0], booked, 1200);
    expect(await desk.detail(booked)).toMatchObject({ status: "paid" });
    await expectOpen(shownFor, 1200);
    await desk.expire(shownFor);
    expect(await pageOf(shownFor)).toMatchObject({ state: "closed" });
  });

  it("stays in review if one picture was booked on another order and one still waits", async () => {
    const [shownFor, booked] = [await desk.order(), await desk.order()];
    await show(shownFor);
    await show(shownFor);
    const [first, second] = await waiting(shownFor);
    await confirm(first, booked, 1200);
    expect(await pageOf(shownFor)).toMatchObject({ state: "checking" });
    await confirm(second, booked, 1200);
    await expectOpen(shownFor, 1200);
  });

  it("accepts ten pictures from its customer, and more once staff checked them", async () => {
    const orderID = await desk.order();
    for (let shown = 0; shown < 10; shown += 1) expect(await show(orderID)).toBe("200");
    expect(await show(orderID)).toBe("429 TOO_MANY_REQUESTS");
    const pictures = await waiting(orderID);
    expect(pictures).toHaveLength(10);
    const { rows: told } = await desk.owner.query(
      "select from outbox where event = 'order.customerActed' and payload @> jsonb_build_object('orderID', $1::text, 'what', 'toCheck')",
      [orderID],
    );
    expect(told).toHaveLength(10);
    const [first] = pictures;
    await desk.post("RejectTransfer", { recordID: first?.recordID, version: first?.version, note: "看不清楚" });
    expect(await show(orderID)).toBe("200");
  });
});

/** Payments of an order that its customer began at a moment. */
async function began(orderID: string, count: number, at: string): Promise<void> {
  await desk.owner.query(
    `insert into payment_attempt (organization_id, attempt_id, order_id, provider, trade_number, amount_minor, currency, created_at)
     select organization_id, gen_random_uuid(), order_id, 'paypal', gen_random_uuid()::text, total_minor, currency, $3::timestamptz
     from sale_order, generate_series(1, $2::int) where order_number = $1`,
    [orderID, count, at],
  );
}

it.each([
  ["paid on its seventh day", 8, 50, 1],
  ["asked about just before", 8, 40, 0],
  ["over for days", 11, 90, 0],
])("a number that was %s is asked about once more or not at all", async (_name, days, hours, asked) => {
  const orderID = await desk.order();
  await began(orderID, 1, new Date(Date.now() - days * 86_400_000).toISOString());
  const checkedAt = new Date(Date.now() - hours * 3_600_000);
  await desk.owner.query(
    `update payment_attempt set checked_at = case when order_number = $1 then $2::timestamptz else now() end
     from sale_order where sale_order.order_id = payment_attempt.order_id`,
    [orderID, checkedAt],
  );
  const { scope } = desk.organization;
  expect(await inTransaction(desk.db, scope, (tx) => claimDueAttempts(tx, scope))).toHaveLength(asked);
});

describe("an order that is to be paid", () => {
  it("can be started again the next day, regardless of earlier attempts", async () => {
    const [lastMonth, today] = [await desk.order(), await desk.order()];
    await began(lastMonth, 30, new Date(Date.now() - 30 * 86_400_000).toISOString());
    expect(await start(lastMonth)).toBe("200");
    await began(today, 30, new Date().toISOString());
    expect(await start(today)).toBe("429 TOO_MANY_REQUESTS");
  });

  it("shows a payment code while its amount is open and the code is valid", async () => {
    const orderID = await desk.order();
    expect(await start(orderID)).toBe("200");
    const number = { kind: "code", bankCode: "", number: "LLL26112350411", expires: "2099/01/01 00:00:00" };
    const give = (payableUntil: string) =>
      desk.owner.query(
        `update payment_attempt set state = 'numbered', numbers = $2
         where order_id = (select order_id from sale_order where order_number = $1)`,
        [orderID, JSON.stringify({ ...number, payableUntil })],
      );
    await give("2020-01-01T00:00:00.000Z");
    expect((await pageOf(orderID)).numbers).toBeNull();
    await give("2099-01-01T00:00:00.000Z");
    expect((await pageOf(orderID)).numbers).toEqual(number);
    const { version } = await desk.detail(orderID);
    const discount = { kind: "percent", value: 10, reason: "兄弟姊妹優惠" };
    expect(outcome(await desk.post("EditOrderDiscount", { orderID, discount, version }))).toBe("200");
    expect(await pageOf(orderID)).toMatchObject({ state: "open", open: 1080, numbers: null });
  });
});
