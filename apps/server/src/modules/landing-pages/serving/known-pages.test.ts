import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { RecordId } from "@homeroom/contract/ids";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { serveModules } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { keepPagesApart } from "#platform/http/pages-host";
import { pageCalls, pageForm } from "../for-tests.ts";
import { landingPagesModule } from "../public.ts";

const base = prepareDatabase();
let app: FastifyInstance;
let organization: TestOrganization;
let pageId: RecordId;
let path: string;
let token: string;
/** The CNAME of each host. */
const dns = new Map<string, string>();
const lookUp = async (host: string) => [dns.get(host) ?? ""];
const pages = () => pageCalls(app, () => token);

beforeAll(async () => {
  const hosts = { PUBLIC_URL: "https://office.example", PAGES_URL: "https://pages.example" };
  const platform = { ...base.platform, settings: { ...base.platform.settings, ...hosts } };
  app = await serveModules(platform, [landingPagesModule(platform, { lookUp })]);
  keepPagesApart(app, hosts.PAGES_URL);
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => app.close());
beforeEach(async () => {
  organization = await buildOrganization(base.db);
  ({ token } = await signInAs(base.db, organization, { role: "owner" }));
  pageId = await pages().add({ ...pageForm(organization, "camp"), title: "版本一" });
  path = await pages().publish(pageId);
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  isAtOnce: boolean;
}

/** Asks as browsers do, over a connection: only what the hooks have seen has a trace id. */
async function ask(url: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  const { port } = app.server.address() as AddressInfo;
  const asked = { host: "pages.example", "user-agent": "Mozilla/5.0", ...headers };
  const call = request({ port, path: url, method, headers: asked }).end();
  const [answer] = (await once(call, "response")) as [IncomingMessage];
  const isAtOnce = answer.headers["x-trace-id"] === undefined;
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer), isAtOnce };
}

/** The answers of the routes and of memory to the same request. */
async function bothAnswers(url: string, headers: Record<string, string> = {}): Promise<[Answer, Answer]> {
  let routed: Answer | undefined;
  let atOnce: Answer | undefined;
  await expect
    .poll(async () => {
      const answer = await ask(url, headers);
      if (answer.isAtOnce) atOnce = answer;
      else routed = answer;
      return Boolean(routed && atOnce);
    })
    .toBe(true);
  return [routed as Answer, atOnce as Answer];
}

const comparable = ({ status, headers: { date: _, "x-trace-id": __, ...headers }, body }: Answer) => ({
  ...{ status, headers, body },
});

test.each([
  ["packed", { "accept-encoding": "gzip, br" }],
  ["plain", {}],
])("a known page is answered from memory as the routes answer it: %s", async (_, headers) => {
  const [routed, atOnce] = await bothAnswers(`${path}?utm_source=meta`, headers);
  expect(comparable(atOnce)).toEqual(comparable(routed));
  expect(atOnce.headers["x-content-type-options"]).toBe("nosniff");
  const etag = atOnce.headers.etag ?? "";
  const [, had] = await bothAnswers(path, { ...headers, "if-none-match": etag });
  expect([had.status, had.body]).toEqual([304, ""]);
});

test("other requests are passed to the routes", async () => {
  await bothAnswers(path);
  const reading = await ask(path, {}, "HEAD");
  expect([reading.status, reading.body]).toEqual([200, ""]);
  const asked: [string, Record<string, string>, number][] = [
    [`${path}/go`, {}, 303],
    [`${path}-other`, {}, 404],
    [`/x${path}`, {}, 404],
    ["/p/x/%00", {}, 404],
    [path, { "content-encoding": "gzip" }, 415],
    [path, { host: "office.example" }, 308],
  ];
  for (const [url, headers, status] of asked) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answer = await ask(url, headers);
    expect([url, answer.isAtOnce, answer.status]).toEqual([url, false, status]);
  }
});

test.each([
  ["en", "en", "There is no such page."],
  ["zh-CN,zh;q=0.9", "zh-Hans", "找不到这个页面。"],
  ["zh-TW", "zh-Hant", "找不到這個頁面。"],
])("a visitor with %s reads in their language that a page is not there", async (header, lang, words) => {
  const { status, body } = await ask(`${path}-other`, { "accept-language": header });
  expect(status).toBe(404);
  expect(body).toContain(`<html lang="${lang}`);
  expect(body).toContain(`<p>${words}</p>`);
});

test("a republished or offline page is served from memory for at most a second", async () => {
  await bothAnswers(path);
  await pages().post("EditPage", { recordID: pageId, title: "版本二" });
  await pages().publish(pageId);
  await expect.poll(async () => (await ask(path)).body).toContain("<title>版本二</title>");
  await pages().get(`OfflinePage?recordID=${pageId}`);
  await expect.poll(async () => (await ask(path)).status).toBe(410);
});

test("views from memory are counted, without robots", async () => {
  let counted = 0;
  const look = async () => {
    counted += 1;
    return (await ask(path)).isAtOnce;
  };
  await expect.poll(look).toBe(true);
  await ask(path, { "user-agent": "Googlebot/2.1" });
  await ask(path, {}, "HEAD");
  await expect.poll(async () => (await pages().list())[0]?.viewCount).toBe(counted);
});

test("an own host serves its page from memory, and no other host does, whatever a proxy says", async () => {
  const host = "camp.school.example.com";
  const recordID = (await pages().post<{ recordID: RecordId }>("AddDomain", { host })).resultData?.recordID;
  dns.set(host, (await pages().get<{ target: string }>("DomainList")).resultData?.target ?? "");
  await pages().get(`VerifyDomain?recordID=${recordID}`);
  await pages().publish(await pages().add({ ...pageForm(organization, "summer"), domainID: recordID }));
  const [routed, atOnce] = await bothAnswers("/summer", { host });
  expect(comparable(atOnce)).toEqual(comparable(routed));
  expect(atOnce.status).toBe(200);
  const forged: [Record<string, string>, string][] = [
    [{ host: "office.example" }, "/summer"],
    [{ host: "other.school.example.com" }, "/summer"],
    [{ host, "x-forwarded-host": "office.example" }, "/summer"],
    [{ host }, "/camp"],
    [{ host }, path],
  ];
  for (const [headers, url] of forged) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect([url, headers, (await ask(url, headers)).isAtOnce]).toEqual([url, headers, false]);
  }
});

test("during a test, memory serves the version that the visitor saw before", async () => {
  await bothAnswers(path);
  await pages().post("EditPage", { recordID: pageId, title: "版本二" });
  await pages().post("StartSplit", { recordID: pageId });
  let first: Answer | undefined;
  await expect
    .poll(async () => {
      first = await ask(path);
      return first.headers["set-cookie"]?.[0];
    })
    .toMatch(/^shown=\d+;/);
  // Chance is the routes'.
  expect((await ask(path)).isAtOnce).toBe(false);
  const cookie = first?.headers["set-cookie"]?.[0]?.split(";", 1)[0] ?? "";
  const [routed, atOnce] = await bothAnswers(path, { cookie });
  expect(comparable(atOnce)).toEqual(comparable(routed));
  expect([atOnce.body, atOnce.headers["cache-control"]]).toEqual([first?.body, "private, max-age=0, must-revalidate"]);
});
