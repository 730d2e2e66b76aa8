import type { LeadId } from "@homeroom/contract/ids";
import { filterFields } from "@homeroom/contract/lead-fields";
import type { LeadQuery, leadPlanResults } from "@homeroom/contract/lead-query";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import { wordsOf } from "#platform/db/word-search";
import { organizationLeads } from "../../record/queries/organization-leads.ts";
import { columnOfPlain, plainColumn } from "../../record/rules/lead-row.ts";
import { conditionsAmongMany, type SearchedIn, searchConditions } from "./search.ts";

type Condition = RawBuilder<SqlBool>;

export interface Searching {
  plentiful?: boolean;
  within?: SearchedIn;
}

/**
 * The condition for leads that a scope sees and a query selects, over `lead`: list, board, count, export, bulk work and
 * recipient lists share it. `plentiful`: the words are known to be common.
 */
export function leadsMatching(
  scope: Scope,
  query: LeadQuery,
  { plentiful = false, within = "everything" }: Searching = {},
): Condition {
  const words = wordsOf(query.keywords);
  const found = plentiful ? conditionsAmongMany(words, within) : searchConditions(scope, words, within);
  return all([leadsInQuestion(scope, query), ...found]);
}

/** The same without the words of the search. */
export function leadsInQuestion(scope: Scope, query: LeadQuery): Condition {
  return all([visibleRows(scope, "lead"), ...filterParts(scope, query)]);
}

function filterParts(scope: Scope, query: LeadQuery): Condition[] {
  const own = query.mine ? [visibleRows({ ...scope, reach: "own" }, "lead")] : [];
  return [
    sql<SqlBool>`lead.deleted_at is null`,
    ...own,
    ...choiceParts(query),
    ...factParts(query),
    ...stageParts(scope, query),
    ...dateParts(query),
  ];
}

const stageColumns = {
  talked: "talked_at",
  booked: "trial_booked_at",
  attended: "trial_attended_at",
  dealt: "deal_at",
} as const;

function stageParts(scope: Scope, { reached = [], ...query }: LeadQuery): Condition[] {
  return [
    ...reached.map((stage) => sql<SqlBool>`${sql.ref(`lead.${stageColumns[stage]}`)} is not null`),
    ...inBranchDays(sql`lead.talked_at`, { from: query.talkStart, to: query.talkEnd }),
    ...inBranchDays(sql`lead.repeated_at`, { from: query.returnStart, to: query.returnEnd }),
    ...inBranchDays(sql`lead.deal_at`, { from: query.dealStart, to: query.dealEnd }),
    ...(query.purchaseEndsWithinDays === undefined ? [] : [purchaseEnds(scope, query.purchaseEndsWithinDays)]),
  ];
}

/**
 * The lead's last purchase ends within this number of days. The plain bounds let the index find the purchases; the day
 * is that of the branch of the purchase.
 */
function purchaseEnds({ organizationId }: Scope, days: number): Condition {
  const inDays = (day: RawBuilder<unknown>) => sql`${day} + ${days}::int`;
  const day = sql`branch_day(ending.organization_id, ending.branch_id, now())`;
  return sql<SqlBool>`lead.lead_id in (
    select ending.lead_id from lead_purchase ending
    where ending.organization_id = ${organizationId}
      and ending.valid_until between ${firstToday} and ${inDays(lastToday)}
      and ending.valid_until between ${day} and ${inDays(day)}
      and not exists (
        select from lead_purchase later
        where later.organization_id = ${organizationId} and later.lead_id = ending.lead_id
          and later.valid_until > ending.valid_until))`;
}

function all(parts: readonly Condition[]): Condition {
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

/**
 * The ids of the leads that a query selects, as a subquery for lists of other records of leads. With "names" its
 * words are searched in names, numbers and e-mail, not in texts about the lead.
 */
export function leadIdsMatching(scope: Scope, query: LeadQuery, within: SearchedIn = "everything"): RawBuilder<LeadId> {
  return sql<LeadId>`(select lead.lead_id from ${organizationLeads} where ${leadsMatching(scope, query, { within })})`;
}

function is(column: string, value: string | number | boolean | undefined): Condition[] {
  return value === undefined || value === "" ? [] : [sql<SqlBool>`${sql.ref(`lead.${column}`)} = ${value}`];
}

function ids(values: readonly string[]): RawBuilder<string[]> {
  return sql<string[]>`${sql.val([...values])}::uuid[]`;
}

// A single value is compared with `=`: only then an index that begins with the column returns the rows in order.
function anyOf(column: string, values: readonly string[] | undefined): Condition[] {
  if (!values?.length) return [];
  if (values.length === 1) return is(column, values[0]);
  return [sql<SqlBool>`${sql.ref(`lead.${column}`)} = any(${ids(values)})`];
}

function choiceParts(query: LeadQuery): Condition[] {
  const parts = [
    ...anyOf("sales_id", query.sales),
    ...anyOf("tutor_id", query.tutor),
    ...anyOf("channel_id", query.channel),
    ...anyOf("secondary_channel_id", query.secondaryChannel),
    ...anyOf("status_id", query.status),
    ...anyOf("result_id", query.result),
    ...anyOf("regular_contact_id", query.regularContact),
    ...anyOf("lead_id", query.leadIds),
    ...is("import_id", query.importID),
  ];
  // An empty list of leads means none.
  if (query.leadIds?.length === 0) parts.push(sql<SqlBool>`false`);
  if (query.noSales) parts.push(sql<SqlBool>`lead.sales_id is null`);
  if (query.noChannel) parts.push(sql<SqlBool>`lead.channel_id is null`);
  if (query.unheld) parts.push(sql<SqlBool>`(lead.sales_id is null and lead.tutor_id is null)`);
  if (query.withoutStatus?.length)
    parts.push(sql<SqlBool>`(lead.status_id is null or lead.status_id <> all(${ids(query.withoutStatus)}))`);
  if (query.tag?.length) parts.push(sql<SqlBool>`lead.tag_ids && ${ids(query.tag)}`);
  if (query.allTags?.length) parts.push(sql<SqlBool>`lead.tag_ids @> ${ids(query.allTags)}`);
  if (query.withoutTag?.length) parts.push(sql<SqlBool>`not lead.tag_ids && ${ids(query.withoutTag)}`);
  parts.push(...planParts(query));
  if (query.leadType?.length) parts.push(sql<SqlBool>`lead.lead_type = any(${sql.val([...query.leadType])}::int[])`);
  return parts;
}

const planResults: Record<(typeof leadPlanResults)[number], Condition> = {
  reached: sql<SqlBool>`result.state in ('accepted', 'sent', 'delivered', 'read')`,
  read: sql<SqlBool>`result.state = 'read'`,
  replied: sql<SqlBool>`result.replied_at is not null`,
  unanswered: sql<SqlBool>`(result.state in ('accepted', 'sent', 'delivered', 'read') and result.replied_at is null)`,
  readUnanswered: sql<SqlBool>`(result.state = 'read' and result.replied_at is null)`,
  clicked: sql<SqlBool>`result.clicked_at is not null`,
  notClicked: sql<SqlBool>`(result.state in ('accepted', 'sent', 'delivered', 'read') and result.clicked_at is null)`,
  failed: sql<SqlBool>`result.state = 'failed'`,
};

function planParts({ planID, planResult }: LeadQuery): Condition[] {
  if (!planID) return [];
  const wanted = planResult ? sql`and ${planResults[planResult]}` : sql``;
  return [
    sql<SqlBool>`lead.lead_id in (select result.lead_id from lead_broadcast_result result
      where result.organization_id = lead.organization_id and result.plan_id = ${planID} ${wanted})`,
  ];
}

function factParts(query: LeadQuery): Condition[] {
  const filled = (column: Condition, wanted: boolean | undefined): Condition[] =>
    wanted === undefined ? [] : [wanted ? column : sql<SqlBool>`not ${column}`];
  return [
    ...is("branch_id", query.branchID),
    ...is("gpt_status", query.gptStatus),
    ...plainParts(query),
    ...filled(sql<SqlBool>`(lead.phone_e164 is not null)`, query.hasPhone),
    ...filled(sql<SqlBool>`(lead.email <> '')`, query.hasEmail),
  ];
}

/** Declared fields are compared with `=`. */
function plainParts(query: LeadQuery): Condition[] {
  return filterFields.flatMap((field) => {
    const asked = query[field];
    return asked === undefined || asked === "" ? [] : is(columnOfPlain(field), plainColumn(field, asked) ?? "");
  });
}

function dateParts(query: LeadQuery): Condition[] {
  const parts: Condition[] = [];
  if (query.startTime) parts.push(sql<SqlBool>`lead.lead_date >= ${query.startTime}`);
  if (query.endTime) parts.push(sql<SqlBool>`lead.lead_date <= ${query.endTime}`);
  if (query.newWithinDays !== undefined) {
    const since = (today: RawBuilder<unknown>) =>
      sql<SqlBool>`lead.lead_date >= ${today} - ${query.newWithinDays}::int`;
    parts.push(sql<SqlBool>`(${since(firstToday)} and (${since(lastToday)} or ${since(branchToday)}))`);
  }
  parts.push(...inBranchDays(sql`lead.last_contact_at`, { from: query.lastContactStart, to: query.lastContactEnd }));
  if (query.quietForDays !== undefined) {
    const contact = sql`lead.last_contact_at`;
    const until = (today: RawBuilder<unknown>) => sql`${today} - ${query.quietForDays}::int`;
    const surely = sql<SqlBool>`${contact} < ${dayStart(until(firstToday), soonest)}`;
    const perhaps = sql<SqlBool>`${contact} < ${dayStart(sql`${until(lastToday)} + 1`, latest)}`;
    const quiet = sql<SqlBool>`${branchDay(contact)} <= ${until(branchToday)}`;
    parts.push(sql<SqlBool>`(${contact} is null or ${surely} or (${perhaps} and ${quiet}))`);
  }
  if (query.nextContactStart) parts.push(sql<SqlBool>`lead.next_contact_date >= ${query.nextContactStart}`);
  if (query.nextContactEnd) parts.push(sql<SqlBool>`lead.next_contact_date <= ${query.nextContactEnd}`);
  if (query.overdue !== undefined) {
    const before = (today: RawBuilder<unknown>) => sql<SqlBool>`lead.next_contact_date < ${today}`;
    const due = sql<SqlBool>`(${before(lastToday)} and (${before(firstToday)} or ${before(branchToday)}))`;
    parts.push(query.overdue ? due : sql<SqlBool>`${due} is not true`);
  }
  if (query.birthMonth) parts.push(sql<SqlBool>`extract(month from lead.birthday) = ${query.birthMonth}`);
  return parts;
}

// Days are those of the lead's branch. Looking up the branch of each lead costs more than all the rest, so it is only done
// near the ends of a range, where the time zone decides. No zone is further from UTC than these hours.
const soonest = sql`interval '14 hours'`;
const latest = sql`interval '-12 hours'`;
const utcNow = sql`(now() at time zone 'UTC')`;
const firstToday = sql`(${utcNow} + ${latest})::date`;
const lastToday = sql`(${utcNow} + ${soonest})::date`;
const branchToday = branchDay(sql`now()`);

function branchDay(moment: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`branch_day(lead.organization_id, lead.branch_id, ${moment})`;
}

/** The start of a day where clocks are this far ahead of UTC. */
function dayStart(day: RawBuilder<unknown>, ahead: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((${day})::timestamp - ${ahead}) at time zone 'UTC'`;
}

/** The condition that a moment is within these days, both included, in the time zone of the lead's branch. */
export function inBranchDays(
  moment: RawBuilder<unknown>,
  { from, to }: { from: string | undefined; to: string | undefined },
): Condition[] {
  const parts: Condition[] = [];
  if (from) {
    const day = sql`${from}::date`;
    const [perhaps, surely] = [soonest, latest].map((ahead) => sql<SqlBool>`${moment} >= ${dayStart(day, ahead)}`);
    const there = sql<SqlBool>`${branchDay(moment)} >= ${day}`;
    parts.push(sql<SqlBool>`(${perhaps} and (${surely} or ${there}))`);
  }
  if (to) {
    const day = sql`${to}::date`;
    const [surely, perhaps] = [soonest, latest].map(
      (ahead) => sql<SqlBool>`${moment} < ${dayStart(sql`${day} + 1`, ahead)}`,
    );
    const there = sql<SqlBool>`${branchDay(moment)} <= ${day}`;
    parts.push(sql<SqlBool>`(${perhaps} and (${surely} or ${there}))`);
  }
  return parts;
}
