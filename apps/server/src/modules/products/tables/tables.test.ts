import type { FileId, RecordId } from "@homeroom/contract/ids";
import type { ImportTask, ReadTable } from "@homeroom/contract/imports";
import type { ProductRow } from "@homeroom/contract/products";
import { beforeEach, expect, test } from "vitest";
import { importsModule } from "#modules/imports/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { readBytes } from "#platform/tables/for-tests";
import { buildPicture, noCatalogue, signInTo, typeFor } from "../for-tests.ts";
import { productImport, productsModule } from "../public.ts";
import { readProductCells } from "./rules.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let owner: { accountId: string; token: string };
let image: FileId;
const sold = new Set<string>();

const server = prepareServer(base, (platform) => {
  const usedAmong = async (_tx: unknown, _scope: unknown, ids: readonly RecordId[]) =>
    new Set(ids.filter((id) => sold.has(id)));
  return [
    productsModule(platform, { keeper: noCatalogue, uses: [] }),
    importsModule(platform, [productImport([{ usedAmong }])]),
  ];
});
beforeEach(async () => {
  organization = await buildOrganization(base.db);
  const person = await signInTo(base, organization, "owner");
  owner = person;
  image = await buildPicture(base, organization, person.accountId);
});

async function upload(text: string | Uint8Array): Promise<ReadTable> {
  const form = new FormData();
  form.append("file", new Blob([Buffer.from(text)]), "products.csv");
  const request = new Request("http://x", { method: "POST", body: form });
  const answer = await server.app.inject({
    method: "POST",
    url: "/api_basic/Product/UploadProductFile",
    headers: {
      accesstoken: owner.token,
      "content-type": request.headers.get("content-type") ?? "",
      "accept-language": "zh-TW",
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.json<{ resultData: ReadTable }>().resultData;
}
async function run(text: string | Uint8Array, more: object = {}): Promise<ImportTask> {
  const { fileID, mapping } = await upload(text);
  const body = { fileID, mapping, ...more };
  const answer = await callApi<ImportTask>(server.app, "POST /api_basic/Product/Import", { token: owner.token, body });
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
  return answer.body.resultData;
}
async function list(): Promise<ProductRow[]> {
  const body = { pageSize: 100 };
  const answer = await callApi<{ list: ProductRow[] }>(server.app, "POST /api_basic/Product/ProductList", {
    token: owner.token,
    body,
  });
  return answer.body.success ? answer.body.resultData.list : [];
}
const undo = async ({ taskID }: ImportTask) => {
  const answer = await callApi<ImportTask>(server.app, "POST /api_users/Member/UndoImport", {
    token: owner.token,
    body: { taskID },
  });
  return answer.body.success ? answer.body.resultData : null;
};

test("a table creates drafts and missing types; wrong rows are reported", async () => {
  await typeFor(base, organization, "課程");
  const task = await run(
    '產品名稱,類型,售價,編號,堂數,有效天數,到期日,狀態\n鋼琴,課程,"HK$1,200.50",P1,10堂,90天,,上架\n冬令營,營隊,800,P2,,,2999/1/2,\n舊營,營隊,800,P3,,,2020-01-01,\n,課程,1,P4,,,,\n免費課,課程,,P5,,,,\n鋼琴二,課程,1,P1,,,,\n',
  );
  expect(task).toMatchObject({ state: "done", createdCount: 2, invalidCount: 4, remarkCount: 1 });
  expect(task.errors.map(({ row, field, name }) => [row, field, name])).toEqual([
    [4, "expiryDate", "PRODUCT_EXPIRY_NOT_FUTURE"],
    [5, "name", "PRODUCT_NAME_REQUIRED"],
    [6, "price", "PRODUCT_PRICE_REQUIRED"],
    [7, "retailerID", expect.any(String)],
  ]);
  expect(await list()).toMatchObject([
    {
      name: "鋼琴",
      type: { name: "課程" },
      price: 1200.5,
      currency: "HKD",
      kind: "validity",
      validDays: 90,
      lessons: 10,
      status: "inactive",
    },
    { name: "冬令營", type: { name: "營隊" }, kind: "expiry", expiryDate: "2999-01-02", images: [] },
  ]);
});

test("half a Taiwan dollar is reported as a fault of the cell", async () => {
  const task = await run("產品名稱,類型,價格,幣別\n鋼琴,課程,10.5,TWD\n", { dryRun: true });
  expect(task.errors).toMatchObject([{ row: 2, field: "price", name: "FIELD_INVALID", message: "格式不正確" }]);
});

test("a dry run saves nothing; an update changes the row's fields; both can be undone", async () => {
  const typeID = await typeFor(base, organization, "課程");
  const form = { name: "鋼琴", typeID, price: 900, images: [image], retailerID: "P1", description: "每週一堂" };
  await callApi(server.app, "POST /api_basic/Product/AddProduct", { token: owner.token, body: form });
  const table = "名稱,類型,價格,編號\n鋼琴,課程,1000,P1\n結他,課程,700,P2\n小提琴,課程,800,P3\n";
  expect((await run(table)).errors).toMatchObject([{ name: "PRODUCT_RETAILER_ID_TAKEN" }]);
  const first = await list();
  const trial = await run(table, { updateExisting: true, dryRun: true });
  expect(trial).toMatchObject({ updatedCount: 1, invalidCount: 0 });
  expect(await list()).toEqual(first);
  expect(await run(table, { skipDuplicates: true })).toMatchObject({ skippedCount: 3 });
  const update = await run(table.replace("700", "750"), { updateExisting: true });
  expect(update).toMatchObject({ updatedCount: 2, skippedCount: 1 });
  expect((await list())[0]).toMatchObject({
    price: 1000,
    description: "每週一堂",
    status: "active",
    images: [{ fileID: image }],
  });
  expect(await undo(update)).toMatchObject({ state: "undone", undoneCount: 2 });
  expect((await list()).map(({ price }) => price)).toEqual([900, 700, 800]);
});

test("an undo keeps what was changed or sold since", async () => {
  const task = await run("名稱,類型,價格\n甲,課程,1\n乙,課程,2\n丙,課程,3\n");
  const [changed, used] = await list();
  await callApi(server.app, "POST /api_basic/Product/EditProduct", {
    token: owner.token,
    body: { recordID: changed?.recordID, price: 5 },
  });
  sold.add(used?.recordID ?? "");
  expect(await undo(task)).toMatchObject({ undoneCount: 1 });
  expect((await list()).map(({ name }) => name)).toEqual(["甲", "乙"]);
});

test.each(["xlsx", "csv"] as const)("what is exported as %s is the same when it is imported again", async (format) => {
  const typeID = await typeFor(base, organization, "課程");
  const add = (body: object) => callApi(server.app, "POST /api_basic/Product/AddProduct", { token: owner.token, body });
  await add({
    name: "=鋼琴",
    typeID,
    price: 1200.5,
    images: [image],
    kind: "validity",
    validDays: 30,
    description: "一\n二",
  });
  await add({
    name: "冬令營",
    typeID,
    price: 0,
    images: [image],
    kind: "expiry",
    expiryDate: "2999-01-02",
    status: "inactive",
  });
  const before = await list();
  const answer = await server.app.inject({
    method: "GET",
    url: `/api_basic/Product/Export?format=${format}&status=active`,
    headers: { accesstoken: owner.token, "accept-language": "zh-TW" },
  });
  const book = await readBytes(answer.rawPayload, { contentType: String(answer.headers["content-type"]) });
  expect(book.rows.map(({ cells }) => cells[0])).toEqual(["=鋼琴"]);
  const all = await server.app.inject({
    method: "GET",
    url: `/api_basic/Product/Export?format=${format}`,
    headers: { accesstoken: owner.token, "accept-language": "zh-TW" },
  });
  const task = await run(new Uint8Array(all.rawPayload), { updateExisting: true });
  expect(task).toMatchObject({ skippedCount: 2, invalidCount: 0, updatedCount: 0 });
  expect(await list()).toEqual(before.map((row) => ({ ...row, images: expect.any(Array) })));
});

test("the template contains the types; sales can neither import nor export", async () => {
  await typeFor(base, organization, "課程");
  const template = await server.app.inject({
    method: "GET",
    url: "/api_basic/Product/ImportTemplate?format=csv",
    headers: { accesstoken: owner.token, "accept-language": "zh-TW" },
  });
  expect(template.body).toContain("課程");
  const { token } = await signInTo(base, organization, "sales");
  for (const address of ["GET /api_basic/Product/Export", "GET /api_basic/Product/ImportTemplate"] as const) {
    expect((await callApi(server.app, address, { token })).status).toBe(403);
  }
});

test.each([
  ["NT$3,600", 3600],
  ["３６００", 3600],
  ["HK$ 1 200.50", 1200.5],
  ["3600元", 3600],
  ["0", 0],
])("a price written as %s is %d", (price, amount) => {
  expect(readProductCells({ name: "甲", type: "課程", price }, "zh-tw")).toMatchObject({
    row: { sent: { price: amount } },
  });
});

test.each([
  [{ price: "很貴" }, "price"],
  [{ price: `${"甲".repeat(10_000)}-1` }, "price"],
  [{ currency: "XYZ" }, "currency"],
  [{ validDays: "0" }, "validDays"],
  [{ lessons: "-1" }, "lessons"],
  [{ expiryDate: "明年" }, "expiryDate"],
  [{ expiryDate: "2999-01-01", validDays: "3" }, "expiryDate"],
  [{ status: "賣完" }, "status"],
  [{ productURL: "school" }, "productURL"],
])("a row with %o is wrong at %s", (cells, field) => {
  expect(readProductCells({ name: "甲", type: "課程", ...cells }, "zh-tw")).toMatchObject({ faults: [{ field }] });
});
