import type { AdAccount, AdRow, AdSummary } from "@homeroom/contract/campaigns";
import type { VolcengineSetting } from "@homeroom/contract/volcengine";
import { insightsOf, itemsOf } from "@homeroom/sandbox/meta/ad-figures";
import { oceanApp, readyAdvertiser } from "@homeroom/sandbox/ocean/ocean-routes";
import { prepareSandbox } from "@homeroom/sandbox/testing/quiet-sandbox";
import { volcengineProvider } from "@homeroom/server/integrations/volcengine-ads/provider";
import { signInAs } from "@homeroom/server/modules/accounts/for-tests";
import { queueDueSyncs } from "@homeroom/server/modules/advertising/campaigns/actions/ask-sync";
import { syncNextStep } from "@homeroom/server/modules/advertising/campaigns/actions/sync-next-step";
import { fetchedPlatforms } from "@homeroom/server/modules/advertising/campaigns/queries/accounts";
import {
  AdPlatformFailure,
  type FetchedPlatforms,
  type VolcengineProvider,
} from "@homeroom/server/modules/advertising/port";
import { advertisingModule } from "@homeroom/server/modules/advertising/public";
import { volcengineToken } from "@homeroom/server/modules/advertising/volcengine/writes/renew-token";
import { buildOrganization, type TestOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { callApi, serveModules } from "@homeroom/server/modules/sign-in/for-tests";
import { prepareDatabase } from "@homeroom/server/platform/db/for-tests";
import type { Platform } from "@homeroom/server/platform/server-module";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

const base = prepareDatabase();
let platform: Platform;
let fetched: FetchedPlatforms;
const sandbox = prepareSandbox({ shopUrl: "http://127.0.0.1:9" });
let app: Awaited<ReturnType<typeof serveModules>>;
let organization: TestOrganization;
let owner: string;

const now = new Date("2026-11-02T04:00:00Z");
const october = Array.from({ length: 31 }, (_, day) => `2026-10-${String(day + 1).padStart(2, "0")}`);
const range = { startTime: "2026-10-01", endTime: "2026-10-31", pageSize: 100 };

beforeAll(async () => {
  const own = {
    VOLCENGINE_API_URL: `${sandbox.url}/ocean`,
    VOLCENGINE_LOGIN_URL: `${sandbox.url}/ocean`,
    VOLCENGINE_APP_ID: oceanApp.appId,
    VOLCENGINE_APP_SECRET: oceanApp.appSecret,
  };
  platform = { ...base.platform, settings: { ...base.platform.settings, ...own } };
  const volcengine = volcengineProvider(platform.settings) as VolcengineProvider;
  fetched = fetchedPlatforms(platform, { meta: null, volcengine });
  app = await serveModules(platform, [advertisingModule(platform, null, { volcengine })]);
});
afterAll(() => app?.close());
beforeEach(async () => {
  await base.owner.query("update ad_account set status = 0");
  await base.owner.query("delete from ad_sync_step");
  organization = await buildOrganization(base.db);
  owner = (await signInAs(base.db, organization, { role: "owner" })).token;
  await switches({});
});

const call = async <Answer>(address: `POST /${string}` | `GET /${string}`, body: object = {}) =>
  (await callApi<Answer>(app, address, address.startsWith("POST") ? { token: owner, body } : { token: owner })).body;

async function switches(body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  await fetch(`${sandbox.url}/sandbox/ocean/api/switches`, { method: "PUT", headers, body: JSON.stringify(body) });
}

/** Signs in at the sandbox as a person does; returns what the browser brings back. */
async function signIn(choice: "continue" | "cancel"): Promise<URLSearchParams> {
  const answer = await call<{ url: string }>("GET /api_webhook/Volcengine/AuthUrl");
  const asked = new URL(answer.resultData?.url ?? "");
  const fields = {
    redirect_uri: asked.searchParams.get("redirect_uri") ?? "",
    state: asked.searchParams.get("state") ?? "",
  };
  const body = new URLSearchParams({ ...fields, choice });
  const { headers } = await fetch(asked, { method: "POST", body, redirect: "manual" });
  return new URL(headers.get("location") ?? "").searchParams;
}

async function connect() {
  const back = await signIn("continue");
  const form = { code: back.get("auth_code"), state: back.get("state") };
  expect(await call("POST /api_webhook/Volcengine/Connect", form)).toMatchObject({ success: true });
  return form;
}

async function chooseAccount(): Promise<AdAccount> {
  const [account] =
    (await call<{ list: AdAccount[] }>("GET /api_webhook/Volcengine/AccountList")).resultData?.list ?? [];
  if (!account) throw new Error("The advertiser is listed");
  const form = { recordID: account.recordID, status: 1, version: account.version };
  expect(await call("POST /api_webhook/Volcengine/UpdateAccount", form)).toMatchObject({ success: true });
  return account;
}

async function work(): Promise<void> {
  await queueDueSyncs(base.db, now);
  for (let second = 0; second < 120; second += 20) {
    // oxlint-disable-next-line no-await-in-loop -- in their order
    while (await syncNextStep(platform, fetched, new Date(now.getTime() + second * 1000)));
  }
}

interface List {
  list: AdRow[];
  summary: AdSummary[];
}
const list = async (level: "Campaign" | "Adset" | "Ad") =>
  (await call<List>(`POST /api_webhook/Volcengine/${level}List`, range)).resultData as List;

test("an organisation connects, chooses an advertiser, and sees its projects and promotions with the platform's figures", async () => {
  await connect();
  expect(await chooseAccount()).toMatchObject({
    accountID: readyAdvertiser.id,
    currency: "CNY",
    timeZone: "Asia/Shanghai",
  });
  await work();
  const items = itemsOf(readyAdvertiser);
  const sumOf = (field: string, kind: string) =>
    items
      .filter(({ level }) => level === kind)
      .flatMap((item) => october.map((day) => Number((insightsOf(item, day, readyAdvertiser) as never)[field])))
      .reduce((sum, one) => sum + one, 0);
  const campaigns = await list("Campaign");
  expect(campaigns.list.map(({ name }) => name).toSorted()).toEqual([...readyAdvertiser.campaigns].toSorted());
  expect(campaigns.summary).toMatchObject([
    { currency: "CNY", count: 2, impressions: sumOf("impressions", "campaign"), reach: 0, cpp: null },
  ]);
  expect(campaigns.summary[0]?.spend).toBeCloseTo(sumOf("spend", "campaign"), 1);
  const ads = await list("Ad");
  expect(ads.list).toHaveLength(8);
  expect(ads.summary).toMatchObject([{ clicks: sumOf("clicks", "ad") }]);
  // There is no level between a project and its promotions: it repeats the project.
  const adsets = await list("Adset");
  expect(adsets.list.map(({ name, spend }) => [name, spend])).toEqual(
    campaigns.list.map(({ name, spend }) => [name, spend]),
  );
  expect(ads.list[0]).toMatchObject({ adset: { name: ads.list[0]?.campaign?.name } });
  // Volcengine's items are not shown as Meta's.
  expect(await call("POST /api_webhook/Campaign/CampaignList", range)).toMatchObject({ resultData: { total: 0 } });
});

test("a sign-in is valid once, a cancelled one has no effect, and no key is shown", async () => {
  expect((await signIn("cancel")).get("auth_code")).toBeNull();
  const form = await connect();
  expect(await call("POST /api_webhook/Volcengine/Connect", form)).toMatchObject({ code: 100644 });
  const setting = await call<VolcengineSetting>("GET /api_webhook/Volcengine/Setting");
  expect(setting.resultData?.connection?.state).toBe("ok");
  expect(Object.keys(setting.resultData?.connection ?? {}).toSorted()).toEqual(["connectedAt", "expiresAt", "state"]);
  expect(await call("POST /api_webhook/Volcengine/Disconnect")).toMatchObject({ success: true });
  expect(await call("GET /api_webhook/Volcengine/Setting")).toMatchObject({ resultData: { connection: null } });
});

test("an expiring key is exchanged once, however many requests need it; a refused one stops the account's steps", async () => {
  await switches({ keySeconds: 60 });
  await connect();
  await chooseAccount();
  await switches({});
  const before = await renewals();
  const reload = () => call("POST /api_webhook/Volcengine/Reload");
  const answers = await Promise.all([reload(), reload(), reload()]);
  expect(answers.every(({ success }) => success)).toBe(true);
  expect(await renewals()).toBe(before + 1);

  await switches({ trouble: "rateLimited" });
  await work();
  expect(await problem()).toBeNull();
  await switches({ trouble: "reconnect" });
  await base.owner.query("update ad_sync_step set due_at = $1", [now]);
  await work();
  expect(await problem()).toBe("reconnect");
  expect(await reload()).toMatchObject({ code: 100645 });
});

test.each(["exchanged", "refused"])(
  "a pair that was %s too late leaves a connection made meanwhile alone",
  async (end) => {
    await connect();
    const { organizationId, scope } = organization;
    const change = (values: object) =>
      base.owner.query("update volcengine_connection set token_ends_at = $2, secrets = $3 where organization_id = $1", [
        organizationId,
        new Date(Date.now() + 60_000),
        platform.secrets.seal({ refreshToken: "r", ...values }),
      ]);
    await change({ token: "old" });
    const { volcengine } = fetched;
    const slow = {
      ...(volcengine?.provider as VolcengineProvider),
      async renewed() {
        await change({ token: "connected meanwhile" });
        if (end === "refused") throw new AdPlatformFailure("reconnect", "Used");
        return { token: "late", refreshToken: "late", tokenEndsAt: new Date(), endsAt: new Date() };
      },
    };
    const token = volcengineToken(platform, slow, scope);
    if (end === "refused") await expect(token).rejects.toThrow("Used");
    else expect(await token).toBe("connected meanwhile");
    const { rows } = await base.owner.query<{ secrets: Buffer; refused_at: Date | null }>(
      "select secrets, refused_at from volcengine_connection where organization_id = $1",
      [organizationId],
    );
    expect(rows.map((row) => [platform.secrets.open(row.secrets)["token"], row.refused_at])).toEqual([
      ["connected meanwhile", null],
    ]);
  },
);

const renewals = async () =>
  ((await (await fetch(`${sandbox.url}/sandbox/ocean/api/state`)).json()) as { renewals: number }).renewals;

const problem = async () =>
  (await call<{ list: AdAccount[] }>("GET /api_webhook/Volcengine/AccountList")).resultData?.list[0]?.problem;
