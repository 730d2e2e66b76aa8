import type { RecordId } from "@homeroom/contract/ids";
import { beforeEach, expect, test } from "vitest";
import { pageForm, preparePages } from "../for-tests.ts";
import { previewKey, readPreviewKey } from "./routes.ts";

const { base, server, organization, pages } = preparePages();
let id: RecordId;

beforeEach(async () => {
  id = await pages.add({
    ...pageForm(organization, "draft"),
    title: "夏令營",
    trackingCode: "<script>tag()</script>",
  });
});

async function keyOfLink(): Promise<string> {
  const { resultData } = await pages.post<{ url: string }>("PreviewLink", { recordID: id });
  const url = new URL(resultData?.url ?? "");
  expect(url.pathname).toBe("/advert/lppreview");
  return url.searchParams.get("key") ?? "";
}
const look = (key: string) =>
  server.app.inject({ url: `/api_webhook/LandingPage/Preview?key=${encodeURIComponent(key)}` });

test("a link shows the current draft to anybody, without script, tracking code or a way to send", async () => {
  const key = await keyOfLink();
  const first = await look(key);
  expect([first.statusCode, first.body.includes("<title>夏令營</title>")]).toEqual([200, true]);
  expect(first.body).not.toContain("<script");
  expect(first.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(first.headers["content-security-policy"]).toMatch(/sandbox$/);
  await pages.post("EditPage", { recordID: id, title: "夏令營 2027" });
  expect((await look(key)).body).toContain("<title>夏令營 2027</title>");
});

test("a changed, foreign or expired key shows nothing", async () => {
  const { organizationId } = organization;
  const key = await keyOfLink();
  const other = await pages.add(pageForm(organization, "other"));
  const expired = previewKey(base.platform.secrets, { organizationId, pageId: id, until: Date.now() - 1 });
  for (const forged of [key.replace(id, other), `${key}x`, key.slice(0, -1), `${key}.1`, "", "a.b.c.d", expired]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await look(forged)).statusCode).toBe(404);
  }
  const later = Date.now() + 8 * 86_400_000;
  expect(readPreviewKey(base.platform.secrets, key, later)).toBeNull();
  await pages.get(`DeletePage?recordID=${id}`);
  expect((await look(key)).statusCode).toBe(404);
});

test("an expired link explains what to do, in the requested language", async () => {
  const said = async (query: string) =>
    (
      await server.app.inject({
        url: `/api_webhook/LandingPage/Preview?${query}`,
        headers: { "accept-language": "zh-CN" },
      })
    ).body;
  expect(await said("key=x&language=en")).toContain("This preview link no longer works.");
  expect(await said("key=x&language=zh-tw")).toContain("這個預覽連結已失效");
  expect(await said("key=x")).toContain("这个预览链接已失效");
});
