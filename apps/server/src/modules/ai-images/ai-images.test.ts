import type { ImageQuota, ImageRow, ImageTask, ImageUse } from "@homeroom/contract/ai-images";
import type { FileId, RecordId } from "@homeroom/contract/ids";
import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { v7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, serveModules } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { workOnRun } from "#platform/runs/run";
import { imageRun } from "./actions/image-run.ts";
import { imageWork } from "./actions/make-images.ts";
import { removeOldImages } from "./actions/remove-old-images.ts";
import { ImageError, type ImageMaker, type ImageRequest } from "./port.ts";
import { aiImagesModule } from "./public.ts";

const base = prepareDatabase();
let app: FastifyInstance;
let without: FastifyInstance;
let organization: TestOrganization;
let token: string;

/** A provider that draws one colour, remembers what it was asked, and fails as the test says. */
let asked: ImageRequest[];
let imageErrors: (ImageError | null)[];
const maker: ImageMaker = {
  models: [
    { model: "v1", resolutions: ["1K", "2K"] },
    { model: "v2", resolutions: ["2K"] },
  ],
  async make(request) {
    asked.push(request);
    const imageError = imageErrors.shift();
    if (imageError) throw imageError;
    return sharp({ create: { width: 64, height: 48, channels: 3, background: "#336699" } })
      .png()
      .toBuffer();
  },
};
const pace = { retryMs: 1, attempts: 3 };
let used: ImageUse[];

beforeAll(async () => {
  const uses = [async (_tx: unknown, _actor: unknown, ids: readonly FileId[]) => (ids.length > 0 ? used : [])];
  app = await serveModules(base.platform, [aiImagesModule(base.platform, { maker, uses, pace })]);
  without = await serveModules(base.platform, [aiImagesModule(base.platform, { maker: null })]);
});
afterAll(async () => {
  await app.close();
  await without.close();
});
beforeEach(async () => {
  [asked, imageErrors, used] = [[], [], []];
  organization = await buildOrganization(base.db);
  token = await signedIn("owner");
});

async function signedIn(role: "owner" | "sales"): Promise<string> {
  return (await signInAs(base.db, organization, { role })).token;
}
async function call<Result>(address: string, body?: object, as = token, at = app) {
  const answer = await callApi<Result>(at, address as "GET /x", { token: as, ...(body && { body }) });
  return { status: answer.status, ...(answer.body as { name?: string; message: string; resultData: Result | null }) };
}
const order = (more: object = {}, as = token) =>
  call<{ taskID: RecordId }>("POST /api_chat/AIImage/Generate", { prompt: "鋼琴海報", ...more }, as);
const status = async (taskID: RecordId | undefined) =>
  (await call<ImageTask>(`GET /api_chat/AIImage/TaskStatus?taskID=${taskID ?? ""}`)).resultData;
const quota = async () => (await call<ImageQuota>("GET /api_chat/AIImage/Quota")).resultData;
const list = async (body: object = {}) =>
  (await call<{ list: ImageRow[]; total: number; nextCursor: string | null }>("POST /api_chat/AIImage/ImageList", body))
    .resultData ?? { list: [], total: 0, nextCursor: null };
const work = (taskID: unknown, by: ImageMaker | null = maker) =>
  workOnRun(base.platform, imageRun, {
    work: imageWork({ platform: base.platform, maker: by, pace }),
    scope: organization.scope,
    runId: taskID as RecordId,
    until: { deadline: Date.now() + 600_000 },
  });
/** The end of a slice that has nothing to do for a while. */
const later = { continueAt: expect.any(Date) };
async function made(more: object = {}): Promise<ImageTask> {
  const taskID = (await order(more)).resultData?.taskID;
  await work(taskID);
  const task = await status(taskID);
  if (!task) throw new Error("There is no task");
  return task;
}
const imageError = (reason: "unavailable" | "promptRefused", more: object = {}) =>
  new ImageError({ reason, passing: reason === "unavailable", detail: "calm down", ...more });

test("several images are generated at once, shown while they wait, stored once, and counted", async () => {
  const { resultData } = await order({ count: 3, ratio: "16:9", resolution: "1K", tag: ["招生", "招生", "暑期"] });
  const taskID = resultData?.taskID;
  expect((await list()).list.map((image) => [image.status, image.url])).toEqual(Array(3).fill(["queued", null]));
  expect(await status(taskID)).toMatchObject({ state: "running", total: 3, doneCount: 0 });
  await Promise.all([work(taskID), work(taskID)]);
  expect(asked).toHaveLength(3);
  expect(asked[0]).toMatchObject({ model: "v1", width: 1280, height: 720, source: null });
  const task = await status(taskID);
  expect(task).toMatchObject({ state: "done", doneCount: 3, failedCount: 0 });
  expect(task?.images[0]).toMatchObject({
    ...{ status: "done", width: 64, height: 48, contentType: "image/jpeg", tag: ["招生", "暑期"], ratio: "16:9" },
    url: expect.stringContaining("/api_basic/File/Get"),
  });
  const bytes = task?.images.reduce((sum, { size }) => sum + size, 0);
  expect(await quota()).toMatchObject({ isSetUp: true, used: 3, limit: 30, storageUsed: bytes });
  const files = await base.owner.query("select from stored_file where organization_id = $1", [
    organization.organizationId,
  ]);
  expect(files.rowCount).toBe(3);
});

test("a repeated request is the same task, even at the same moment", async () => {
  const taskID = v7();
  const answers = await Promise.all([order({ taskID }), order({ taskID }), order({ taskID })]);
  expect(answers.map(({ resultData }) => resultData?.taskID)).toEqual([taskID, taskID, taskID]);
  expect([(await list()).total, (await quota())?.used]).toEqual([1, 1]);
});

test("the monthly allowance holds for simultaneous requests, and the rest is shown", async () => {
  await base.owner.query(
    "insert into ai_image_usage values ($1, date_trunc('month', now() at time zone 'Asia/Hong_Kong'), 27)",
    [organization.organizationId],
  );
  const answers = await Promise.all([order({ count: 2 }), order({ count: 2 })]);
  expect(answers.map(({ status: code }) => code).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status: code }) => code === 409)).toMatchObject({
    name: "IMAGE_QUOTA_USED_UP",
    message: expect.stringContaining("1 張"),
  });
  expect((await quota())?.used).toBe(29);
});

test("a refused image shows the reason and costs nothing; the others are generated", async () => {
  imageErrors = [imageError("promptRefused"), null];
  const task = await made({ count: 2 });
  expect(task).toMatchObject({ state: "done", doneCount: 1, failedCount: 1 });
  expect(task.images.find((image) => image.status === "failed")).toMatchObject({
    reason: "promptRefused",
    detail: "calm down",
  });
  expect((await quota())?.used).toBe(1);
});

test("a temporary failure is retried, but not forever", async () => {
  imageErrors = [imageError("unavailable", { retryAfterMs: 1 }), null];
  expect(await made()).toMatchObject({ doneCount: 1 });
  imageErrors = Array.from({ length: 9 }, () => imageError("unavailable"));
  asked = [];
  expect(await made()).toMatchObject({ failedCount: 1, images: expect.arrayContaining([]) });
  expect(asked).toHaveLength(3);
});

test("an image is not requested before the time that the provider named, however long the wait", async () => {
  const taskID = (await order()).resultData?.taskID;
  imageErrors = [imageError("unavailable", { retryAfterMs: 3_600_000 }), null];
  const short = { scope: organization.scope, runId: taskID as RecordId };
  for (let slice = 1; slice <= pace.attempts; slice += 1) {
    const until = { deadline: Date.now() + 30 };
    const parts = { work: imageWork({ platform: base.platform, maker, pace }), ...short, until };
    expect(await workOnRun(base.platform, imageRun, parts)).toMatchObject(later);
  }
  expect(asked).toHaveLength(1);
  await base.owner.query("update ai_image set asked_at = asked_at - interval '1 hour' where task_id = $1", [taskID]);
  await work(taskID);
  expect([asked.length, await status(taskID)]).toEqual([2, expect.objectContaining({ state: "done", doneCount: 1 })]);
});

test("a killed worker is replaced after its time limit", async () => {
  const taskID = (await order()).resultData?.taskID;
  await base.owner.query("update ai_image set asked_at = now(), attempts = 1 where task_id = $1", [taskID]);
  const short = { scope: organization.scope, runId: taskID as RecordId, until: { deadline: Date.now() + 30 } };
  const running = imageWork({ platform: base.platform, maker, pace });
  expect(await workOnRun(base.platform, imageRun, { work: running, ...short })).toMatchObject(later);
  expect(asked).toEqual([]);
  await base.owner.query("update ai_image set asked_at = now() - interval '5 minutes' where task_id = $1", [taskID]);
  await work(taskID);
  expect(await status(taskID)).toMatchObject({ state: "done", doneCount: 1 });
});

test("a person whose permission is revoked meanwhile gets no more images", async () => {
  const sales = await signedIn("sales");
  expect((await order({}, sales)).name).toBe("PERMISSION_DENIED");
  const permission = [organization.organizationId, organization.roles.sales];
  await base.owner.query("insert into role_permission values ($1, $2, 'ad:aimedia:generate')", permission);
  const taskID = (await order({}, sales)).resultData?.taskID;
  await base.owner.query("delete from role_permission where permission = 'ad:aimedia:generate' and role_id = $1", [
    organization.roles.sales,
  ]);
  await work(taskID);
  expect((await status(taskID))?.images).toMatchObject([{ status: "failed", reason: "rightsRevoked" }]);
  expect([asked, (await quota())?.used]).toEqual([[], 0]);
});

test("an account that ends meanwhile leaves no waiting image and nothing counted", async () => {
  const { token: gone, accountId } = await signInAs(base.db, organization, { role: "admin" });
  const taskID = (await order({ count: 2 }, gone)).resultData?.taskID;
  await base.owner.query("update account set status = 0 where account_id = $1", [accountId]);
  await work(taskID);
  expect(await status(taskID)).toMatchObject({ state: "failed", failedCount: 2 });
  expect((await status(taskID))?.images[0]).toMatchObject({ status: "failed", reason: "rightsRevoked" });
  expect([asked, (await quota())?.used]).toEqual([[], 0]);
});

test("no images are generated once files fill the plan", async () => {
  const seller = await buildOrganization(base.db, "Homeroom");
  await base.owner.query("insert into plan_seller (organization_id) values ($1)", [seller.organizationId]);
  await base.owner.query(
    `insert into storage_use (organization_id, bytes) select organization_id, storage_bytes from plan_limit where organization_id = $1
     on conflict (organization_id) do update set bytes = excluded.bytes`,
    [organization.organizationId],
  );
  const refused = await order();
  await base.owner.query("delete from plan_seller");
  expect(refused.name).toBe("STORAGE_FULL");
  expect([(await list()).total, (await quota())?.used]).toEqual([0, 0]);
});

test("an image is changed by sending it along; its source must exist", async () => {
  const [source] = (await made()).images;
  await made({ sourceID: source?.recordID, prompt: "改成夜晚" });
  expect(asked[1]?.source?.length).toBeGreaterThan(100);
  expect((await list()).list[0]).toMatchObject({ sourceID: source?.recordID, prompt: "改成夜晚" });
  expect((await order({ sourceID: v7() })).name).toBe("NOT_FOUND");
});

test.each([
  [{ prompt: " " }, "IMAGE_PROMPT_REQUIRED"],
  [{ model: "v2", resolution: "1K" }, "IMAGE_RESOLUTION_UNAVAILABLE"],
  [{ model: "v3" }, "FIELD_INVALID"],
  [{ count: 5 }, "FIELD_INVALID"],
])("%j is refused", async (form, name) => {
  expect((await order(form)).name).toBe(name);
});

test("without a provider the library works, and generating reports that it is not set up", async () => {
  const answer = await call("POST /api_chat/AIImage/Generate", { prompt: "x" }, token, without);
  expect(answer.name).toBe("FEATURE_NOT_SET_UP");
  const { resultData } = await call<ImageQuota>("GET /api_chat/AIImage/Quota", undefined, token, without);
  expect(resultData).toMatchObject({ isSetUp: false, models: [] });
});

test("names and tags can be changed, searched and counted; one of two saves of a version wins", async () => {
  const [image] = (await made({ tag: ["招生"] })).images;
  await made({ prompt: "夏令營" });
  const edit = (change: object) => call("POST /api_chat/AIImage/EditImage", { recordID: image?.recordID, ...change });
  const answers = await Promise.all([edit({ name: "一", version: 1 }), edit({ name: "二", version: 1 })]);
  expect(answers.map(({ status: code }) => code).toSorted()).toEqual([200, 409]);
  await edit({ tag: ["招生", "海報"] });
  expect((await list({ tag: ["海報"] })).list).toMatchObject([{ recordID: image?.recordID, tag: ["招生", "海報"] }]);
  expect((await list({ keywords: "夏令" })).total).toBe(1);
  expect((await list({ type: "uploaded" })).total).toBe(0);
  const tags = await call<object[]>("GET /api_chat/AIImage/TagList");
  expect(tags.resultData).toEqual([
    { value: "招生", label: "招生", count: 1 },
    { value: "海報", label: "海報", count: 1 },
  ]);
  const first = await list({ pageSize: 1 });
  const second = await list({ pageSize: 1, cursor: first.nextCursor ?? "" });
  expect([first.list[0]?.prompt, second.list[0]?.prompt, second.nextCursor]).toEqual(["夏令營", "鋼琴海報", null]);
});

test("a copy is one's own file, and the image shows its uses", async () => {
  const [image] = (await made()).images;
  const sales = await signedIn("sales");
  const info = async () =>
    (await call<{ usedIn: ImageUse[] }>(`GET /api_chat/AIImage/ImageInfo?recordID=${image?.recordID}`)).resultData;
  used = [{ place: "product", recordID: v7(), name: "鋼琴課" }];
  expect(await info()).toMatchObject({ usedIn: [] });
  const taken = await call<{ fileID: string }>(
    "POST /api_chat/AIImage/TakeImage",
    { recordID: image?.recordID },
    sales,
  );
  const { rows } = await base.owner.query("select content_type, created_by from stored_file where file_id = $1", [
    taken.resultData?.fileID,
  ]);
  expect(rows).toEqual([{ content_type: "image/jpeg", created_by: expect.any(String) }]);
  expect(await info()).toMatchObject({ usedIn: used });
});

test("deleted images free their space, can be restored, and are erased with their bytes after a week", async () => {
  const { images } = await made({ count: 2 });
  const ids = images.map(({ recordID }) => recordID);
  const before = (await quota())?.storageUsed;
  const remove = () => call(`GET /api_chat/AIImage/DeleteImage?ids=${ids.join(",")}`);
  await Promise.all([remove(), remove()]);
  expect([(await list()).total, (await quota())?.storageUsed]).toEqual([0, 0]);
  await call("POST /api_chat/AIImage/RestoreImage", { ids });
  expect([(await list()).total, (await quota())?.storageUsed]).toEqual([2, before]);
  await remove();
  // Its week is over: it can no longer be restored, long enough before its bytes are removed.
  await base.owner.query("update ai_image set deleted_at = now() - interval '7 days 30 minutes'");
  expect((await call("POST /api_chat/AIImage/RestoreImage", { ids })).name).toBe("NOT_FOUND");
  await removeOldImages(base.platform);
  expect((await base.owner.query("select from ai_image where image_id = any($1)", [ids])).rowCount).toBe(2);
  await base.owner.query("update ai_image set deleted_at = now() - interval '8 days'");
  expect(await removeOldImages(base.platform)).toBe(false);
  expect((await base.owner.query("select from ai_image where image_id = any($1)", [ids])).rowCount).toBe(0);
  expect((await call("POST /api_chat/AIImage/RestoreImage", { ids })).name).toBe("NOT_FOUND");
});

test("an image in progress is not deleted", async () => {
  await order();
  const [image] = (await list()).list;
  expect((await call(`GET /api_chat/AIImage/DeleteImage?ids=${image?.recordID}`)).name).toBe("IMAGE_STILL_MADE");
});

test("an abandoned run leaves no image waiting", async () => {
  const taskID = (await order()).resultData?.taskID;
  const broken: ImageMaker = { ...maker, make: () => Promise.reject(new Error("disk full")) };
  for (let tries = 1; tries < 5; tries += 1) {
    await expect(work(taskID, broken)).rejects.toThrow("disk full");
    await base.owner.query("update ai_image set asked_at = null, attempts = 0 where task_id = $1", [taskID]);
  }
  await work(taskID, broken);
  expect(await status(taskID)).toMatchObject({ state: "failed", failedCount: 1 });
  expect((await quota())?.used).toBe(0);
});
