import type { CatalogueSync, SyncItem } from "@homeroom/contract/catalogue-sync";
import type { RecordId } from "@homeroom/contract/ids";
import type { ProductRow } from "@homeroom/contract/products";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { ProviderFailure } from "#modules/inbox/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { workOnRun } from "#platform/runs/run";
import { buildPicture, signInTo, typeFor } from "../for-tests.ts";
import type { CatalogueKeeper, CatalogueRequest, RefusedItem } from "../port.ts";
import { productsModule } from "../public.ts";
import { syncRun, syncWork } from "./actions/carry-on-sync.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let token: string;
let form: { typeID: RecordId; images: string[]; price: number; productURL: string };

/** A catalogue that remembers what it was sent and answers as the test says. */
let sent: CatalogueRequest[][];
let results: (readonly RefusedItem[] | null)[];
let refusedAtOnce: RefusedItem[];
let failures: ProviderFailure[];

const keeper: CatalogueKeeper = {
  async submit(access, catalogueId, requests) {
    expect([access.secrets["accessToken"], catalogueId]).toEqual(["EAAtoken", "300001"]);
    const failure = failures.shift();
    if (failure) throw failure;
    sent.push([...requests]);
    return { handles: [`handle-${sent.length}`], refused: refusedAtOnce };
  },
  resultOf: async () => (results.length > 0 ? (results.shift() ?? null) : []),
};
const pace = { pollMs: 1, giveUpMs: 60_000 };

const server = prepareServer(base, (platform) => [productsModule(platform, { keeper, uses: [], pace })]);
beforeEach(async () => {
  [sent, results, refusedAtOnce, failures] = [[], [], [], []];
  organization = await buildOrganization(base.db);
  const owner = await signInTo(base, organization, "owner");
  token = owner.token;
  form = {
    typeID: await typeFor(base, organization, "課程"),
    images: [await buildPicture(base, organization, owner.accountId)],
    price: 1200,
    productURL: "https://school.example/piano",
  };
  await base.owner.query(
    `insert into channel (organization_id, channel_id, branch_id, kind, name, external_id, settings, secrets, status)
     values ($1, $2, $3, 'whatsapp', '門市', $2::uuid::text, '{"catalogueId":"300001","businessAccountId":"2"}', $4, 1)`,
    [
      organization.organizationId,
      v7(),
      organization.branchIds[0],
      base.platform.secrets.seal({ accessToken: "EAAtoken" }),
    ],
  );
});

interface Syncs {
  list: CatalogueSync[];
  isSetUp: boolean;
}
async function call<Result>(address: string, body?: object, as = token) {
  const answer = await callApi<Result>(server.app, address as "GET /x", { token: as, ...(body && { body }) });
  return answer.body as { success: boolean; name?: string; resultData: Result | null };
}
const add = async (name: string, more: object = {}) => {
  const { resultData } = await call<{ recordID: RecordId }>("POST /api_basic/Product/AddProduct", {
    ...form,
    name,
    retailerID: name,
    ...more,
  });
  if (!resultData) throw new Error(`${name} was refused`);
  return resultData.recordID;
};
const edit = (recordID: RecordId, change: object) =>
  call("POST /api_basic/Product/EditProduct", { recordID, ...change });
const order = (full = false) => call<Syncs>("POST /api_basic/Product/SyncCatalog", { full });
const newest = async () => (await call<Syncs>("GET /api_basic/Product/SyncList")).resultData?.list[0];
const statuses = async () => {
  const { resultData } = await call<{ list: ProductRow[] }>("POST /api_basic/Product/ProductList", { pageSize: 100 });
  return Object.fromEntries((resultData?.list ?? []).map(({ name, syncStatus }) => [name, syncStatus]));
};
async function work(deadline = Date.now() + 600_000) {
  const run = await newest();
  if (!run) throw new Error("There is no run");
  return workOnRun(base.platform, syncRun, {
    work: syncWork({ platform: base.platform, keeper, pace }),
    scope: organization.scope,
    runId: run.taskID,
    until: { deadline },
  });
}
const sync = async (full = false) => {
  await order(full);
  return work();
};
const methods = (batch: CatalogueRequest[] = []) =>
  batch.map((one) => `${one.method} ${one.method === "put" ? one.item.retailerId : one.retailerId}`);
const failure = (kind: "rate-limited" | "retryable" | "permanent", more: object = {}) =>
  new ProviderFailure({
    class: kind,
    code: "80014",
    reason: "unknown",
    detail: "calm down",
    stops: "message",
    ...more,
  });

test("only changes are sent; delisted and deleted products are removed", async () => {
  const piano = await add("PIANO");
  const guitar = await add("GUITAR");
  await add("DRAFT", { status: "inactive" });
  expect(await statuses()).toEqual({ PIANO: "none", GUITAR: "none", DRAFT: "none" });
  await sync();
  expect(methods(sent[0])).toEqual(["put GUITAR", "put PIANO"]);
  expect(sent[0]?.[1]).toMatchObject({ item: { price: "1200.00 HKD", title: "PIANO", type: "課程" } });
  expect(await newest()).toMatchObject({ state: "done", total: 2, processed: 2, listedCount: 2, failedCount: 0 });
  expect(await statuses()).toMatchObject({ PIANO: "synced", GUITAR: "synced", DRAFT: "none" });

  await sync();
  expect(sent).toHaveLength(1);
  await edit(piano, { price: 900 });
  await call("POST /api_basic/Product/MoveProduct", { recordID: guitar, afterID: null });
  expect(await statuses()).toMatchObject({ PIANO: "changed", GUITAR: "synced" });
  await sync();
  expect(methods(sent[1])).toEqual(["put PIANO"]);

  await call(`GET /api_basic/Product/UpdateProductStatus?recordID=${piano}&status=inactive`);
  await edit(guitar, { retailerID: "GUITAR-2" });
  expect(await statuses()).toMatchObject({ PIANO: "changed", GUITAR: "changed" });
  await sync();
  expect(methods(sent[2])).toEqual(["remove GUITAR", "put GUITAR-2", "remove PIANO"]);
  expect(await newest()).toMatchObject({ listedCount: 1, removedCount: 2 });
  expect(await statuses()).toMatchObject({ PIANO: "none", GUITAR: "synced" });
  await sync(true);
  expect(methods(sent[3])).toEqual(["put GUITAR-2"]);
});

test("each product has its result and its reason, and one that failed is tried again", async () => {
  await add("PIANO");
  await add("GUITAR");
  await add("LINKLESS", { productURL: "" });
  await add("INVALID");
  refusedAtOnce = [{ retailerId: "INVALID", detail: "price is not valid" }];
  results = [null, null, [{ retailerId: "PIANO", detail: "image could not be fetched" }]];
  await sync();
  const run = await newest();
  expect(run).toMatchObject({ state: "done", total: 4, processed: 4, listedCount: 1, failedCount: 3 });
  const { resultData } = await call<{ list: SyncItem[] }>("POST /api_basic/Product/SyncItemList", {
    taskID: run?.taskID,
    state: "failed",
  });
  expect(resultData?.list.map(({ name, reason, detail }) => [name, reason, detail])).toEqual([
    ["INVALID", "refused", "price is not valid"],
    ["LINKLESS", "linkMissing", ""],
    ["PIANO", "refused", "image could not be fetched"],
  ]);
  expect(await statuses()).toEqual({ PIANO: "failed", GUITAR: "synced", LINKLESS: "failed", INVALID: "failed" });
  const failed = await call<{ list: ProductRow[] }>("POST /api_basic/Product/ProductList", { syncStatus: "failed" });
  expect(failed.resultData?.list).toHaveLength(3);
  refusedAtOnce = [];
  await sync();
  expect(methods(sent.at(-1))).toEqual(["put INVALID", "put PIANO"]);
  expect(await statuses()).toMatchObject({ PIANO: "synced", INVALID: "synced", LINKLESS: "failed" });
});

test("an interrupted run continues, and one without an answer reports that", async () => {
  await add("PIANO");
  await order();
  results = Array.from({ length: 500 }, () => null);
  expect(await work(Date.now() + 50)).toBe("unfinished");
  expect(await statuses()).toEqual({ PIANO: "syncing" });
  expect(await newest()).toMatchObject({ state: "running", processed: 0 });
  results = [];
  expect(await work()).toBe("finished");
  expect([sent.length, await statuses()]).toEqual([1, { PIANO: "synced" }]);

  await sync(true);
  await order(true);
  results = [null];
  await base.owner.query("update product_sync_item set sent_at = now()");
  expect(await work(0)).toBe("unfinished");
  await base.owner.query("update product_sync_item set sent_at = now() - interval '2 hours' where state = 'sent'");
  results = [null];
  await work();
  expect(await newest()).toMatchObject({ state: "done", failedCount: 1 });
});

test("two simultaneous requests make one run for each catalogue", async () => {
  await add("PIANO");
  const answers = await Promise.all([order(), order(), order()]);
  const ids = new Set(answers.map(({ resultData }) => resultData?.list[0]?.taskID));
  expect(ids.size).toBe(1);
  await Promise.all([work(), work()]);
  expect(await statuses()).toEqual({ PIANO: "synced" });
});

test("a product that is delisted after the run was ordered is not sent", async () => {
  const piano = await add("PIANO");
  await order();
  await call(`GET /api_basic/Product/UpdateProductStatus?recordID=${piano}&status=inactive`);
  await work();
  expect([sent, await statuses()]).toEqual([[], { PIANO: "none" }]);
});

test("at Meta's limit the run waits, a lost connection is retried, a refusal ends the run with its message", async () => {
  await add("PIANO");
  await order();
  failures = [failure("rate-limited", { retryAfterMs: 1 })];
  expect(await work()).toBe("unfinished");
  expect(await newest()).toMatchObject({ state: "running" });
  failures = [failure("retryable")];
  await expect(work()).rejects.toThrow("80014");
  failures = [failure("permanent")];
  expect(await work()).toBe("finished");
  expect(await newest()).toMatchObject({
    state: "failed",
    detail: "calm down",
    message: expect.stringMatching(/Facebook/),
  });
  await sync();
  expect(await statuses()).toEqual({ PIANO: "synced" });
});

test("syncing needs a catalogue and its permission", async () => {
  const admin = await signInTo(base, organization, "sales");
  expect((await call("POST /api_basic/Product/SyncCatalog", {}, admin.token)).name).toBe("PERMISSION_DENIED");
  await base.owner.query("update channel set settings = '{}' where organization_id = $1", [
    organization.organizationId,
  ]);
  expect(await order()).toMatchObject({ success: false, code: 900503, name: "FEATURE_NOT_SET_UP" });
  expect((await call<Syncs>("GET /api_basic/Product/SyncList")).resultData).toEqual({ list: [], isSetUp: false });
});
