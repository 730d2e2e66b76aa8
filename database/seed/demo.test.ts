import { planStates } from "@homeroom/contract/broadcast-plans";
import type { ListItem } from "@homeroom/contract/media";
import { seedKit } from "@homeroom/server/first-data";
import { ledgerFaults } from "@homeroom/server/modules/billing/public";
import { listUses } from "@homeroom/server/modules/leads/public";
import { listsModule } from "@homeroom/server/modules/lists/public";
import { importMenus } from "@homeroom/server/modules/menus/public";
import { callApi, serveModules } from "@homeroom/server/modules/sign-in/for-tests";
import { authenticator, signInModule } from "@homeroom/server/modules/sign-in/public";
import { createTestDatabase, type TestDatabase } from "@homeroom/server/platform/db/for-tests";
import { organizationScope } from "@homeroom/server/platform/db/scope";
import { inTransaction } from "@homeroom/server/platform/db/transaction";
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedDemo } from "./demo.ts";
import { channels, demo, demoPassword, other } from "./places.ts";

let base: TestDatabase;
const now = Date.now();

beforeAll(async () => {
  base = await createTestDatabase();
  await importMenus(base.db);
  expect(await seedDemo(seedKit(base.platform), now)).toBe(true);
});

afterAll(() => base.close());

async function rowsOf(statement: string, ...values: unknown[]): Promise<Record<string, unknown>[]> {
  return (await base.owner.query(statement, values)).rows;
}

async function countOf(statement: string): Promise<number> {
  return Number((await rowsOf(`select count(*) as number from ${statement}`))[0]?.["number"]);
}

/**
 * The sum over the hashes of each table's rows and of each column's values, without what has to differ: salts, nonces and
 * the moment of writing.
 */
async function contents(of: TestDatabase): Promise<Record<string, unknown>> {
  const tables =
    "branch account department lead lead_log lead_note sale_order payment list_item lead_channel channel_contact conversation message stored_file";
  const entries = tables.split(" ").map(async (table) => {
    const { rows } = await of.owner.query(
      `select key, sum(hashtextextended(value::text, 0))::text as sum from (
         select to_jsonb(r) - '{password_hash,password_given_at,updated_at,changed_xid,send_tokens_at,pair_tokens_at}'::text[]
           - case when $1 then array['created_at'] else '{}' end as row from ${table} r) t,
         jsonb_each(row || jsonb_build_object('', row)) group by key`,
      ["branch department list_item lead_channel".split(" ").includes(table)],
    );
    return [table, Object.fromEntries(rows.map((row) => [row.key, row.sum]))] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

test("all listed people can sign in with the password", async () => {
  const app = await serveModules(base.platform, [signInModule(base.platform)]);
  const roles: Record<string, string> = {};
  for (const account of [...demo.accounts, ...other.accounts]) {
    const body = { accountName: account.email, password: demoPassword };
    const answer = await callApi<{ token: string }>(app, "POST /api_sso/Login/LoginOn", { body });
    const actor = await authenticator(base.db)(answer.body.resultData?.token ?? "");
    roles[account.email] = actor?.roles[0] ?? "";
  }
  await app.close();
  expect(roles).toEqual({
    "owner@demo.homeroom.test": "ROOT",
    "admin@demo.homeroom.test": "admin",
    "tutor@demo.homeroom.test": "tutor",
    "sales1@demo.homeroom.test": "sales",
    "sales2@demo.homeroom.test": "sales",
    "teacher@demo.homeroom.test": "teacher",
    "owner@other.homeroom.test": "ROOT",
    "sales@other.homeroom.test": "sales",
  });
});

test("sales can give a discount of a tenth, and their colleagues more", async () => {
  const rows = await rowsOf(
    "select code, discount_limit from role where organization_id = $1 and code in ('admin', 'sales') order by code",
    demo.organizationId,
  );
  expect(rows.map((row) => [row["code"], row["discount_limit"]])).toEqual([
    ["admin", null],
    ["sales", 1000],
  ]);
});

test("the sandbox channels have the ids and secrets that the sandbox knows", async () => {
  const rows = await rowsOf("select * from channel order by kind");
  expect(rows.map((row) => [row["kind"], row["external_id"], row["is_sandbox"]])).toEqual([
    ["line", "2000000001", true],
    ["whatsapp", "100000000000001", true],
  ]);
  expect(rows.map((row) => base.platform.secrets.open(row["secrets"] as Buffer))).toEqual([
    channels.line.secrets,
    { accessToken: "demo-access-token", appSecret: "demo-app-secret", verifyToken: "demo-verify-token" },
  ]);
});

test("two branches and 3,000 leads, whose numbers are real ones of Taiwan and Hong Kong, each once", async () => {
  expect(await countOf(`branch where organization_id = '${demo.organizationId}'`)).toBe(2);
  const leads = await rowsOf("select * from lead where organization_id = $1", demo.organizationId);
  expect(leads).toHaveLength(3000);
  const wrong = leads.filter((lead) => {
    const phone = parsePhoneNumberFromString(String(lead["area_code"]) + String(lead["phone"]));
    return !phone?.isValid() || phone.number !== `+${String(lead["phone_e164"])}`;
  });
  expect(wrong.map((lead) => lead["phone_e164"])).toEqual([]);
  expect(leads.filter((lead) => !/^\p{L}/u.test(String(lead["nickname"])))).toEqual([]);
});

test("the history covers 90 days, ends today and is never ahead of it", async () => {
  const [range] = await rowsOf(
    `select min(created_at) < now() - interval '85 days' as begins, max(created_at) > now() - interval '1 day' as ends,
       max(created_at) <= now() as past from lead where organization_id = $1`,
    demo.organizationId,
  );
  expect(range).toEqual({ begins: true, ends: true, past: true });
  expect(await countOf("lead_log where created_at > now()")).toBe(0);
  expect(await countOf("message where sent_at > now()")).toBe(0);
  expect(await countOf("lead_log l join lead using (lead_id) where l.created_at < lead.created_at")).toBe(0);
  expect(await countOf("lead_note")).toBeGreaterThan(2500);
  expect(await countOf("lead where note_text <> noted_of(organization_id, lead_id)")).toBe(0);
  const spread = await rowsOf(
    `select count(*)::int as number from lead where organization_id = $1 group by lead_date having count(*) < 5`,
    demo.organizationId,
  );
  expect(spread.length).toBeLessThan(5);
});

test("every status, many tags and channels, and both sales occur", async () => {
  const shares = await rowsOf(
    "select status_id, count(*)::int as number from lead where organization_id = $1 group by 1",
    demo.organizationId,
  );
  expect(shares).toHaveLength(6);
  expect(Math.min(...shares.map((share) => Number(share["number"])))).toBeGreaterThan(60);
  expect(
    await countOf(
      `(select distinct unnest(tag_ids) from lead where organization_id = '${demo.organizationId}') as used`,
    ),
  ).toBe(7);
  const sales = await rowsOf(
    "select sales_id, count(*)::int as number from lead where organization_id = $1 group by 1",
    demo.organizationId,
  );
  expect(sales.filter((one) => one["sales_id"] && Number(one["number"]) > 600)).toHaveLength(2);
});

test("there are conversations for every filter of the inbox", async () => {
  expect(await countOf("conversation")).toBe(150);
  const where = {
    unread: "unread_count > 0",
    open: "window_ends_at > now()",
    waitingLong: "last_direction = 'in' and last_inbound_at < now() - interval '24 hours'",
    waitingShort: "last_direction = 'in' and last_inbound_at > now() - interval '24 hours'",
    unreadByCustomer: "customer_unread",
    elsewhere: `branch_id = '${demo.branches[1]?.branchId}'`,
  };
  for (const [name, condition] of Object.entries(where)) {
    expect(await countOf(`conversation where ${condition}`), name).toBeGreaterThanOrEqual(8);
  }
  expect(await countOf("message where state = 'failed' and error_reason is not null")).toBeGreaterThan(4);
  expect(await countOf("message where state in ('queued', 'sending', 'unsure')")).toBe(0);
});

test("a conversation's summary matches its messages", async () => {
  const wrong = await countOf(`conversation c
    join lead l using (organization_id, lead_id)
    cross join lateral (select * from message m where m.conversation_id = c.conversation_id order by position desc limit 1) last
    where (c.last_message_id, c.last_message_at, c.last_position, c.last_direction)
        is distinct from (last.message_id, last.sent_at, last.position, last.direction)
      or c.sales_id is distinct from l.sales_id or c.tutor_id is distinct from l.tutor_id or c.branch_id <> l.branch_id
      or c.last_inbound_at <> (select max(sent_at) from message m where m.conversation_id = c.conversation_id and direction = 'in')
      or l.last_contact_at < c.last_message_at or l.phone_e164 <> (select phone from channel_contact where contact_id = c.contact_id)`);
  expect(wrong).toBe(0);
  expect(
    await countOf(`message m join message n on n.conversation_id = m.conversation_id and n.position = m.position + 1
    where n.sent_at <= m.sent_at`),
  ).toBe(0);
  expect(await countOf("message where text like '%{%' or text = ''")).toBe(0);
  expect(await countOf("lead_note where content like '%{%'")).toBe(0);
});

test("pictures are stored as described", async () => {
  const files = await rowsOf("select * from stored_file");
  expect(files.length).toBeGreaterThan(20);
  for (const file of files.slice(0, 5)) {
    const meta = await base.platform.files.withPath(String(file["storage_key"]), (path) => sharp(path).metadata());
    expect({ width: meta.width, height: meta.height, format: meta.format }).toEqual({
      width: file["width"],
      height: file["height"],
      format: "jpeg",
    });
  }
  expect(await countOf("message where kind = 'image' and file_id not in (select file_id from stored_file)")).toBe(0);
});

test("seeding again creates nothing, even several times at once", async () => {
  const before = await contents(base);
  expect(await Promise.all([seedDemo(seedKit(base.platform)), seedDemo(seedKit(base.platform))])).toEqual([
    false,
    false,
  ]);
  expect(await contents(base)).toEqual(before);
});

test("the data are the same on another machine", async () => {
  const second = await createTestDatabase();
  try {
    await importMenus(second.db);
    await Promise.all([seedDemo(seedKit(second.platform), now), seedDemo(seedKit(second.platform), now)]);
    expect(await contents(second)).toEqual(await contents(base));
  } finally {
    await second.close();
  }
});

test("products on sale, and only they, are in the demo's Facebook catalogue", async () => {
  const rows = await rowsOf(
    `select p.status, l.catalogue_id, l.state, l.revision = p.revision as same, count(*)::int as number
     from product p left join product_listing l using (organization_id, product_id) group by 1, 2, 3, 4 order by 1`,
  );
  expect(rows).toEqual([
    { status: "active", catalogue_id: channels.whatsapp.settings.catalogueId, state: "listed", same: true, number: 11 },
    { status: "inactive", catalogue_id: null, state: null, same: null, number: 1 },
  ]);
});

test("the custom lists show their use as the product counts it", async () => {
  const app = await serveModules(base.platform, [signInModule(base.platform), listsModule(base.platform, listUses)]);
  const body = { accountName: "teacher@demo.homeroom.test", password: demoPassword };
  const signedIn = await callApi<{ token: string }>(app, "POST /api_sso/Login/LoginOn", { body });
  const token = signedIn.body.resultData?.token ?? "";
  const uses = async (list: number) => {
    const answer = await callApi<ListItem[]>(app, `GET /api_webhook/Media/Getcustomiteminfo?ProjectID=${list}`, {
      token,
    });
    return (answer.body.resultData ?? []).map((item) => item.useCount);
  };
  const counted = async (column: string, list: number) => {
    const rows = await rowsOf(
      `select (select count(*)::int from lead l where i.item_id = any(${column})) as number from list_item i
       where i.organization_id = $1 and i.project_id = ${list} order by sort`,
      demo.organizationId,
    );
    return rows.map((row) => Math.min(Number(row["number"]), 1000));
  };
  expect(await uses(1)).toEqual(await counted("tag_ids", 1));
  expect(await uses(2)).toEqual(await counted("array[result_id]", 2));
  expect(await uses(3)).toEqual(await counted("array[status_id]", 3));
  expect(await uses(4)).toEqual([0, 0, 0]);
  await app.close();
});

test("its people and branches have valid numbers and existing departments", async () => {
  const rows = await rowsOf(`
    select area_code || phone as number from account where phone <> ''
    union all select area_code || phone from branch where phone <> ''
    union all select area_code || phone from organization where phone <> ''
    union all select emergency_area_code || emergency_phone from account where emergency_phone <> ''`);
  expect(rows.length).toBeGreaterThanOrEqual(10);
  expect(rows.filter(({ number }) => !parsePhoneNumberFromString(String(number))?.isValid())).toEqual([]);
  expect(await countOf("account join department using (organization_id, department_id)")).toBe(5);
});

test("has recipient lists that are not empty, campaign links, and devices of people with the app", async () => {
  const lists = await rowsOf(
    "select name, lead_count from recipient_list where organization_id = $1",
    demo.organizationId,
  );
  expect(lists).toHaveLength(3);
  for (const list of lists) expect(list["lead_count"]).toBeGreaterThan(0);
  expect(await countOf("utm_link where link like '%utm_campaign=%'")).toBe(3);
  expect(await countOf("lead where app_device <> '' and app_seen_at is not null and app_open")).toBeGreaterThan(0);
});

test("has broadcast plans in every state, one of them of mails, with the figures of their recipients", async () => {
  const states = await rowsOf("select state from broadcast_plan where organization_id = $1", demo.organizationId);
  expect([...new Set(states.map(({ state }) => state))].toSorted()).toEqual([...planStates].toSorted());
  expect(await countOf("broadcast_plan where kind = 'email' and accepted > 100 and clicked > 10 and failed > 0")).toBe(
    1,
  );
  expect(
    await countOf("broadcast_plan where state = 'completed' and read > 100 and replied > 10 and failed > 10"),
  ).toBe(1);
  expect(await countOf("broadcast_plan where state = 'running' and paused_at is not null and accepted < total")).toBe(
    1,
  );
});

test("orders of 90 days are in every state, add up, and are never ahead of today", async () => {
  const states = await rowsOf("select status, count(*)::int as number from sale_order group by 1");
  expect(new Set(states.map((row) => row["status"]))).toEqual(
    new Set(["pending", "paid", "closed", "cancelled", "refunded"]),
  );
  expect(Math.min(...states.map((row) => Number(row["number"])))).toBeGreaterThan(5);
  expect(await countOf("sale_order where created_at < now() - interval '75 days'")).toBeGreaterThan(0);
  expect(await countOf("payment where received_at > now()")).toBe(0);
  expect(await countOf("order_event where created_at > now()")).toBe(0);
  expect(await countOf("payment where kept_reason is not null")).toBeGreaterThan(0);
  const wrong = await countOf(
    `sale_order o where paid_minor <> (select coalesce(sum(amount_minor), 0) from payment p
         where p.order_id = o.order_id and kept_reason is null)
       or refunded_minor <> (select coalesce(sum(amount_minor), 0) from refund r where r.order_id = o.order_id)
       or gross_minor <> (select sum(price_minor * quantity) from order_line l where l.order_id = o.order_id)
       or (status = 'paid' and paid_minor < total_minor)`,
  );
  expect(wrong).toBe(0);
  // Money that staff book is named after the order and its version.
  expect(
    await countOf(
      "sale_order join payment using (organization_id, order_id) where reference = order_number || '-' || version",
    ),
  ).toBe(0);
  const series = await rowsOf(
    `select last_number, count(*)::int as given, max(number) as highest, count(distinct number)::int as different
     from receipt join receipt_series using (organization_id, kind, year) group by organization_id, kind, year, last_number`,
  );
  for (const { last_number: last, ...numbers } of series)
    expect(numbers).toEqual({ given: last, highest: last, different: last });
});

test("the demo organisation's own account adds up to what it bought", async () => {
  const { organizationId } = demo;
  const scope = organizationScope(organizationId);
  expect(await inTransaction(base.db, scope, (tx) => ledgerFaults(tx, scope))).toEqual([]);
  const [account] = await rowsOf(
    `select o.membership, abs(extract(epoch from o.expires_at - p.ends_at)) < 86400 as fits,
       (select sum(amount_minor) from plan_order where organization_id = $1)::int as bought
     from organization o join plan_period p using (organization_id) where o.organization_id = $1`,
    organizationId,
  );
  expect(account).toEqual({ membership: "basic", fits: true, bought: 6_116_000 });
});

test("the use of the plan covers ninety days and ends near the current values", async () => {
  const { organizationId } = demo;
  const [days] = await rowsOf(
    `select count(*)::int as count, max(d.used) filter (where d.use = 'staff') <= max(u.staff) as fits
     from plan_use_day d join plan_use u using (organization_id) where d.organization_id = $1`,
    organizationId,
  );
  expect(days).toEqual({ count: 5 * 90, fits: true });
});

test("ads have ninety days of figures, and leads that came by them", async () => {
  expect(await countOf("ad_item where level = 'ad'")).toBe(20);
  expect(await countOf("(select distinct day from ad_day) d")).toBe(90);
  expect(await countOf("ad_binding where unbound_at is null")).toBe(2);
  // A lead came by one ad alone.
  expect(await countOf("(select lead_id from ad_touch group by lead_id having count(distinct ad_id) > 1) t")).toBe(0);
  expect(
    await countOf(
      "(select page_id from landing_day group by 1 having sum(lead_count) <> (select count(*) from landing_entry e where e.page_id = landing_day.page_id)) t",
    ),
  ).toBe(0);
});

test("every ad differs, its results are worth their cost, and campaigns are the sums of their ads", async () => {
  const ads = await rowsOf(
    `select item.name, account.platform, sum(impressions)::int as shown, sum(clicks)::int as clicks, sum(spend)::float8 as spend,
       sum(results)::int as results, (select count(*)::int from ad_touch touch where touch.ad_id = item.item_id) as leads,
       (select count(*)::int from ad_touch touch join ad_outcome o using (organization_id, lead_id)
         where touch.ad_id = item.item_id and o.deal_at is not null) as deals
     from ad_item item join ad_account account using (organization_id, account_id) join ad_day using (organization_id, item_id)
     where item.level = 'ad' and organization_id = $1 group by organization_id, item.item_id, item.name, account.platform`,
    demo.organizationId,
  );
  for (const field of ["shown", "clicks", "spend"])
    expect(new Set(ads.map((ad) => ad[field])), field).toHaveProperty("size", 20);
  for (const ad of ads) {
    expect(Number(ad["leads"]), JSON.stringify(ad)).toBeGreaterThan(2);
    expect(Number(ad["deals"]), JSON.stringify(ad)).toBeGreaterThan(0);
    // A course costs some ten thousand.
    expect(Number(ad["spend"]) / Number(ad["deals"]), JSON.stringify(ad)).toBeLessThan(9000);
  }
  const sums = await rowsOf(
    `select level, sum(impressions)::int as shown, sum(clicks)::int as clicks, sum(spend)::float8 as spend, sum(results)::int as results
     from ad_item join ad_day using (organization_id, item_id) group by level order by level`,
  );
  expect(sums).toHaveLength(3);
  expect(new Set(sums.map(({ level: _, ...figures }) => JSON.stringify(figures)))).toHaveProperty("size", 1);
});
