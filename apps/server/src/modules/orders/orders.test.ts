import { RecordId } from "@homeroom/contract/ids";
import type { OrderSummary } from "@homeroom/contract/order-totals";
import type { OrderPrice, OrderRow } from "@homeroom/contract/orders";
import { v7 } from "uuid";
import { describe, expect, it } from "vitest";
import { buildLead } from "#modules/leads/for-tests";
import { callApi } from "#modules/sign-in/for-tests";
import { today } from "#platform/clock/days";
import { prepareDesk } from "#platform/db/for-tests";
import { openOrderDesk, outcome, piano } from "./for-tests.ts";

const desk = prepareDesk(openOrderDesk);

interface OrderPage {
  list: OrderRow[];
  total: number;
  nextCursor: string | null;
}
const sums = async (filters: object, by?: string) =>
  (await desk.post<{ list: OrderSummary[] }>("OrderTotals", filters, by)).body.resultData?.list;
async function list(filters: object, by?: string): Promise<OrderPage> {
  const { body } = await desk.post<OrderPage>("OrderList", filters, by);
  if (!body.success) throw new Error(body.name);
  return body.resultData;
}

describe("a new order", () => {
  it("has a daily number, its price, and a time limit", async () => {
    const orderID = await desk.order({
      items: [piano, { name: "樂理", officialPrice: 99.5, quantity: 2 }],
      discount: { kind: "percent", value: 10, reason: "舊生" },
      note: "星期六上午",
    });
    expect(orderID).toMatch(/^20\d{14}$/);
    expect(await desk.detail(orderID)).toMatchObject({
      productName: "鋼琴初班、樂理",
      quantity: 3,
      amount: 1399,
      discount: 139.9,
      discountReason: "舊生",
      total: 1259.1,
      open: 1259.1,
      paid: 0,
      currency: "HKD",
      status: "pending",
      confirmStatus: "unconfirmed",
      payType: "product",
      leadName: "王小明",
      creator: "何校長",
      note: "星期六上午",
      items: [
        { amount: 1200, discount: 120 },
        { officialPrice: 99.5, amount: 199, discount: 19.9 },
      ],
      history: [{ kind: "created", amount: 1259.1, operator: "何校長" }],
    });
  });

  it("needs no currency, and accepts a plain number as a discount", async () => {
    const leadId = await buildLead(desk.db, desk.organization);
    const made = await desk.post<OrderRow>("AddOrder", { leadId, items: [piano], discount: 100, payMethod: "cash" });
    const { orderID } = made.body.resultData ?? {};
    expect(await desk.detail(orderID ?? "")).toMatchObject({ currency: "HKD", discount: 100, discountReason: "" });
    const other = { leadId, items: [{ name: "樂理", officialPrice: 50, quantity: 1 }] };
    const price = await desk.post<OrderPrice>("OrderPrice", other);
    expect(price.body.resultData).toMatchObject({ total: 50, currency: "HKD" });
  });

  it("is created once for each id or key", async () => {
    const leadId = await buildLead(desk.db, desk.organization);
    const form = { leadId, items: [piano], currency: "HKD", payMethod: "cash" };
    const recordID = v7();
    const answers = await Promise.all([1, 2, 3].map(() => desk.post<OrderRow>("AddOrder", { ...form, recordID })));
    expect(new Set(answers.map(({ body }) => body.resultData?.orderID)).size).toBe(1);
    const headers = { accesstoken: desk.token, "idempotency-key": "tab 1, order 7" };
    const keyed = async () => {
      const answer = await desk.app.inject({
        method: "POST",
        url: "/api_users/Order/AddOrder",
        headers,
        payload: form,
      });
      return answer.json<{ resultData: { orderID: string } }>().resultData.orderID;
    };
    const [first, second] = [await keyed(), await keyed()];
    expect(first).toBe(second);
    expect((await list({ leadId })).total).toBe(2);
    const { token } = await desk.signIn({ role: "admin" });
    expect(outcome(await desk.post("AddOrder", { ...form, recordID }, token))).toBe("422 FIELD_INVALID");
  });

  it("is refused when repeated with its id after the form was changed", async () => {
    const [leadId, other] = [await buildLead(desk.db, desk.organization), await buildLead(desk.db, desk.organization)];
    const form = { recordID: v7(), leadId, items: [piano], currency: "HKD", payMethod: "cash", note: "週六" };
    const send = async (change: object) => outcome(await desk.post("AddOrder", { ...form, ...change }));
    expect(await send({})).toBe("200");
    expect(await send({})).toBe("200");
    for (const change of [
      { leadId: other },
      { items: [{ ...piano, quantity: 2 }] },
      { items: [{ ...piano, officialPrice: 1100 }] },
      { items: [piano, piano] },
      { discount: { kind: "percent", value: 10, reason: "兄弟姊妹優惠" } },
      { payMethod: "bankTransfer" },
      { taxRate: 5 },
      { instalments: [{ dueDate: "2099-01-05" }, { dueDate: "2099-02-05" }] },
      { note: "週日" },
    ])
      expect(await send(change)).toBe("409 STALE_DATA");
    expect((await list({ leadId })).total).toBe(1);
  });

  it("is paid at once if it costs nothing", async () => {
    const discount = { kind: "amount" as const, value: 1200, reason: "獎學金" };
    const free = await desk.detail(await desk.order({ discount }));
    expect(free).toMatchObject({ total: 0, status: "paid", confirmStatus: "confirmed", expireTime: null });
  });

  it.each([
    ["more decimals than the currency has", { items: [{ ...piano, officialPrice: 1.005 }] }, "items.0.officialPrice"],
    ["cents in Taiwan", { currency: "TWD", items: [{ ...piano, officialPrice: 0.5 }] }, "items.0.officialPrice"],
    ["a discount without a reason", { discount: { kind: "amount", value: 1 } }, "discount.reason"],
    ["a discount beyond the whole", { discount: { kind: "amount", value: 1200.01, reason: "x" } }, "discount.value"],
    ["more than all", { discount: { kind: "percent", value: 101, reason: "x" } }, "discount.value"],
    ["nothing", { items: [] }, "items"],
    ["too much", { items: [{ ...piano, officialPrice: 900_000_000, quantity: 9 }] }, "items"],
  ] as const)("with %s is refused", async (_name, more, field) => {
    const leadId = await buildLead(desk.db, desk.organization);
    const form = { leadId, items: [piano], currency: "HKD", payMethod: "cash", ...more };
    const { status, body } = await desk.post("AddOrder", form);
    expect(status).toBe(422);
    expect(body).toMatchObject({ errors: [{ field }] });
  });

  it("is refused if the discount exceeds the price of its items, which is named", async () => {
    const discount = { kind: "amount", value: 1200.01, reason: "x" };
    const { body } = await desk.post("OrderPrice", { items: [piano], currency: "HKD", discount });
    const message = "折扣不可超過項目的總額 HK$1,200.00";
    expect(body).toMatchObject({
      name: "DISCOUNT_OVER_PRICE",
      message,
      errors: [{ field: "discount.value", message }],
    });
  });

  it("can be priced without being created", async () => {
    const { body } = await desk.post<OrderPrice>("OrderPrice", {
      items: [{ name: "鋼琴", officialPrice: 10_500, quantity: 1 }],
      currency: "TWD",
      taxRate: 5,
    });
    expect(body.resultData).toEqual({ currency: "TWD", amount: 10_500, discount: 0, tax: 500, total: 10_500 });
  });
});

describe("a product of the catalogue", () => {
  const buildProduct = async (more: object = {}) => {
    const id = v7();
    const row = { status: "active", currency: "HKD", expiry_date: null, ...more };
    await desk.owner.query(
      `insert into product (organization_id, product_id, retailer_id, name, sales_name, type_id, price_minor, currency, kind,
         expiry_date, image_file_ids, status, sort)
       select $1, $2::uuid, $2::uuid::text, '鋼琴初班內部名', '鋼琴初班', item_id, 88800, $3, case when $4::date is null then 'online' else 'expiry' end,
         $4, array[$2::uuid], $5, 1 from list_item where organization_id = $1 limit 1`,
      [desk.organization.organizationId, id, row.currency, row.expiry_date, row.status],
    );
    return RecordId.parse(id);
  };

  it("is sold at its current price and name, regardless of the form", async () => {
    const productID = await buildProduct();
    const orderID = await desk.order({ items: [{ productID, name: "x", officialPrice: 1, quantity: 2 }] });
    expect(await desk.detail(orderID)).toMatchObject({
      total: 1776,
      items: [{ productID, name: "鋼琴初班", officialPrice: 888, quantity: 2 }],
    });
    expect((await list({ productID })).list.map((order) => order.orderID)).toEqual([orderID]);
  });

  it("is offered only while it can be sold", async () => {
    const shown = await buildProduct();
    await buildProduct({ status: "inactive" });
    await buildProduct({ expiry_date: "2020-01-01" });
    const { body } = await desk.get<{ currency: string; list: { productID: string; price: number }[] }>(
      "ProductChoices",
    );
    expect(body.resultData).toMatchObject({ currency: "HKD" });
    expect(body.resultData?.list.find(({ productID }) => productID === shown)).toMatchObject({ price: 888 });
    expect(body.resultData?.list.every(({ price }) => price === 888)).toBe(true);
  });

  it.each([
    ["inactive", { status: "inactive" }],
    ["over", { expiry_date: "2020-01-01" }],
    ["over today", { expiry_date: today("Asia/Hong_Kong") }],
    ["of another currency", { currency: "TWD" }],
  ])("that is %s is not sold", async (_name, more) => {
    const leadId = await buildLead(desk.db, desk.organization);
    const items = [{ productID: await buildProduct(more), quantity: 1 }];
    const answer = await desk.post("AddOrder", { leadId, items, currency: "HKD", payMethod: "cash" });
    expect(answer.body).toMatchObject({ name: "FIELD_INVALID", errors: [{ field: "items.0.productID" }] });
  });
});

describe("an order is visible", () => {
  it("to people who see its lead, at the branch where it was made", async () => {
    const [mine, other] = [await desk.signIn({ role: "sales" }), await desk.signIn({ role: "sales" })];
    const lead = await buildLead(desk.db, desk.organization, { sales_id: mine.accountId });
    const orderID = await desk.order({ leadId: lead }, mine.token);
    expect((await list({ leadId: lead }, mine.token)).total).toBe(1);
    expect(await list({ leadId: lead }, other.token)).toMatchObject({ total: 0, list: [] });
    expect(await sums({ leadId: lead }, other.token)).toEqual([]);
    expect(outcome(await desk.get(`OrderInfo?orderID=${orderID}`, mine.token))).toBe("200");
    expect(outcome(await desk.get(`OrderInfo?orderID=${orderID}`, other.token))).toBe("404 NOT_FOUND");
    const form = { leadId: lead, items: [piano], currency: "HKD", payMethod: "cash" };
    expect(outcome(await desk.post("AddOrder", form, other.token))).toBe("404 NOT_FOUND");
    expect(outcome(await desk.get(`CancelOrder?orderID=${orderID}`, mine.token))).toBe("403 PERMISSION_DENIED");
  });
});

describe("the note of an order", () => {
  const edit = (form: object) => desk.post("EditOrderNote", form);

  it("can be changed in any state, with the version that was read", async () => {
    const orderID = await desk.order({ note: "週三來" });
    await desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed" });
    const { version } = await desk.detail(orderID);
    expect(outcome(await edit({ orderID, note: "改到週五", version }))).toBe("200");
    expect(await desk.detail(orderID)).toMatchObject({ note: "改到週五", status: "paid", version: version + 1 });
    expect(outcome(await edit({ orderID, note: "改到週五", version }))).toBe("200");
    expect(outcome(await edit({ orderID, note: "改到週六", version }))).toBe("409 STALE_DATA");
    expect(outcome(await edit({ orderID, note: "x".repeat(2001), version: version + 1 }))).toMatch(/^422/);
  });
});

describe("a change of an order", () => {
  it("is sent to people who see its lead", async () => {
    const { accountId } = await desk.signIn({ role: "sales" });
    const orderID = await desk.order({ leadId: await buildLead(desk.db, desk.organization, { sales_id: accountId }) });
    await desk.get(`CancelOrder?orderID=${orderID}`);
    const { rows } = await desk.owner.query(
      "select payload from outbox where event = 'order.changed' and payload ->> 'orderID' = $1",
      [orderID],
    );
    const [branchId] = desk.organization.branchIds;
    const told = { orderID, payType: "product", branchId, salesId: accountId, tutorId: null };
    expect(rows.map(({ payload }) => payload)).toEqual([told, told]);
  });
});

describe("the list", () => {
  it("is filtered, and summed by currency", async () => {
    const leadId = await buildLead(desk.db, desk.organization, { nickname: "林佳穎" });
    const [first, second] = [await desk.order({ leadId }), await desk.order({ leadId, payMethod: "cash" })];
    const third = await desk.order({ leadId, currency: "TWD", payMethod: "cash" });
    await desk.post("ConfirmOrder", { orderID: second, confirmStatus: "confirmed" });
    const ids = async (filters: object) => (await list({ leadId, ...filters })).list.map(({ orderID }) => orderID);
    expect(await ids({})).toEqual([third, second, first]);
    expect(await ids({ status: ["paid"] })).toEqual([second]);
    expect(await ids({ payMethod: ["cash"], confirmStatus: ["unconfirmed"] })).toEqual([third]);
    expect(await ids({ keywords: "佳穎 鋼琴" })).toEqual([third, second, first]);
    expect(await ids({ keywords: first.slice(6) })).toEqual([first]);
    expect(await ids({ keywords: "小提琴" })).toEqual([]);
    const day = (await desk.detail(first)).createTime.slice(0, 10);
    expect(await ids({ startTime: "2020-01-01", endTime: "2020-12-31" })).toEqual([]);
    expect(await ids({ startTime: "2020-01-01", endTime: `${Number(day.slice(0, 4)) + 1}-01-01` })).toHaveLength(3);
    expect(await list({ leadId, pageSize: 1 })).toMatchObject({ total: 3, totalIsEstimate: false });
    expect(await sums({ leadId })).toEqual([
      { currency: "HKD", count: 2, total: 2400, paid: 1200, refunded: 0, open: 1200, overdue: 0, dropped: 0 },
      { currency: "TWD", count: 1, total: 1200, paid: 0, refunded: 0, open: 1200, overdue: 0, dropped: 0 },
    ]);
  });

  it("sums orders that will never be paid separately", async () => {
    const leadId = await buildLead(desk.db, desk.organization);
    const [, left, late] = [
      await desk.order({ leadId }),
      await desk.order({ leadId }),
      await desk.order({ leadId, items: [{ ...piano, quantity: 2 }] }),
    ];
    await desk.get(`CancelOrder?orderID=${left}`);
    await desk.owner.query("update sale_order set status = 'closed' where order_number = $1", [late]);
    expect(await sums({ leadId })).toMatchObject([{ count: 3, total: 1200, open: 1200, dropped: 3600 }]);
    expect(await sums({ leadId, status: ["closed"] })).toMatchObject([{ count: 1, total: 0, open: 0, dropped: 2400 }]);
  });

  it.each(["createTime", "payDate", "total"] as const)("by %s shows each order once, page by page", async (sortBy) => {
    const leadId = await buildLead(desk.db, desk.organization);
    const made: string[] = [];
    for (const quantity of [3, 1, 2, 2]) made.push(await desk.order({ leadId, items: [{ ...piano, quantity }] }));
    for (const orderID of made.slice(0, 2)) await desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed" });
    for (const sortOrder of ["asc", "desc"]) {
      const seen: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const page: OrderPage = await list({ leadId, sortBy, sortOrder, pageSize: 1, ...(cursor && { cursor }) });
        seen.push(...page.list.map(({ orderID }) => orderID));
        cursor = page.nextCursor;
      }
      expect(seen.toSorted()).toEqual(made.toSorted());
    }
  });
});

describe("the lead of an order", () => {
  it("has each step in its history, and a deal when it is paid", async () => {
    const leadId = await buildLead(desk.db, desk.organization);
    const orderID = await desk.order({ leadId });
    await desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed" });
    const { body } = await callApi<{ list: { actionType: number; details: object }[] }>(
      desk.app,
      `GET /api_users/Member/LeadsLogList?leadId=${leadId}&pageSize=50`,
      { token: desk.token },
    );
    const entries = body.resultData?.list ?? [];
    expect(new Set(entries.map(({ actionType }) => actionType))).toEqual(new Set([4, 12, 15]));
    expect(entries.find(({ actionType }) => actionType === 4)?.details).toEqual({
      orderID,
      step: "paid",
      amount: 1200,
      currency: "HKD",
    });
    const { rows } = await desk.owner.query(
      "select deal_at, student_since, contacted_at from lead where lead_id = $1",
      [leadId],
    );
    expect(Object.values(rows[0])).not.toContain(null);
  });

  it("can be merged and restored, together with its orders", async () => {
    const [keep, from] = [await buildLead(desk.db, desk.organization), await buildLead(desk.db, desk.organization)];
    const orderID = await desk.order({ leadId: from });
    const call = <Result>(name: string, body: object) =>
      callApi<Result>(desk.app, `POST /api_users/Member/${name}`, { token: desk.token, body });
    const merged = await call<{ recordID: string }>("MergeLeads", { keep, from, versions: { keep: 1, from: 1 } });
    expect((await desk.detail(orderID)).leadId).toBe(keep);
    expect((await list({ leadId: keep })).total).toBe(1);
    await call("UndoMerge", { recordID: merged.body.resultData?.recordID });
    expect((await desk.detail(orderID)).leadId).toBe(from);
  });

  it("can be erased; the order keeps the buyer's name", async () => {
    const leadId = await buildLead(desk.db, desk.organization, { nickname: "黃家豪" });
    const orderID = await desk.order({ leadId });
    await desk.owner.query("delete from lead where lead_id = $1", [leadId]);
    expect(await desk.detail(orderID)).toMatchObject({ leadId: null, leadName: "黃家豪", total: 1200 });
    await desk.post("ConfirmOrder", { orderID, confirmStatus: "confirmed" });
    expect(await desk.detail(orderID)).toMatchObject({ status: "paid" });
  });
});
