import { leadSorts } from "@homeroom/contract/leads";
import { buildAccount, testPassword } from "@homeroom/server/modules/accounts/for-tests";
import { buildChannel, inboundText, receive, testProvider } from "@homeroom/server/modules/inbox/for-tests";
import { inboxModule } from "@homeroom/server/modules/inbox/public";
import { leadsModule } from "@homeroom/server/modules/leads/public";
import { buildOrganization, type TestOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { buildSession, callApi, serveModules } from "@homeroom/server/modules/sign-in/for-tests";
import { signInModule } from "@homeroom/server/modules/sign-in/public";
import { createTestDatabase, type TestDatabase } from "@homeroom/server/platform/db/for-tests";
import { v7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Access, type PlanWatch, watchPlans } from "./plan-watch.ts";

/** What grows with the number of customers, and what is therefore never read from one end to the other. */
const largeTables = ["account", "session", "lead", "lead_log", "channel_contact", "conversation", "message"];
const organizations = 5;
const leadsEach = 1_200;

let base: TestDatabase;
let watch: PlanWatch;
let app: Awaited<ReturnType<typeof serveModules>>;
let ours: TestOrganization;
let token: string;
let email: string;
let some: { leadId: string; conversationId: string; phone: string };

beforeAll(async () => {
  base = await createTestDatabase();
  for (let made = 0; made < organizations; made += 1) {
    const organization = await buildOrganization(base.db, `第 ${made} 家`);
    await fill(organization);
    ours = organization;
  }
  const account = await buildAccount(base.db, ours, { role: "owner" });
  ({ email } = account);
  token = await buildSession(base.db, ours, account);
  const { rows } = await base.owner.query(
    `select lead_id as "leadId", conversation_id as "conversationId", phone_e164 as phone
     from lead join conversation using (organization_id, lead_id) where organization_id = $1 order by lead_id limit 1`,
    [ours.organizationId],
  );
  some = rows[0];
  await base.owner.query("vacuum analyze");
  watch = await watchPlans(base);
  const platform = { ...base.platform, db: watch.db };
  const inbox = { providers: [testProvider()], databaseUrl: base.access.sessionUrl };
  app = await serveModules(platform, [signInModule(platform), leadsModule(platform), inboxModule(platform, inbox)]);
});
afterAll(async () => {
  await app.close();
  await watch.close();
  await base.close();
});
beforeEach(() => void watch.take());

/** Leads that each have a conversation with three messages, and people with sessions. */
async function fill(organization: TestOrganization): Promise<void> {
  const { organizationId } = organization;
  const { channelId, branchId } = await buildChannel(base, organization);
  const run = (statement: string) =>
    base.owner.query(
      `with given as (select $1::uuid as organization_id, $2::uuid as branch_id, $3::uuid as channel_id) ${statement}`,
      [organizationId, branchId, channelId],
    );
  await run(
    `insert into lead (organization_id, lead_id, branch_id, nickname, ename, area_code, phone, phone_e164, email, lead_date,
       last_contact_at, next_contact_date, contact1, contact2)
     select organization_id, gen_random_uuid(), branch_id, chr(19968 + n) || chr(23000 + n), 'Pupil' || n, '+852',
       (61000000 + n)::text, '852' || (61000000 + n), 'pupil' || n || '@school.test', date '2026-01-01' + n % 300,
       timestamptz '2026-01-01' + n * interval '1 hour', date '2026-11-01' + n % 60,
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
const aDay = { startTime: "2026-03-01", endTime: "2026-03-02" };

/** Sequential scans and, where one row is looked for, walks through the whole organisation. */
function badAccesses(most: number): Access[] {
  return watch
    .take()
    .filter(({ table, node, rowsRead }) => largeTables.includes(table) && (node === "Seq Scan" || rowsRead > most));
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
  expect(badAccesses(300)).toEqual([]);
});

const lists: Record<string, () => Promise<void>> = {
  "the conversation list": call("POST /api_chat/Chat/ConversationList", {}),
  "the unanswered conversations": call("POST /api_chat/Chat/ConversationList", { filter: "NoReply" }),
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
  "overdue leads": list({ overdue: true }),
};

test("what is watched includes the statements of a call", async () => {
  await call("POST /api_users/Member/QueryLeadInfo", { leadId: some.leadId })();
  expect(watch.take().map(({ table }) => table)).toContain("lead");
});

// A list with its total may walk through an index of the organisation.
test.each(Object.keys(lists))("%s reads no table as a whole", async (name) => {
  await lists[name]?.();
  expect(badAccesses(Number.POSITIVE_INFINITY)).toEqual([]);
});
