import readXlsxFile from "read-excel-file/node";
import sharp from "sharp";
import { v7 } from "uuid";
import { describe, expect, it } from "vitest";
import { buildLead } from "#modules/leads/for-tests";
import { postForm } from "#modules/sign-in/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { bookPayment } from "./actions/book-payment.ts";
import { closeExpired } from "./actions/end-unpaid-orders.ts";
import { openOrderDesk, outcome } from "./for-tests.ts";

const desk = prepareDesk(openOrderDesk);

const confirm = (orderID: string, confirmStatus = "confirmed") =>
  desk.post("ConfirmOrder", { orderID, confirmStatus, note: "" });
const refund = (orderID: string, amount: number, more: object = {}) =>
  desk.post<{ recordID: string }>("RefundOrder", { orderID, amount, reason: "退班", ...more });

async function paidOrder(): Promise<string> {
  const orderID = await desk.order();
  await confirm(orderID);
  return orderID;
}

describe("a refund", () => {
  it("in parts, then of the rest, marks the order as refunded, never more than was paid", async () => {
    const orderID = await paidOrder();
    expect(outcome(await refund(orderID, 200.5))).toBe("200");
    expect(await desk.detail(orderID)).toMatchObject({ status: "paid", paid: 1200, refunded: 200.5 });
    expect(outcome(await refund(orderID, 1000))).toBe("409 ORDER_STATE_CONFLICT");
    expect(outcome(await refund(orderID, 999.5))).toBe("200");
    expect(await desk.detail(orderID)).toMatchObject({ status: "refunded", refunded: 1200, refunds: [{}, {}] });
    expect(outcome(await refund(orderID, 1))).toBe("409 ORDER_STATE_CONFLICT");
  });

  it("is made once even if repeated, and two at once never exceed the paid amount", async () => {
    const orderID = await paidOrder();
    const recordID = v7();
    const same = await Promise.all([1, 2, 3].map(() => refund(orderID, 700, { recordID })));
    expect(same.map(outcome)).toEqual(["200", "200", "200"]);
    const others = await Promise.all([1, 2].map(() => refund(orderID, 300)));
    expect(others.map(outcome).sort()).toEqual(["200", "409 ORDER_STATE_CONFLICT"]);
    expect(await desk.detail(orderID)).toMatchObject({ refunded: 1000 });
    // Its answer was lost, and the amount was changed before it was sent again.
    expect(outcome(await refund(orderID, 100, { recordID }))).toBe("409 STALE_DATA");
    expect(outcome(await refund(await paidOrder(), 1, { recordID }))).toBe("422 FIELD_INVALID");
  });

  it("names how the money was returned: by the original method unless another is given", async () => {
    const orderID = await paidOrder();
    await refund(orderID, 100);
    await refund(orderID, 50, { method: "cash", reference: "收條 12" });
    expect(await desk.detail(orderID)).toMatchObject({
      refunds: [
        { amount: 100, method: "bankTransfer", reference: "" },
        { amount: 50, method: "cash", reference: "收條 12" },
      ],
    });
    const { history, receipts } = await desk.detail(orderID);
    expect(history.flatMap(({ kind, method }) => (kind === "refunded" ? [method] : []))).toEqual([
      "bankTransfer",
      "cash",
    ]);
    const { rows } = await desk.owner.query<{ content: { refundedBy: object } }>(
      "select content from receipt where receipt_id = $1",
      [receipts.at(-1)?.recordID],
    );
    expect(rows[0]?.content.refundedBy).toEqual({ method: "cash", reference: "收條 12" });
    const file = await desk.app.inject({
      ...{ method: "POST", url: "/api_users/Order/ExportOrder", headers: { accesstoken: desk.token } },
      payload: { format: "csv" },
    });
    expect(file.body).toContain("銀行轉帳、現金");
    expect(outcome(await refund(orderID, 1, { method: "gold" }))).toBe("422 FIELD_INVALID");
  });

  it("of kept money does not change the order", async () => {
    const orderID = await desk.order();
    await desk.expire(orderID);
    await closeExpired(desk.db, desk.organization.scope);
    await bookPayment(desk.db, desk.organization.scope, {
      provider: "paypal",
      reference: v7(),
      orderID,
      amountMinor: 4_000_00,
      currency: "TWD",
      state: "paid",
      receivedAt: new Date(),
    });
    const [payment] = (await desk.detail(orderID)).payments;
    expect(payment).toMatchObject({ keptReason: "currency", amount: 4000, currency: "TWD", refunded: 0 });
    const paymentID = payment?.recordID;
    expect(outcome(await refund(orderID, 1))).toBe("409 ORDER_STATE_CONFLICT");
    expect(outcome(await refund(orderID, 4001, { paymentID }))).toBe("409 ORDER_STATE_CONFLICT");
    expect(outcome(await refund(orderID, 0.5, { paymentID }))).toBe("422 FIELD_INVALID");
    expect(outcome(await refund(orderID, 4000, { paymentID }))).toBe("200");
    expect(await desk.detail(orderID)).toMatchObject({
      status: "closed",
      hasKept: false,
      payments: [{ refunded: 4000 }],
      refunds: [{ amount: 4000, currency: "TWD", paymentID }],
    });
    const counted = await paidOrder();
    const [own] = (await desk.detail(counted)).payments;
    expect(outcome(await refund(counted, 1, { paymentID: own?.recordID }))).toBe("404 NOT_FOUND");
  });

  it("needs its permission", async () => {
    const { token } = await desk.signIn({ role: "sales" });
    const answer = await desk.post("RefundOrder", { orderID: await paidOrder(), amount: 1, reason: "x" }, token);
    expect(outcome(answer)).toBe("403 PERMISSION_DENIED");
  });

  it("and the other sums of an order match its rows", async () => {
    const { rows } = await desk.owner.query(
      `select order_number from sale_order o
       where paid_minor <> (select coalesce(sum(amount_minor), 0) from payment p where p.order_id = o.order_id and kept_reason is null)
         or refunded_minor <> (select coalesce(sum(amount_minor), 0) from refund r where r.order_id = o.order_id and payment_id is null)`,
    );
    expect(rows).toEqual([]);
  });
});

describe("the picture of a transfer", () => {
  async function upload(orderID: string, by = desk.token, type = "image/png") {
    const create = { width: 2400, height: 900, channels: 3 as const, background: "teal" };
    const picture = type === "text/plain" ? Buffer.from("text") : await sharp({ create }).png().toBuffer();
    const form = new FormData();
    form.set("orderID", orderID);
    form.set("file", new Blob([new Uint8Array(picture)], { type }), "transfer.png");
    const answer = await postForm(desk.app, "/api_users/Order/UploadPaymentImage", { form, token: by });
    return { status: answer.statusCode, body: answer.json() };
  }

  it("puts the order in review, during which its time does not run out", async () => {
    const orderID = await desk.order();
    const { body } = await upload(orderID);
    expect(body.resultData.width).toBe(2048);
    expect(await desk.detail(orderID)).toMatchObject({
      awaitsCheck: true,
      paymentImage: { fileID: body.resultData.fileID },
    });
    await desk.expire(orderID);
    expect(await closeExpired(desk.db, desk.organization.scope)).toBe(0);
    await confirm(orderID, "rejected");
    expect(await desk.detail(orderID)).toMatchObject({ awaitsCheck: false, confirmStatus: "rejected" });
    await upload(orderID);
    expect(await desk.detail(orderID)).toMatchObject({ awaitsCheck: true, confirmStatus: "unconfirmed" });
    await confirm(orderID);
    expect(outcome(await upload(orderID))).toBe("409 ORDER_STATE_CONFLICT");
    const { rows } = await desk.owner.query("select count(*)::int as files from stored_file");
    // The earlier picture stays on the transfer desk.
    expect(rows[0].files).toBe(2);
  });

  it("must be a picture for a visible order", async () => {
    expect((await upload(await desk.order(), desk.token, "text/plain")).status).toBe(415);
    const { token } = await desk.signIn({ role: "sales" });
    const orderID = await desk.order();
    await desk.owner.query(
      "update lead set sales_id = (select account_id from account where is_owner limit 1) where lead_id = (select lead_id from sale_order where order_number = $1)",
      [orderID],
    );
    expect((await upload(orderID, token)).status).toBe(404);
  });
});

describe("the export", () => {
  it("contains the filtered rows in the reader's language", async () => {
    const orderID = await desk.order({ note: "星期六" });
    const body = { keywords: orderID, format: "csv" };
    const answer = await desk.app.inject({
      method: "POST",
      url: "/api_users/Order/ExportOrder",
      headers: { accesstoken: desk.token, "accept-language": "zh-TW" },
      payload: body,
    });
    const [heading = "", row = "", rest] = answer.body.replace("\uFEFF", "").trim().split(/\r?\n/);
    expect(heading).toContain("訂單編號");
    expect(row).toContain(orderID);
    expect(row).toContain("待付款");
    expect(rest).toBeUndefined();
    const { token } = await desk.signIn({ role: "sales" });
    expect(outcome(await desk.post("ExportOrder", body, token))).toBe("403 PERMISSION_DENIED");
  });

  it("has numeric amounts, and order numbers as text", async () => {
    const orderID = await desk.order();
    const answer = await desk.app.inject({
      method: "POST",
      url: "/api_users/Order/ExportOrder",
      headers: { accesstoken: desk.token, "accept-language": "en" },
      payload: { keywords: orderID, format: "xlsx" },
    });
    const [sheet] = await readXlsxFile(answer.rawPayload);
    const [headings = [], row = []] = sheet?.data ?? [];
    const shown = Object.fromEntries(headings.map((heading, at) => [String(heading), row[at]]));
    expect(shown).toMatchObject({ Order: orderID, Quantity: 1, Total: 1200, Paid: 0, Open: 1200 });
  });

  it("has the days of each order's own branch, like the filter of the list", async () => {
    const branchID = desk.organization.branchIds[1];
    await desk.owner.query("update branch set time_zone = 'America/New_York' where branch_id = $1", [branchID]);
    const orderID = await desk.order({ leadId: await buildLead(desk.db, desk.organization, { branch_id: branchID }) });
    // The first of December in Hong Kong.
    const moment = "2026-11-30T17:30:00Z";
    await desk.owner.query("update sale_order set created_at = $2 where order_number = $1", [orderID, moment]);
    const answer = await desk.app.inject({
      ...{ method: "POST", url: "/api_users/Order/ExportOrder", headers: { accesstoken: desk.token } },
      payload: { keywords: orderID, startTime: "2026-11-30", endTime: "2026-11-30", format: "csv" },
    });
    expect(answer.body).toContain("2026-11-30 12:30");
  });
});
