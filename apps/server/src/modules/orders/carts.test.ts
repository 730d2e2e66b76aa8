import type { MessageId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { beforeAll, expect, it } from "vitest";
import { buildChannel, inboundText, receive, type TestChannel } from "#modules/inbox/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { openOrderDesk, outcome } from "./for-tests.ts";
import { inboxOrders } from "./queries/cart-orders.ts";

const desk = prepareDesk(openOrderDesk);
let channel: TestChannel;
beforeAll(async () => {
  channel = await buildChannel(desk, desk.organization);
});

async function buildProduct(retailerId: string, currency = "HKD", status = "active"): Promise<void> {
  await desk.owner.query(
    `insert into product (organization_id, product_id, retailer_id, name, type_id, price_minor, currency, kind, image_file_ids,
       status, sort)
     select $1, $2::uuid, $3::text, $3::text, item_id, 88800, $4, 'online', array[$2::uuid], $5, 1
     from list_item where organization_id = $1 limit 1`,
    [desk.organization.organizationId, v7(), retailerId, currency, status],
  );
}

async function sendCart(items: object[]): Promise<MessageId> {
  const cart = inboundText({ kind: "order", text: "想買這些", details: { items } });
  await receive(desk, channel, [cart]);
  const { rows } = await desk.owner.query<{ id: MessageId }>(
    "select message_id as id from message where provider_message_id = $1",
    [cart.providerMessageId],
  );
  const [sent] = rows;
  if (!sent) throw new Error("There is no message");
  return sent.id;
}

interface CartOrder {
  orderID: string;
  unknown: string[];
}
const order = (messageId: string, by?: string) => desk.post<CartOrder>("AddOrderFromCart", { messageId }, by);

it("becomes one order at the catalogue's prices, even when colleagues click at the same time", async () => {
  await buildProduct("PIANO-01");
  const messageId = await sendCart([
    { productId: "PIANO-01", quantity: 2, price: 1, currency: "HKD" },
    { productId: "GONE-9", quantity: 1, price: 120, currency: "HKD" },
  ]);
  const { token } = await desk.signIn({ role: "admin" });
  const answers = await Promise.all([order(messageId), order(messageId, token), order(messageId)]);
  expect(answers.map(outcome)).toEqual(["200", "200", "200"]);
  expect(new Set(answers.map(({ body }) => body.resultData?.orderID)).size).toBe(1);
  const { orderID = "", unknown } = answers[0]?.body.resultData ?? {};
  expect(unknown).toEqual(["GONE-9"]);
  expect(await desk.detail(orderID)).toMatchObject({
    total: 1896,
    payMethod: "bankTransfer",
    items: [
      { name: "PIANO-01", quantity: 2, officialPrice: 888 },
      { name: "GONE-9", officialPrice: 120 },
    ],
  });
});

it("names a product that is no longer sold, and keeps the price that the customer saw", async () => {
  await buildProduct("OLD-1", "HKD", "inactive");
  await desk.owner.query("update product set sales_name = '夏季鋼琴班' where retailer_id = 'OLD-1'");
  const messageId = await sendCart([{ productId: "OLD-1", quantity: 1, price: 700, currency: "HKD" }]);
  const { orderID = "", unknown } = (await order(messageId)).body.resultData ?? {};
  expect(unknown).toEqual(["夏季鋼琴班"]);
  expect(await desk.detail(orderID)).toMatchObject({ total: 700, items: [{ name: "夏季鋼琴班", productID: null }] });
});

it("shows its order in the conversation from then on", async () => {
  const { scope } = desk.organization;
  const messageId = await sendCart([{ productId: "PIANO-01", quantity: 1, price: 888, currency: "HKD" }]);
  const read = () => inTransaction(desk.db, scope, (tx) => inboxOrders.ofCarts(tx, scope, [messageId]));
  expect(await read()).toEqual(new Map());
  const { orderID = "" } = (await order(messageId)).body.resultData ?? {};
  expect(await read()).toEqual(new Map([[messageId, orderID]]));
});

it("has the currency of its first product; others keep the cart's price", async () => {
  await buildProduct("TW-1", "TWD");
  await buildProduct("HK-1", "HKD");
  const messageId = await sendCart([
    { productId: "TW-1", quantity: 1, price: 888, currency: "TWD" },
    { productId: "HK-1", quantity: 1, price: 500, currency: "TWD" },
  ]);
  const { body } = await order(messageId);
  expect(body.resultData?.unknown).toEqual(["HK-1"]);
  expect(await desk.detail(body.resultData?.orderID ?? "")).toMatchObject({ currency: "TWD", total: 1388 });
});

it("ignores prices in another currency", async () => {
  await buildProduct("TW-2", "TWD");
  const mixed = await sendCart([
    { productId: "TW-2", quantity: 1, price: 888, currency: "TWD" },
    { productId: "HK-2", quantity: 1, price: 500, currency: "HKD" },
  ]);
  expect(outcome(await order(mixed))).toBe("422 FIELD_INVALID");
  const strange = await sendCart([{ productId: "GONE-2", quantity: 1, price: 500, currency: "THB" }]);
  expect(outcome(await order(strange))).toBe("422 FIELD_INVALID");
});

it("creates no order without items, with hostile quantities, or if invisible", async () => {
  const hostile = [{ productId: "X", quantity: -1, price: 1, currency: "HKD" }];
  expect(outcome(await order(await sendCart(hostile)))).toBe("422 FIELD_INVALID");
  expect((await order(await sendCart([]))).status).toBe(404);
  const { token } = await desk.signIn({ role: "sales", branchIds: [desk.organization.branchIds[1]] });
  expect((await order(await sendCart([{ productId: "X", quantity: 1 }]), token)).status).toBe(404);
});
