import type { DashboardFigures } from "@homeroom/contract/dashboard";
import type { AccountId, LeadId, RecordId } from "@homeroom/contract/ids";
import { leadActions } from "@homeroom/contract/leads";
import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildChannel, inboundText, receive, type TestChannel } from "#modules/inbox/for-tests";
import { inboxModule, leadConversations } from "#modules/inbox/public";
import { buildLead, openLeadDesk } from "#modules/leads/for-tests";
import { leadsModule } from "#modules/leads/public";
import { callApi, serveModules } from "#modules/sign-in/for-tests";
import { dayOf, today } from "#platform/clock/days";
import { prepareDesk } from "#platform/db/for-tests";
import { foldFigures } from "./actions/fold-figures.ts";
import { dashboardModule } from "./public.ts";
import { daysBefore } from "./rules/windows.ts";

const zone = "Asia/Hong_Kong";
const desk = prepareDesk(openLeadDesk);
let app: FastifyInstance;
let token: string;
let channel: TestChannel;
let sales: (AccountId | null)[];
let sources: (RecordId | null)[];

beforeAll(async () => {
  const { platform } = desk;
  const inbox = inboxModule(platform, { providers: [], databaseUrl: "" });
  app = await serveModules(platform, [
    dashboardModule(platform),
    leadsModule(platform, { conversations: leadConversations }),
    inbox,
  ]);
  token = (await desk.signIn({ role: "owner" })).token;
  channel = await buildChannel(desk, desk.organization);
  const [one, other] = [await desk.signIn({ role: "sales" }), await desk.signIn({ role: "sales" })];
  sales = [one.accountId, other.accountId, null];
  sources = [await desk.channelId("WhatsApp_chat"), await desk.channelId("Line_Default"), null];
});
beforeEach(async () => {
  await desk.owner.query("delete from conversation");
  await desk.owner.query("delete from lead");
});
afterAll(() => app.close());

const call = async <Result>(path: string, body: object, as = token) => {
  const answer = await callApi<Result>(app, `POST /api_users/${path}`, { token: as, body });
  if (answer.status >= 500) throw new Error(`${path}: ${answer.body.message}`);
  return answer.body.resultData;
};
const leadsOf = async (filters: object, as = token) =>
  (await call<{ total: number }>("Member/LeadsList", { pageSize: 1, ...filters }, as))?.total;
const figures = async (body: object = {}, as = token) => {
  const found = await call<DashboardFigures>("Dashboard/DashboardInfo", { days: 90, ...body }, as);
  if (!found) throw new Error("no figures");
  return found;
};

interface LeadRow {
  lead_id: LeadId;
  version: number;
  branch_id: string;
  sales_id: string | null;
  channel_id: string | null;
  lead_date: string;
  talked_at: Date | null;
  trial_booked_at: Date | null;
  trial_attended_at: Date | null;
  repeated_at: Date | null;
  deal_at: Date | null;
  deleted_at: Date | null;
}

async function leadRows(): Promise<LeadRow[]> {
  const { rows } = await desk.owner.query<LeadRow>(
    "select *, lead_date::text as lead_date from lead where organization_id = $1 order by lead_id",
    [desk.organization.organizationId],
  );
  return rows;
}

const counts = ["leads", "talked", "booked", "attended", "dealt", "repeats", "deals", "chats"] as const;
type Counts = Record<(typeof counts)[number], number>;

/** What the counters should say, counted here from the leads: by day, branch, sales person and channel. */
function recounted(leads: readonly LeadRow[]): Record<string, Counts> {
  const all: Record<string, Counts> = {};
  const add = (lead: LeadRow, day: string | null, of: Partial<Counts>) => {
    if (day === null || lead.deleted_at) return;
    const key = [day, lead.branch_id, lead.sales_id, lead.channel_id].join(" ");
    all[key] ??= Object.fromEntries(counts.map((name) => [name, 0])) as Counts;
    for (const name of counts) all[key][name] += of[name] ?? 0;
  };
  const day = (moment: Date | null) => moment && dayOf(moment, zone);
  for (const lead of leads) {
    const [talked, booked, attended, dealt] = [
      lead.talked_at,
      lead.trial_booked_at,
      lead.trial_attended_at,
      lead.deal_at,
    ].map((moment) => (moment ? 1 : 0)) as [number, number, number, number];
    add(lead, lead.lead_date, { leads: 1, talked, booked, attended, dealt });
    add(lead, day(lead.repeated_at), { repeats: 1 });
    add(lead, day(lead.deal_at), { deals: 1 });
    add(lead, day(lead.talked_at), { chats: 1 });
  }
  return all;
}

async function kept(): Promise<Record<string, Counts>> {
  const sums = counts.map((name) => `sum(${name})::int as ${name}`).join(", ");
  const { rows } = await desk.owner.query<Counts & { key: string }>(
    `select concat_ws(' ', day, branch_id, coalesce(sales_id::text, ''), coalesce(channel_id::text, '')) as key, ${sums}
     from lead_figure where organization_id = $1 group by 1`,
    [desk.organization.organizationId],
  );
  const some = rows.filter((row) => counts.some((name) => row[name] !== 0));
  return Object.fromEntries(some.map(({ key, ...row }) => [key, row]));
}

const steps = fc.array(
  fc.record({
    what: fc.constantFrom(
      "add",
      "add",
      "write",
      "edit",
      "book",
      "attend",
      "deal",
      "return",
      "remove",
      "restore",
      "merge",
      "undo",
      "fold",
    ),
    lead: fc.nat(5),
    other: fc.nat(5),
    who: fc.nat(2),
    daysAgo: fc.nat(100),
  }),
  { minLength: 8, maxLength: 30 },
);
type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never;

let lastMerge: RecordId | undefined;

async function take(step: Step): Promise<unknown> {
  const { what, who, daysAgo } = step;
  const [salesId, channelId] = [sales[who] ?? null, sources[(who + step.other) % 3] ?? null];
  const date = daysBefore(today(zone), daysAgo);
  if (what === "add")
    return buildLead(desk.db, desk.organization, { sales_id: salesId, channel_id: channelId, lead_date: date });
  if (what === "write") return receive(desk, channel, [inboundText()]);
  if (what === "fold") return foldFigures(desk.db);
  if (what === "undo") return lastMerge && call("Member/UndoMerge", { recordID: lastMerge });
  const rows = await leadRows();
  const [lead, other] = [rows[step.lead % rows.length], rows[step.other % rows.length]];
  if (!lead || !other) return null;
  const leadId = lead.lead_id;
  const log = (actionType: number) => call("Member/AddLeadLog", { leadId, actionType, content: "試堂" });
  if (what === "return")
    return desk.owner.query(
      "insert into lead_log (organization_id, log_id, lead_id, action_type) values ($1, gen_random_uuid(), $2, $3)",
      [desk.organization.organizationId, leadId, leadActions.repeatLead],
    );
  if (what === "book") return log(leadActions.trialBooked);
  if (what === "attend") return log(leadActions.trialAttended);
  if (what === "deal") return log(leadActions.deal);
  if (what === "remove") return callApi(app, `GET /api_users/Member/DeleteLeadInfo?leadIds=${leadId}`, { token });
  if (what === "restore") return call("Member/RestoreLeads", { leadIds: [leadId] });
  if (what === "edit") {
    const changes = { sales: salesId, channel: channelId, leadDate: date };
    return call("Member/ChangeLeadInfo", { leadId, version: lead.version, changes });
  }
  const versions = { keep: lead.version, from: other.version };
  const merged = await call<{ recordID: RecordId }>("Member/MergeLeads", {
    keep: leadId,
    from: other.lead_id,
    versions,
  });
  lastMerge = merged?.recordID ?? lastMerge;
  return merged;
}

test("after any events, the counters equal counting the leads again", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await desk.owner.query("delete from conversation");
      await desk.owner.query("delete from lead");
      for (const step of all) await take(step);
      expect(await kept()).toEqual(recounted(await leadRows()));
      for (const row of Object.values(await kept()))
        counts.filter((name) => row[name] > 0).forEach((name) => seen.add(name));
      await foldFigures(desk.db);
      expect(await kept()).toEqual(recounted(await leadRows()));
      const conversations = await desk.owner.query("select distinct lead_id from conversation");
      const talked = (await leadRows())
        .filter((lead) => lead.talked_at && !lead.deleted_at)
        .map((lead) => lead.lead_id);
      const having = conversations.rows.map((row: { lead_id: LeadId }) => row.lead_id);
      expect(talked.filter((lead) => !having.includes(lead))).toEqual([]);
    }),
    { numRuns: 40 },
  );
  // Nothing of it was 0 throughout.
  expect(seen).toEqual(new Set(counts));
});

test("every figure opens a list with exactly as many rows", async () => {
  const random = fc.sample(steps, { numRuns: 6, seed: 7 }).flat();
  for (const step of random.filter(({ what }) => what !== "remove")) await take(step);
  const found = await figures();
  const { start, end } = found.range;
  const window = { startTime: start, endTime: end };
  const valueOf = (key: string) => found.cards.find((card) => card.key === key)?.value;

  expect(valueOf("newLeads")).toBeGreaterThan(3);
  expect(await leadsOf(window)).toBe(valueOf("newLeads"));
  expect(await leadsOf({ talkStart: start, talkEnd: end })).toBe(valueOf("chats"));
  expect(await leadsOf({ dealStart: start, dealEnd: end })).toBe(valueOf("deals"));
  expect(await leadsOf({ returnStart: start, returnEnd: end })).toBe(valueOf("repeatLeads"));
  for (const { stage, value } of found.funnel)
    expect(await leadsOf(stage === "leads" ? window : { ...window, reached: [stage] }), stage).toBe(value);
  for (const { date, value } of found.trend) {
    if (value > 0) expect(await leadsOf({ startTime: date, endTime: date })).toBe(value);
  }
  for (const { channel: source, ...row } of found.channels) {
    if (source) expect(await leadsOf({ ...window, channel: [source.recordID] })).toBe(row.leads);
  }
  for (const { sales: person, leads, dealt } of found.salesRank) {
    if (!person) continue;
    const theirs = { ...window, sales: [person.accountID] };
    expect([await leadsOf(theirs), await leadsOf({ ...theirs, reached: ["dealt"] })]).toEqual([leads, dealt]);
  }
  const sum = (rows: readonly { leads: number }[]) => rows.reduce((total, { leads }) => total + leads, 0);
  expect(sum(found.channels)).toBe(valueOf("newLeads"));
  expect(sum(found.salesRank)).toBe(valueOf("newLeads"));
});

test("people without the centre's figures see only those of their own rows", async () => {
  const one = await desk.signIn({ role: "sales" });
  const lead_date = today(zone);
  for (const sales_id of [one.accountId, null, sales[0] ?? null])
    await buildLead(desk.db, desk.organization, { sales_id, lead_date });
  const [all, own] = [await figures(), await figures({}, one.token)];
  expect([all.own, own.own]).toEqual([false, true]);
  expect(own.salesRank.map(({ sales: person }) => person?.accountID).sort()).toEqual([one.accountId, undefined].sort());
  const newLeads = ({ cards }: DashboardFigures) => cards.find(({ key }) => key === "newLeads")?.value;
  expect([newLeads(all), newLeads(own)]).toEqual([3, 2]);
  expect(await leadsOf({ startTime: own.range.start, mine: true }, one.token)).toBe(2);
});
