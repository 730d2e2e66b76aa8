import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { dayOf } from "#platform/clock/days";
import { prepareDesk } from "#platform/db/for-tests";
import { bookPayment } from "./actions/book-payment.ts";
import { drawReceipt, loadReceiptFonts } from "./actions/draw-receipt.ts";
import { openOrderDesk, outcome, piano } from "./for-tests.ts";
import { type IssuedReceipt, receiptSheet } from "./rules/receipt-sheet.ts";

const desk = prepareDesk(openOrderDesk);

const confirm = (orderID: string) => desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed" });
const refund = (orderID: string, amount: number) => desk.post("RefundOrder", { orderID, amount, reason: "退班" });
const numbersOf = async (kind: string) => {
  const { rows } = await desk.owner.query<{ number: number }>(
    "select number from receipt where kind = $1 order by number",
    [kind],
  );
  return rows.map(({ number }) => number);
};
const pdf = (query: string, by = desk.token) =>
  desk.app.inject({ method: "GET", url: `/api_users/Order/Invoice?${query}`, headers: { accesstoken: by } });

describe("the number of a receipt", () => {
  it("has no gaps and no duplicates, with failures and simultaneous confirmations", async () => {
    const open = await Promise.all([1, 2, 3, 4, 5, 6].map(() => desk.order()));
    const late = await desk.order();
    await desk.expire(late);
    // One in three is confirmed by two people; one is refused.
    const twice = [...open, ...open.slice(0, 2), late];
    await Promise.all(twice.map(confirm));
    expect(await numbersOf("receipt")).toEqual([1, 2, 3, 4, 5, 6]);
    const invoices = await Promise.all(open.map(async (orderID) => (await desk.detail(orderID)).invoice));
    const year = dayOf(new Date(), "Asia/Hong_Kong").slice(0, 4);
    expect(invoices.toSorted()[0]).toBe(`R${year}-000001`);
    expect((await desk.detail(late)).invoice).toBeNull();
  });

  it("is reused when its transaction fails", async () => {
    const before = (await numbersOf("receipt")).length;
    const orderID = await desk.order();
    await desk.owner.query("alter table receipt add constraint broken check (number < 0) not valid");
    expect((await confirm(orderID)).status).toBe(500);
    await desk.owner.query("alter table receipt drop constraint broken");
    expect(await desk.detail(orderID)).toMatchObject({ status: "pending", paid: 0, payments: [], invoice: null });
    await confirm(orderID);
    expect((await numbersOf("receipt")).at(-1)).toBe(before + 1);
  });

  it("begins at 1 in every year and kind", async () => {
    await desk.owner.query("update receipt_series set year = year - 1");
    await desk.owner.query("update receipt set year = year - 1");
    const orderID = await desk.order();
    await confirm(orderID);
    expect((await desk.detail(orderID)).invoice).toMatch(/-000001$/);
    await refund(orderID, 100);
    expect((await desk.detail(orderID)).receipts).toMatchObject([
      { kind: "receipt", amount: 1200 },
      { kind: "creditNote", amount: 100, number: expect.stringMatching(/^C\d{4}-000001$/) },
    ]);
  });
});

describe("a credit note", () => {
  it("leaves out overpayments, which have no receipt", async () => {
    const orderID = await desk.order();
    await bookPayment(desk.db, desk.organization.scope, {
      provider: "paypal",
      reference: "too much",
      orderID,
      amountMinor: 150_000,
      currency: "HKD",
      state: "paid",
      receivedAt: new Date(),
    });
    await refund(orderID, 200);
    await refund(orderID, 200);
    const { receipts } = await desk.detail(orderID);
    expect(receipts.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["receipt", 1200],
      ["creditNote", 100],
    ]);
  });

  it("does not exist for an order that was never paid in full, nor a receipt for a free one", async () => {
    const discount = { kind: "amount" as const, value: 1200, reason: "獎學金" };
    expect((await desk.detail(await desk.order({ discount }))).receipts).toEqual([]);
    expect((await pdf(`orderID=${await desk.order()}`)).statusCode).toBe(404);
  });
});

describe("the PDF", () => {
  it("is a small file with only the glyphs that it needs", async () => {
    const orderID = await desk.order({ items: [piano, { name: "嘅啲冇咗喺𡃴裏", officialPrice: 10, quantity: 2 }] });
    await confirm(orderID);
    const answer = await pdf(`orderID=${orderID}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/pdf");
    expect(answer.headers["content-disposition"]).toMatch(/R\d{4}-\d{6}\.pdf/);
    const text = answer.rawPayload.toString("latin1");
    expect(text.startsWith("%PDF-")).toBe(true);
    expect(text).toContain("/FontFile2");
    expect(answer.rawPayload.length).toBeLessThan(60_000);
  });

  it("uses a second font for glyphs that the first one lacks", async () => {
    const { isTraditional } = await loadReceiptFonts();
    expect(["臺灣", "嘅啲冇咗喺𡃴", "R2026-000012", "张经数学课", "龘"].map(isTraditional)).toEqual([
      true,
      true,
      true,
      false,
      true,
    ]);
    const place = { language: "zh-cn", date: "2026-11-23" } as const;
    const fontsIn = (file: Buffer) => file.toString("latin1").match(/\/FontFile2/g)?.length;
    expect(fontsIn(await drawReceipt(receiptSheet(issued({ buyer: "张经" }), place)))).toBe(2);
  });

  it("needs a visible order", async () => {
    const orderID = await desk.order();
    await confirm(orderID);
    const { rows } = await desk.owner.query("select lead_id, created_by from sale_order where order_number = $1", [
      orderID,
    ]);
    await desk.owner.query("update lead set sales_id = $2 where lead_id = $1", [rows[0].lead_id, rows[0].created_by]);
    const { token } = await desk.signIn({ role: "sales" });
    expect((await pdf(`orderID=${orderID}`, token)).statusCode).toBe(404);
    const other = await desk.order();
    await confirm(other);
    const [receipt] = (await desk.detail(other)).receipts;
    expect(outcome(await desk.get(`Invoice?orderID=${orderID}&recordID=${receipt?.recordID}`))).toBe("404 NOT_FOUND");
  });

  it("continues on further pages when needed", async () => {
    const lines = Array.from({ length: 50 }, (_, index) => ({ name: `課程 ${index}`, quantity: 1, priceMinor: 100 }));
    const one = await drawReceipt(receiptSheet(issued(), { language: "zh-tw", date: "2026-11-23" }));
    const many = await drawReceipt(receiptSheet(issued({ lines }), { language: "zh-tw", date: "2026-11-23" }));
    const pages = (file: Buffer) => file.toString("latin1").match(/\/Type \/Page\b(?!s)/g)?.length;
    expect(pages(one)).toBe(1);
    expect(pages(many)).toBeGreaterThan(1);
  });

  it("numbers several pages, and never leaves the signature alone on one", async () => {
    const textsFor = async (count: number) => {
      const lines = Array.from({ length: count }, () => ({ name: "課程", quantity: 1, priceMinor: 100 }));
      return textsByPage(await drawReceipt(receiptSheet(issued({ lines }), { language: "zh-tw", date: "2026-11-23" })));
    };
    const counts = Array.from({ length: 30 }, (_, index) => index + 15);
    const last = await Promise.all(counts.map(async (count) => (await textsFor(count)).at(-1)));
    // The signature, the page number, and at least the three sums and the total, of two texts each.
    expect(Math.min(...last.map(Number))).toBeGreaterThanOrEqual(10);
    expect((await textsFor(60)).length).toBe(3);
  });

  it("has no empty boxes for emoji, and the usual font for what stands beside them", async () => {
    const { withoutPictures } = await loadReceiptFonts();
    expect(["鋼琴🎹體驗課", "👩🏽‍🎨 Art ❤️", "🇭🇰", "© 2026 ★"].map(withoutPictures)).toEqual([
      "鋼琴體驗課",
      " Art ",
      "",
      "© 2026 ★",
    ]);
    const file = await drawReceipt(
      receiptSheet(issued({ buyer: "王小明🎹" }), { language: "zh-tw", date: "2026-11-23" }),
    );
    expect(file.toString("latin1").match(/\/FontFile2/g)?.length).toBe(1);
  });
});

describe("the contents of the paper", () => {
  it("are the data as they were, in the reader's language", () => {
    const sheet = receiptSheet(issued(), { language: "en", date: "2026-11-23" });
    expect(sheet).toEqual({
      organization: "晨光補習班",
      place: "台北校　中山路 1 號",
      title: "Receipt",
      facts: [
        ["No.", "R2026-000012"],
        ["Date", "2026-11-23"],
        ["Order", "2026112312345678"],
        ["Received from", "王小明"],
        ["Paid by", "Cash"],
      ],
      headings: ["Item", "Quantity", "Price", "Amount"],
      lines: [["鋼琴", "2", "6,000", "12,000"]],
      sums: [
        ["Subtotal", "12,000"],
        ["Discount", "-2,000"],
        ["Tax included", "476"],
      ],
      total: ["Amount received", "TWD 10,000"],
      signature: "Chop and signature",
    });
  });

  it("of an instalment names the total of the order too", () => {
    const part = { ...issued({ discountMinor: 0, taxMinor: 0, totalMinor: 1_200_000 }), amount_minor: 400_000 };
    expect(receiptSheet(part, { language: "zh-tw", date: "2026-11-23" })).toMatchObject({
      sums: [["訂單總額", "12,000"]],
      total: ["實收金額", "TWD 4,000"],
    });
  });

  it("of a credit note are the refunded amount and the reason", () => {
    const note = { ...issued({ reason: "搬家" }), kind: "creditNote", number: 3, amount_minor: 250_000 } as const;
    const sheet = receiptSheet(note, { language: "zh-tw", date: "2026-11-23" });
    expect(sheet.title).toBe("退款單");
    expect(receiptSheet(note, { language: "en", date: "2026-11-23" }).facts).toContainEqual(["Refunded to", "王小明"]);
    expect(sheet.facts[0]).toEqual(["編號", "C2026-000003"]);
    expect(sheet.facts.at(-1)).toEqual(["退款原因", "搬家"]);
    expect(sheet.sums.at(-1)).toEqual(["訂單總額", "10,000"]);
    expect(sheet.total).toEqual(["退款金額", "TWD 2,500"]);
    const content = issued({
      reason: "搬家",
      refundedBy: { method: "bankTransfer", reference: "末五碼 12345" },
    }).content;
    expect(receiptSheet({ ...note, content }, { language: "zh-tw", date: "2026-11-23" }).facts.slice(-2)).toEqual([
      ["退款方式", "銀行轉帳 · 末五碼 12345"],
      ["退款原因", "搬家"],
    ]);
  });
});

/** How many texts stand on each page. */
function textsByPage(file: Buffer): number[] {
  const parts = file
    .toString("latin1")
    .split(/stream\n/)
    .slice(1);
  const drawn = parts.flatMap((part) => {
    try {
      return [inflateSync(Buffer.from(part.split("\nendstream")[0] ?? "", "latin1")).toString("latin1")];
    } catch {
      return [];
    }
  });
  return drawn.flatMap((text) => (/\bBT\b/.test(text) ? [text.match(/\bBT\b/g)?.length ?? 0] : []));
}

function issued(content: Partial<IssuedReceipt["content"]> = {}): IssuedReceipt {
  return {
    kind: "receipt",
    year: 2026,
    number: 12,
    amount_minor: 1_000_000,
    currency: "TWD",
    issued_at: new Date("2026-11-23T02:00:00Z"),
    voided_at: null,
    void_reason: "",
    content: {
      organization: "晨光補習班",
      branch: "台北校",
      address: "中山路 1 號",
      buyer: "王小明",
      orderNumber: "2026112312345678",
      lines: [{ name: "鋼琴", quantity: 2, priceMinor: 600_000 }],
      grossMinor: 1_200_000,
      discountMinor: 200_000,
      taxMinor: 47_600,
      taxIncluded: true,
      totalMinor: 1_000_000,
      payMethod: "cash",
      reason: "",
      ...content,
    },
  };
}
