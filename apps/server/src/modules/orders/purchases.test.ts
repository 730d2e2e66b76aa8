import type { RecordId } from "@homeroom/contract/ids";
import type { PurchaseRow } from "@homeroom/contract/purchases";
import { v7 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { buildLead } from "#modules/leads/for-tests";
import { callApi } from "#modules/sign-in/for-tests";
import { prepareDesk } from "#platform/db/for-tests";
import { openOrderDesk, outcome } from "./for-tests.ts";

const desk = prepareDesk(openOrderDesk);
let today: string;

beforeAll(async () => {
  const { rows } = await desk.owner.query<{ day: string }>("select branch_day($1, $2, now())::text as day", [
    desk.organization.organizationId,
    desk.organization.branchIds[0],
  ]);
  today = rows[0]?.day ?? "";
});

const dayAfter = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);

async function buildProduct(name: string, days: number | null, lessons: number | null = null): Promise<RecordId> {
  const productId = v7() as RecordId;
  await desk.owner.query(
    `insert into product (organization_id, product_id, retailer_id, name, type_id, price_minor, currency, kind, valid_days,
       lessons, image_file_ids, status, sort)
     select $1, $2::uuid, $2::uuid::text, $3, item_id, 80000, 'HKD', $4, $5, $6, array[$2::uuid], 'active', 1
     from list_item where organization_id = $1 limit 1`,
    [desk.organization.organizationId, productId, name, days === null ? "online" : "validity", days, lessons],
  );
  return productId;
}

async function list(filters: object, by?: string): Promise<{ list: PurchaseRow[]; total: number }> {
  const { body } = await desk.post<{ list: PurchaseRow[]; total: number }>("PurchaseList", filters, by);
  if (!body.success) throw new Error(body.name);
  return body.resultData;
}
const confirm = (orderID: string) => desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed", note: "" });

/** Sells a product to a lead and takes the money. */
async function sell(productID: RecordId, leadId?: Awaited<ReturnType<typeof buildLead>>): Promise<string> {
  const orderID = await desk.order({ ...(leadId && { leadId }), items: [{ productID, quantity: 2 }] });
  expect(outcome(await confirm(orderID))).toBe("200");
  return orderID;
}

test("a paid order becomes purchases, with the product's last day at that time", async () => {
  const piano = await buildProduct("鋼琴十堂", 90, 10);
  const leadId = await buildLead(desk.db, desk.organization);
  const orderID = await desk.order({
    leadId,
    items: [
      { productID: piano, quantity: 2 },
      { name: "教材費", officialPrice: 100, quantity: 1 },
    ],
    discount: { kind: "amount", value: 170, reason: "舊生" },
  });
  expect(await list({ leadId })).toMatchObject({ list: [], total: 0 });
  await confirm(orderID);
  await confirm(orderID);
  await desk.owner.query("update product set valid_days = 5, lessons = 1 where product_id = $1", [piano]);
  const { list: bought } = await list({ leadId });
  expect(bought.toSorted((one, other) => one.name.localeCompare(other.name))).toMatchObject([
    { name: "教材費", validUntil: null, lessons: null, daysLeft: null, state: "valid", amount: 90 },
    {
      orderID,
      name: "鋼琴十堂",
      productID: piano,
      quantity: 2,
      amount: 1440,
      buyDate: today,
      validUntil: dayAfter(90),
      lessons: { bought: 20, used: 0, left: 20 },
      daysLeft: 90,
      state: "valid",
    },
  ]);
});

test("a fully refunded purchase no longer counts; a partial refund changes nothing", async () => {
  const orderID = await sell(await buildProduct("作文班", 10));
  const state = async () => (await list({ keywords: orderID })).list.map((row) => row.state);
  expect(await state()).toEqual(["ending"]);
  await desk.post("RefundOrder", { orderID, amount: 600, reason: "退一堂" });
  expect(await state()).toEqual(["ending"]);
  await desk.post("RefundOrder", { orderID, amount: 1000, reason: "退班" });
  expect(await state()).toEqual(["takenBack"]);
  expect((await list({ state: ["ending"], keywords: orderID })).list).toEqual([]);
});

test("a free order becomes purchases at once", async () => {
  const productID = await buildProduct("體驗課", 1);
  const leadId = await buildLead(desk.db, desk.organization);
  await desk.order({
    leadId,
    items: [{ productID, quantity: 1 }],
    discount: { kind: "percent", value: 100, reason: "體驗" },
  });
  expect((await list({ leadId })).list).toMatchObject([{ name: "體驗課", amount: 0, daysLeft: 1 }]);
});

test("lists are paged and filtered", async () => {
  const productID = await buildProduct("游泳", 200);
  const leadId = await buildLead(desk.db, desk.organization);
  for (let sold = 0; sold < 5; sold += 1) await sell(productID, leadId);
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const { body } = await desk.post<{ list: PurchaseRow[]; nextCursor: string | null; total: number }>(
      "PurchaseList",
      {
        leadId,
        pageSize: 2,
        ...(cursor && { cursor }),
      },
    );
    if (!body.success) throw new Error(body.name);
    expect(body.resultData.total).toBe(5);
    seen.push(...body.resultData.list.map((row) => row.recordID));
    cursor = body.resultData.nextCursor;
  } while (cursor);
  expect(new Set(seen).size).toBe(5);
  expect((await list({ productID, startTime: today, endTime: today })).total).toBe(5);
  expect((await list({ productID, endTime: dayAfter(-1) })).total).toBe(0);
  expect(outcome(await desk.post("PurchaseList", { cursor: "x" }))).toBe("400 DATA_FORMAT_ERROR");
});

test("a sales person sees what their own leads bought", async () => {
  const { token, accountId } = await desk.signIn({ role: "sales" });
  const { accountId: other } = await desk.signIn({ role: "sales" });
  const productID = await buildProduct("小提琴", 60);
  const mine = await sell(productID, await buildLead(desk.db, desk.organization, { sales_id: accountId }));
  await sell(productID, await buildLead(desk.db, desk.organization, { sales_id: other }));
  expect((await list({ productID }, token)).list.map((row) => row.orderID)).toEqual([mine]);
});

test("finds leads whose last purchase ends soon, unless they have renewed", async () => {
  const school = `到期 ${v7()}`;
  const soon = await buildProduct("短期班", 20);
  const long = await buildProduct("長期班", 300);
  const ending = await buildLead(desk.db, desk.organization, { school });
  const renewed = await buildLead(desk.db, desk.organization, { school });
  const returned = await buildLead(desk.db, desk.organization, { school });
  await buildLead(desk.db, desk.organization, { school });
  await sell(soon, ending);
  await sell(soon, renewed);
  await sell(long, renewed);
  const given = await sell(soon, returned);
  await desk.post("RefundOrder", { orderID: given, amount: 1600, reason: "退班" });
  const found = async (purchaseEndsWithinDays: number) => {
    const { body } = await callApi<{ list: { leadId: string }[] }>(desk.app, "POST /api_users/Member/LeadsList", {
      token: desk.token,
      body: { school, purchaseEndsWithinDays, pageSize: 100 },
    });
    if (!body.success) throw new Error(body.name);
    return body.resultData.list.map(({ leadId }) => leadId);
  };
  expect(await found(30)).toEqual([ending]);
  expect(await found(20)).toEqual([ending]);
  expect(await found(19)).toEqual([]);
  expect((await found(300)).toSorted()).toEqual([ending, renewed].toSorted());
});
