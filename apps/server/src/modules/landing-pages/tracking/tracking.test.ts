import type { RecordId } from "@homeroom/contract/ids";
import type { PageVersion } from "@homeroom/contract/landing-pages";
import type { LineTrackingSetting } from "@homeroom/contract/line-tracking";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { pageCalls, pageForm } from "../for-tests.ts";
import { type LineConversion, type LineTag, type LineTracker, LineTrackingFailure } from "../port.ts";
import { landingPagesModule } from "../public.ts";
import { sendNextTracked } from "./actions/send-tracked.ts";

const tag: LineTag = { tagId: "1a2b3c4d-0000", token: "tag-key-7788" };
const base = prepareDatabase();
let organization: TestOrganization;
let token: string;
/** What LINE took, and what it answers next. */
let taken: LineConversion[];
let trouble: LineTrackingFailure | null;
const pages = () => pageCalls(server.app, () => token);

const tracker: LineTracker = {
  async send(to, conversions) {
    if (trouble) throw trouble;
    if (to.token !== tag.token) throw new LineTrackingFailure("reconnect", "401: ");
    if (conversions.some(({ click }) => click === "bad")) throw new LineTrackingFailure("refused", "400: bad event");
    taken.push(...conversions);
  },
  test: async (to) => tracker.send(to, []),
};

const server = prepareServer(base, (platform) => [landingPagesModule(platform, { tracker })]);
beforeEach(async () => {
  await base.owner.query("delete from line_tracking_setting");
  [taken, trouble] = [[], null];
  organization = await buildOrganization(base.db);
  ({ token } = await signInAs(base.db, organization, { role: "owner" }));
});

const call = async <Answer>(address: `POST /${string}` | `GET /${string}`, body?: object) =>
  (await callApi<Answer>(server.app, address, { token, ...(body && { body }) })).body;
const save = (more: object = {}) =>
  call("POST /api_users/Member/UpdateLineTrackingSetting", { tagID: tag.tagId, accessToken: tag.token, ...more });
const setting = async () =>
  (await call<LineTrackingSetting>("GET /api_users/Member/LineTrackingSetting")).resultData as LineTrackingSetting;

async function trackedPage(): Promise<string> {
  const form = { ...pageForm(organization, `page-${v7().slice(-8)}`), lineTracking: true };
  return pages().publish(await pages().add({ ...form, buttonAction: "line", lineID: "demo" }));
}

async function sendForm(path: string, fields: Record<string, string>): Promise<RecordId> {
  const entry = v7() as RecordId;
  await server.app.inject({
    method: "POST",
    url: `${path}/send`,
    remoteAddress: `10.${Math.floor(Math.random() * 255)}.1.1`,
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    payload: new URLSearchParams({ entry, name: "王媽媽", seconds: "9", ...fields }).toString(),
  });
  return entry;
}

test("the key is tested before it is saved, and never shown", async () => {
  expect(await save({ accessToken: "another" })).toMatchObject({ name: "SETTING_NOT_VERIFIED" });
  expect(await setting()).toMatchObject({ tagID: "", accessToken: { hasValue: false } });
  expect(await save()).toMatchObject({ success: true });
  expect(await setting()).toMatchObject({
    tagID: tag.tagId,
    accessToken: { hasValue: true, last4: "7788" },
    status: 1,
  });
  expect(JSON.stringify(await setting())).not.toContain(tag.token);
  // What is kept stays without a new key; somebody who began before is refused.
  expect(await save({ accessToken: "", version: 1 })).toMatchObject({ success: true });
  expect(await save({ version: 1 })).toMatchObject({ name: "STALE_DATA" });
});

test("a page reports to LINE only if a tag is set up (100027), both when saved and when published", async () => {
  const form = { ...pageForm(organization, "summer"), lineTracking: true };
  expect(await pages().post("AddPage", form)).toMatchObject({
    ...{ code: 100027, name: "LANDING_LINE_TRACKING_NOT_CONFIGURED" },
    errors: [{ field: "lineTracking", name: "LANDING_LINE_TRACKING_NOT_CONFIGURED" }],
  });
  await save();
  const id = await pages().add(form);
  await save({ status: 0 });
  expect(await call(`GET /api_webhook/LandingPage/PublishPage?recordID=${id}`)).toMatchObject({ code: 100027 });
  // Nor is it shown to every second visitor.
  await pages().post("EditPage", { recordID: id, lineTracking: false });
  await pages().publish(id);
  await save({ status: 1 });
  await pages().post("EditPage", { recordID: id, lineTracking: true });
  await save({ status: 0 });
  expect(await pages().post("StartSplit", { recordID: id })).toMatchObject({ code: 100027 });
});

test("an earlier version that reports to LINE is published again only if a tag is set up (100027)", async () => {
  await save();
  const id = await pages().add({ ...pageForm(organization, "again"), lineTracking: true });
  await pages().publish(id);
  await pages().post("EditPage", { recordID: id, lineTracking: false });
  await pages().publish(id);
  await save({ status: 0 });
  const versions = async () => (await pages().get<PageVersion[]>(`VersionList?recordID=${id}`)).resultData ?? [];
  const [quiet, tracked] = await versions();
  const restore = (version?: PageVersion) =>
    pages().post("RestoreVersion", { recordID: id, versionID: version?.recordID });
  expect(await restore(tracked)).toMatchObject({ code: 100027, name: "LANDING_LINE_TRACKING_NOT_CONFIGURED" });
  expect((await versions()).map(({ number, isLive }) => [number, isLive])).toEqual([
    [2, true],
    [1, false],
  ]);
  expect((await pages().info(id)).lineTracking).toBe(false);
  expect(await restore(quiet)).toMatchObject({ success: true });
  await save({ status: 1 });
  expect(await restore(tracked)).toMatchObject({ success: true });
  expect((await pages().info(id)).lineTracking).toBe(true);
});

test("forms and clicks from LINE's ads are reported once, with hashed contact data", async () => {
  await save();
  const path = await trackedPage();
  const entry = await sendForm(path, { phone: "+852 9123 4567", email: "Wong@Example.com" });
  const browser = { "user-agent": "Mozilla/5.0 (iPhone)" };
  await server.app.inject({ url: `${path}/go?v=1&ldtag_cl=click-1`, headers: browser });
  // Nothing to recognise the visitor by.
  await server.app.inject({ url: `${path}/go?v=1`, headers: browser });
  expect(await sendNextTracked({ ...base.platform }, tracker)).toBe(true);
  expect(taken.map(({ name, click }) => [name, click])).toEqual(
    expect.arrayContaining([
      ["Lead", ""],
      ["Contact", "click-1"],
    ]),
  );
  expect(taken).toHaveLength(2);
  const lead = taken.find(({ name }) => name === "Lead");
  expect(lead?.key).toBe(entry);
  expect(lead?.emailHash).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(taken)).not.toMatch(/91234567|9123 4567|wong/i);
  expect(await sendNextTracked({ ...base.platform }, tracker)).toBe(false);
  expect(await setting()).toMatchObject({ sentCount: 2, waitingCount: 0, failedCount: 0 });
});

test("visitors' actions are reported by the published page, not by its draft", async () => {
  await save();
  const id = await pages().add(pageForm(organization, "draft"));
  const path = await pages().publish(id);
  await pages().post("EditPage", { recordID: id, lineTracking: true });
  await sendForm(path, { phone: "+852 9123 4567" });
  expect(await setting()).toMatchObject({ waitingCount: 0 });
  await pages().publish(id);
  await pages().post("EditPage", { recordID: id, lineTracking: false });
  await expect
    .poll(async () => {
      await sendForm(path, { phone: "+852 9123 4568" });
      return (await setting()).waitingCount;
    })
    .toBeGreaterThan(0);
});

test("only the bad event of a batch is given up; an expired key loses nothing", async () => {
  await save();
  const path = await trackedPage();
  await sendForm(path, { phone: "+852 9123 4567", ldtag_cl: "bad" });
  await sendForm(path, { phone: "+852 9123 4568" });
  await sendNextTracked({ ...base.platform }, tracker);
  expect(await setting()).toMatchObject({ sentCount: 1, failedCount: 1, problem: null });
  await sendForm(path, { phone: "+852 9123 4569" });
  trouble = new LineTrackingFailure("reconnect", "401: ");
  await sendNextTracked({ ...base.platform }, tracker, new Date(Date.now() + 120_000));
  expect(await setting()).toMatchObject({ waitingCount: 1, problem: "reconnect" });
  trouble = null;
  await save({ accessToken: "" });
  await sendNextTracked({ ...base.platform }, tracker);
  expect(await setting()).toMatchObject({ sentCount: 2, waitingCount: 0, problem: null });
});

test("an event at its last attempt fails alone; others of its batch keep their attempts", async () => {
  await save();
  const path = await trackedPage();
  const old = await sendForm(path, { phone: "+852 9123 4567" });
  const fresh = await sendForm(path, { phone: "+852 9123 4568" });
  await base.owner.query("update line_tracking_event set attempts = 9 where event_id = $1", [old]);
  trouble = new LineTrackingFailure("unavailable", "503: ");
  const now = new Date();
  await sendNextTracked({ ...base.platform }, tracker, now);
  expect(await setting()).toMatchObject({ failedCount: 1, waitingCount: 1, problem: "unavailable" });
  trouble = null;
  // It waits for the minute of its own first attempt.
  await sendNextTracked({ ...base.platform }, tracker, new Date(now.getTime() + 61_000));
  expect(taken.map(({ key }) => key)).toEqual([fresh]);
});
