import type { RecordId } from "@homeroom/contract/ids";
import type { ProofMatch, ProofRow } from "@homeroom/contract/transfer-proofs";
import sharp from "sharp";
import { v7 } from "uuid";
import { describe, expect, it } from "vitest";
import { postForm } from "#modules/sign-in/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { openOrderDesk, outcome } from "./for-tests.ts";

const desk = prepareDesk(openOrderDesk);

interface NamedOrder {
  orderID: string;
  recordID: RecordId;
}

async function order(): Promise<NamedOrder> {
  const orderID = await desk.order();
  const { recordID } = await desk.detail(orderID);
  return { orderID, recordID };
}

async function paidOrder(): Promise<NamedOrder> {
  const made = await order();
  await desk.post("ConfirmOrder", { recordID: made.recordID, confirmStatus: "confirmed" });
  return made;
}

async function upload(fields: Record<string, string>): Promise<number> {
  const picture = await sharp({ create: { width: 90, height: 90, channels: 3, background: "#fff" } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new File([new Uint8Array(picture)], "transfer.jpg", { type: "image/jpeg" }));
  const answer = await postForm(desk.app, "/api_users/Order/UploadPaymentImage", { form, token: desk.token });
  return answer.statusCode;
}

/** How a caller may write which order is meant. */
const ways: [string, (named: NamedOrder) => object][] = [
  ["recordID", ({ recordID }) => ({ recordID })],
  ["its id as orderID", ({ recordID }) => ({ orderID: recordID })],
  ["its number", ({ orderID }) => ({ orderID })],
];

describe.each(ways)("an order identified by %s", (_way, nameOf) => {
  const query = (named: NamedOrder) => new URLSearchParams(Object.entries(nameOf(named))).toString();

  it("is shown, changed and cancelled", async () => {
    const made = await order();
    const info = await desk.get<NamedOrder & { version: number }>(`OrderInfo?${query(made)}`);
    expect(info.body.resultData).toMatchObject(made);
    const { version } = await desk.detail(made.orderID);
    const noted = await desk.post("EditOrderNote", { ...nameOf(made), note: "星期六", version });
    expect(outcome(noted)).toBe("200");
    const parts = [{ dueDate: "2030-01-01" }, { dueDate: "2030-02-01" }];
    const planned = { ...nameOf(made), instalments: parts, version: (await desk.detail(made.orderID)).version };
    expect(outcome(await desk.post("EditInstalments", planned))).toBe("200");
    const discount = { kind: "amount", value: 100, reason: "舊生" };
    const given = { ...nameOf(made), discount, version: (await desk.detail(made.orderID)).version };
    expect(outcome(await desk.post("EditOrderDiscount", given))).toBe("200");
    expect(outcome(await desk.get(`CancelOrder?${query(made)}`))).toBe("200");
    expect(await desk.detail(made.orderID)).toMatchObject({ status: "cancelled", note: "星期六", total: 1100 });
  });

  it("is confirmed, refunded twice, and gives its receipt", async () => {
    const made = await order();
    const form = { ...nameOf(made), confirmStatus: "confirmed" };
    expect(outcome(await desk.post("ConfirmOrder", form))).toBe("200");
    // Two refunds: the name of the order is not the proposed id of a refund.
    for (const amount of [100, 200])
      expect(outcome(await desk.post("RefundOrder", { ...nameOf(made), amount, reason: "退班" }))).toBe("200");
    expect(await desk.detail(made.orderID)).toMatchObject({ status: "paid", refunded: 300, refunds: [{}, {}] });
    const url = `/api_users/Order/Invoice?${query(made)}`;
    const invoice = await desk.app.inject({ method: "GET", url, headers: { accesstoken: desk.token } });
    expect(invoice.statusCode).toBe(200);
    expect(invoice.headers["content-type"]).toBe("application/pdf");
    expect(outcome(await desk.get(`PlatformRefunds?${query(made)}`))).toBe("200");
  });

  it("takes a picture of its transfer, which is then rejected with the order", async () => {
    const made = await order();
    expect(await upload({ ...nameOf(made) })).toBe(200);
    expect(await desk.detail(made.orderID)).toMatchObject({ awaitsCheck: true });
    expect(outcome(await desk.post("ConfirmOrder", { ...nameOf(made), confirmStatus: "rejected" }))).toBe("200");
    expect(await desk.detail(made.orderID)).toMatchObject({ confirmStatus: "rejected", awaitsCheck: false });
  });

  it("is invisible to staff who do not see its lead", async () => {
    const made = await order();
    const { token } = await desk.signIn({ role: "sales", branchIds: [desk.organization.branchIds[1]] });
    expect(outcome(await desk.get(`OrderInfo?${query(made)}`, token))).toBe("404 NOT_FOUND");
  });
});

describe("other identifiers of an order", () => {
  it("recordID means what the call defines: a proposed refund, or one of its documents", async () => {
    const made = await paidOrder();
    const refund = { orderID: made.recordID, recordID: v7(), amount: 100, reason: "退班" };
    const answers = await Promise.all([1, 2].map(() => desk.post<NamedOrder>("RefundOrder", refund)));
    expect(answers.map(({ body }) => body.resultData?.recordID)).toEqual([refund.recordID, refund.recordID]);
    expect(await desk.detail(made.orderID)).toMatchObject({ refunded: 100 });
    const note = (await desk.detail(made.orderID)).receipts.find(({ kind }) => kind === "creditNote");
    const url = `/api_users/Order/Invoice?orderID=${made.recordID}&recordID=${note?.recordID}`;
    const paper = await desk.app.inject({ method: "GET", url, headers: { accesstoken: desk.token } });
    expect(paper.headers["content-disposition"]).toContain(note?.number);
  });

  it("a transfer is booked on the order with that id, even if it was sent for another one", async () => {
    const [shownFor, booked] = [await order(), await order()];
    await upload({ orderID: shownFor.orderID });
    const { body } = await desk.post<{ list: ProofRow[] }>("TransferList", { pageSize: 100 });
    const proof = body.resultData?.list.find(({ orderID }) => orderID === shownFor.orderID);
    const { recordID, version } = proof ?? {};
    const matches = await desk.post<{ list: ProofMatch[] }>("TransferMatches", { recordID, amount: 1200 });
    expect(matches.body.resultData?.list[0]?.orderID).toBe(shownFor.orderID);
    const form = { recordID, version, orderID: booked.recordID, amount: 1200 };
    expect(outcome(await desk.post("ConfirmTransfer", form))).toBe("200");
    expect(await desk.detail(booked.orderID)).toMatchObject({ status: "paid", paid: 1200 });
    expect(await desk.detail(shownFor.orderID)).toMatchObject({ status: "pending", awaitsCheck: false });
  });
});
