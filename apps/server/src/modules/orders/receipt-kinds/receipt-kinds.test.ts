import type { ReceiptSetting } from "@homeroom/contract/receipt-settings";
import { beforeEach, expect, it } from "vitest";
import { callApi } from "#modules/sign-in/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { bookPayment } from "../actions/book-payment.ts";
import { openOrderDesk, outcome } from "../for-tests.ts";
import { bookReturn } from "../platform-refunds/actions/book-return.ts";
import { type IssuedReceipt, receiptSheet } from "../rules/receipt-sheet.ts";

const desk = prepareDesk(openOrderDesk);
beforeEach(() => desk.owner.query("delete from receipt_setting"));

const school = {
  ...{ kind: "hkSchool", schoolName: "晨光教育中心", schoolNumber: "598765" },
  ...{ venue: "彌敦道 1 號 2 樓", supervisor: "陳大文", merchantID: "", taxType: "taxable", version: 0 },
};
const save = (form: object, token = desk.token) =>
  callApi(desk.app, "POST /api_users/Member/UpdateReceiptSetting", { token, body: form });
const read = async () =>
  (await callApi<ReceiptSetting>(desk.app, "GET /api_users/Member/ReceiptSetting", { token: desk.token })).body
    .resultData;

async function papersOf(orderID: string): Promise<IssuedReceipt[]> {
  const { rows } = await desk.owner.query<IssuedReceipt>(
    "select r.* from receipt r join sale_order o using (organization_id, order_id) where order_number = $1 order by issued_at",
    [orderID],
  );
  return rows;
}

const inEnglish = (receipt: IssuedReceipt) => receiptSheet(receipt, { language: "en", date: "2026-11-24" });

async function sheetOf(orderID: string) {
  await desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed" });
  const [receipt] = await papersOf(orderID);
  if (!receipt) throw new Error("An order that is paid has a receipt");
  return inEnglish(receipt);
}

it("is a plain receipt until another kind is chosen", async () => {
  expect(await read()).toMatchObject({ kind: "receipt", version: 0 });
  const sheet = await sheetOf(await desk.order());
  expect(sheet).toMatchObject({ title: "Receipt", signature: "Chop and signature" });
});

it("contains all legally required data on a formal receipt", async () => {
  expect(outcome(await save(school))).toBe("200");
  const sheet = await sheetOf(await desk.order({ coveredMonth: "2026-12" }));
  expect(sheet.organization).toBe("晨光教育中心");
  expect(sheet.title).toBe("Official receipt");
  const facts = new Map(sheet.facts);
  expect([...facts.keys()]).toEqual(
    expect.arrayContaining(["Date", "Pupil", "School registration no.", "Course venue as registered", "Month covered"]),
  );
  expect(facts.get("Course venue as registered")).toBe("彌敦道 1 號 2 樓");
  expect(facts.get("Month covered")).toBe("2026-12");
  expect(sheet.headings[0]).toBe("Course");
  expect(sheet.total).toEqual(["Amount received", "HKD 1,200.00"]);
  expect(sheet.signature).toBe("School chop and supervisor's signature（陳大文）");
});

it("uses the month of the order if none is given, and keeps what was registered", async () => {
  await save(school);
  const orderID = await desk.order();
  await sheetOf(orderID);
  await save({ ...school, schoolName: "新名", version: 1 });
  const sheet = await sheetOf(orderID);
  expect(sheet.organization).toBe("晨光教育中心");
  expect(new Map(sheet.facts).get("Month covered")).toMatch(/^\d{4}-\d{2}$/);
});

it("does not issue a formal receipt for refunded money, even without a reason", async () => {
  await save(school);
  const orderID = await desk.order();
  const { scope } = desk.organization;
  const money = { reference: orderID, amountMinor: 1200_00, currency: "HKD" } as const;
  const paid = { provider: "paypal", orderID, state: "paid", receivedAt: new Date() } as const;
  await bookPayment(desk.db, scope, { ...money, ...paid });
  const returned = { ...money, externalId: `back ${orderID}`, refundNumber: "", note: "" };
  expect(await bookReturn(desk.db, scope, { provider: "paypal", returned })).toBe("booked");
  const note = (await papersOf(orderID)).find(({ kind }) => kind === "creditNote");
  expect(note).toBeDefined();
  if (note) expect(inEnglish(note)).toMatchObject({ title: "Credit note", signature: "Chop and signature" });
});

it("is saved completely, once for each version, by people with the permission", async () => {
  const both = await Promise.all([save(school), save({ ...school, supervisor: "李小姐" })]);
  expect(both.map(outcome).sort()).toEqual(["200", "409 STALE_DATA"]);
  const saved = await read();
  expect(outcome(await save({ ...saved, version: 0 }))).toBe("200");
  expect((await read())?.version).toBe(1);
  expect(outcome(await save({ ...school, supervisor: "", version: 1 }))).toBe("422 FIELD_INVALID");
  expect(outcome(await save({ ...school, kind: "other" }))).toBe("422 FIELD_INVALID");
  const { token } = await desk.signIn({ role: "sales" });
  expect(outcome(await save(school, token))).toBe("403 PERMISSION_DENIED");
  const { rows } = await desk.owner.query(
    "select after from audit_entry where subject_type = 'receiptSetting' order by created_at desc limit 1",
  );
  expect(rows).toMatchObject([{ after: { receiptKind: "hkSchool" } }]);
});

it("accepts only valid months", async () => {
  await expect(desk.order({ coveredMonth: "2026-13" })).rejects.toThrow("FIELD_INVALID");
});
