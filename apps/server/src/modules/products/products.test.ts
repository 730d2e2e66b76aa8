import { type FileId, RecordId } from "@homeroom/contract/ids";
import { maxMinor } from "@homeroom/contract/money";
import type { ProductRow } from "@homeroom/contract/products";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { leadsModule, listUses } from "#modules/leads/public";
import { listsModule } from "#modules/lists/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { buildPicture, noCatalogue, signInTo, typeFor } from "./for-tests.ts";
import { productsModule, typesOfProducts } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let token: string;
let typeID: RecordId;
let image: FileId;
const sold = new Set<RecordId>();

const server = prepareServer(base, (platform) => {
  const usedAmong = async (_tx: unknown, _scope: unknown, ids: readonly RecordId[]) =>
    new Set(ids.filter((id) => sold.has(id)));
  return [
    productsModule(platform, { keeper: noCatalogue, uses: [{ usedAmong }] }),
    listsModule(platform, listUses, [typesOfProducts]),
    leadsModule(platform),
  ];
});
beforeEach(async () => {
  organization = await buildOrganization(base.db);
  const owner = await signInTo(base, organization, "owner");
  token = owner.token;
  typeID = await typeFor(base, organization, "課程");
  image = await buildPicture(base, organization, owner.accountId);
});

interface Answer<Result> {
  success: boolean;
  name?: string;
  code?: number;
  resultData: Result | null;
}

async function post(call: string, body: object, as = token): Promise<Answer<{ recordID: RecordId }>> {
  return (await callApi<{ recordID: RecordId }>(server.app, `POST /api_basic/Product/${call}`, { token: as, body }))
    .body;
}
async function get<Result>(call: string, as = token): Promise<Answer<Result>> {
  return (await callApi<Result>(server.app, `GET /api_basic/Product/${call}`, { token: as })).body;
}
const form = (name: string) => ({ name, typeID, price: 1200.5, images: [image] });
async function add(name: string, more: object = {}): Promise<RecordId> {
  const { resultData, ...refused } = await post("AddProduct", { ...form(name), ...more });
  if (!resultData) throw new Error(JSON.stringify(refused));
  return resultData.recordID;
}
async function list(filters: object = {}) {
  const { body } = await callApi<{ list: ProductRow[]; total: number; currency: string; nextCursor: string | null }>(
    server.app,
    "POST /api_basic/Product/ProductList",
    { token, body: { pageSize: 100, ...filters } },
  );
  if (!body.resultData) throw new Error(JSON.stringify(body));
  return body.resultData;
}
const names = async (filters: object = {}) => (await list(filters)).list.map(({ name }) => name);
const info = async (id: RecordId) => (await get<ProductRow>(`ProductInfo?recordID=${id}`)).resultData;

test("a product is saved with every field, and read with names and pictures", async () => {
  const whole = {
    retailerID: "PIANO-01",
    salesName: "鋼琴初班",
    currency: "TWD",
    price: 3600,
    description: "每週一堂",
    kind: "validity",
    validDays: 90,
    lessons: 10,
    productURL: "https://school.example/piano",
  };
  const id = await add("鋼琴", whole);
  expect(await info(id)).toMatchObject({
    ...whole,
    recordID: id,
    name: "鋼琴",
    type: { recordID: typeID, name: "課程" },
    images: [{ fileID: image, url: expect.stringContaining(image) }],
    status: "active",
    isExpired: false,
    expiryDate: null,
    creator: "owner",
    version: 1,
  });
  const { list: rows, currency, total } = await list();
  expect([rows.length, total, currency]).toEqual([1, 1, "HKD"]);
});

test("an empty picture counts as none", async () => {
  const { images: _, ...rest } = form("鋼琴");
  expect(await post("AddProduct", { ...rest, image: "" })).toMatchObject({
    name: "PRODUCT_IMAGE_REQUIRED",
    code: 100006,
  });
});

test("its type and its only picture are accepted under their plain names too", async () => {
  const { typeID: type, images: _, ...rest } = form("鋼琴");
  const made = await post("AddProduct", { ...rest, type, image });
  expect(made.resultData).toMatchObject({ recordID: expect.any(String) });
  const recordID = made.resultData?.recordID as RecordId;
  const other = await typeFor(base, organization, "教材");
  expect((await post("EditProduct", { recordID, category: other })).success).toBe(true);
  expect(await info(recordID)).toMatchObject({ type: { recordID: other }, images: [{ fileID: image }] });
});

test.each([
  [{ name: " " }, "PRODUCT_NAME_REQUIRED", 100003],
  [{ typeID: "" }, "PRODUCT_TYPE_REQUIRED", 100004],
  [{ typeID: undefined }, "PRODUCT_TYPE_REQUIRED", 100004],
  [{ price: "" }, "PRODUCT_PRICE_REQUIRED", 100005],
  [{ price: undefined }, "PRODUCT_PRICE_REQUIRED", 100005],
  [{ images: [] }, "PRODUCT_IMAGE_REQUIRED", 100006],
  [{ images: undefined }, "PRODUCT_IMAGE_REQUIRED", 100006],
  [{ kind: "expiry", expiryDate: "2020-01-01" }, "PRODUCT_EXPIRY_NOT_FUTURE", 100007],
  [{ kind: "expiry" }, "FIELD_INVALID", 900422],
  [{ kind: "validity" }, "FIELD_INVALID", 900422],
  [{ price: 0.001 }, "FIELD_INVALID", 900422],
  [{ price: 10.5, currency: "TWD" }, "FIELD_INVALID", 900422],
  [{ price: 10.5, currency: "JPY" }, "FIELD_INVALID", 900422],
  [{ price: maxMinor }, "FIELD_INVALID", 900422],
  [{ price: -1 }, "FIELD_INVALID", 900422],
  [{ typeID: RecordId.parse(v7()) }, "FIELD_INVALID", 900422],
  [{ images: [v7()] }, "FIELD_INVALID", 900422],
  [{ productURL: "http://school.example/piano" }, "FIELD_INVALID", 900422],
])("%o is refused with %s", async (more, name, code) => {
  expect(await post("AddProduct", { ...form("鋼琴"), ...more })).toMatchObject({ name, code });
  expect(await names()).toEqual([]);
});

test("today is not in the future, tomorrow is", async () => {
  const day = (offset: number) =>
    new Date(Date.now() + offset * 86_400_000).toLocaleDateString("sv-SE", { timeZone: "Asia/Hong_Kong" });
  const expiring = (expiryDate: string) => post("AddProduct", { ...form("營"), kind: "expiry", expiryDate });
  expect((await expiring(day(0))).name).toBe("PRODUCT_EXPIRY_NOT_FUTURE");
  expect((await expiring(day(1))).success).toBe(true);
});

test("two simultaneous creates make one product; a retailer ID is unique", async () => {
  const recordID = RecordId.parse(v7());
  const twice = await Promise.all([1, 2].map(() => post("AddProduct", { ...form("鋼琴"), recordID, retailerID: "A" })));
  expect(twice.map(({ success }) => success)).toEqual([true, true]);
  const taken = await Promise.all([1, 2].map(() => post("AddProduct", { ...form("結他"), retailerID: "B" })));
  expect(taken.map(({ name }) => name ?? "ok").sort()).toEqual(["PRODUCT_RETAILER_ID_TAKEN", "ok"]);
  expect((await post("EditProduct", { recordID, retailerID: "B" })).name).toBe("PRODUCT_RETAILER_ID_TAKEN");
  expect(await names()).toEqual(["鋼琴", "結他"]);
});

test("an edit changes only what was sent, and a stale one is refused", async () => {
  const id = await add("鋼琴", { description: "每週一堂", kind: "validity", validDays: 30 });
  expect((await post("EditProduct", { recordID: id, price: 900, version: 1 })).success).toBe(true);
  expect(await info(id)).toMatchObject({
    name: "鋼琴",
    price: 900,
    description: "每週一堂",
    validDays: 30,
    version: 2,
  });
  expect((await post("EditProduct", { recordID: id, price: 1, version: 1 })).name).toBe("STALE_DATA");
  await post("EditProduct", { recordID: id, kind: "online" });
  expect(await info(id)).toMatchObject({ kind: "online", validDays: null, version: 3 });
  await post("EditProduct", { recordID: id, kind: "online" });
  expect((await info(id))?.version).toBe(3);
});

test("a term without its kind is kept, with its rule", async () => {
  const past = await post("AddProduct", { ...form("夏令營"), expiryDate: "2020-01-01" });
  expect(past).toMatchObject({ name: "PRODUCT_EXPIRY_NOT_FUTURE", code: 100007 });
  const id = await add("夏令營", { expiryDate: "2999-01-01" });
  expect(await info(id)).toMatchObject({ kind: "expiry", expiryDate: "2999-01-01" });
  expect((await post("EditProduct", { recordID: id, expiryDate: "2020-01-01" })).name).toBe(
    "PRODUCT_EXPIRY_NOT_FUTURE",
  );
  await post("EditProduct", { recordID: id, validDays: 30 });
  expect(await info(id)).toMatchObject({ kind: "validity", validDays: 30, expiryDate: null });
  expect(await info(await add("小提琴"))).toMatchObject({ kind: "online" });
});

test("a past expiry does not block other changes, but the product is not offered", async () => {
  const id = await add("夏令營", { kind: "expiry", expiryDate: "2999-01-01" });
  await base.owner.query("update product set expiry_date = '2020-01-01' where product_id = $1", [id]);
  expect(await info(id)).toMatchObject({ isExpired: true });
  expect((await post("EditProduct", { recordID: id, description: "已結束" })).success).toBe(true);
  expect((await get(`UpdateProductStatus?recordID=${id}&status=inactive`)).success).toBe(true);
  expect((await get(`UpdateProductStatus?recordID=${id}&status=active`)).name).toBe("PRODUCT_EXPIRY_NOT_FUTURE");
});

test("products without transactions are deleted, all or none, and restored", async () => {
  const [first, second] = [await add("鋼琴", { retailerID: "A" }), await add("結他")];
  sold.add(second);
  expect(await get(`DeleteProduct?ids=${first},${second}`)).toMatchObject({ code: 100008 });
  expect(await names()).toEqual(["鋼琴", "結他"]);
  expect((await get(`DeleteProduct?ids=${first}`)).success).toBe(true);
  expect((await get(`DeleteProduct?ids=${first}`)).success).toBe(true);
  expect((await get(`ProductInfo?recordID=${first}`)).name).toBe("NOT_FOUND");
  await add("小提琴", { retailerID: "A" });
  expect((await post("RestoreProduct", { ids: [first] })).name).toBe("PRODUCT_RETAILER_ID_TAKEN");
  await base.owner.query("update product set retailer_id = 'C' where product_id = $1", [first]);
  expect((await post("RestoreProduct", { ids: [first] })).success).toBe(true);
  expect(await names()).toEqual(["鋼琴", "結他", "小提琴"]);
});

test("a type cannot be deleted while a product uses it, and is required to restore the product", async () => {
  const id = await add("鋼琴");
  const remove = async (): Promise<Answer<null>> =>
    (await callApi<null>(server.app, `GET /api_webhook/Media/Deletecustomiteminfo?recordID=${typeID}`, { token })).body;
  expect((await remove()).name).toBe("SETTING_ITEM_IN_USE");
  const items = await callApi<{ useCount: number }[]>(
    server.app,
    "GET /api_webhook/Media/Getcustomiteminfo?ProjectID=7",
    {
      token,
    },
  );
  expect(items.body.resultData).toMatchObject([{ useCount: 1 }]);
  await get(`DeleteProduct?ids=${id}`);
  expect((await remove()).success).toBe(true);
  expect((await post("RestoreProduct", { ids: [id] })).name).toBe("PRODUCT_TYPE_REQUIRED");
});

test("products can be moved after another, even without a gap between two", async () => {
  const [a, b, c] = [await add("甲"), await add("乙"), await add("丙")];
  await post("MoveProduct", { recordID: c, afterID: null });
  expect(await names()).toEqual(["丙", "甲", "乙"]);
  await post("MoveProduct", { recordID: c, afterID: b });
  expect(await names()).toEqual(["甲", "乙", "丙"]);
  await base.owner.query("update product set sort = 5 where organization_id = $1", [organization.organizationId]);
  const before = await names();
  for (let turn = 0; turn < 15; turn += 1) {
    const [first, second, third] = (await list()).list.map(({ recordID }) => recordID);
    await post("MoveProduct", { recordID: third, afterID: first });
    expect((await list()).list.map(({ recordID }) => recordID)).toEqual([first, third, second]);
  }
  expect((await names()).toSorted()).toEqual(before.toSorted());
  const moves = [a, b, c].flatMap((recordID) => [a, b, c].map((afterID) => post("MoveProduct", { recordID, afterID })));
  expect((await Promise.all(moves)).every(({ success }) => success)).toBe(true);
  expect(await names()).toHaveLength(3);
});

test("the list is filtered by words, type and status, and paged by cursor", async () => {
  const other = await typeFor(base, organization, "教材");
  await add("鋼琴 100%", { description: "古典" });
  await add("鋼琴譜", { typeID: other, status: "inactive" });
  await add("結他", { salesName: "民謠結他", retailerID: "GUITAR" });
  expect(await names({ keywords: "0%" })).toEqual(["鋼琴 100%"]);
  expect(await names({ keywords: "guitar" })).toEqual(["結他"]);
  expect(await names({ keywords: "民謠" })).toEqual(["結他"]);
  expect(await names({ type: [other] })).toEqual(["鋼琴譜"]);
  expect(await names({ status: "active" })).toEqual(["鋼琴 100%", "結他"]);
  const first = await list({ pageSize: 2 });
  const rest = await list({ pageSize: 2, cursor: first.nextCursor });
  expect([...first.list, ...rest.list].map(({ name }) => name)).toEqual(await names());
  expect(rest.nextCursor).toBeNull();
});

test.each([
  ["name", ["1", "2", "3"]],
  ["salesName", ["3", "2", "1"]],
  ["price", ["3", "1", "2"]],
  ["createTime", ["3", "1", "2"]],
  ["updateTime", ["1", "2", "3"]],
  ["sort", ["3", "1", "2"]],
])("by %s the list shows each product once, page by page and in both directions", async (sortBy, expected) => {
  const first = await add("3", { price: 9, salesName: "1" });
  await add("1", { price: 10, salesName: "3" });
  await add("2", { price: 100, salesName: "2" });
  await post("EditProduct", { recordID: first, description: "x" });
  for (const sortOrder of ["asc", "desc"]) {
    const found: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ sortBy, sortOrder, pageSize: 1, ...(cursor && { cursor }) });
      found.push(...page.list.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor);
    expect(found).toEqual(sortOrder === "asc" ? expected : expected.toReversed());
  }
});

test("a cursor of another order is refused", async () => {
  for (const name of ["甲", "乙"]) await add(name);
  const { nextCursor: cursor } = await list({ sortBy: "name", pageSize: 1 });
  for (const sortBy of ["sort", "price", "createTime"])
    expect((await post("ProductList", { sortBy, cursor })).name).toBe("DATA_FORMAT_ERROR");
});

test("a picture must be one's own upload or belong to an existing product", async () => {
  const other = await signInTo(base, organization, "admin");
  const theirs = await buildPicture(base, organization, other.accountId);
  expect((await post("AddProduct", { ...form("鋼琴"), images: [theirs] })).name).toBe("FIELD_INVALID");
  await add("鋼琴");
  const copy = await post("AddProduct", { ...form("鋼琴（副本）"), images: [image] }, other.token);
  expect(copy.success).toBe(true);
});

test("sales can only read the catalogue; another organisation's people see nothing", async () => {
  const id = await add("鋼琴");
  const sales = await signInTo(base, organization, "sales");
  expect((await get(`ProductInfo?recordID=${id}`, sales.token)).success).toBe(true);
  for (const [call, body] of [
    ["AddProduct", form("結他")],
    ["EditProduct", { recordID: id, name: "結他" }],
    ["MoveProduct", { recordID: id, afterID: null }],
    ["RestoreProduct", { ids: [id] }],
  ] as const) {
    expect((await post(call, body, sales.token)).name).toBe("PERMISSION_DENIED");
  }
  expect((await get(`DeleteProduct?ids=${id}`, sales.token)).name).toBe("PERMISSION_DENIED");
  const stranger = await signInTo(base, await buildOrganization(base.db), "owner");
  expect((await get(`ProductInfo?recordID=${id}`, stranger.token)).name).toBe("NOT_FOUND");
  expect((await callApi(server.app, `GET /api_basic/Product/ProductInfo?recordID=${id}`, {})).status).toBe(401);
});

test("each change leaves an entry in the audit log with names, not ids", async () => {
  const id = await add("鋼琴");
  await post("EditProduct", { recordID: id, price: 900 });
  await get(`UpdateProductStatus?recordID=${id}&status=inactive`);
  await get(`DeleteProduct?ids=${id}`);
  const { rows } = await base.owner.query<{ action: string; after: object | null }>(
    "select action, after from audit_entry where subject_id = $1 order by created_at, audit_id",
    [id],
  );
  expect(rows).toMatchObject([
    { action: "created", after: { type: "課程", price: 1200.5 } },
    { action: "edited", after: { price: 900 } },
    { action: "disabled", after: { status: "inactive" } },
    { action: "deleted" },
  ]);
});
