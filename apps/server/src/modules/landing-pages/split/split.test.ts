import type { RecordId } from "@homeroom/contract/ids";
import type { PastSplit, Split } from "@homeroom/contract/landing-splits";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { pageForm, preparePages } from "../for-tests.ts";

const { server, organization, pages } = preparePages();
let id: RecordId;
let path: string;

beforeEach(async () => {
  id = await pages.add({ ...pageForm(organization, "split"), title: "版本一" });
  path = await pages.publish(id);
});

const start = () => pages.post("StartSplit", { recordID: id });
const end = (keep: "a" | "b") => pages.post("EndSplit", { recordID: id, keep });
const info = async () => (await pages.get<Split>(`SplitInfo?recordID=${id}`)).resultData;
const status = async () => (await pages.info(id)).publishStatus;

/** What a visitor sees who comes by an address with a browser of its own. */
async function visit(address: string, cookie = "") {
  const headers = { "user-agent": "Mozilla/5.0 (iPhone)", ...(cookie && { cookie }) };
  const answer = await server.app.inject({ url: path, remoteAddress: address, headers });
  return { version: /<title>([^<]*)/.exec(answer.body)?.[1], cookie: String(answer.headers["set-cookie"] ?? "") };
}

/** Visitors of many addresses until both versions were seen. */
async function seenByMany() {
  const visits = [];
  for (let visitor = 0; visitor < 40; visitor += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one visitor after the other
    visits.push({ address: `10.1.0.${visitor}`, ...(await visit(`10.1.0.${visitor}`)) });
  }
  return visits;
}

async function begin(): Promise<void> {
  await pages.post("EditPage", { recordID: id, title: "版本二" });
  expect((await start()).success).toBe(true);
  // A page that was read is shown for a second.
  await expect.poll(async () => new Set((await seenByMany()).map(({ version }) => version)).size).toBe(2);
}

test("a test needs two versions", async () => {
  expect((await start()).name).toBe("LANDING_SPLIT_NEEDS_CHANGE");
  await pages.post("EditPage", { recordID: id, title: "版本二" });
  await pages.get(`OfflinePage?recordID=${id}`);
  expect((await start()).name).toBe("LANDING_SPLIT_NEEDS_CHANGE");
  expect(await info()).toBeNull();
});

test("every visitor keeps seeing the version that they saw first, with and without cookies", async () => {
  await begin();
  expect((await start()).success).toBe(true);
  const visits = await seenByMany();
  for (const { address, version, cookie } of visits) {
    // oxlint-disable-next-line no-await-in-loop -- one visitor after the other
    expect((await visit(address)).version).toBe(version);
    const pair = cookie.split(";", 1)[0] ?? "";
    expect(pair).toMatch(/^shown=\d+$/);
    // oxlint-disable-next-line no-await-in-loop -- at another address, with what the browser kept
    expect(await visit("192.168.7.7", pair)).toEqual({ version, cookie: "" });
  }
  expect((await pages.list())[0]).toMatchObject({ isSplit: true, publishStatus: "changed" });
});

test("clicks and forms count for their version and lead where it leads", async () => {
  await pages.post("EditPage", { recordID: id, buttonAction: "url", buttonURL: "https://school.example/a" });
  await pages.publish(id);
  await pages.post("EditPage", { recordID: id, buttonURL: "https://school.example/b" });
  await start();
  const press = async (version: number) => {
    const headers = { "user-agent": "Mozilla/5.0 (iPhone)" };
    const answer = await server.app.inject({ url: `${path}/go?from=hero&v=${version}`, headers });
    return answer.headers.location;
  };
  await expect.poll(() => press(3)).toBe("https://school.example/b");
  expect([await press(2), await press(99)]).toEqual(["https://school.example/a", "https://school.example/a"]);
  const form = new URLSearchParams({ v: "3", entry: v7(), name: "陳媽媽", phone: "61234567" });
  const sent = await server.app.inject({
    method: "POST",
    url: `${path}/send`,
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    payload: form.toString(),
  });
  expect(sent.statusCode).toBe(200);
  const arms = (await info())?.arms;
  expect(arms?.map(({ arm, number }) => [arm, number])).toEqual([
    ["a", 2],
    ["b", 3],
  ]);
  expect(arms?.[1]?.actions).toBeGreaterThanOrEqual(2);
  expect(arms?.[0]?.actions).toBeGreaterThanOrEqual(2);
  expect((await info())?.verdict).toBe("early");
});

test("choosing a version publishes it and ends the test once", async () => {
  await begin();
  expect((await Promise.all([end("b"), end("b")])).map(({ success }) => success)).toEqual([true, true]);
  expect([await status(), await info()]).toEqual(["published", null]);
  await expect
    .poll(async () => new Set((await seenByMany()).map(({ version }) => version)))
    .toEqual(new Set(["版本二"]));
  await pages.post("EditPage", { recordID: id, title: "版本三" });
  await start();
  await end("a");
  expect([await status(), (await pages.info(id)).title]).toEqual(["changed", "版本三"]);
});

test("a finished test keeps its counts and the chosen version", async () => {
  await begin();
  const press = (version: number) =>
    server.app.inject({ url: `${path}/go?from=hero&v=${version}`, headers: { "user-agent": "Mozilla/5.0 (iPhone)" } });
  await press(2);
  const during = await info();
  await end("b");
  // By now the page is not a test's any more.
  await press(2);
  const past = async () => (await pages.get<PastSplit[]>(`SplitHistory?recordID=${id}`)).resultData;
  const rates = (arms: Split["arms"] | undefined) =>
    arms?.map(({ arm, number, actions }) => ({ arm, number, actions }));
  expect(await past()).toMatchObject([{ kept: "b", verdict: "early", arms: rates(during?.arms) }]);
  expect(rates(during?.arms)).toMatchObject([
    { number: 1, actions: 0 },
    { number: 2, actions: 1 },
  ]);

  await pages.post("EditPage", { recordID: id, title: "版本三" });
  await start();
  expect(await past()).toHaveLength(1);
  await pages.get(`OfflinePage?recordID=${id}`);
  expect((await past())?.map(({ kept }) => kept)).toEqual([null, "b"]);
});

test("an edit during the test stays a draft when B is chosen, and publishing ends the test", async () => {
  await begin();
  await pages.post("EditPage", { recordID: id, title: "版本三" });
  await end("b");
  expect(await status()).toBe("changed");
  await start();
  expect(await info()).not.toBeNull();
  await pages.publish(id);
  expect([await info(), await status()]).toEqual([null, "published"]);
});

test("views are counted anonymously, without robots", async () => {
  await begin();
  const before = (await info())?.arms.reduce((sum, { views }) => sum + views, 0) ?? 0;
  const look = (userAgent: string) => server.app.inject({ url: path, headers: { "user-agent": userAgent } });
  await look("Googlebot/2.1");
  for (let again = 0; again < 5; again += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one view after the other
    await look("Mozilla/5.0 (iPhone)");
  }
  const counted = async () => (await info())?.arms.reduce((sum, { views }) => sum + views, 0);
  await expect.poll(counted).toBeGreaterThanOrEqual(before + 5);
  await expect.poll(async () => (await pages.list())[0]?.viewCount).toBeGreaterThanOrEqual(before + 5);
});
