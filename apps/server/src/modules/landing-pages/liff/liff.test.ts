import type { RecordId } from "@homeroom/contract/ids";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { buildChannel, inboundText, receive, type TestChannel } from "#modules/inbox/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, serveModules } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { type PageCalls, pageCalls, pageForm } from "../for-tests.ts";
import { linkClicks } from "../intake/actions/link-clicks.ts";
import { emptyOldEntries } from "../intake/actions/store-sent.ts";
import type { LineConversion, LineTag } from "../port.ts";
import { landingPagesModule, liffEndpoint } from "../public.ts";
import { sendNextTracked } from "../tracking/actions/send-tracked.ts";

const chan = `U${"c".repeat(32)}`;
const liffId = "2000000009-DemoLiff";
const tag: LineTag = { tagId: "1a2b3c4d-0000", token: "tag-key-7788" };
const base = prepareDatabase();
let app: FastifyInstance;
let organization: TestOrganization;
let pages: PageCalls;
let token: string;
let channel: TestChannel;
let told: { channel: string | undefined; conversions: readonly LineConversion[] }[];

/** The sandbox's address: LINE's own needs a host for pages. */
const settings = () => ({ ...base.platform.settings, LINE_LIFF_URL: "http://127.0.0.1:9/liff" });
const tracker = {
  send: async (to: LineTag, conversions: readonly LineConversion[]) => {
    told.push({ channel: to.channel, conversions });
  },
  test: async () => undefined,
};
/** Tokens are for one LINE Login channel. */
const login = {
  userOf: async (given: string, loginChannel: string) =>
    given === "token of chan" && loginChannel === "2000000009" ? chan : null,
};

beforeAll(async () => {
  const platform = { ...base.platform, settings: settings() };
  app = await serveModules(platform, [landingPagesModule(platform, { tracker, login })]);
});
afterAll(() => app.close());
beforeEach(async () => {
  told = [];
  organization = await buildOrganization(base.db);
  ({ token } = await signInAs(base.db, organization, { role: "owner" }));
  pages = pageCalls(app, () => token);
  channel = await connectLine(organization);
});

/** A LINE account with a LIFF app that opens our page. */
async function connectLine(of: TestOrganization): Promise<TestChannel> {
  const built = await buildChannel(base, of);
  const endpointURL = liffEndpoint(settings(), built.externalId);
  await base.owner.query("update channel set kind = 'line', settings = $2 where channel_id = $1", [
    built.channelId,
    JSON.stringify({ officialID: "@chenguang", liffID: liffId, endpointURL }),
  ]);
  return { ...built, kind: "line" };
}

async function publish(more: object = {}): Promise<{ id: RecordId; path: string }> {
  const form = { ...pageForm(organization, "line-page"), buttonAction: "line", lineID: "chenguang" };
  const id = await pages.add({ ...form, presetText: "想了解課程", ...more });
  return { id, path: await pages.publish(id) };
}

const browser = { "user-agent": "Mozilla/5.0 (iPhone)" };
const press = async (path: string, query = "") =>
  new URL(String((await app.inject({ url: `${path}/go${query}`, headers: browser })).headers.location));
const codeOf = (address: URL) => address.searchParams.get("press") ?? "";
const tell = (code: string, given = "token of chan", number = channel.externalId) =>
  app.inject({
    method: "POST",
    url: `/p/-/line/${number}/visitor`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ press: code, token: given }).toString(),
  });
const open = (query: string, number = channel.externalId) => app.inject({ url: `/p/-/line/${number}${query}` });
const write = (text: string, userId = chan) =>
  receive(base, channel, [inboundText({ text, from: { userId, name: "陳小姐" } })]);
const clicks = async () =>
  (
    await base.owner.query<{ line_user: string | null; lead_id: string | null }>(
      "select line_user, lead_id from landing_click where organization_id = $1 order by created_at",
      [organization.organizationId],
    )
  ).rows;

test("a click goes through the LIFF app, which identifies visitors who write without a code", async () => {
  const { id, path } = await publish();
  const address = await press(path);
  expect(address.href).toMatch(/^http:\/\/127\.0\.0\.1:9\/liff\/2000000009-DemoLiff\?press=[A-Z0-9]{8}$/);
  const answer = await tell(codeOf(address));
  expect(answer.json()).toEqual({
    chat: `https://line.me/R/oaMessage/%40chenguang/?${encodeURIComponent("想了解課程")}`,
  });
  await linkClicks(base.db, organization.scope);
  expect(await clicks()).toEqual([{ line_user: chan, lead_id: null }]);
  await write("你好");
  await Promise.all([linkClicks(base.db, organization.scope), linkClicks(base.db, organization.scope)]);
  expect(await clicks()).toEqual([{ line_user: null, lead_id: expect.any(String) }]);
  expect((await pages.list()).find(({ recordID }) => recordID === id)).toMatchObject({ clickCount: 1, leadCount: 1 });
});

test("somebody who adds the account without writing is identified too", async () => {
  const { path } = await publish();
  await tell(codeOf(await press(path)));
  const at = new Date();
  const from = { userId: chan, name: "陳小姐" };
  await receive(base, channel, [{ type: "relation", relation: "follow", from, at, eventId: "01FOLLOW" }]);
  await linkClicks(base.db, organization.scope);
  expect(await clicks()).toEqual([{ line_user: null, lead_id: expect.any(String) }]);
});

test("a deleted lead does not prevent others from being identified", async () => {
  const { path } = await publish();
  await tell(codeOf(await press(path)));
  await write("你好");
  await base.owner.query("update lead set deleted_at = now() where organization_id = $1", [
    organization.organizationId,
  ]);
  const code = codeOf(await press(path));
  await write(`想了解課程 (查詢編號 ${code})`, `U${"d".repeat(32)}`);
  await linkClicks(base.db, organization.scope);
  expect(await clicks()).toEqual([
    { line_user: chan, lead_id: null },
    { line_user: null, lead_id: expect.any(String) },
  ]);
});

test("messages from before the click, or from others, are not matched", async () => {
  const { path } = await publish();
  await write("很久以前");
  await tell(codeOf(await press(path)));
  await write("我是另一位", `U${"d".repeat(32)}`);
  await linkClicks(base.db, organization.scope);
  expect(await clicks()).toEqual([{ line_user: chan, lead_id: null }]);
});

test("the page asks LINE's script, and opens the chat with the code if LINE does not identify the visitor", async () => {
  const { path } = await publish();
  const code = codeOf(await press(path));
  const state = encodeURIComponent(`?press=${code}`);
  const answers = await Promise.all([open(`?press=${code}`), open(`?liff.state=${state}`)]);
  for (const { body, headers } of answers) {
    const text = encodeURIComponent(`想了解課程\n(查詢編號 ${code})`);
    expect(body).toContain(`href="https://line.me/R/oaMessage/%40chenguang/?${text}"`);
    expect(body).toContain(`data-press="${code}"`);
    expect(headers["content-security-policy"]).toContain("script-src 'self' https://static.line-scdn.net");
    // Without a host for pages it gets none of the web app's storage.
    expect(headers["content-security-policy"]).toContain("sandbox");
  }
  const unknown = await open(`?press=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect(unknown.body).not.toContain("alert");
  expect(unknown.body).toContain('href="https://line.me/R/ti/p/%40chenguang"');
});

test("an unknown token or code, and an account without a LIFF app, are refused", async () => {
  const { path } = await publish();
  const code = codeOf(await press(path));
  expect((await tell(code, "made up")).statusCode).toBe(404);
  expect((await tell("AAAAAAAA")).statusCode).toBe(404);
  expect((await tell(code, "token of chan", "99999")).statusCode).toBe(404);
  expect(await clicks()).toEqual([{ line_user: null, lead_id: null }]);
  await base.owner.query("update channel set settings = settings - 'liffID' where channel_id = $1", [
    channel.channelId,
  ]);
  expect((await open("")).statusCode).toBe(404);
});

test("a click of one organisation is invisible to the account of another", async () => {
  const { path } = await publish();
  const code = codeOf(await press(path));
  const theirs = await connectLine(await buildOrganization(base.db));
  expect((await tell(code, "token of chan", theirs.externalId)).statusCode).toBe(404);
  expect((await open(`?press=${code}`, theirs.externalId)).body).not.toContain(code);
  expect(await clicks()).toEqual([{ line_user: null, lead_id: null }]);
});

test("the first LINE user of a click stays, and nobody is matched an hour later", async () => {
  const { path } = await publish();
  const code = codeOf(await press(path));
  await base.owner.query("update landing_click set line_user = $2 where code = $1", [code, `U${"e".repeat(32)}`]);
  expect((await tell(code)).statusCode).toBe(404);
  await base.owner.query(
    "update landing_click set line_user = null, created_at = now() - interval '2 hours' where code = $1",
    [code],
  );
  expect((await tell(code)).statusCode).toBe(404);
});

test("the button opens the chat directly if LINE opens another page, or the account is another", async () => {
  const { path } = await publish({ lineID: "somebodyelse" });
  expect((await press(path)).href).toContain("https://line.me/R/oaMessage/%40somebodyelse/");
  await base.owner.query(
    `update channel set settings = settings || '{"endpointURL": "https://school.test/app"}' where channel_id = $1`,
    [channel.channelId],
  );
  const own = await publish({ name: "另一頁", urlName: "other-app" });
  expect((await press(own.path)).href).toContain("https://line.me/R/oaMessage/%40chenguang/");
});

test("a click is reported to LINE's advertising once, with the account that knows the person", async () => {
  const save = { tagID: tag.tagId, accessToken: tag.token };
  await callApi(app, "POST /api_users/Member/UpdateLineTrackingSetting", { token, body: save });
  const { path } = await publish({ lineTracking: true });
  const known = codeOf(await press(path, "?ldtag_cl=click-1"));
  await press(path, "?ldtag_cl=click-2");
  await tell(known);
  await tell(known);
  await sendNextTracked({ ...base.platform, settings: settings() }, tracker);
  const sent = told.map(({ channel: by, conversions }) => [by, conversions.map((one) => [one.click, one.lineUser])]);
  expect(sent).toHaveLength(2);
  expect(sent).toEqual(
    expect.arrayContaining([
      [channel.externalId, [["click-1", chan]]],
      ["", [["click-2", ""]]],
    ]),
  );
});

test("identities are removed after a month", async () => {
  const { path } = await publish();
  await tell(codeOf(await press(path)));
  await emptyOldEntries(base.db);
  expect(await clicks()).toMatchObject([{ line_user: chan }]);
  await emptyOldEntries(base.db, new Date(Date.now() + 31 * 86_400_000));
  expect(await clicks()).toMatchObject([{ line_user: null }]);
});
