import { createHmac } from "node:crypto";
import type { AdLead } from "@homeroom/contract/ad-leads";
import type { MetaSetting } from "@homeroom/contract/meta-settings";
import type { RunningSandbox } from "@homeroom/sandbox/main";
import { metaApp, readyPages } from "@homeroom/sandbox/meta/ready-business";
import { startQuietSandbox } from "@homeroom/sandbox/testing/quiet-sandbox";
import { metaProvider } from "@homeroom/server/integrations/meta-ads/provider";
import { signInAs } from "@homeroom/server/modules/accounts/for-tests";
import { queueForgottenLeads } from "@homeroom/server/modules/advertising/intake/actions/retry-ad-lead";
import { advertisingJobs } from "@homeroom/server/modules/advertising/jobs";
import { pollNextPage } from "@homeroom/server/modules/advertising/meta/actions/poll-pages";
import type { MetaProvider } from "@homeroom/server/modules/advertising/port";
import { advertisingModule } from "@homeroom/server/modules/advertising/public";
import { buildOrganization, type TestOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { callApi, serveModules } from "@homeroom/server/modules/sign-in/for-tests";
import { prepareDatabase } from "@homeroom/server/platform/db/for-tests";
import type { Platform } from "@homeroom/server/platform/server-module";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { freePort } from "../harness/free-port.ts";

const base = prepareDatabase();
let platform: Platform;
let provider: MetaProvider;
let sandbox: RunningSandbox;
let app: Awaited<ReturnType<typeof serveModules>>;
let organization: TestOrganization;
let owner: string;
const [page] = readyPages;
const pageID = page?.id ?? "";

beforeAll(async () => {
  const port = await freePort();
  const shopUrl = `http://127.0.0.1:${port}`;
  sandbox = await startQuietSandbox({ shopUrl });
  const meta = {
    META_API_URL: `${sandbox.url}/meta`,
    META_LOGIN_URL: `${sandbox.url}/meta`,
    META_APP_ID: metaApp.appId,
    META_APP_SECRET: metaApp.appSecret,
    META_VERIFY_TOKEN: metaApp.verifyToken,
  };
  platform = { ...base.platform, settings: { ...base.platform.settings, ...meta, PUBLIC_URL: shopUrl } };
  const made = metaProvider(platform.settings);
  if (!made) throw new Error("The sandbox has an app");
  provider = made;
  app = await serveModules(platform, [advertisingModule(platform, provider)]);
  await app.listen({ port, host: "127.0.0.1" });
});
afterAll(async () => {
  await app?.close();
  await sandbox?.close();
});
beforeEach(async () => {
  // Pages of the previous test's organisation would receive the same leads.
  await base.owner.query("update meta_page set status = 0");
  organization = await buildOrganization(base.db);
  owner = await signedIn("owner");
  await fetch(`${sandbox.url}/sandbox/meta/api/leads`, { method: "DELETE" });
  await control("PUT", "switches", { trouble: null, keySeconds: 60 * 86_400 });
});

const signedIn = async (role: "owner" | "admin" | "sales", branch: 0 | 1 = 0) =>
  (await signInAs(base.db, organization, { role, branchIds: [organization.branchIds[branch]] })).token;

async function control<Result>(method: string, path: string, body: object): Promise<Result> {
  const headers = { "content-type": "application/json" };
  const address = `${sandbox.url}/sandbox/meta/api/${path}`;
  return (await (await fetch(address, { method, headers, body: JSON.stringify(body) })).json()) as Result;
}

const post = (call: string, body: object, token = owner) =>
  callApi(app, `POST /api_users/Member/${call}`, { token, body });
const setting = async (token = owner) =>
  (await callApi<MetaSetting>(app, "GET /api_users/Member/MetaSetting", { token })).body.resultData as MetaSetting;
const log = async () =>
  (await callApi<{ list: AdLead[] }>(app, "POST /api_users/Member/MetaLeadLog", { token: owner, body: {} })).body
    .resultData?.list ?? [];

/** Signs in at Meta as a person does; returns what the browser brings back. */
async function signIn(token = owner): Promise<{ code: string; state: string }> {
  const asked = await callApi<{ url: string }>(app, "GET /api_webhook/Campaign/MetaAuthUrl", { token });
  const dialog = new URL(asked.body.resultData?.url ?? "");
  const fields = ["redirect_uri", "state"].map((name) => [name, dialog.searchParams.get(name) ?? ""]);
  const agreed = await fetch(dialog.origin + dialog.pathname, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ ...Object.fromEntries(fields), choice: "continue" }),
  });
  const back = new URL(agreed.headers.get("location") ?? "").searchParams;
  return { code: back.get("code") ?? "", state: back.get("state") ?? "" };
}

async function connect(): Promise<void> {
  expect((await post("ConnectMeta", await signIn())).body).toMatchObject({ success: true });
  const form = { pageID, branchID: organization.branchIds[0], status: 1 };
  expect((await post("UpdateMetaSetting", form)).body).toMatchObject({ success: true });
}

const person = { full_name: "陳媽媽", phone_number: "+85261234567", email: "Amy@a.hk" };
const send = (order: object = {}) =>
  control<{ leadID: string; answered: number[] }>("POST", "leads", { fields: person, ...order });

async function work(): Promise<string[]> {
  const { rows } = await base.owner.query<{ id: string }>(
    "select ad_lead_id as id from ad_lead where organization_id = $1 order by created_at",
    [organization.organizationId],
  );
  const [job] = advertisingJobs(platform, provider);
  const failures: string[] = [];
  for (const { id } of rows) {
    const data = { organizationId: organization.organizationId, adLeadId: id };
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await job?.run(data, new AbortController().signal).catch((error: Error) => failures.push(error.message));
  }
  return failures;
}
const leads = async () =>
  (
    await base.owner.query<{ nickname: string }>(
      "select nickname, phone_e164, email, branch_id from lead where organization_id = $1",
      [organization.organizationId],
    )
  ).rows;

test("a person connects the organisation, chooses a page, and its leads come, each once", async () => {
  await connect();
  expect(await setting()).toMatchObject({
    available: true,
    connection: { userName: "林校長", state: "ok", missingScopes: [] },
    pages: [
      { pageID: readyPages[1]?.id, status: 0 },
      { pageID, status: 1 },
    ],
  });
  const { answered } = await send({ times: 3, adID: "300000000000001" });
  expect(answered).toEqual([200, 200, 200]);
  expect(await leads()).toEqual([]);
  await Promise.all([work(), work()]);
  expect(await leads()).toEqual([
    { nickname: "陳媽媽", phone_e164: "85261234567", email: "amy@a.hk", branch_id: organization.branchIds[0] },
  ]);
  expect(await log()).toMatchObject([{ state: "done", adID: "300000000000001", campaignID: "100000000000001" }]);
});

test("keys are sealed, never shown, and gone after disconnecting", async () => {
  await connect();
  const kept = await base.owner.query<{ secrets: Buffer }>("select secrets from meta_page");
  for (const { secrets } of kept.rows) expect(secrets.toString("latin1")).not.toContain("page-token");
  expect(JSON.stringify(await setting())).not.toContain("token");
  await post("DisconnectMeta", {});
  expect(await setting()).toMatchObject({ connection: null, pages: [] });
  expect((await state()).subscribed).toEqual([]);
});

test("Meta still calls for a page that another organisation uses, and is asked again where that was lost", async () => {
  await connect();
  const [first, firstOwner] = [organization, owner];
  organization = await buildOrganization(base.db);
  owner = await signedIn("owner");
  await connect();
  const form = { pageID, branchID: organization.branchIds[0], status: 0 };
  // A save that is refused changes nothing at Meta.
  expect((await post("UpdateMetaSetting", { ...form, version: 99 })).status).toBe(409);
  expect((await post("UpdateMetaSetting", form)).body).toMatchObject({ success: true });
  expect((await state()).subscribed).toEqual([pageID]);
  await post("DisconnectMeta", {});
  expect((await state()).subscribed).toEqual([pageID]);
  await provider.setSubscription({ pageId: pageID, name: "", token: page?.token ?? "" }, false);
  while (await pollNextPage(platform, provider));
  expect((await state()).subscribed).toEqual([pageID]);
  [organization, owner] = [first, firstOwner];
  expect((await post("UpdateMetaSetting", { ...form, branchID: first.branchIds[0] })).body).toMatchObject({
    success: true,
  });
  expect((await state()).subscribed).toEqual([]);
});

const state = async () =>
  (await (await fetch(`${sandbox.url}/sandbox/meta/api/state`)).json()) as { subscribed: string[] };

test("a sign-in result is valid once, only for the person who signed in, and cannot be forged", async () => {
  const brought = await signIn();
  expect((await post("ConnectMeta", { ...brought, state: "made-up" })).body).toMatchObject({
    name: "META_SIGN_IN_ENDED",
  });
  expect((await post("ConnectMeta", brought, await signedIn("owner"))).body).toMatchObject({
    name: "META_SIGN_IN_ENDED",
  });
  expect((await post("ConnectMeta", { ...brought, code: "wrong" })).body).toMatchObject({ name: "META_REFUSED" });
  expect((await post("ConnectMeta", brought)).body).toMatchObject({ name: "META_SIGN_IN_ENDED" });
  const late = await signIn();
  await base.owner.query("update meta_sign_in set created_at = now() - interval '16 minutes'");
  expect((await post("ConnectMeta", late)).body).toMatchObject({ name: "META_SIGN_IN_ENDED" });
  expect((await setting()).connection).toBeNull();
});

test("a call without Meta's signature is refused; an unknown body does no harm", async () => {
  await connect();
  expect((await send({ forged: true })).answered).toEqual([401]);
  expect(await log()).toEqual([]);
  const call = (body: string) =>
    app.inject({
      method: "POST",
      url: "/api_webhook/Meta/Callback",
      payload: body,
      headers: {
        "x-hub-signature-256": `sha256=${createHmac("sha256", metaApp.appSecret).update(body).digest("hex")}`,
      },
    });
  const hostile = ["", "{", "[]", "null", '{"entry":{}}', '{"entry":[{"changes":[{"field":"leadgen","value":7}]}]}'];
  const answers = await Promise.all(hostile.map(call));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(hostile.map(() => 200));
  const shake = (token: string) =>
    app.inject({
      url: `/api_webhook/Meta/Callback?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=%3Cb%3E42`,
    });
  expect((await shake(metaApp.verifyToken)).body).toBe("<b>42");
  expect((await shake(metaApp.verifyToken)).headers["content-type"]).toMatch(/^text\/plain/);
  expect((await shake("wrong")).statusCode).toBe(403);
});

test("a lead whose call was lost is found by polling, once, and no earlier lead is", async () => {
  await send({ silent: true, minutesAgo: 24 * 60 });
  await connect();
  await send({ silent: true });
  await send();
  while (await pollNextPage(platform, provider));
  await work();
  expect((await log()).map(({ state: is }) => is)).toEqual(["done", "done"]);
  expect(await pollNextPage(platform, provider)).toBe(false);
  expect(await pollNextPage(platform, provider, new Date(Date.now() + 3_600_000))).toBe(true);
  expect(await log()).toHaveLength(2);
});

test("a lead counts from when its form was filled in, whether Meta called late or was polled", async () => {
  await connect();
  await base.owner.query("update meta_page set taken_since = now() - interval '2 days' where organization_id = $1", [
    organization.organizationId,
  ]);
  const other = (digit: number) => ({ full_name: `家長${digit}`, phone_number: `+8526123456${digit}` });
  await send({ silent: true, minutesAgo: 60, fields: other(1) });
  await send({ silent: true, minutesAgo: 26 * 60, fields: other(2) });
  await send({ minutesAgo: 120, fields: other(3) });
  while (await pollNextPage(platform, provider));
  await work();
  const { rows } = await base.owner.query(
    `select nickname as name, round(extract(epoch from now() - lead.last_contact_at) / 60)::int as lead,
       round(extract(epoch from now() - form.filled_at) / 60)::int as form,
       form.created_at > now() - interval '5 minutes' as "cameNow",
       lead_date = (form.filled_at at time zone 'Asia/Hong_Kong')::date as "isOfItsDay"
     from lead join ad_lead form using (organization_id, lead_id) where organization_id = $1 order by nickname`,
    [organization.organizationId],
  );
  expect(rows).toEqual([
    { name: "家長1", lead: 60, form: 60, cameNow: true, isOfItsDay: true },
    { name: "家長2", lead: 1560, form: 1560, cameNow: true, isOfItsDay: true },
    { name: "家長3", lead: 120, form: 120, cameNow: true, isOfItsDay: true },
  ]);
});

test("temporary failures are retried; an invalid key is reported, and its leads come after connecting again", async () => {
  await connect();
  await send();
  await control("PUT", "switches", { trouble: "rateLimited" });
  expect(await work()).toEqual([expect.stringContaining("rateLimited")]);
  await control("PUT", "switches", { trouble: "unavailable" });
  expect(await work()).toEqual([expect.stringContaining("unavailable")]);
  expect(await log()).toMatchObject([{ state: "waiting" }]);
  await control("PUT", "switches", { trouble: "reconnect" });
  expect(await work()).toEqual([]);
  expect(await log()).toMatchObject([{ state: "failed", problem: "reconnect" }]);
  expect(await setting()).toMatchObject({ connection: { state: "refused" } });
  await control("PUT", "switches", { trouble: null });
  await connect();
  expect(await setting()).toMatchObject({ connection: { state: "ok" } });
  await work();
  expect(await log()).toMatchObject([{ state: "done", problem: null }]);
});

test("a refused request for pages marks the connection as refused; once Meta accepts its key again, it is used again", async () => {
  await connect();
  await send();
  await control("PUT", "switches", { trouble: "reconnect" });
  expect((await post("ReloadMeta", {})).body).toMatchObject({ success: false });
  expect(await setting()).toMatchObject({ connection: { state: "refused" } });
  await work();
  await control("PUT", "switches", { trouble: "unavailable" });
  expect((await post("ReloadMeta", {})).body).toMatchObject({ success: false });
  expect(await setting()).toMatchObject({ connection: { state: "refused" } });
  await control("PUT", "switches", { trouble: null });
  expect((await post("ReloadMeta", {})).body).toMatchObject({ success: true });
  expect(await setting()).toMatchObject({ connection: { state: "ok" } });
  await work();
  expect(await log()).toMatchObject([{ state: "done", problem: null }]);
});

test("a lead that is created while another one is given up is kept", async () => {
  const { organizationId, branchIds } = organization;
  await base.owner.query("delete from ad_lead");
  for (const id of ["901", "902"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await base.owner.query(
      `insert into ad_lead (organization_id, ad_lead_id, source, external_id, branch_id, payload, state, attempts, created_at)
       values ($1, gen_random_uuid(), 'meta', $2, $3, '{}', 'waiting', 6, now() - interval '30 days')`,
      [organizationId, id, branchIds[0]],
    );
  }
  // Both are about to be given up; while the first is, the job of the second creates its lead.
  await base.owner.query(`
    create function make_others() returns trigger language plpgsql as $$ begin
      update ad_lead set state = 'done', done_at = now()
      where organization_id = new.organization_id and ad_lead_id <> new.ad_lead_id and state = 'waiting';
      return null;
    end $$;
    create trigger make_others after update on ad_lead for each row
      when (new.state = 'failed' and old.state = 'waiting') execute function make_others()`);
  await queueForgottenLeads(base.db);
  await base.owner.query("drop trigger make_others on ad_lead; drop function make_others()");
  const { rows } = await base.owner.query<{ state: string }>("select state from ad_lead order by state");
  expect(rows.map(({ state }) => state)).toEqual(["done", "failed"]);
});

test("Meta's own test leads are marked and create no leads", async () => {
  await connect();
  await send({ fields: { full_name: "<test lead: dummy data for full_name>", email: "test@meta.com" } });
  await work();
  expect(await log()).toMatchObject([{ state: "test" }]);
  expect(await leads()).toEqual([]);
});

test("people are warned a week before the connection ends, and when it has", async () => {
  await control("PUT", "switches", { keySeconds: 6 * 86_400 });
  await connect();
  expect((await setting()).connection?.state).toBe("expiring");
  await base.owner.query("update meta_connection set expires_at = now() where organization_id = $1", [
    organization.organizationId,
  ]);
  expect((await setting()).connection?.state).toBe("expired");
});

test("a page that Meta cannot be told about stays as it is; of two saves of one version one wins", async () => {
  await post("ConnectMeta", await signIn());
  await control("PUT", "switches", { trouble: "refused" });
  const form = { pageID, branchID: organization.branchIds[0], status: 1, version: 1 };
  expect((await post("UpdateMetaSetting", form)).body).toMatchObject({ name: "META_REFUSED" });
  await control("PUT", "switches", { trouble: null });
  const saves = await Promise.all(
    [0, 1].map((one) => post("UpdateMetaSetting", { ...form, branchID: organization.branchIds[one] })),
  );
  expect(saves.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await post("UpdateMetaSetting", { ...form, pageID: "1" })).status).toBe(404);
});

test("without an app at Meta the settings say so", async () => {
  const without = await serveModules(platform, [advertisingModule(platform, null)]);
  const asked = await callApi<MetaSetting>(without, "GET /api_users/Member/MetaSetting", { token: owner });
  expect(asked.body.resultData).toMatchObject({ available: false, connection: null });
  const url = await callApi(without, "GET /api_webhook/Campaign/MetaAuthUrl", { token: owner });
  expect(url.body).toMatchObject({ name: "FEATURE_NOT_SET_UP" });
  await without.close();
});
