import type { RecordId } from "@homeroom/contract/ids";
import type { LeadPath } from "@homeroom/contract/lead-path";
import { leadActions } from "@homeroom/contract/leads";
import { signInAs } from "@homeroom/server/modules/accounts/for-tests";
import { advertisingModule } from "@homeroom/server/modules/advertising/public";
import { buildChannel, inboundText, receive } from "@homeroom/server/modules/inbox/for-tests";
import { pageCalls, pageForm } from "@homeroom/server/modules/landing-pages/for-tests";
import { linkClicks } from "@homeroom/server/modules/landing-pages/intake/actions/link-clicks";
import { landingPagesModule } from "@homeroom/server/modules/landing-pages/public";
import { buildOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { callApi, prepareServer } from "@homeroom/server/modules/sign-in/for-tests";
import { prepareDatabase } from "@homeroom/server/platform/db/for-tests";
import { v7 } from "uuid";
import { expect, test } from "vitest";

const base = prepareDatabase();

const server = prepareServer(base, (platform) => [advertisingModule(platform, null), landingPagesModule(platform)]);

/** An ad with its ad set and campaign, which cost 60 dollars today. */
async function buildAd(organizationId: string): Promise<RecordId> {
  const [account, campaign, adset, ad] = [v7(), v7(), v7(), v7()];
  await base.owner.query(
    `insert into ad_account (organization_id, account_id, platform, external_id, name, currency, time_zone, status)
     values ($1, $2, 'meta', '1', '學校帳號', 'HKD', 'Asia/Hong_Kong', 1)`,
    [organizationId, account],
  );
  const item = (level: string, id: string, name: string, above: readonly (string | null)[]) =>
    base.owner.query(
      `insert into ad_item (organization_id, item_id, account_id, level, external_id, name, status, campaign_id, adset_id)
       values ($1, $2, $3, $4, $2::uuid::text, $5, 'ACTIVE', $6, $7)`,
      [organizationId, id, account, level, name, ...above],
    );
  await item("campaign", campaign, "暑期", [null, null]);
  await item("adset", adset, "家長", [campaign, null]);
  await item("ad", ad, "影片", [campaign, adset]);
  await base.owner.query(
    `insert into ad_day (organization_id, item_id, day, impressions, reach, clicks, results, spend)
     values ($1, $2, (now() at time zone 'Asia/Hong_Kong')::date, 900, 800, 30, 2, 60)`,
    [organizationId, ad],
  );
  return ad as RecordId;
}

test("a click on a published page, the message after it, trial and sale are one path, with the ad and its cost", async () => {
  const organization = await buildOrganization(base.db);
  const { organizationId, scope } = organization;
  const { token } = await signInAs(base.db, organization, { role: "owner" });
  const call = async <Result>(address: `POST /${string}` | `GET /${string}`, body?: object) =>
    (await callApi<Result>(server.app, address, body ? { token, body } : { token })).body;

  // A page that WhatsApp opens from, published and bound to an ad.
  const pages = pageCalls(server.app, () => token);
  const button = { buttonAction: "whatsapp", areaCode: "+852", phone: "61234567", presetText: "想了解暑期營" };
  const page = await pages.add({ ...pageForm(organization, "summer"), ...button });
  const path = await pages.publish(page);
  const ad = await buildAd(organizationId);
  const bound = await call("POST /api_webhook/Campaign/BindLandingPage", { recordID: ad, landingPageID: page });
  expect(bound).toMatchObject({ success: true });

  // A visitor clicks, and sends the message that WhatsApp opens with.
  const headers = { "user-agent": "Mozilla/5.0 (iPhone)" };
  expect((await server.app.inject({ url: path, headers })).statusCode).toBe(200);
  const pressed = await server.app.inject({ url: `${path}/go?utm_campaign=summer&fbclid=f1`, headers });
  const text = new URL(pressed.headers.location ?? "").searchParams.get("text") ?? "";
  expect(text).toMatch(/^想了解暑期營\n/);
  await receive(base, await buildChannel(base, organization), [inboundText({ text })]);
  await linkClicks(base.db, scope);

  // Staff book a trial, which is attended, and sell.
  const { rows } = await base.owner.query<{ lead_id: string }>(
    "select lead_id from landing_click where organization_id = $1",
    [organizationId],
  );
  const leadId = rows[0]?.lead_id;
  for (const action of [leadActions.trialBooked, leadActions.trialAttended, leadActions.deal]) {
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await base.owner.query(
      "insert into lead_log (organization_id, log_id, lead_id, action_type) values ($1, gen_random_uuid(), $2, $3)",
      [organizationId, leadId, action],
    );
  }
  await base.owner.query(
    `insert into sale_order (organization_id, order_id, order_number, branch_id, lead_id, buyer_name, currency, discount_kind,
       discount_value, discount_reason, tax_rate, tax_included, gross_minor, discount_minor, tax_minor, total_minor, paid_minor,
       pay_method, status, confirm_status, paid_at, created_at)
     values ($1, $2, '2026112700000001', $3, $4, 'Amy', 'HKD', 'none', 0, '', 0, true, 360000, 0, 0, 360000, 360000, 'cash',
       'paid', 'confirmed', now(), now())`,
    [organizationId, v7(), organization.branchIds[0], leadId],
  );

  const { resultData } = await call<LeadPath>(`GET /api_webhook/Campaign/LeadPath?leadId=${leadId}`);
  expect(resultData).toMatchObject({
    steps: [
      {
        kind: "press",
        page: { recordID: page, name: "落地頁 summer" },
        source: { utm_campaign: "summer", fbclid: "f1" },
        ad: { recordID: ad, name: "影片", adset: "家長", campaign: "暑期" },
      },
    ],
    ...{ talkedTime: expect.any(String), trialBookedTime: expect.any(String) },
    ...{ trialAttendedTime: expect.any(String), dealTime: expect.any(String) },
    sales: [{ currency: "HKD", amount: 3600 }],
    cost: { currency: "HKD", amount: 60 },
  });
  const ads = await call<{ list: object[] }>("POST /api_webhook/Campaign/AdList", { isBound: true });
  expect(ads.resultData?.list).toMatchObject([
    { leads: 1, costPerLead: 60, trialsAttended: 1, costPerDeal: 60, revenue: [{ amount: 3600 }], roas: 60 },
  ]);
});

test("what an ad spent on a day counts once for a page, however often it is bound to it", async () => {
  const organization = await buildOrganization(base.db);
  const { token } = await signInAs(base.db, organization, { role: "owner" });
  const pages = pageCalls(server.app, () => token);
  const landingPageID = await pages.add(pageForm(organization, "spend"));
  const recordID = await buildAd(organization.organizationId);
  const bind = () =>
    callApi(server.app, "POST /api_webhook/Campaign/BindLandingPage", { token, body: { recordID, landingPageID } });
  await bind();
  const unbound = await callApi(server.app, `GET /api_webhook/Campaign/UnbindLandingPage?recordID=${recordID}`, {
    token,
  });
  expect(unbound.body).toMatchObject({ success: true });
  await bind();
  expect(await pages.list()).toMatchObject([{ spend: [{ currency: "HKD", amount: 60 }] }]);
});
