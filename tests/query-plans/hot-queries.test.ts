import { leadSorts } from "@homeroom/contract/leads";
import { buildAccount, testPassword } from "@homeroom/server/modules/accounts/for-tests";
import { queueForgottenLeads } from "@homeroom/server/modules/advertising/intake/actions/retry-ad-lead";
import { emptyOldAdLeads } from "@homeroom/server/modules/advertising/intake/actions/store-ad-lead";
import { advertisingModule } from "@homeroom/server/modules/advertising/public";
import { billingModule } from "@homeroom/server/modules/billing/public";
import { dashboardModule } from "@homeroom/server/modules/dashboard/public";
import { buildChannel, inboundText, receive, testProvider } from "@homeroom/server/modules/inbox/for-tests";
import { inboxModule } from "@homeroom/server/modules/inbox/public";
import { queueForgottenEntries } from "@homeroom/server/modules/landing-pages/intake/actions/replay-entries";
import { makeLeadsSearchable } from "@homeroom/server/modules/leads/for-tests";
import { leadsModule } from "@homeroom/server/modules/leads/public";
import { ordersModule } from "@homeroom/server/modules/orders/public";
import { buildOrganization, type TestOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { paletteModule } from "@homeroom/server/modules/palette/public";
import { reviewDue } from "@homeroom/server/modules/payments/actions/review-payments";
import { paymentsModule } from "@homeroom/server/modules/payments/public";
import { buildSession, callApi, serveModules } from "@homeroom/server/modules/sign-in/for-tests";
import { signInModule } from "@homeroom/server/modules/sign-in/public";
import { prepareDatabase, writeMany } from "@homeroom/server/platform/db/for-tests";
import { v7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Access, type PlanWatch, watchPlans } from "./plan-watch.ts";

/** Tables that grow with the number of customers, and are therefore never read from one end to the other. */
const largeTables = [
  ...["account", "session", "lead", "lead_search", "lead_log", "channel_contact", "conversation", "message"],
  ...[
    "sale_order",
    "order_line",
    "order_instalment",
    "order_event",
    "payment",
    "payment_acceptance",
    "refund",
    "receipt",
    "payment_attempt",
    "purchase",
  ],
  "ad_lead",
  "landing_entry",
  "ad_day",
  "ledger_entry",
];
const organizations = 5;
const leadsEach = 1_200;

const base = prepareDatabase();
let watch: PlanWatch;
let app: Awaited<ReturnType<typeof serveModules>>;
let ours: TestOrganization;
let token: string;
let email: string;
let some: { leadId: string; conversationId: string; phone: string; orderID: string };

beforeAll(async () => {
  for (let made = 0; made < organizations; made += 1) {
    const organization = await buildOrganization(base.db, `第 ${made} 家`);
    await fill(organization);
    ours = organization;
  }
  const account = await buildAccount(base.db, ours, { role: "owner" });
  ({ email } = account);
  token = await buildSession(base.db, ours, account);
  const { rows } = await base.owner.query(
    `select lead_id as "leadId", conversation_id as "conversationId", phone_e164 as phone,
       order_number as "orderID"
     from lead join conversation using (organization_id, lead_id) join sale_order using (organization_id, lead_id) where organization_id = $1 order by lead_id limit 1`,
    [ours.organizationId],
  );
  some = rows[0];
  await makeLeadsSearchable(base);
  await base.owner.query("vacuum analyze");
  watch = await watchPlans(base);
  const platform = { ...base.platform, db: watch.db };
  const inbox = { providers: [testProvider()], databaseUrl: base.access.sessionUrl };
  app = await serveModules(platform, [
    signInModule(platform),
    dashboardModule(platform),
    leadsModule(platform),
    inboxModule(platform, inbox),
    ordersModule(platform),
    paymentsModule(platform, []),
    advertisingModule(platform, null),
    paletteModule(platform),
    billingModule(platform, []),
  ]);
});
afterAll(async () => {
  await app.close();
  await watch.close();
});
beforeEach(async () => void (await watch.take()));

/** Leads that each have a conversation with three messages, and people with sessions. */
async function fill(organization: TestOrganization): Promise<void> {
  const { organizationId } = organization;
  const { channelId, branchId } = await buildChannel(base, organization);
  const run = (statement: string) =>
    writeMany(
      base,
      `with given as (select $1::uuid as organization_id, $2::uuid as branch_id, $3::uuid as channel_id) ${statement}`,
      [organizationId, branchId, channelId],
    );
  await run(
    `insert into lead (organization_id, lead_id, branch_id, nickname, ename, area_code, phone, phone_e164, email, lead_date,
       last_contact_at, talked_at, next_contact_date, contact1, contact2)
     select organization_id, gen_random_uuid(), branch_id, chr(19968 + n) || chr(23000 + n), 'Pupil' || n, '+852',
       (61000000 + n)::text, '852' || (61000000 + n), 'pupil' || n || '@school.test', date '2026-01-01' + n % 300,
       timestamptz '2026-01-01' + n * interval '1 hour', now(), date '2026-11-01' + n % 60,
       jsonb_build_object('email', 'parent' || n || '@home.test'), '{}'
     from given, generate_series(1, ${leadsEach}) n`,
  );
  await run(
    `insert into lead_log (organization_id, log_id, lead_id, action_type)
     select lead.organization_id, gen_random_uuid(), lead_id, 1 from lead, given, generate_series(1, 3)
     where lead.organization_id = given.organization_id`,
  );
  await run(
    `insert into channel_contact (organization_id, contact_id, channel_id, lead_id, phone)
     select lead.organization_id, gen_random_uuid(), given.channel_id, lead_id, phone_e164 from lead, given
     where lead.organization_id = given.organization_id`,
  );
  await run(
    `insert into conversation (organization_id, conversation_id, lead_id, branch_id, contact_id, last_position,
       last_message_at, unread_count)
     select contact.organization_id, gen_random_uuid(), lead_id, given.branch_id, contact_id, 3,
       timestamptz '2026-01-01' + random() * interval '300 days', (random() < 0.02)::int
     from channel_contact contact, given where contact.organization_id = given.organization_id`,
  );
  await run(
    `insert into message (organization_id, message_id, conversation_id, channel_id, contact_id, position, direction, kind,
       text, state, provider_message_id, sent_at, version)
     select talk.organization_id, gen_random_uuid(), conversation_id, given.channel_id, contact_id, n, 'in', 'text', '你好',
       'received', 'wamid.' || conversation_id || n, now(), 1
     from conversation talk, given, generate_series(1, 3) n where talk.organization_id = given.organization_id`,
  );
  await run(
    `insert into message_text (organization_id, message_id, conversation_id, said_at, search_text)
     select message.organization_id, message_id, conversation_id, created_at, message_words(text) from message, given
     where message.organization_id = given.organization_id`,
  );
  await run(
    `insert into sale_order (organization_id, order_id, order_number, branch_id, lead_id, buyer_name, currency, discount_kind,
       gross_minor, discount_minor, tax_minor, total_minor, paid_minor, pay_method, status, confirm_status, created_at, paid_at,
       lead_name, sales_id, tutor_id, search_text)
     select lead.organization_id, gen_random_uuid(), '20260101' || lpad((row_number() over ())::text, 8, '0'), lead.branch_id,
       lead_id, nickname, 'HKD', 'none', 100, 0, 0, 100, 100, 'cash', 'paid', 'confirmed',
       at, at, nickname, sales_id, tutor_id, nickname
     from lead, given, lateral (select timestamptz '2026-01-01' + random() * interval '300 days' as at where lead_id is not null) made
     where lead.organization_id = given.organization_id`,
  );
  const ofOrders = "from sale_order sold, given where sold.organization_id = given.organization_id";
  await run(
    `insert into order_line (organization_id, order_id, position, name, price_minor, quantity)
     select sold.organization_id, order_id, 1, '鋼琴', 100, 1 ${ofOrders}`,
  );
  await run(
    `insert into order_instalment (organization_id, order_id, position, due_on, amount_minor)
     select sold.organization_id, order_id, n, created_at::date + n * 30, 50 from generate_series(1, 2) n, sale_order sold, given
     where sold.organization_id = given.organization_id`,
  );
  await run(
    `insert into payment (organization_id, payment_id, order_id, provider, reference, amount_minor, currency, received_at)
     select sold.organization_id, gen_random_uuid(), order_id, 'staff', order_number, 100, 'HKD', now() ${ofOrders}`,
  );
  await run(
    `insert into refund (organization_id, refund_id, order_id, payment_id, amount_minor, currency, reason)
     select sold.organization_id, gen_random_uuid(), order_id, payment_id, 1, 'HKD', '請假'
     from payment sold, given where sold.organization_id = given.organization_id`,
  );
  await run(
    `insert into payment_acceptance (organization_id, payment_id, order_id, amount_minor)
     select sold.organization_id, payment_id, order_id, 1
     from payment sold, given where sold.organization_id = given.organization_id`,
  );
  await run(
    `insert into purchase (organization_id, purchase_id, order_id, position, bought_on, valid_until)
     select sold.organization_id, gen_random_uuid(), order_id, 1, created_at::date, current_date + right(order_number, 4)::int - 500
     ${ofOrders}`,
  );
  await run(
    `insert into order_event (organization_id, event_id, order_id, kind)
     select sold.organization_id, gen_random_uuid(), order_id, 'created' ${ofOrders}`,
  );
  await run(
    `insert into receipt (organization_id, receipt_id, order_id, kind, year, number, amount_minor, currency, content)
     select sold.organization_id, gen_random_uuid(), order_id, 'receipt', 2026, (row_number() over ())::int, 100, 'HKD', '{"buyer": "李太"}'
     ${ofOrders}`,
  );
  await run(
    `insert into payment_attempt (organization_id, attempt_id, order_id, provider, trade_number, amount_minor, currency,
       state, created_at)
     select sold.organization_id, gen_random_uuid(), order_id, 'ecpay', upper(left(replace(order_id::text, '-', ''), 20)) || n,
       100, 'TWD', case when right(order_number, 2) = '00' then 'started' else 'paid' end,
       now() - (right(order_number, 2)::int + 1) * interval '1 day'
     from generate_series(1, 2) n, sale_order sold, given where sold.organization_id = given.organization_id`,
  );
  await run(
    `insert into ad_lead (organization_id, ad_lead_id, source, external_id, branch_id, payload, state, ad_id, lead_id,
       done_at, created_at)
     select lead.organization_id, gen_random_uuid(), case n when 1 then 'google' else 'meta' end, lead_id || '-' || n,
       lead.branch_id, '{}', 'done', 'ad' || n, lead_id, now(), now() - random() * interval '90 days'
     from lead, given, generate_series(1, 2) n where lead.organization_id = given.organization_id`,
  );
  await run(
    `, page as (
       insert into landing_page (organization_id, page_id, branch_id, name, url_name, theme, language, button_action)
       select organization_id, gen_random_uuid(), branch_id, '夏令營', 'camp', 'camp', 'zh-tw', 'form' from given
       returning organization_id, page_id)
     insert into landing_entry (organization_id, entry_id, page_id, fields, source, consent_text, state, lead_id, done_at)
     select lead.organization_id, gen_random_uuid(), page_id, '{"name": "Amy"}', '{}', '', 'done', lead_id, now()
     from lead join page using (organization_id)`,
  );
  await run(
    `insert into ad_account (organization_id, account_id, platform, external_id, name, currency, time_zone, status)
     select organization_id, gen_random_uuid(), platform, '1', '招生', 'HKD', 'Asia/Hong_Kong', 1
     from given, unnest(array['meta', 'volcengine']) platform`,
  );
  for (const [level, parents, columns] of [
    ["campaign", "null::uuid, null::uuid", "true"],
    ["adset", "parent.item_id, null::uuid", "parent.level = 'campaign'"],
    ["ad", "parent.campaign_id, parent.item_id", "parent.level = 'adset'"],
  ] as const) {
    const from = level === "campaign" ? "" : `join ad_item parent using (organization_id, account_id)`;
    // oxlint-disable-next-line no-await-in-loop -- parents first
    await run(
      `insert into ad_item (organization_id, item_id, account_id, level, external_id, campaign_id, adset_id, name, status)
       select organization_id, gen_random_uuid(), account_id, '${level}', gen_random_uuid()::text, ${parents},
         '${level} ' || n, 'ACTIVE'
       from given join ad_account using (organization_id) ${from}, generate_series(1, 4) n where ${columns}`,
    );
  }
  await run(
    `insert into ad_day (organization_id, item_id, day, impressions, reach, clicks, results, spend)
     select item.organization_id, item_id, current_date - n, 100, 80, 2, 1, 10
     from ad_item item, given, generate_series(0, 200) n where item.organization_id = given.organization_id`,
  );
  await run(
    `update ad_lead set ad_id = ads.ids[1 + abs(hashtext(ad_lead.external_id)) % cardinality(ads.ids)]
     from given, lateral (select array_agg(external_id) as ids from ad_item
       where organization_id = given.organization_id and level = 'ad') ads
     where ad_lead.organization_id = given.organization_id and source = 'meta'`,
  );
  await run(
    `insert into ledger_entry (organization_id, entry_id, position, unit, from_place, to_place, amount, from_balance,
       to_balance, cause, idempotency_key, created_at)
     select sold.organization_id, gen_random_uuid(), row_number() over (), 'money', 'available', 'used', 100, 0, 0,
       'purchase', order_number, sold.created_at ${ofOrders}`,
  );
  await run(
    `insert into account (organization_id, account_id, email, nickname, password_hash)
     select organization_id, gen_random_uuid(), organization_id || '.' || n || '@staff.test', '同事', ''
     from given, generate_series(1, 400) n`,
  );
  await run(
    `insert into session (organization_id, session_id, token_hash, account_id, branch_id)
     select account.organization_id, gen_random_uuid(), sha256(convert_to(account_id::text || n, 'UTF8')), account_id, given.branch_id
     from account, given, generate_series(1, 5) n where account.organization_id = given.organization_id`,
  );
}

const call = (address: `${"GET" | "POST"} /${string}`, body?: object) => async () => {
  const answer = await callApi(app, address, { token, ...(body && { body }) });
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
};
const list = (body: object) => call("POST /api_users/Member/LeadsList", body);
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const aMonth = { startTime: dayAgo(30), endTime: dayAgo(1) };
const aDay = { startTime: "2026-03-01", endTime: "2026-03-02" };

/** Sequential scans and, in a search for one row, index scans over the whole organisation. */
async function badAccesses(most: number): Promise<Access[]> {
  const taken = await watch.take();
  return taken.filter(
    ({ table, node, rowsRead }) => largeTables.includes(table) && (node === "Seq Scan" || rowsRead > most),
  );
}

const looksUp: Record<string, () => Promise<void>> = {
  "adding a lead": () =>
    call("POST /api_users/Member/AddLeadInfo", {
      nickname: "陳小明",
      ename: "Benjamin",
      areaCode: "+852",
      phone: "69990001",
      email: "new@school.test",
      contact1: { name: "陳太", areaCode: "+852", phone: "69990002", email: "new@home.test" },
    })(),
  "looking for duplicates": () =>
    call("POST /api_users/Member/FindSimilarLeads", {
      nickname: "王美麗",
      areaCode: "+852",
      phone: "61000005",
      email: "pupil9@school.test",
    })(),
  "a lead's card": () => call("POST /api_users/Member/QueryLeadInfo", { leadId: some.leadId })(),
  "a lead's history": () => call(`GET /api_users/Member/LeadsLogList?leadId=${some.leadId}`)(),
  "a lead's notes": () => call(`GET /api_users/Member/LeadsDescList?leadId=${some.leadId}`)(),
  "a number in the search": list({ keywords: "61000123" }),
  "an order": () => call(`GET /api_users/Order/OrderInfo?orderID=${some.orderID}`)(),
  "the page on which an order is paid": async () => {
    const { body } = await callApi<{ url: string }>(app, `GET /api_users/Order/PayLink?orderID=${some.orderID}`, {
      token,
    });
    const key = new URL(body.resultData?.url ?? "").searchParams.get("key") ?? "";
    await call(`GET /api_basic/Payment/PayPage?${new URLSearchParams({ orderID: some.orderID, key }).toString()}`)();
  },
  "asking about payments": () => reviewDue({ platform: { ...base.platform, db: watch.db }, gateways: [] }),
  "leads of forms that wait": async () => void (await queueForgottenLeads(watch.db)),
  "forms of pages that wait": async () => void (await queueForgottenEntries(watch.db)),
  "leads of forms from long ago": async () => void (await emptyOldAdLeads(watch.db)),
  "a lead's orders": () => call("POST /api_users/Order/OrderList", { leadId: some.leadId })(),
  "what a lead has bought": () => call("POST /api_users/Order/PurchaseList", { leadId: some.leadId })(),
  "a thread": () => call("POST /api_chat/Chat/MessageList", { conversationId: some.conversationId })(),
  "a conversation": () => call(`GET /api_chat/Chat/ConversationInfo?conversationId=${some.conversationId}`)(),
  "the unread count": call("GET /api_chat/Chat/UnreadCount"),
  "signing in": () =>
    call("POST /api_sso/Login/LoginOn", { accountName: email.toUpperCase(), password: testPassword })(),
  "a message from an unknown number": () => hear("85291112222"),
  "a message from a known number": () => hear(some.phone),
};

async function hear(phone: string): Promise<void> {
  const channel = await buildChannel(base, ours);
  await receive({ ...base, db: watch.db }, channel, [inboundText({ from: { phone, name: "李太" } })]);
}

test.each(Object.keys(looksUp))("%s reads a few rows by an index", async (name) => {
  await looksUp[name]?.();
  expect(await badAccesses(300)).toEqual([]);
});

const orders = (body: object) => call("POST /api_users/Order/OrderList", body);
const orderTotals = (body: object) => call("POST /api_users/Order/OrderTotals", body);

const lists: Record<string, () => Promise<void>> = {
  ...Object.fromEntries(
    ["createTime", "payDate", "total"].map((sortBy) => [`orders by ${sortBy}`, orders({ sortBy })]),
  ),
  "orders of a few days": orders(aDay),
  "the sums of a few days' orders": orderTotals(aDay),
  "the sums of orders that were paid in a few days": orderTotals({ payStart: aDay.startTime, payEnd: aDay.endTime }),
  "orders that were paid in a few days": orders({ payStart: aDay.startTime, payEnd: aDay.endTime }),
  "the figures of the start page": call("POST /api_users/Dashboard/DashboardInfo", { days: 90 }),
  purchases: call("POST /api_users/Order/PurchaseList", {}),
  "purchases of a few days": call("POST /api_users/Order/PurchaseList", aDay),
  "what Google lead forms sent": call("POST /api_users/Member/GoogleLeadLog", {}),
  "campaigns of a month": call("POST /api_webhook/Campaign/CampaignList", { ...aMonth, compare: true }),
  "ads of a month": call("POST /api_webhook/Campaign/AdList", aMonth),
  "projects of Volcengine of a month": call("POST /api_webhook/Volcengine/CampaignList", { ...aMonth, compare: true }),
  "units of Volcengine of a month": call("POST /api_webhook/Volcengine/AdsetList", aMonth),
  "materials of Volcengine of a month": call("POST /api_webhook/Volcengine/AdList", aMonth),
  "what was spent": call("POST /api_basic/Payment/ExpenseList", {}),
  "the conversation list": call("POST /api_chat/Chat/ConversationList", {}),
  "the conversation list with the counts of all filters": call("POST /api_chat/Chat/ConversationList", {
    counts: "all",
  }),
  "the unanswered conversations": call("POST /api_chat/Chat/ConversationList", { filter: "NoReply" }),
  "the longest waits": call("POST /api_chat/Chat/ConversationList", { order: "wait", state: "open" }),
  "the reply windows closing next": call("POST /api_chat/Chat/ConversationList", { order: "window", state: "open" }),
  "what to do today": call("POST /api_users/Dashboard/TodayList", { whose: "everyone" }),
  ...Object.fromEntries(
    leadSorts.flatMap((sortBy) =>
      (["asc", "desc"] as const).map((sortOrder) => [`leads by ${sortBy} ${sortOrder}`, list({ sortBy, sortOrder })]),
    ),
  ),
  "leads of a few days": list(aDay),
  "leads of a sales person": list({ sales: [v7()] }),
  "leads with a status": list({ status: [v7()] }),
  "leads with a tag": list({ tag: [v7()] }),
  "leads with a word": list({ keywords: "pupil12" }),
  "leads whose last purchase ends soon": list({ purchaseEndsWithinDays: 30 }),
  "overdue leads": list({ overdue: true }),
  "finding anything by a name": call("POST /api_basic/Palette/Find", { keywords: "pupil12" }),
  "finding anything by a sound": call("POST /api_basic/Palette/Find", { keywords: "chenxm" }),
  "finding anything by a number": call("POST /api_basic/Palette/Find", { keywords: "2026010100000012" }),
  "finding what was said": call("POST /api_basic/Palette/Find", { keywords: "你好", kinds: ["message"] }),
};

test("what is watched includes the statements of a call", async () => {
  await call("POST /api_users/Member/QueryLeadInfo", { leadId: some.leadId })();
  expect((await watch.take()).map(({ table }) => table)).toContain("lead");
});

// A list with its total may walk through an index of the organisation.
test.each(Object.keys(lists))("%s reads no table as a whole", async (name) => {
  await lists[name]?.();
  expect(await badAccesses(Number.POSITIVE_INFINITY)).toEqual([]);
});
