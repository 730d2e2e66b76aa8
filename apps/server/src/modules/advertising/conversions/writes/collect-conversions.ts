import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/**
 * Adds the stages that leads of Meta reached since `since` and that are not there yet. Stages are read from the leads, so
 * they are found whichever way a lead reached them. Meta takes stages of four weeks after the lead, seven days old at most.
 */
export async function collectConversions(
  tx: Tx,
  { organizationId }: Scope,
  { since, now }: { since: Date; now: Date },
): Promise<void> {
  await sql`
    insert into conversion_event
      (organization_id, event_id, lead_id, branch_id, stage, kind, click, account, clicked_at, happened_at, due_at)
    select ${organizationId}, gen_random_uuid(), came.lead_id, person.branch_id, stage.name, came.kind, came.click,
      came.account, came.at, stage.at, ${now}
    from (
      select distinct on (lead_id) lead_id, kind, click, account, at from ad_meta_click
      where organization_id = ${organizationId} and at > ${now}::timestamptz - interval '28 days'
      order by lead_id, case kind when 'form' then 1 when 'message' then 2 else 3 end, at) came
    join ad_person person on person.organization_id = ${organizationId} and person.lead_id = came.lead_id
    join ad_outcome outcome on outcome.organization_id = ${organizationId} and outcome.lead_id = came.lead_id
    cross join lateral (values ('lead', came.at), ('conversation', outcome.talked_at),
      ('trialBooked', outcome.trial_booked_at), ('trialAttended', outcome.trial_attended_at),
      ('deal', outcome.deal_at)) stage(name, at)
    where stage.at >= came.at and stage.at >= ${since} and stage.at > ${now}::timestamptz - interval '7 days'
      and (came.kind <> 'message' or stage.name in ('lead', 'deal'))
    on conflict (organization_id, lead_id, stage) do nothing`.execute(tx);
}
