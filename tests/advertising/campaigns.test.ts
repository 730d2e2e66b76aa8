import type { AdAccount, AdRow, AdSummary } from "@homeroom/contract/campaigns";
import type { LeadId, RecordId } from "@homeroom/contract/ids";
import type { LeadPath } from "@homeroom/contract/lead-path";
import type { MetaSetting } from "@homeroom/contract/meta-settings";
import { metaApp, readyAdAccounts } from "@homeroom/sandbox/meta/ready-business";
import { prepareSandbox } from "@homeroom/sandbox/testing/quiet-sandbox";
import { metaProvider } from "@homeroom/server/integrations/meta-ads/provider";
import { buildAccount, signInAs } from "@homeroom/server/modules/accounts/for-tests";
import { queueDueSyncs } from "@homeroom/server/modules/advertising/campaigns/actions/ask-sync";
import { syncNextStep } from "@homeroom/server/modules/advertising/campaigns/actions/sync-next-step";
import { fetchedPlatforms } from "@homeroom/server/modules/advertising/campaigns/queries/accounts";
import type { FetchedPlatforms, MetaProvider } from "@homeroom/server/modules/advertising/port";
import { advertisingModule } from "@homeroom/server/modules/advertising/public";
import { pageCalls, pageForm } from "@homeroom/server/modules/landing-pages/for-tests";
import { landingPagesModule } from "@homeroom/server/modules/landing-pages/public";
import { buildOrganization, type TestOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { buildSession, callApi, serveModules } from "@homeroom/server/modules/sign-in/for-tests";
import { prepareDatabase } from "@homeroom/server/platform/db/for-tests";
import type { Platform } from "@homeroom/server/platform/server-module";
import { v7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { expected } from "./expected-figures.ts";

const base = prepareDatabase();
let platform: Platform;
let provider: MetaProvider;
let fetched: FetchedPlatforms;
const sandbox = prepareSandbox({ shopUrl: "http://127.0.0.1:9" });
let app: Awaited<ReturnType<typeof serveModules>>;
let organization: TestOrganization;
let owner: string;
let now: Date;

const [taipei] = readyAdAccounts;
if (!taipei) throw new Error("The sandbox has an ad account");
const range = { startTime: "2026-10-01", endTime: "2026-10-31" };

beforeAll(async () => {
  const meta = {
    META_API_URL: `${sandbox.url}/meta`,
    META_LOGIN_URL: `${sandbox.url}/meta`,
    META_APP_ID: metaApp.appId,
    META_APP_SECRET: metaApp.appSecret,
  };
  platform = { ...base.platform, settings: { ...base.platform.settings, ...meta } };
  const made = metaProvider(platform.settings);
  if (!made) throw new Error("The sandbox has an app");
  provider = made;
  fetched = fetchedPlatforms(platform, { meta: provider, volcengine: null });
  app = await serveModules(platform, [advertisingModule(platform, provider), landingPagesModule(platform)]);
});
afterAll(() => app?.close());
beforeEach(async () => {
  await base.owner.query("update ad_account set status = 0");
  await base.owner.query("delete from ad_sync_step");
  organization = await buildOrganization(base.db);
  owner = await signedIn("owner");
  now = new Date("2026-11-02T04:00:00Z");
  await switches({});
  await base.owner.query(
    "insert into meta_connection (organization_id, user_id, user_name, secrets, missing_scopes) values ($1, '1', 'Lin', $2, '{}')",
    [organization.organizationId, platform.secrets.seal({ token: "demo-meta-token" })],
  );
  expect((await call("POST /api_users/Member/ReloadMeta", {})).body).toMatchObject({ success: true });
});

const signedIn = async (role: "owner" | "admin", branch: 0 | 1 = 0) =>
  (await signInAs(base.db, organization, { role, branchIds: [organization.branchIds[branch]] })).token;

const call = <Answer>(address: `POST /${string}` | `GET /${string}`, body: object, token = owner) =>
  callApi<Answer>(app, address, address.startsWith("POST") ? { token, body } : { token });

async function switches(body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const address = `${sandbox.url}/sandbox/meta/api/switches`;
  await fetch(address, { method: "PUT", headers, body: JSON.stringify({ trouble: null, ...body }) });
}

const accounts = async (token = owner) =>
  (await call<{ list: AdAccount[] }>("GET /api_webhook/Campaign/AccountList", {}, token)).body.resultData?.list ?? [];
const connectionState = async () =>
  (await call<MetaSetting>("GET /api_users/Member/MetaSetting", {})).body.resultData?.connection?.state;
const stepCount = async () => (await base.owner.query("select 1 from ad_sync_step")).rowCount;

async function choose(more: object = {}): Promise<AdAccount> {
  const account = (await accounts()).find(({ accountID }) => accountID === taipei?.id);
  if (!account) throw new Error("The account is listed");
  const form = { recordID: account.recordID, status: 1, version: account.version, ...more };
  expect((await call("POST /api_users/Member/UpdateMetaAccount", form)).body).toMatchObject({ success: true });
  return account;
}

/** Processes everything that is due within the given minutes; returns how many steps that took. */
async function work(minutes = 10): Promise<number> {
  let steps = 0;
  for (let second = 0; second < minutes * 60; second += 20) {
    const moment = new Date(now.getTime() + second * 1000);
    // oxlint-disable-next-line no-await-in-loop -- in their order
    while (await syncNextStep(platform, fetched, moment)) steps += 1;
  }
  now = new Date(now.getTime() + minutes * 60_000);
  return steps;
}

interface List {
  list: AdRow[];
  total: number;
  summary: AdSummary[];
  nextCursor: string | null;
}
async function list(level: "Campaign" | "Adset" | "Ad", more: object = {}, token = owner): Promise<List> {
  const body = { ...range, pageSize: 100, ...more };
  const answer = await call<List>(`POST /api_webhook/Campaign/${level}List`, body, token);
  expect(answer.body).toMatchObject({ success: true });
  return answer.body.resultData as List;
}

async function sync(): Promise<void> {
  await queueDueSyncs(base.db, now);
  await work();
}

test("a chosen account has its campaigns, ad sets and ads with the figures of ninety days", async () => {
  await choose();
  await sync();
  expect((await accounts())[0]).toMatchObject({ problem: null, isSyncing: false, syncedAt: expect.any(String) });
  for (const level of ["campaign", "adset", "ad"] as const) {
    const name = level === "campaign" ? "Campaign" : level === "adset" ? "Adset" : "Ad";
    // oxlint-disable-next-line no-await-in-loop -- one level after the other
    const { list: rows, summary } = await list(name);
    for (const { itemID, spend, ...counts } of expected(level)) {
      const row = rows.find((one) => one.itemID === itemID);
      expect(row).toMatchObject(counts);
      expect(row?.spend).toBeCloseTo(spend, 1);
    }
    expect(rows).toHaveLength(expected(level).length);
    expect(summary[0]).toMatchObject({ currency: "TWD", count: rows.length });
  }
});

test("drilling down, filters, sorting, pages, totals and the range before", async () => {
  await choose();
  await sync();
  const { list: all } = await list("Campaign");
  expect(all.map(({ spend }) => spend)).toEqual(all.map(({ spend }) => spend).toSorted((a, b) => b - a));
  const [first] = all;
  const below = await list("Adset", { campaignID: first?.recordID });
  expect(below.list).toHaveLength(2);
  expect(below.list[0]?.campaign).toEqual({ recordID: first?.recordID, name: first?.name });
  expect((await list("Ad", { adsetID: below.list[0]?.recordID })).list).toHaveLength(2);
  expect((await list("Campaign", { status: ["PAUSED"] })).list.map(({ name }) => name)).toEqual(["英文會話"]);
  expect((await list("Campaign", { keywords: "數學" })).total).toBe(1);
  const page = await list("Campaign", { pageSize: 2, sortBy: "name", sortOrder: "asc" });
  const rest = await list("Campaign", { pageSize: 2, sortBy: "name", sortOrder: "asc", cursor: page.nextCursor });
  expect([...page.list, ...rest.list].map(({ recordID }) => recordID)).toHaveLength(3);
  expect(rest.nextCursor).toBeNull();
  const compared = await list("Campaign", { startTime: "2026-10-16", endTime: "2026-10-31", compare: true });
  const before = await list("Campaign", { startTime: "2026-09-30", endTime: "2026-10-15" });
  expect(compared.summary[0]?.before?.spend).toBe(before.summary[0]?.spend);
  expect(compared.summary[0]?.impressions).toBe(compared.list.reduce((sum, row) => sum + row.impressions, 0));
});

test("repeated and interrupted fetching gives the same figures", async () => {
  await choose();
  await queueDueSyncs(base.db, now);
  await queueDueSyncs(base.db, now);
  expect(await stepCount()).toBe(10);
  // A process dies with the first step in hand: its lease ends, and another takes it up.
  await base.owner.query("update ad_sync_step set due_at = $1 where kind = 'items'", [
    new Date(now.getTime() + 300_000),
  ]);
  await work();
  const first = await list("Campaign");
  now = new Date(now.getTime() + 86_400_000);
  await sync();
  const second = await list("Campaign");
  expect(second.list).toEqual(first.list);
  await call("GET /api_webhook/Campaign/Sync", {});
  // It depends on the days since the last success.
  const asked = await stepCount();
  expect(asked).toBeGreaterThanOrEqual(4);
  await call("GET /api_webhook/Campaign/Sync", {});
  expect(await stepCount()).toBe(asked);
});

test.each(["2026-07-20", "2026-10-30"])("an interruption since %s leaves no gap", async (day) => {
  await choose();
  await sync();
  const { organizationId } = organization;
  await base.owner.query("delete from ad_day where organization_id = $1 and day >= $2", [organizationId, day]);
  // It was fetched all the time, without any result.
  await base.owner.query(
    `update ad_account set synced_at = $2::date, asked_at = $3::timestamptz - interval '2 hours',
       fully_asked_at = $3::timestamptz - interval '2 hours' where organization_id = $1 and status = 1`,
    [organizationId, day, now],
  );
  await sync();
  const days = "select count(distinct day)::int, min(day)::text from ad_day where organization_id = $1 and day >= $2";
  const { rows } = await base.owner.query(days, [organizationId, day]);
  expect(rows).toEqual([{ count: (Date.parse("2026-11-03") - Date.parse(day)) / 86_400_000, min: day }]);
});

test("a process takes one step at a time: what it does not work on stays due", async () => {
  await choose();
  await queueDueSyncs(base.db, now);
  const later = new Date(now.getTime() + 1000);
  await syncNextStep(platform, fetched, later);
  const { rowCount } = await base.owner.query("select 1 from ad_sync_step where due_at <= $1", [later]);
  expect(rowCount).toBe(9);
});

test("a report that fails, is too large or exceeds the limit is requested again", async () => {
  await choose();
  await switches({ failingReports: 2, mostReportDays: 20, usedPercent: 95 });
  await sync();
  await work(240);
  expect((await accounts())[0]).toMatchObject({ problem: null, isSyncing: false, syncedAt: expect.any(String) });
  const shown = (rows: readonly { impressions: number }[]) => rows.map(({ impressions }) => impressions).toSorted();
  expect(shown((await list("Campaign")).list)).toEqual(shown(expected("campaign")));
});

test("an invalid key stops fetching and is reported; reloading starts it again", async () => {
  await choose();
  await switches({ trouble: "reconnect" });
  await sync();
  expect((await accounts())[0]).toMatchObject({ problem: "reconnect", isSyncing: false });
  expect(await connectionState()).toBe("refused");
  await switches({});
  await call("POST /api_users/Member/ReloadMeta", {});
  expect(await connectionState()).toBe("ok");
  await sync();
  expect((await accounts())[0]).toMatchObject({ problem: null, syncedAt: expect.any(String) });
});

test("after too many calls fetching waits as long as Meta says", async () => {
  await choose();
  await switches({ trouble: "rateLimited" });
  await queueDueSyncs(base.db, now);
  await work(1);
  const waiting = await base.owner.query<{ due: Date }>("select due_at as due from ad_sync_step");
  expect(waiting.rows.every(({ due }) => due > now)).toBe(true);
  await switches({});
  await work(20);
  expect((await accounts())[0]).toMatchObject({ problem: null, isSyncing: false });
});

test("a step that fails unexpectedly is retried a few times, and then the account shows it", async () => {
  await choose();
  let asked = 0;
  const broken: MetaProvider = {
    ...provider,
    async adItems() {
      asked += 1;
      throw new TypeError("An unexpected answer");
    },
  };
  const platforms = fetchedPlatforms(platform, { meta: broken, volcengine: null });
  await queueDueSyncs(base.db, now);
  for (let minute = 0; minute < 24 * 60; minute += 5) {
    const moment = new Date(now.getTime() + minute * 60_000);
    // oxlint-disable-next-line no-await-in-loop -- in their order
    while (await syncNextStep(platform, platforms, moment));
  }
  expect(asked).toBe(8);
  expect((await accounts())[0]).toMatchObject({ problem: "failed", isSyncing: false });
});

async function addPage(urlName: string): Promise<RecordId> {
  return pageCalls(app, () => owner).add(pageForm(organization, urlName));
}

test("a page belongs to one ad and an ad to one page", async () => {
  await choose();
  await sync();
  const [one, other] = (await list("Ad")).list;
  const [page, second] = [await addPage("one-page"), await addPage("other-page")];
  const bind = (recordID: RecordId | undefined, landingPageID: RecordId) =>
    call("POST /api_webhook/Campaign/BindLandingPage", { recordID, landingPageID });
  const both = await Promise.all([bind(one?.recordID, page), bind(other?.recordID, page)]);
  expect(both.map(({ body }) => body.code).toSorted()).toEqual([200, 100025].toSorted());
  const winner = both[0]?.body.success ? one : other;
  const loser = winner === one ? other : one;
  expect((await bind(winner?.recordID, page)).body).toMatchObject({ success: true });
  expect((await bind(winner?.recordID, second)).body).toMatchObject({ code: 100026 });
  expect((await bind(loser?.recordID, page)).body).toMatchObject({ code: 100025 });
  const isBound = (isOnline: boolean) => [{ landingPage: { recordID: page, isOnline } }];
  expect((await list("Ad", { isBound: true })).list).toMatchObject(isBound(false));
  await pageCalls(app, () => owner).publish(page);
  expect((await list("Ad", { isBound: true })).list).toMatchObject(isBound(true));
  const address = `GET /api_webhook/Campaign/UnbindLandingPage?recordID=${winner?.recordID}` as const;
  for (const { body } of [await call(address, {}), await call(address, {})]) expect(body.success).toBe(true);
  expect((await bind(loser?.recordID, page)).body).toMatchObject({ success: true });
  // The levels above name the pages of their ads, each once.
  await bind(winner?.recordID, second);
  const pagesOf = async (level: "Campaign" | "Adset") =>
    (await list(level)).list.flatMap(({ landingPages }) => landingPages.map(({ recordID }) => recordID)).toSorted();
  for (const pages of [await pagesOf("Campaign"), await pagesOf("Adset")])
    expect(pages).toEqual([page, second].toSorted());
});

async function buildLead(dealAt: string | null): Promise<LeadId> {
  const leadId = v7() as LeadId;
  await base.owner.query(
    `insert into lead (organization_id, lead_id, branch_id, nickname, lead_date, deal_at, talked_at)
     values ($1, $2, $3, 'Amy', '2026-10-05', $4, '2026-10-06T00:00:00Z')`,
    [organization.organizationId, leadId, organization.branchIds[0], dealAt],
  );
  return leadId;
}

test("what an ad brought: leads of its forms and page, deals, revenue and the cost of each", async () => {
  await choose();
  await sync();
  const [ad] = (await list("Ad")).list;
  const page = await addPage("brought");
  await call("POST /api_webhook/Campaign/BindLandingPage", { recordID: ad?.recordID, landingPageID: page });
  await base.owner.query("update ad_binding set bound_at = '2026-10-01T00:00:00Z'");
  const [byForm, byPage] = [
    await buildLead("2026-10-20T00:00:00Z"),
    // Wrote and bought before clicking the page's button, so the ad did not bring it.
    await buildLead("2026-10-03T00:00:00Z"),
  ];
  const { organizationId, branchIds } = organization;
  await base.owner.query(
    `insert into ad_lead (organization_id, ad_lead_id, source, external_id, branch_id, payload, ad_id, state, lead_id, done_at,
       created_at)
     values ($1, $2, 'meta', 'x', $3, '{}', $4, 'done', $5, now(), '2026-10-05T00:00:00Z')`,
    [organizationId, v7(), branchIds[0], ad?.itemID, byForm],
  );
  await base.owner.query(
    `insert into landing_click (organization_id, click_id, page_id, code, action, source, lead_id, created_at)
     select $1, gen_random_uuid(), $2, gen_random_uuid()::text, 'whatsapp', '{}', lead, '2026-10-07T00:00:00Z'
     from unnest($3::uuid[]) lead`,
    [organizationId, page, [byForm, byPage]],
  );
  await base.owner.query(
    `insert into sale_order (organization_id, order_id, order_number, branch_id, lead_id, buyer_name, currency, discount_kind,
       discount_value, discount_reason, tax_rate, tax_included, gross_minor, discount_minor, tax_minor, total_minor, paid_minor,
       pay_method, status, confirm_status, paid_at, created_at)
     values ($1, $2, '2026102000000001', $3, $4, 'Amy', 'HKD', 'none', 0, '', 0, true, 360000, 0, 0, 360000, 360000, 'cash',
       'paid', 'confirmed', now(), '2026-10-20T00:00:00Z')`,
    [organizationId, v7(), branchIds[0], byForm],
  );
  const [row] = (await list("Ad", { isBound: true })).list;
  expect(row).toMatchObject({ leads: 2, conversations: 1, deals: 1, revenue: [{ currency: "HKD", amount: 3600 }] });
  expect(row?.costPerLead).toBeCloseTo((row?.spend ?? 0) / 2, 1);
  expect(row?.costPerDeal).toBeCloseTo(row?.spend ?? 0, 1);
  const path = async (lead: LeadId, token = owner) =>
    (await call<LeadPath>(`GET /api_webhook/Campaign/LeadPath?leadId=${lead}`, {}, token)).body.resultData;
  const named = { recordID: ad?.recordID, name: ad?.name, campaign: ad?.campaign?.name };
  expect(await path(byForm)).toMatchObject({
    steps: [
      { kind: "adForm", page: null, ad: named },
      { kind: "press", page: { recordID: page }, ad: named },
    ],
    talkedTime: expect.any(String),
    dealTime: "2026-10-20T00:00:00.000Z",
    sales: [{ currency: "HKD", amount: 3600 }],
    cost: { currency: taipei?.currency, amount: expect.any(Number) },
  });
  expect(await path(await buildLead(null))).toMatchObject({ steps: [], cost: null });
  // Payments of a lead are shown only to people who see orders.
  const admin = await buildAccount(base.db, organization, { role: "admin", branchIds: [branchIds[0]] });
  const withoutOrders = "delete from role_permission where organization_id = $1 and permission = 'sale:order:query'";
  await base.owner.query(withoutOrders, [organizationId]);
  await base.owner.query("update ad_account set branch_id = $1 where status = 1", [branchIds[0]]);
  const token = await buildSession(base.db, organization, { ...admin, branchId: branchIds[0] });
  const seen = await list("Ad", { isBound: true, compare: true }, token);
  const unseen = { deals: 1, revenue: null, roas: null, before: { revenue: null, roas: null } };
  expect([seen.list[0], seen.summary[0]]).toMatchObject([unseen, unseen]);
  expect(await path(byForm, token)).toMatchObject({ sales: null, dealTime: "2026-10-20T00:00:00.000Z" });
  const campaigns = await list("Campaign");
  expect(campaigns.summary).toMatchObject([{ leads: 2, deals: 1 }]);
  // A lead that came back through the ad counts where it came from first.
  expect((await list("Ad", { startTime: "2026-10-06" })).summary).toMatchObject([{ leads: 1, deals: 0, revenue: [] }]);
  expect((await list("Ad", { startTime: "2026-10-08" })).summary).toMatchObject([{ leads: 0, deals: 0 }]);
  await call(`GET /api_webhook/Campaign/UnbindLandingPage?recordID=${ad?.recordID}`, {});
  expect((await list("Ad")).summary).toMatchObject([{ leads: 2 }]);
});

test("a branch sees the accounts that are assigned to it, and no others", async () => {
  await choose();
  await sync();
  const admin = await signedIn("admin", 1);
  const before = await accounts(admin);
  await choose({ branchID: organization.branchIds[1], version: undefined });
  const after = await accounts(admin);
  expect([before.length <= 2, after.some(({ accountID }) => accountID === taipei?.id)]).toEqual([true, true]);
});

test("a list is exported as a file", async () => {
  await choose();
  await sync();
  const payload = { ...range, level: "campaign", format: "csv" };
  const url = "/api_webhook/Campaign/ExportList";
  const answer = await app.inject({ method: "POST", url, headers: { accesstoken: owner }, payload });
  expect(answer.body).toContain("暑期班 2026");
});
