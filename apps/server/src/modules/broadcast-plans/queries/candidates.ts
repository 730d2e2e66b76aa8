import type { RecordId } from "@homeroom/contract/ids";
import type { TemplateCategory } from "@homeroom/contract/message-templates";
import { type RawBuilder, sql } from "kysely";
import { leadIdsMatching, mayBeWrittenTo } from "#modules/leads/public";
import { recipientsOf } from "#modules/targets/public";
import { scopeOfRecord } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { planFamily } from "./plan-family.ts";
import type { Plan } from "./plans.ts";

/** The values that decide who gets a plan. */
export type Audience = Pick<
  Plan,
  | "kind"
  | "channel_id"
  | "list_ids"
  | "filter"
  | "numbers"
  | "reach_branch_id"
  | "reach_owner_id"
  | "source_id"
  | "source_part"
>;

/**
 * Everyone in an audience, as a subquery of `lead_id, phone, email, state, reason`: recipients are `waiting`, the others
 * `excluded` with the reason. Throws PLAN_LIST_CLOSED for a closed list, NOT_FOUND for one outside the reach of the
 * plan's author.
 */
export async function candidatesOf(
  tx: Tx,
  scope: Scope,
  { audience, category }: { audience: Audience; category: TemplateCategory },
): Promise<RawBuilder<unknown>> {
  const { organizationId } = scope;
  const named = sql`(select who.*, ${organizationId}::uuid as organization_id from (${await sourcesOf(tx, scope, audience)}) as who)`;
  const isMarketing = category === "marketing";
  const judged =
    audience.kind === "email" ? mailJudged(named, isMarketing) : judgedFor(named, { audience, isMarketing });
  return sql`(
    select lead_id, phone, email, case when reason is null then 'waiting' else 'excluded' end as state, reason
    from (${judged}) as judged)`;
}

/** The day's marketing counts across all numbers of the organisation, and so does an answer to any of them. */
function judgedFor(
  named: RawBuilder<unknown>,
  { audience, isMarketing }: { audience: Audience; isMarketing: boolean },
): RawBuilder<unknown> {
  return sql`
    select named.lead_id, named.phone, null::text as email, case
      when named.is_gone then 'leadGone'
      when named.phone is null then 'noNumber'
      when named.is_elsewhere then 'otherBranch'
      when row_number() over (partition by named.phone order by named.place, named.lead_id) > 1 then 'duplicate'
      when contact.blocked_at is not null then 'blocked'
      when ${isMarketing} and contact.marketing_stopped_at is not null then 'optedOut'
      when ${isMarketing} and not (${mayBeWrittenTo("whatsapp", "named")}
        and ${mayBeWrittenTo("whatsapp", "contact")}) then 'consentWithdrawn'
      when ${isMarketing} and exists (select from broadcast_contact known
        join broadcast_message said on said.organization_id = known.organization_id and said.contact_id = known.contact_id
        where known.organization_id = named.organization_id and known.phone = named.phone
          and said.sent_at > now() - interval '24 hours'
          and said.sent_at > coalesce((select max(heard.last_inbound_at) from broadcast_contact heard
            where heard.organization_id = named.organization_id and heard.phone = named.phone), '-infinity')
          and (said.state not in ('failed', 'cancelled') or said.error_reason = 'marketingCap') and said.category = 'marketing')
        then 'recentMarketing' end as reason
    from ${named} as named
    left join broadcast_contact contact on contact.organization_id = named.organization_id
      and contact.channel_id = ${audience.channel_id} and contact.phone = named.phone`;
}

/** An address gets one mail, however many leads have it. */
function mailJudged(named: RawBuilder<unknown>, isMarketing: boolean): RawBuilder<unknown> {
  return sql`
    select named.lead_id, null::text as phone, named.email, case
      when named.is_gone then 'leadGone'
      when named.email is null then 'noEmail'
      when row_number() over (partition by lower(named.email) order by named.place, named.lead_id) > 1 then 'duplicate'
      when stopped.address is not null then 'addressStopped'
      when ${isMarketing} and not ${mayBeWrittenTo("email", "named")} then 'consentWithdrawn' end as reason
    from ${named} as named
    left join email_stop stopped on stopped.organization_id = named.organization_id
      and stopped.address = lower(named.email)`;
}

/**
 * The named people, list by list: `lead_id, phone, email, place, is_elsewhere, is_gone`. A typed number of a lead at
 * another branch than the author's is elsewhere. Leads of an earlier plan that were deleted since are gone.
 */
async function sourcesOf(tx: Tx, scope: Scope, audience: Audience): Promise<RawBuilder<unknown>> {
  const { organizationId } = scope;
  const { source_id: sourceId, source_part: part } = audience;
  if (sourceId && part) return recipientsAgain(tx, scope, { sourceId, part });
  const reach = scopeOfRecord({
    organizationId,
    branchId: audience.reach_branch_id,
    ownerId: audience.reach_owner_id,
  });
  const subqueries: RawBuilder<unknown>[] = [];
  for (const listId of audience.list_ids) subqueries.push((await recipientsOf(tx, reach, listId)).leadIds());
  if (audience.filter) subqueries.push(leadIdsMatching(reach, audience.filter));
  const parts = subqueries.map(
    (ids, place) => sql`
      select lead.lead_id, lead.phone_e164 as phone, nullif(lead.email, '') as email, ${sql.lit(place)} as place,
        false as is_elsewhere, false as is_gone
      from broadcast_lead lead
      where lead.organization_id = ${organizationId} and lead.lead_id in ${ids}`,
  );
  parts.push(sql`
    select lead.lead_id, typed.phone, null::text as email, ${sql.lit(subqueries.length)} as place,
      coalesce(lead.branch_id <> ${audience.reach_branch_id}::uuid, false) as is_elsewhere, false as is_gone
    from unnest(${sql.val([...audience.numbers])}::text[]) as typed (phone)
    left join broadcast_lead lead on lead.organization_id = ${organizationId} and lead.phone_e164 = typed.phone
      and lead.deleted_at is null`);
  return sql.join(parts, sql` union all `);
}

interface RepeatedPlan {
  sourceId: RecordId;
  part: "all" | "failed";
}

/** Whether there are recipients whose message failed and who have not been reached by a resend. */
export async function isAnyoneFailed(tx: Tx, scope: Scope, sourceId: RecordId): Promise<boolean> {
  const again = await recipientsAgain(tx, scope, { sourceId, part: "failed" });
  return (await sql`select from (${again}) as one limit 1`.execute(tx)).rows.length > 0;
}

/**
 * The recipients of an earlier plan with their current leads. Erased leads have no address left. Those whose
 * message failed are left out if a later plan of the family reached them or will still send to them.
 */
async function recipientsAgain(tx: Tx, scope: Scope, again: RepeatedPlan): Promise<RawBuilder<unknown>> {
  const chosen = again.part === "failed" ? await stillFailed(tx, scope, again) : allOf(scope, again);
  return sql`
    select coalesce(now.lead_id, recipient.lead_id) as lead_id, recipient.phone, recipient.email, 0 as place,
      false as is_elsewhere, recipient.lead_id is not null and now.lead_id is null as is_gone
    from (${chosen}) as recipient
    cross join lateral (
      select broadcast_lead_now(recipient.organization_id, recipient.lead_id) as lead_id) as now
    where recipient.phone is not null or recipient.email is not null`;
}

function allOf({ organizationId }: Scope, { sourceId }: RepeatedPlan): RawBuilder<unknown> {
  return sql`
    select * from broadcast_recipient
    where organization_id = ${organizationId} and plan_id = ${sourceId} and state <> 'excluded'`;
}

/**
 * With a window over the addresses of all these plans: a join compares every pair while the table has no statistics of a plan
 * that has just been written.
 */
async function stillFailed(tx: Tx, scope: Scope, { sourceId }: RepeatedPlan): Promise<RawBuilder<unknown>> {
  const { organizationId } = scope;
  const family = (await planFamily(tx, scope, sourceId)).map(({ plan_id: id }) => id);
  const sinceThen = family.slice(family.indexOf(sourceId));
  return sql`
    select * from (
      select *, bool_or(plan_id <> ${sourceId} and state <> 'failed')
        over (partition by coalesce(phone, lower(email))) as is_done
      from broadcast_recipient
      where organization_id = ${organizationId} and plan_id = any(${sql.val(sinceThen)}::uuid[])
        and state <> 'excluded') as marked
    where plan_id = ${sourceId} and state = 'failed' and not is_done`;
}
