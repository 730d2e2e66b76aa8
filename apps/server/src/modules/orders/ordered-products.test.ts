import type { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { expect, it } from "vitest";
import { buildLead } from "#modules/leads/for-tests";
import { noCatalogue } from "#modules/products/for-tests";
import { productsModule } from "#modules/products/public";
import { callApi } from "#modules/sign-in/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { buildProduct, openOrderDesk, outcome } from "./for-tests.ts";
import { orderedProducts } from "./public.ts";

const desk = prepareDesk(() =>
  openOrderDesk((platform) => [productsModule(platform, { keeper: noCatalogue, uses: [orderedProducts] })]),
);

/** A product, and the number of an order of it. */
async function sell(): Promise<{ productID: RecordId; orderID: string }> {
  const productID = await buildProduct(desk, { name: "鋼琴班", priceMinor: 88_800 });
  return { productID, orderID: await desk.order({ items: [{ productID, quantity: 1 }] }) };
}

const remove = async (id: RecordId) =>
  outcome(await callApi(desk.app, `GET /api_basic/Product/DeleteProduct?ids=${id}`, { token: desk.token }));
const refused = "409 PRODUCT_HAS_TRANSACTIONS";

it("a product cannot be deleted while an order of it is open, or once it was paid", async () => {
  const { productID, orderID } = await sell();
  expect(await remove(productID)).toBe(refused);
  await desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed" });
  expect(await remove(productID)).toBe(refused);
  await desk.post("RefundOrder", { orderID, amount: 888, reason: "退費" });
  expect(await remove(productID)).toBe(refused);
});

it("a product can be deleted if its orders ended without money", async () => {
  const { productID, orderID } = await sell();
  await desk.get(`CancelOrder?orderID=${orderID}`);
  expect(await remove(productID)).toBe("200");
  const late = await sell();
  await desk.owner.query(
    `insert into payment (organization_id, payment_id, order_id, provider, reference, amount_minor, currency, kept_reason, received_at)
     select organization_id, gen_random_uuid(), order_id, 'ecpay', $1, 88800, 'HKD', 'closed', now() from sale_order
     where order_number = $1`,
    [late.orderID],
  );
  await desk.get(`CancelOrder?orderID=${late.orderID}`);
  expect(await remove(late.productID)).toBe(refused);
});

it("an order that is made while its product is deleted is refused", async () => {
  const { productID, orderID } = await sell();
  await desk.get(`CancelOrder?orderID=${orderID}`);
  const deleting = await desk.owner.connect();
  await deleting.query("begin");
  await deleting.query("select from product where product_id = $1 for update", [productID]);
  await deleting.query("update product set deleted_at = now() where product_id = $1", [productID]);
  const leadId = await buildLead(desk.db, desk.organization);
  const form = { leadId, items: [{ productID, quantity: 1 }], payMethod: "cash" };
  const ordering = desk.post("AddOrder", form);
  await expect
    .poll(async () => {
      const { rows } = await deleting.query(
        "select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))",
      );
      return rows.length;
    })
    .toBe(1);
  await deleting.query("commit");
  deleting.release();
  expect((await ordering).body).toMatchObject({ name: "FIELD_INVALID", errors: [{ field: "items.0.productID" }] });
  const { body } = await desk.post<{ total: number }>("OrderList", { leadId });
  expect(body.resultData?.total).toBe(0);
});

it("refuses an order at a price other than the form showed, and accepts the new price once shown", async () => {
  const productID = await buildProduct(desk, { name: "鋼琴班", priceMinor: 88_800 });
  const leadId = await buildLead(desk.db, desk.organization);
  const form = { recordID: v7(), leadId, items: [{ productID, quantity: 2 }], currency: "HKD", payMethod: "cash" };
  await desk.owner.query("update product set price_minor = 90000 where product_id = $1", [productID]);
  const { status, body } = await desk.post("AddOrder", { ...form, expectedTotal: 1776 });
  expect([status, body.message]).toEqual([409, "價格剛有變動，現在總計 HK$1,800.00；訂單尚未建立，請確認後再建立一次"]);
  const made = await desk.post<{ orderID: string }>("AddOrder", { ...form, expectedTotal: 1800 });
  expect(await desk.detail(made.body.resultData?.orderID ?? "")).toMatchObject({ total: 1800 });
  // Sent again after a lost answer, it is the same order, whatever the product costs by then.
  await desk.owner.query("update product set price_minor = 95000 where product_id = $1", [productID]);
  const again = await desk.post<{ orderID: string }>("AddOrder", { ...form, expectedTotal: 1800 });
  expect(again.body.resultData).toEqual(made.body.resultData);
});

it("refuses a product that is no longer sold or not in the order's currency", async () => {
  const productID = await buildProduct(desk, { name: "鋼琴班", priceMinor: 88_800 });
  const leadId = await buildLead(desk.db, desk.organization);
  const form = { leadId, items: [{ productID, quantity: 1 }], payMethod: "cash" };
  const refusal = { name: "FIELD_INVALID", errors: [{ field: "items.0.productID", message: "請選擇列出的選項" }] };
  expect((await desk.post("AddOrder", { ...form, currency: "TWD" })).body).toMatchObject(refusal);
  await desk.owner.query("update product set status = 'inactive' where product_id = $1", [productID]);
  expect((await desk.post("AddOrder", { ...form, currency: "HKD" })).body).toMatchObject(refusal);
});
