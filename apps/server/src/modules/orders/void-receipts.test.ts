import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayOf } from "#platform/clock/days";
import { prepareDesk } from "#platform/db/for-tests";
import { drawReceipt } from "./actions/draw-receipt.ts";
import { openOrderDesk, outcome } from "./for-tests.ts";
import { receiptSheet } from "./rules/receipt-sheet.ts";

const desk = prepareDesk(openOrderDesk);

const year = Number(dayOf(new Date(), "Asia/Hong_Kong").slice(0, 4));
const refund = (orderID: string, amount: number) => desk.post("RefundOrder", { orderID, amount, reason: "退班" });
const receiptsOf = async (orderID: string) => (await desk.detail(orderID)).receipts;
const makeVoid = (orderID: string, recordID: string, more: object = {}) =>
  desk.post("VoidReceipt", { orderID, recordID, reason: "抬頭有誤", ...more });
async function paid() {
  const orderID = await desk.order();
  await desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed" });
  const [receipt] = await receiptsOf(orderID);
  if (!receipt) throw new Error("An order that is paid has a receipt");
  return { orderID, receipt };
}
const inParts = () => desk.order({ instalments: [{ dueDate: "2099-01-05" }, { dueDate: "2099-02-05" }] });
const payPart = (orderID: string, instalment: number) =>
  desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed", instalment });

describe("a void receipt", () => {
  it("keeps its number and document, but no longer counts for the order", async () => {
    const { orderID, receipt } = await paid();
    expect(outcome(await makeVoid(orderID, receipt.recordID))).toBe("200");
    // Sent again after a lost answer.
    expect(outcome(await makeVoid(orderID, receipt.recordID, { reason: "other" }))).toBe("200");
    const order = await desk.detail(orderID);
    expect(order).toMatchObject({ status: "paid", paid: 1200, invoice: null });
    expect(order.receipts).toMatchObject([{ number: receipt.number, voidReason: "抬頭有誤" }]);
    expect(order.history.filter(({ kind }) => kind === "receiptVoided")).toHaveLength(1);
    const paper = (query: string) =>
      desk.app.inject({
        method: "GET",
        url: `/api_users/Order/Invoice?orderID=${orderID}${query}`,
        headers: { accesstoken: desk.token },
      });
    expect((await paper("")).statusCode).toBe(404);
    expect((await paper(`&recordID=${receipt.recordID}`)).statusCode).toBe(200);
  });

  it("is replaced once, under the given name, with the next number", async () => {
    const { orderID, receipt } = await paid();
    const replace = () => makeVoid(orderID, receipt.recordID, { replace: true, buyer: "王太太" });
    const answers = await Promise.all([replace(), replace()]);
    expect(answers.map(outcome)).toEqual(["200", "200"]);
    await replace();
    const [old, next] = await receiptsOf(orderID);
    expect(await receiptsOf(orderID)).toHaveLength(2);
    expect(old?.voidTime).not.toBeNull();
    expect(next).toMatchObject({ buyer: "王太太", amount: 1200, voidTime: null });
    expect(Number(next?.number.slice(-6))).toBe(Number(receipt.number.slice(-6)) + 1);
    expect((await desk.detail(orderID)).invoice).toBe(next?.number);
  });

  it("can be replaced later", async () => {
    const { orderID, receipt } = await paid();
    await makeVoid(orderID, receipt.recordID);
    expect(outcome(await makeVoid(orderID, receipt.recordID, { replace: true }))).toBe("200");
    expect((await receiptsOf(orderID)).map(({ voidTime }) => voidTime === null)).toEqual([false, true]);
  });

  it("of one of several equal parts is replaced once, and the others stay", async () => {
    const orderID = await inParts();
    await payPart(orderID, 1);
    await payPart(orderID, 2);
    const [first] = await receiptsOf(orderID);
    const replace = () => makeVoid(orderID, first?.recordID ?? "", { replace: true });
    for (const _ of ["asked", "asked again"]) {
      expect(outcome(await replace())).toBe("200");
      expect((await receiptsOf(orderID)).map(({ amount, voidTime }) => [amount, voidTime === null])).toEqual([
        [600, false],
        [600, true],
        [600, true],
      ]);
    }
  });

  it("of a part is not replaced once a later receipt covers its money too", async () => {
    const orderID = await inParts();
    await payPart(orderID, 1);
    const [first] = await receiptsOf(orderID);
    await makeVoid(orderID, first?.recordID ?? "");
    await payPart(orderID, 2);
    expect(outcome(await makeVoid(orderID, first?.recordID ?? "", { replace: true }))).toBe("200");
    expect((await receiptsOf(orderID)).map(({ amount, voidTime }) => [amount, voidTime === null])).toEqual([
      [600, false],
      [1200, true],
    ]);
  });

  it("is replaced for the remaining amount if some was refunded without a receipt", async () => {
    const [{ orderID, receipt }, other] = [await paid(), await paid()];
    for (const one of [{ orderID, receipt }, other]) await makeVoid(one.orderID, one.receipt.recordID);
    await refund(orderID, 200);
    await refund(other.orderID, 1200);
    const replaced = async (one: typeof other) => {
      for (const _ of ["asked", "asked again"])
        expect(outcome(await makeVoid(one.orderID, one.receipt.recordID, { replace: true }))).toBe("200");
      return (await receiptsOf(one.orderID)).map(({ amount, voidTime }) => [amount, voidTime === null]);
    };
    expect(await replaced({ orderID, receipt })).toEqual([
      [1200, false],
      [1000, true],
    ]);
    expect(await replaced(other)).toEqual([[1200, false]]);
    await refund(orderID, 300);
    expect((await receiptsOf(orderID)).at(-1)).toMatchObject({ kind: "creditNote", amount: 300 });
  });

  it("cannot be one that a credit note reduces: the credit note must be voided first", async () => {
    const { orderID, receipt } = await paid();
    await refund(orderID, 200);
    expect(outcome(await makeVoid(orderID, receipt.recordID))).toBe("409 ORDER_STATE_CONFLICT");
    const note = (await receiptsOf(orderID)).find(({ kind }) => kind === "creditNote");
    expect(outcome(await makeVoid(orderID, note?.recordID ?? "", { replace: true }))).toBe("200");
    const notes = (await receiptsOf(orderID)).filter(({ kind }) => kind === "creditNote");
    expect(notes.map(({ amount, voidTime }) => [amount, voidTime === null])).toEqual([
      [200, false],
      [200, true],
    ]);
  });

  it("is replaced by a credit note that also names the refund method", async () => {
    const { orderID } = await paid();
    await desk.post("RefundOrder", { orderID, amount: 200, reason: "退班", method: "cash", reference: "收條 12" });
    const note = (await receiptsOf(orderID)).find(({ kind }) => kind === "creditNote");
    await makeVoid(orderID, note?.recordID ?? "", { replace: true });
    const last = (await receiptsOf(orderID)).findLast(({ kind }) => kind === "creditNote");
    expect(last?.recordID).not.toBe(note?.recordID);
    const { rows } = await desk.owner.query<{ content: object }>("select content from receipt where receipt_id = $1", [
      last?.recordID,
    ]);
    expect(rows[0]?.content).toMatchObject({ refundedBy: { method: "cash", reference: "收條 12" } });
  });

  it("must belong to the order, with a reason and the permission", async () => {
    const { orderID } = await paid();
    const other = await paid();
    expect(outcome(await makeVoid(orderID, other.receipt.recordID))).toBe("404 NOT_FOUND");
    expect(outcome(await makeVoid(orderID, other.receipt.recordID, { reason: " " }))).toBe("422 FIELD_INVALID");
    const { token } = await desk.signIn({ role: "sales" });
    const asked = { orderID, recordID: other.receipt.recordID, reason: "x" };
    expect(outcome(await desk.post("VoidReceipt", asked, token))).toBe("403 PERMISSION_DENIED");
  });

  it("cannot be changed otherwise in the database, and not restored", async () => {
    const { orderID, receipt } = await paid();
    const change = (set: string) =>
      desk.owner.query(`update receipt set ${set} where receipt_id = $1`, [receipt.recordID]).then(
        () => "changed",
        (error: Error) => error.message,
      );
    expect(await change("voided_at = now(), amount_minor = 1")).toBe("A receipt stays as it was given");
    await makeVoid(orderID, receipt.recordID);
    expect((await receiptsOf(orderID))[0]?.amount).toBe(1200);
  });
});

it("keeps numbers without gaps and at most one valid receipt over random voids and refunds", async () => {
  const step = fc.constantFrom("void", "replace", "voidNote", "refund");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 2 }), { maxLength: 6 }), async (rounds) => {
      const { orderID } = await paid();
      for (const steps of rounds) {
        await Promise.all(steps.map((one) => take(orderID, one)));
        const all = await receiptsOf(orderID);
        const inForce = all.filter(({ voidTime }) => voidTime === null);
        expect(inForce.filter(({ kind }) => kind === "receipt").length).toBeLessThanOrEqual(1);
        const credited = inForce
          .filter(({ kind }) => kind === "creditNote")
          .reduce((sum, { amount }) => sum + amount, 0);
        expect(credited).toBeLessThanOrEqual((await desk.detail(orderID)).refunded);
      }
    }),
    { numRuns: 8, seed: 20_261_125 },
  );
  const { rows } = await desk.owner.query(
    "select kind, max(number) - count(*)::int as gaps from receipt group by kind",
  );
  expect(rows.every(({ gaps }) => gaps === 0)).toBe(true);
});

async function take(orderID: string, one: string): Promise<void> {
  const all = await receiptsOf(orderID);
  const kind = one === "voidNote" ? "creditNote" : "receipt";
  const receipt = all.findLast((given) => given.kind === kind);
  const isRefund = one === "refund";
  if (!isRefund && !receipt) return;
  const answer = isRefund
    ? await refund(orderID, 100)
    : await makeVoid(orderID, receipt?.recordID ?? "", { replace: one !== "void" });
  expect([200, 409]).toContain(answer.status);
}

it("is marked on the document, with the reason, next to the logo", async () => {
  const content = {
    ...{ organization: "晨光補習班", branch: "台北校", address: "", buyer: "王小明", orderNumber: "2026112312345678" },
    ...{ lines: [], grossMinor: 100, discountMinor: 0, taxMinor: 0, taxIncluded: true, totalMinor: 100 },
    ...{ payMethod: "cash" as const, reason: "" },
  };
  const issued = {
    ...{ kind: "receipt" as const, year, number: 1, amount_minor: 100, currency: "TWD" as const, content },
    ...{ issued_at: new Date(), voided_at: new Date(), void_reason: "抬頭有誤" },
  };
  const sheet = receiptSheet(issued, { language: "zh-tw", date: "2026-11-24" });
  expect(sheet).toMatchObject({ stamp: "作廢" });
  expect(sheet.facts.at(-1)).toEqual(["作廢原因", "抬頭有誤"]);
  const { default: sharp } = await import("sharp");
  const logo = await sharp({ create: { width: 40, height: 20, channels: 4, background: "#1668c7" } })
    .png()
    .toBuffer();
  const file = (await drawReceipt(sheet, logo)).toString("latin1");
  expect(file).toContain("/Subtype /Image");
});
