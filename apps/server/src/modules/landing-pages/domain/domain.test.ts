import type { RecordId } from "@homeroom/contract/ids";
import type { Domain } from "@homeroom/contract/landing-domains";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, serveModules } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { keepPagesApart } from "#platform/http/pages-host";
import type { Platform } from "#platform/server-module";
import { pageCalls, pageForm } from "../for-tests.ts";
import { landingPagesModule } from "../public.ts";
import { checkNextDomain } from "./actions/check-domain.ts";
import { hostNameOf } from "./rules/host-name.ts";

const base = prepareDatabase();
let platform: Platform;
let app: FastifyInstance;
let organization: TestOrganization;
let token: string;
/** What DNS says: the CNAME of a host; null: it does not answer. */
const dns = new Map<string, string | null>();
const lookUp = async (host: string) => {
  const name = dns.get(host);
  return name === null ? null : name === undefined ? [] : [name];
};
const pages = () => pageCalls(app, () => token);

beforeAll(async () => {
  const hosts = { PUBLIC_URL: "https://office.example", PAGES_URL: "https://pages.example" };
  platform = { ...base.platform, settings: { ...base.platform.settings, ...hosts } };
  app = await serve();
});
async function serve(): Promise<FastifyInstance> {
  const served = await serveModules(platform, [landingPagesModule(platform, { lookUp })]);
  keepPagesApart(served, "https://pages.example");
  return served;
}
afterAll(() => app.close());
beforeEach(async () => {
  await enter();
});

let made = 0;
async function enter(): Promise<void> {
  organization = await buildOrganization(base.db);
  ({ token } = await signInAs(base.db, organization, { role: "owner" }));
}
const newHost = () => {
  made += 1;
  return `camp-${made}.school.example.com`;
};
const domains = async () => {
  const { resultData } = await pages().get<{ target: string; list: Domain[] }>("DomainList");
  if (!resultData) throw new Error("The list is there");
  return resultData;
};
const add = (host: string) => pages().post<{ recordID: RecordId }>("AddDomain", { host });
const check = async (recordID: RecordId) =>
  (await pages().get<{ state: string; problem: string | null }>(`VerifyDomain?recordID=${recordID}`)).resultData;

/** A host that points to the organisation. */
async function ownHost(host = newHost()): Promise<{ host: string; recordID: RecordId }> {
  const recordID = (await add(host)).resultData?.recordID as RecordId;
  dns.set(host, (await domains()).target);
  expect(await check(recordID)).toEqual({ state: "ok", problem: null });
  return { host, recordID };
}
const at = (host: string, url: string, method: "GET" | "POST" = "GET", by = app) =>
  by.inject({ url, method, headers: { host, "user-agent": "Mozilla/5.0" } });
const title = (body: string) => /<title>([^<]*)/.exec(body)?.[1];

test.each([
  ["Camp.School.HK", "camp.school.hk"],
  ["夏令營.學校.香港", "xn--nnqs1wryu.xn--n9so80a.xn--j6w193g"],
  ["school.hk.", "school.hk"],
  ["office.example", null],
  ["deep.pages.example", null],
  ["127.0.0.1", null],
  ["[::1]", null],
  ["localhost", null],
  ["https://school.hk", null],
  ["school.hk/path", null],
  ["-a.school.hk", null],
  ["a..hk", null],
  [`${"a".repeat(64)}.hk`, null],
  ["school.hk:8080", null],
  ["a b.hk", null],
] as const)("%s is the host %s", (written, host) => {
  expect(hostNameOf(written, ["office.example", "pages.example"])).toBe(host);
});

test("a host is accepted when its CNAME names the organisation's own part; until then the fault is shown", async () => {
  const host = newHost();
  const { resultData } = await add(host);
  const recordID = resultData?.recordID as RecordId;
  expect((await add(host.toUpperCase())).resultData).toEqual({ recordID });
  const { target } = await domains();
  expect(target).toMatch(/^[a-z0-9]{8}\.pages\.example$/);
  expect(await check(recordID)).toEqual({ state: "verifying", problem: "none" });
  dns.set(host, "somewhere.else.example");
  expect(await check(recordID)).toEqual({ state: "verifying", problem: "elsewhere" });
  dns.set(host, null);
  expect(await check(recordID)).toEqual({ state: "verifying", problem: "unreachable" });
  dns.set(host, `${target.toUpperCase()}.`);
  expect(await check(recordID)).toEqual({ state: "ok", problem: null });
  // DNS that is away for a while takes nothing offline.
  dns.set(host, null);
  expect(await check(recordID)).toMatchObject({ state: "ok" });
  dns.delete(host);
  expect(await check(recordID)).toEqual({ state: "failed", problem: "none" });
});

test("a page is served at the own host, which its address names", async () => {
  const { host, recordID } = await ownHost();
  const id = await pages().add({ ...pageForm(organization, "summer"), domainID: recordID });
  const { resultData } = await pages().get<{ url: string }>(`PublishPage?recordID=${id}`);
  expect(resultData?.url).toBe(`https://${host}/summer`);
  const page = await at(host, "/summer?utm_source=meta");
  expect([page.statusCode, title(page.body)]).toEqual([200, "落地頁 summer"]);
  expect(page.body).toContain(`<link rel="canonical" href="https://${host}/summer">`);
  // What the page loads and sends is at the same host.
  const path = /action="([^"]*)\/send"/.exec(page.body)?.[1] ?? "";
  expect((await at(host, path)).statusCode).toBe(200);
  expect((await at(host, "/p/page-2.js")).statusCode).toBe(200);
  expect((await at("pages.example", path)).statusCode).toBe(200);
});

test("a different host in a draft affects visitors only after publishing", async () => {
  const [one, other] = [await ownHost(), await ownHost()];
  const id = await pages().add({ ...pageForm(organization, "moves"), domainID: one.recordID });
  await pages().get(`PublishPage?recordID=${id}`);
  const send = async (host: string, by = app) => {
    const page = await at(host, "/moves", "GET", by);
    const path = /action="([^"]*)\/send"/.exec(page.body)?.[1];
    const sent = path ? (await at(host, `${path}/send`, "POST", by)).statusCode : null;
    return [page.statusCode, sent];
  };
  expect(await send(one.host)).toEqual([200, 422]);
  await pages().post("EditPage", { recordID: id, domainID: other.recordID });
  expect(await pages().info(id)).toMatchObject({ publishStatus: "changed", url: `https://${one.host}/moves` });
  // A process that has read nothing of it yet.
  const fresh = await serve();
  expect([await send(one.host, fresh), await send(other.host, fresh)]).toEqual([
    [200, 422],
    [404, null],
  ]);
  await fresh.close();
  const { resultData } = await pages().get<{ url: string }>(`PublishPage?recordID=${id}`);
  expect(resultData?.url).toBe(`https://${other.host}/moves`);
  await expect.poll(() => send(other.host)).toEqual([200, 422]);
  expect((await at(one.host, "/moves")).statusCode).toBe(404);
});

test("a form opened before its page moved is accepted at its former host, and at no foreign host", async () => {
  const [one, other] = [await ownHost(), await ownHost()];
  const id = await pages().add({ ...pageForm(organization, "moved"), domainID: one.recordID });
  await pages().publish(id);
  const open = await at(one.host, "/moved");
  const path = /action="([^"]*)\/send"/.exec(open.body)?.[1] ?? "";
  /** By a process that has read nothing yet. */
  const send = async (host: string, phone: string) => {
    const by = await serve();
    const payload = new URLSearchParams({ name: "陳小明", phone, seconds: "9" }).toString();
    const type = "application/x-www-form-urlencoded";
    const headers = { host, "content-type": type, accept: "application/json" };
    const { statusCode } = await by.inject({ url: `${path}/send`, method: "POST", headers, payload });
    await by.close();
    return statusCode;
  };
  const stored = async () =>
    (
      await base.owner.query<{ phone: string }>(
        "select fields ->> 'phone' as phone from landing_entry where page_id = $1 order by 1",
        [id],
      )
    ).rows.map(({ phone }) => phone);
  // To another host, to the product's own, and with the old host removed.
  await pages().post("EditPage", { recordID: id, domainID: other.recordID });
  await pages().publish(id);
  expect(await send(one.host, "+85261110001")).toBe(200);
  await expect.poll(async () => (await at(one.host, `${path}/go`)).statusCode).toBe(303);
  await pages().post("EditPage", { recordID: id, domainID: null });
  await pages().publish(id);
  expect(await send(other.host, "+85261110002")).toBe(200);
  await pages().get(`DeleteDomain?recordID=${one.recordID}`);
  expect(await send(one.host, "+85261110003")).toBe(200);
  // Everything else of a page stays where the page is.
  expect((await at(other.host, path)).statusCode).toBe(404);
  // A host that another organisation has by now takes nothing.
  await enter();
  await ownHost(one.host);
  expect(await send(one.host, "+85261110004")).toBe(404);
  expect(await stored()).toEqual(["+85261110001", "+85261110002", "+85261110003"]);
});

test("a form opened before its page went offline is accepted at its former host, which no longer shows the page", async () => {
  const { host, recordID } = await ownHost();
  const id = await pages().add({ ...pageForm(organization, "ended"), domainID: recordID });
  const other = await ownHost();
  await pages().publish(id);
  const path = /action="([^"]*)\/send"/.exec((await at(host, "/ended")).body)?.[1] ?? "";
  await pages().get(`OfflinePage?recordID=${id}`);
  const fresh = await serve();
  const status = async (where: string, url: string, method: "GET" | "POST" = "GET") =>
    (await at(where, url, method, fresh)).statusCode;
  // Empty, the form is refused for its fields and not for its page.
  expect([await status(host, `${path}/send`, "POST"), await status(host, `${path}/go`)]).toEqual([422, 303]);
  expect([await status(host, "/ended"), await status(host, path)]).toEqual([410, 404]);
  expect(await status(other.host, `${path}/send`, "POST")).toBe(422);
  await pages().get(`DeletePage?recordID=${id}`);
  await fresh.close();
  const later = await serve();
  expect((await at(host, `${path}/send`, "POST", later)).statusCode).toBe(404);
  await later.close();
});

test("the page named index is the front page", async () => {
  const { host, recordID } = await ownHost();
  const id = await pages().add({ ...pageForm(organization, "index"), domainID: recordID });
  expect((await pages().get<{ url: string }>(`PublishPage?recordID=${id}`)).resultData?.url).toBe(`https://${host}/`);
  expect((await at(host, "/")).statusCode).toBe(200);
});

test("an own host serves nothing else: no calls, no web app, no foreign pages", async () => {
  const { host, recordID } = await ownHost();
  await pages().publish(await pages().add({ ...pageForm(organization, "here"), domainID: recordID }));
  const default1 = await pages().publish(await pages().add(pageForm(organization, "elsewhere")));
  await enter();
  const foreign = await pages().publish(await pages().add(pageForm(organization, "foreign")));
  for (const url of [
    "/api_sso/Login/LoginOut",
    "/api_webhook/LandingPage/DomainList",
    "/login",
    "/assets/x.js",
    "/docs",
    "/caddy/ask?domain=x.hk",
    default1,
    foreign,
    "/elsewhere",
    "/foreign",
    "/p/page-1.js/../../login",
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect([url, (await at(host, url)).statusCode]).toEqual([url, 404]);
  }
  const call = await app.inject({
    method: "POST",
    url: "/api_webhook/LandingPage/PageList",
    headers: { host, accesstoken: token },
    payload: {},
  });
  expect(call.statusCode).toBe(404);
  expect((await callApi(app, "POST /api_webhook/LandingPage/PageList", { token, body: {} })).status).toBe(200);
});

test("a host that is unknown, unchecked or no longer points to us shows no page", async () => {
  const { host, recordID } = await ownHost();
  const id = await pages().add({ ...pageForm(organization, "forged"), domainID: recordID });
  await pages().publish(id);
  const path = `/p/${(await domains()).target.split(".")[0]}/forged`;
  const pending = newHost();
  await add(pending);
  for (const forged of ["evil.example", pending, `${host}.evil.example`, "pages.example.evil.example", `x${host}`]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await at(forged, "/forged")).statusCode).toBe(404);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answer = await at(forged, path);
    // Where to is read from the settings and never from the request.
    expect([answer.statusCode, answer.headers.location]).toEqual([308, `https://pages.example${path}`]);
  }
  dns.delete(host);
  await check(recordID);
  await expect.poll(async () => (await at(host, "/forged")).statusCode).toBe(404);
  expect((await pages().info(id)).url).toBe(`https://pages.example${path}`);
});

test("a host belongs to the organisation that its DNS names", async () => {
  const { host } = await ownHost();
  const victim = token;
  await enter();
  const claimed = (await add(host)).resultData?.recordID as RecordId;
  expect(await check(claimed)).toEqual({ state: "verifying", problem: "elsewhere" });
  // The owner of the domain points it to the other organisation: it moves.
  dns.set(host, (await domains()).target);
  expect(await check(claimed)).toEqual({ state: "ok", problem: null });
  token = victim;
  expect((await domains()).list.find((one) => one.host === host)).toMatchObject({
    state: "failed",
    problem: "elsewhere",
  });
});

test("Caddy gets certificates only for hosts that point to us", async () => {
  const { host } = await ownHost();
  const pending = newHost();
  await add(pending);
  const ask = async (domain: string) =>
    (await app.inject({ url: `/caddy/ask?domain=${encodeURIComponent(domain)}`, headers: { host: "127.0.0.1:8080" } }))
      .statusCode;
  expect([await ask(host), await ask(pending), await ask("evil.example"), await ask("")]).toEqual([200, 404, 404, 404]);
  expect(
    (await app.inject({ url: "/caddy/ask?domain=a&domain=b", headers: { host: "127.0.0.1:8080" } })).statusCode,
  ).toBe(404);
});

test("hosts are rechecked automatically, each by one process at a time", async () => {
  const host = newHost();
  const recordID = (await add(host)).resultData?.recordID as RecordId;
  dns.set(host, (await domains()).target);
  const work = async () => {
    // oxlint-disable-next-line no-await-in-loop -- until nothing is due
    while (await checkNextDomain(platform, lookUp));
  };
  await Promise.all([work(), work()]);
  expect((await domains()).list.find((one) => one.recordID === recordID)).toMatchObject({ state: "ok" });
});

test("the pages of a removed host return to the default host", async () => {
  const { host, recordID } = await ownHost();
  const id = await pages().add({ ...pageForm(organization, "back"), domainID: recordID });
  await pages().publish(id);
  expect((await pages().get(`DeleteDomain?recordID=${recordID}`)).success).toBe(true);
  expect(await pages().info(id)).toMatchObject({
    domainID: null,
    url: expect.stringContaining("https://pages.example/p/"),
  });
  await expect.poll(async () => (await at(host, "/back")).statusCode).toBe(404);
  expect((await pages().get(`DeleteDomain?recordID=${recordID}`)).name).toBe("NOT_FOUND");
});

test("only people with the permission manage hosts, and a page cannot use another organisation's", async () => {
  const { recordID } = await ownHost();
  await enter();
  const foreign = await pages().post("AddPage", { ...pageForm(organization, "foreign"), domainID: recordID });
  expect(foreign.name).toBe("FIELD_INVALID");
  ({ token } = await signInAs(base.db, organization, { role: "sales" }));
  expect((await add(newHost())).name).toBe("PERMISSION_DENIED");
});
