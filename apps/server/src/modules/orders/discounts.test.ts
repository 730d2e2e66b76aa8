import type { RecordId } from "@homeroom/contract/ids";
import { beforeAll, expect, it } from "vitest";
import { buildLead } from "#modules/leads/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { bookPayment } from "./actions/book-payment.ts";
import { buildProduct, piano as freeLine, openOrderDesk, outcome } from "./for-tests.ts";

const desk = prepareDesk(openOrderDesk);
let seller: string;
let piano: { productID: RecordId; quantity: number };
beforeAll(async () => {
  piano = { productID: await buildProduct(desk, { name: "鋼琴初班", priceMinor: 120_000 }), quantity: 1 };
  seller = (await desk.signIn({ role: "admin", nickname: "小美" })).token;
  await limit(1000);
});

/** Limits what admins may give; null: nothing is limited. */
const limit = (basisPoints: number | null, code = "admin") =>
  desk.owner.query("update role set discount_limit = $1 where organization_id = $2 and code = $3", [
    basisPoints,
    desk.organization.organizationId,
    code,
  ]);

type Discount = { kind: "none" | "amount" | "percent"; value?: number; reason?: string };
const percent = (value: number): Discount => ({ kind: "percent", value, reason: "兄弟姊妹優惠" });
const amount = (value: number): Discount => ({ kind: "amount", value, reason: "兄弟姊妹優惠" });

async function make(discount: Discount, by = seller, items: object[] = [piano]) {
  const leadId = await buildLead(desk.db, desk.organization);
  return desk.post<{ orderID: string }>(
    "AddOrder",
    { leadId, items, currency: "HKD", payMethod: "cash", discount },
    by,
  );
}
const edit = (orderID: string, discount: Discount, { version = 1, by = desk.token } = {}) =>
  desk.post("EditOrderDiscount", { orderID, discount, version }, by);

it.each([
  ["the limit in percent", percent(10), "200"],
  ["more in percent", percent(10.01), "422 DISCOUNT_OVER_LIMIT"],
  ["the same as an amount", amount(120), "200"],
  ["a cent more", amount(120.01), "422 DISCOUNT_OVER_LIMIT"],
  ["nothing", { kind: "none" } as const, "200"],
])("lets a role give %s or refuses it", async (_name, discount, expected) => {
  expect(outcome(await make(discount))).toBe(expected);
});

it("refuses a discount above the limit at its field, in the form's price too, and names the limit", async () => {
  const { body } = await desk.post("OrderPrice", { items: [piano], currency: "HKD", discount: percent(30) }, seller);
  const message = "您最多可給 10% 的折扣，更多請由權限較高的同事處理";
  expect(body).toMatchObject({ name: "DISCOUNT_OVER_LIMIT", message, errors: [{ field: "discount.value", message }] });
  const choices = async (by: string) =>
    (await desk.get<{ discountLimit: number | null }>("ProductChoices", by)).body.resultData?.discountLimit;
  expect([await choices(seller), await choices(desk.token)]).toEqual([10, null]);
});

it.each([
  ["at the usual price", {}],
  ["for less", { officialPrice: 1 }],
  ["for nothing", { officialPrice: 0 }],
])("refuses a line without a product %s to people with a limit: they would set its price", async (_name, change) => {
  const items = [piano, { ...freeLine, ...change }];
  const refusal = "422 FREE_LINE_OVER_LIMIT";
  expect(outcome(await make({ kind: "none" }, seller, items))).toBe(refusal);
  const price = await desk.post("OrderPrice", { items, currency: "HKD" }, seller);
  expect(outcome(price)).toBe(refusal);
  expect(price.body).toMatchObject({ errors: [{ field: "items.1.productID" }] });
  expect(outcome(await make({ kind: "none" }, desk.token, items))).toBe("200");
});

it("uses the catalogue's price, regardless of the price of a line, and nothing becomes negative", async () => {
  const orderID = await desk.order({ items: [{ ...piano, officialPrice: 1 }] }, seller);
  expect(await desk.detail(orderID)).toMatchObject({ total: 1200, items: [{ officialPrice: 1200 }] });
  const below = await make({ kind: "none" }, desk.token, [piano, { ...freeLine, officialPrice: -500 }]);
  expect(outcome(below)).toBe("422 FIELD_INVALID");
});

it("checks only the limit for an order that has a line without a product", async () => {
  const { body } = await make({ kind: "none" }, desk.token, [freeLine]);
  const orderID = body.success ? body.resultData.orderID : "";
  expect(outcome(await edit(orderID, percent(10), { by: seller }))).toBe("200");
});

it("uses the highest limit of a person's roles", async () => {
  const both = await desk.signIn({ role: "admin" });
  await desk.owner.query(
    "insert into account_role select organization_id, $1, role_id from role where organization_id = $2 and code = 'sales'",
    [both.accountId, desk.organization.organizationId],
  );
  expect(outcome(await make(percent(50), both.token))).toBe("200");
  await limit(2000, "sales");
  expect(outcome(await make(percent(50), both.token))).toBe("422 DISCOUNT_OVER_LIMIT");
  expect(outcome(await make(percent(20), both.token))).toBe("200");
});

it("lets a colleague with a higher limit change the discount of an order", async () => {
  const orderID = await desk.order({ items: [piano], discount: percent(10) }, seller);
  expect(outcome(await edit(orderID, percent(25), { by: seller }))).toBe("422 DISCOUNT_OVER_LIMIT");
  expect(outcome(await edit(orderID, percent(25)))).toBe("200");
  // Sent again after a lost answer.
  expect(outcome(await edit(orderID, percent(25)))).toBe("200");
  const order = await desk.detail(orderID);
  expect(order).toMatchObject({ amount: 1200, discount: 300, total: 900, open: 900, discountReason: "兄弟姊妹優惠" });
  expect(order.items).toMatchObject([{ amount: 1200, discount: 300 }]);
  expect(order.discountGiven).toEqual({ kind: "percent", value: 25, reason: "兄弟姊妹優惠" });
  expect(order.history.map(({ kind }) => kind)).toEqual(["created", "discounted"]);
  expect(outcome(await edit(orderID, percent(5), { version: 1 }))).toBe("409 STALE_DATA");
  expect(outcome(await edit(orderID, { kind: "none" }, { version: 2, by: seller }))).toBe("200");
  expect(await desk.detail(orderID)).toMatchObject({ discount: 0, total: 1200, discountReason: "" });
});

it("marks an order as paid once it costs nothing, with what it brings", async () => {
  const orderID = await desk.order();
  expect(outcome(await edit(orderID, percent(100)))).toBe("200");
  expect(await desk.detail(orderID)).toMatchObject({ status: "paid", total: 0, open: 0, receipts: [] });
  const { rows } = await desk.owner.query(
    "select from purchase p join sale_order o using (order_id) where order_number = $1",
    [orderID],
  );
  expect(rows).toHaveLength(1);
});

it("refuses an order that has money, a waiting transfer, or no time left", async () => {
  const paid = await desk.order();
  await bookPayment(desk.db, desk.organization.scope, {
    ...{ provider: "paypal", reference: "part", state: "paid", amountMinor: 100, currency: "HKD" },
    ...{ orderID: paid, receivedAt: new Date() },
  });
  const version = async (orderID: string) => (await desk.detail(orderID)).version;
  expect(outcome(await edit(paid, percent(5), { version: await version(paid) }))).toBe("409 ORDER_STATE_CONFLICT");
  const late = await desk.order();
  await desk.expire(late);
  expect(outcome(await edit(late, percent(5)))).toBe("409 ORDER_EXPIRED");
  const shown = await desk.order();
  await desk.owner.query("update sale_order set image_at = now() where order_number = $1", [shown]);
  expect(outcome(await edit(shown, percent(5)))).toBe("409 ORDER_STATE_CONFLICT");
});

it("applies one of two simultaneous discounts", async () => {
  const orderID = await desk.order();
  const answers = await Promise.all([edit(orderID, percent(10)), edit(orderID, percent(20))]);
  expect(answers.map(outcome).sort()).toEqual(["200", "409 STALE_DATA"]);
  const { total, discount, items } = await desk.detail(orderID);
  expect(total + discount).toBe(1200);
  expect(items[0]?.discount).toBe(discount);
});

it("the database prevents changes to shares of lines once money has arrived", async () => {
  const orderID = await desk.order({ items: [piano] }, seller);
  await desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed", note: "" });
  expect(outcome(await edit(orderID, percent(5), { version: 2 }))).toBe("409 ORDER_STATE_CONFLICT");
});
