import type { TemplateCategory } from "@homeroom/contract/message-templates";
import { type RawBuilder, sql } from "kysely";
import { leadIdsMatching, mayBeWrittenTo } from "#modules/leads/public";
import { recipientsOf } from "#modules/targets/public";
import { scopeOfRecord } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Plan } from "./plans.ts";

/** What decides who is sent to. */
export type Audience = Pick<
  Plan,
  "channel_id" | "list_ids" | "filter" | "numbers" | "reach_branch_id" | "reach_owner_id" | "source_id" | "source_part"
>;

/**
 * Everyone an audience names, as a subquery of `lead_id, phone, state, reason`: recipients are `waiting`, the others
 * `excluded` with the reason. Throws NOT_FOUND for a list that is closed or outside the reach of the plan's author.
 */
export async function candidatesOf(
  tx: Tx,
  scope: Scope,
  { audience, category }: { audience: Audience; category: TemplateCategory },
): Promise<RawBuilder<unknown>> {
  const { organizationId } = scope;
  const named = await sourcesOf(tx, scope, audience);
  const isMarketing = category === "marketing";
  const marketing = sql`
    when ${isMarketing} and contact.marketing_stopped_at is not null then 'optedOut'
    when ${isMarketing} and not (${mayBeWrittenTo("whatsapp", "named")}
      and ${mayBeWrittenTo("whatsapp", "contact")}) then 'consentWithdrawn'
    when ${isMarketing} and exists (select from broadcast_message said
      where said.organization_id = ${organizationId} and said.contact_id = contact.contact_id
        and said.sent_at > now() - interval '24 hours'
        and said.sent_at > coalesce(contact.last_inbound_at, '-infinity')
        and (said.state <> 'failed' or said.error_reason = 'marketingCap') and said.category = 'marketing') then 'recentMarketing'`;
  return sql`(
    select judged.lead_id, judged.phone, case when judged.reason is null then 'waiting' else 'excluded' end as state,
      judged.reason
    from (
      select named.lead_id, named.phone, case
        when named.phone is null then 'noNumber'
        when row_number() over (partition by named.phone order by named.place, named.lead_id) > 1 then 'duplicate'
        when contact.blocked_at is not null then 'blocked'
        ${marketing} end as reason
      from (
        select who.*, ${organizationId}::uuid as organization_id from (${named}) as who) as named
      left join broadcast_contact contact on contact.organization_id = ${organizationId}
        and contact.channel_id = ${audience.channel_id} and contact.phone = named.phone
    ) as judged)`;
}

/** The people named, list by list: `lead_id, phone, place`. */
async function sourcesOf(tx: Tx, scope: Scope, audience: Audience): Promise<RawBuilder<unknown>> {
  const { organizationId } = scope;
  if (audience.source_id)
    return sql`
      select lead_id, phone, 0 as place from broadcast_recipient
      where organization_id = ${organizationId} and plan_id = ${audience.source_id}
        and ${audience.source_part === "failed" ? sql`state = 'failed'` : sql`state <> 'excluded'`}`;
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
      select lead.lead_id, lead.phone_e164 as phone, ${sql.lit(place)} as place from broadcast_lead lead
      where lead.organization_id = ${organizationId} and lead.lead_id in ${ids}`,
  );
  parts.push(sql`
    select lead.lead_id, typed.phone, ${sql.lit(subqueries.length)} as place
    from unnest(${sql.val([...audience.numbers])}::text[]) as typed (phone)
    left join broadcast_lead lead on lead.organization_id = ${organizationId} and lead.phone_e164 = typed.phone
      and lead.deleted_at is null`);
  return sql.join(parts, sql` union all `);
}
