import type { ClosingDay, closing } from "@homeroom/contract/closing";
import type { ResponseOf } from "@homeroom/contract/endpoint";
import { describe, expect, it } from "vitest";
import { callApi, postForm } from "#modules/sign-in/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { bookPayment } from "../actions/book-payment.ts";
import { openOrderDesk, outcome } from "../for-tests.ts";
import { matchStatement } from "./rules/match-statement.ts";
import { readDay, statementReader } from "./rules/read-statement.ts";

const desk = prepareDesk(openOrderDesk);

async function dayOf(query = "", by = desk.token): Promise<ClosingDay> {
  const { body } = await callApi<ClosingDay>(desk.app, `GET /api_users/Order/DailyClosing?${query}`, { token: by });
  if (!body.success) throw new Error(body.name);
  return body.resultData;
}
const confirm = (orderID: string, by?: string) =>
  desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed", note: "" }, by);

describe("the closing of a day", () => {
  it("contains each person's money by method, exact to the cent, with kept and refunded money", async () => {
    const { token } = await desk.signIn({ role: "admin", nickname: "林櫃台" });
    const branchId = desk.organization.branchIds[0];
    const cash = await desk.order({ payMethod: "cash", items: [{ name: "材料", officialPrice: 0.1, quantity: 3 }] });
    const transfer = await desk.order({ payMethod: "bankTransfer" });
    const card = await desk.order({ payMethod: "card" });
    await confirm(cash, token);
    await confirm(transfer);
    const notice = { provider: "paypal", currency: "HKD", state: "paid", receivedAt: new Date() } as const;
    const paid = { ...notice, reference: "one", orderID: card, amountMinor: 120_000 };
    await bookPayment(desk.db, desk.organization.scope, paid);
    await bookPayment(desk.db, desk.organization.scope, { ...paid, reference: "two" });
    await desk.post("RefundOrder", { orderID: transfer, amount: 200.5, reason: "少上一堂" });
    const day = await dayOf(`branchID=${branchId}`);
    expect(day.lines).toHaveLength(3);
    expect(day.lines).toContainEqual(
      expect.objectContaining({ person: "林櫃台", method: "cash", received: 0.3, count: 1 }),
    );
    expect(day.lines).toContainEqual(
      expect.objectContaining({ person: "何校長", method: "bankTransfer", received: 1200, refunded: 200.5, count: 2 }),
    );
    expect(day.lines).toContainEqual(
      expect.objectContaining({ person: "", method: "paypal", received: 2400, kept: 1200 }),
    );
    expect(day.sums).toEqual([
      { currency: "HKD", received: 3600.3, kept: 1200, refunded: 200.5, net: 3399.8, cash: 0.3 },
    ]);
    expect(day.closing).toBeNull();
  });

  it("deducts a cash refund from the cash, regardless of the payment method", async () => {
    const { token } = await desk.signIn({ role: "admin", nickname: "退款櫃台" });
    const transfer = await desk.order({ payMethod: "bankTransfer" });
    await confirm(transfer, token);
    await desk.post("RefundOrder", { orderID: transfer, amount: 300, reason: "少上一堂", method: "cash" }, token);
    const { lines } = await dayOf(`branchID=${desk.organization.branchIds[0]}`);
    const own = lines.filter(({ person }) => person === "退款櫃台");
    expect(own).toHaveLength(2);
    expect(own).toContainEqual(expect.objectContaining({ method: "bankTransfer", received: 1200, refunded: 0 }));
    expect(own).toContainEqual(expect.objectContaining({ method: "cash", received: 0, refunded: 300 }));
  });

  it("contains kept money until it is accepted or returned", async () => {
    const { scope } = desk.organization;
    const notice = { provider: "shopline", currency: "HKD", state: "paid", receivedAt: new Date() } as const;
    const keptOf = async (reference: string) => {
      const orderID = await desk.order({ payMethod: "paypal" });
      await callApi(desk.app, `GET /api_users/Order/CancelOrder?orderID=${orderID}`, { token: desk.token });
      await bookPayment(desk.db, scope, { ...notice, reference, orderID, amountMinor: 120_000 });
      const [payment] = (await desk.detail(orderID)).payments;
      if (!payment) throw new Error("The money is there");
      return { orderID, paymentID: payment.recordID };
    };
    const kept = async () => (await dayOf()).sums[0]?.kept ?? 0;
    const before = await kept();
    const [accepted, returned] = [await keptOf("late and taken"), await keptOf("late and returned")];
    expect(await kept()).toBe(before + 2400);
    await desk.post("AcceptPayment", accepted);
    expect(await kept()).toBe(before + 1200);
    const refund = { ...returned, amount: 200.5, reason: "重複付款", method: "bankTransfer" };
    expect(outcome(await desk.post("RefundOrder", refund))).toBe("200");
    expect(await kept()).toBe(before + 999.5);
  });

  it("lists money by its actual payment method; so do the order and its filter", async () => {
    const transfer = await desk.order({ payMethod: "bankTransfer" });
    const { token } = await desk.signIn({ role: "admin", nickname: "陳櫃台" });
    const said = { orderID: transfer, confirmStatus: "confirmed", payMethod: "cash" };
    expect(outcome(await desk.post("ConfirmOrder", said, token))).toBe("200");
    await desk.post("RefundOrder", { orderID: transfer, amount: 100, reason: "少上一堂" }, token);
    expect((await dayOf()).lines.filter(({ person }) => person === "陳櫃台")).toMatchObject([
      { method: "cash", received: 1200, refunded: 100 },
    ]);
    const card = await desk.order({ payMethod: "card" });
    const notice = { provider: "ecpay", reference: "came by ecpay", currency: "HKD", state: "paid" } as const;
    const paid = { ...notice, orderID: card, amountMinor: 120_000, receivedAt: new Date() };
    await bookPayment(desk.db, desk.organization.scope, paid);
    expect(await desk.detail(transfer)).toMatchObject({
      payMethod: "bankTransfer",
      paidMethod: "cash",
      payments: [{ method: "cash" }],
    });
    expect(await desk.detail(card)).toMatchObject({ payMethod: "card", paidMethod: "ecpay" });
    const open = await desk.order({ payMethod: "card" });
    const by = async (payMethod: string) => {
      const { body } = await desk.post<{ list: { orderID: string }[] }>("OrderList", { payMethod: [payMethod] });
      return body.resultData?.list.map(({ orderID }) => orderID) ?? [];
    };
    expect(await by("cash")).toContain(transfer);
    expect(await by("bankTransfer")).not.toContain(transfer);
    expect(await by("ecpay")).toContain(card);
    expect(await by("card")).toEqual([open]);
  });

  it("keeps its figures, and shows later bookings", async () => {
    const before = await dayOf();
    const close = (counted: number) =>
      desk.post("CloseDay", {
        branchID: before.branchID,
        day: before.day,
        counted: [{ currency: "HKD", amount: counted }],
        note: "少兩毫",
      });
    expect(outcome(await close(0.1))).toBe("200");
    expect((await dayOf()).closing).toMatchObject({
      closer: "何校長",
      counted: [{ amount: 0.1 }],
      isChanged: false,
      sums: before.sums,
    });
    await confirm(await desk.order({ payMethod: "cash" }));
    expect((await dayOf()).closing).toMatchObject({ isChanged: true });
    const answers = await Promise.all([close(0.3), close(0.3)]);
    expect(answers.map(outcome)).toEqual(["200", "200"]);
    expect((await dayOf()).closing).toMatchObject({ counted: [{ amount: 0.3 }], isChanged: false });
  });

  it("is refused to people who see only their own orders", async () => {
    const { token, accountId } = await desk.signIn({ role: "sales" });
    const { branchID, day } = await dayOf();
    await desk.owner.query(
      `insert into role_permission (organization_id, role_id, permission)
       select organization_id, role_id, 'sale:order:confirm' from account_role where account_id = $1 on conflict do nothing`,
      [accountId],
    );
    const form = { branchID, day, counted: [], note: "" };
    expect(outcome(await desk.post("CloseDay", form))).toBe("200");
    expect(await dayOf()).toMatchObject({ closing: { closer: "何校長" } });
    expect(await dayOf("", token)).toMatchObject({ closing: null });
    expect(outcome(await desk.post("CloseDay", form, token))).toBe("403 PERMISSION_DENIED");
  });

  it("matches the payments and refunds exactly, including late money and partial refunds", async () => {
    const { scope } = desk.organization;
    const notice = { currency: "HKD", state: "paid", receivedAt: new Date() } as const;
    for (const [at, provider] of (["paypal", "shopline", "ecpay"] as const).entries()) {
      const orderID = await desk.order({
        payMethod: "card",
        items: [{ name: provider, officialPrice: 33.33, quantity: 3 }],
      });
      if (at === 2)
        await callApi(desk.app, `GET /api_users/Order/CancelOrder?orderID=${orderID}`, { token: desk.token });
      await bookPayment(desk.db, scope, { ...notice, provider, reference: `day ${at}`, orderID, amountMinor: 9_999 });
      if (at < 2)
        expect(outcome(await desk.post("RefundOrder", { orderID, amount: 0.07, reason: "找零" }))).toBe("200");
    }
    const other = await desk.order({ payMethod: "other", items: [{ name: "零", officialPrice: 0.01, quantity: 7 }] });
    await confirm(other);
    const { rows } = await desk.owner.query<{ received: number; kept: number; refunded: number }>(
      `select (select sum(amount_minor)::int from payment where organization_id = $1) as received,
         (select sum(amount_minor - coalesce((select sum(r.amount_minor) from refund r where r.payment_id = p.payment_id), 0))::int
           from payment p where organization_id = $1 and kept_reason is not null
             and payment_id not in (select payment_id from payment_acceptance)) as kept,
         (select sum(amount_minor)::int from refund where organization_id = $1) as refunded`,
      [desk.organization.organizationId],
    );
    const cents = (amount = 0) => Math.round(amount * 100);
    const [sum] = (await dayOf()).sums;
    expect({ received: cents(sum?.received), kept: cents(sum?.kept), refunded: cents(sum?.refunded) }).toEqual(rows[0]);
    expect(cents(sum?.net)).toBe((rows[0]?.received ?? 0) - (rows[0]?.refunded ?? 0));
  });

  it("covers one branch and day; another branch is refused", async () => {
    expect((await dayOf("day=2020-01-01")).lines).toEqual([]);
    const other = desk.organization.branchIds[1];
    expect((await dayOf(`branchID=${other}`)).lines).toEqual([]);
    const { token } = await desk.signIn({ role: "sales" });
    const asked = await callApi(desk.app, `GET /api_users/Order/DailyClosing?branchID=${other}`, { token });
    expect(asked.status).toBe(404);
  });
});

describe("a bank's statement", () => {
  async function match(content: string, name = "statement.csv") {
    const form = new FormData();
    form.set("file", new File([content], name, { type: "text/csv" }));
    const answer = await postForm(desk.app, "/api_users/Order/MatchStatement", { form, token: desk.token });
    return answer.json<{ success: boolean; name?: string; resultData: ResponseOf<typeof closing.match> }>();
  }

  it("lists what was booked, what was not, and what only the bank has", async () => {
    const { day } = await dayOf();
    const [named, plain, missing] = [
      await desk.order({ items: [{ name: "甲", officialPrice: 3100, quantity: 1 }] }),
      await desk.order({ items: [{ name: "乙", officialPrice: 3200, quantity: 1 }] }),
      await desk.order({ items: [{ name: "丙", officialPrice: 3300, quantity: 1 }] }),
    ];
    for (const orderID of [named, plain, missing]) await confirm(orderID);
    const { resultData } = await match(
      `帳戶明細,,,\n交易日期,摘要,支出,存入,餘額\n${day},FPS ${named},,"3,100.00",9000\n${day},轉帳,,3200,12200\n${day},不明,,777,12977\n${day},手續費,15,,12962\n`,
    );
    expect(resultData.rows).toMatchObject([
      { line: 3, amount: 3100, payment: { orderID: named }, isSure: true },
      { line: 4, amount: 3200, payment: { orderID: plain }, isSure: true },
      { line: 5, amount: 777, payment: null },
    ]);
    expect(resultData.missing).toContainEqual(expect.objectContaining({ orderID: missing, amount: 3300 }));
  });

  it("without dates or deposits is refused", async () => {
    expect(await match("姓名,電話\n陳太,91234567\n")).toMatchObject({ success: false, name: "STATEMENT_NOT_READABLE" });
  });

  it.each([
    ["2026-11-24", "2026-11-24"],
    ["2026/1/4 09:31", "2026-01-04"],
    ["20261124", "2026-11-24"],
    ["115/11/24", "2026-11-24"],
    ["24/11/2026", "2026-11-24"],
    ["24 Nov 2026", "2026-11-24"],
    ["24-Nov-26", "2026-11-24"],
    ["2026-02-30", null],
    ["Opening balance", null],
  ])("writes %s for the day %s", (cell, day) => {
    expect(readDay(cell)).toBe(day);
  });

  it("reads incoming money, with signs and separators, and ignores outgoing money", () => {
    const read = statementReader(["Date", "Description", "Amount"]);
    const amountOf = (cell: string) => read({ number: 2, cells: ["2026-11-24", "x", cell] })?.amount ?? null;
    expect(["1,200.50", "HK$300", "+80", "50.00CR", "-20", "0", "(30)", "n/a"].map(amountOf)).toEqual([
      1200.5,
      300,
      80,
      50,
      null,
      null,
      null,
      null,
    ]);
  });

  it("books no transfer twice: of two equal amounts, the named row matches the named order", () => {
    const row = (line: number, text: string) => ({ line, day: "2026-11-24", amount: 1200, text });
    const booked = (orderNumber: string, payer: string, day = "2026-11-24") => {
      return { orderNumber, leadName: "", amount: 1200, day, reference: "", payer };
    };
    const [chan, wong] = [booked("1111111111111111", "CHAN"), booked("2222222222222222", "WONG")];
    const late = booked("3333333333333333", "LEE", "2026-12-24");
    const { rows, missing } = matchStatement(
      [row(2, "transfer"), row(3, "FPS wong"), row(4, "transfer")],
      [wong, chan, late],
    );
    expect(rows.map(({ transfer }) => transfer?.payer ?? null)).toEqual(["CHAN", "WONG", null]);
    expect(rows.map(({ isSure }) => isSure)).toEqual([false, true, false]);
    expect(missing).toEqual([late]);
  });
});
