import type { EmailVariable } from "@homeroom/contract/email-templates";
import type { LeadId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { mailFacts } from "#modules/email-templates/public";
import { mayBeWrittenTo } from "#modules/leads/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Plan } from "../queries/plans.ts";
import { type MailOutcome, outcomeOfEnded } from "../rules/mail-outcomes.ts";

/** A reader whose turn it is. */
export interface Reader {
  readonly id: number;
  readonly leadId: LeadId;
  /** The lead whose address it is: another one if it was merged since. */
  readonly listedId: LeadId;
  readonly email: string;
  /** Tries so far, including this one. */
  readonly tries: number;
  readonly facts: Readonly<Record<EmailVariable, string>>;
  /** Consent and addresses may have changed since the plan started. */
  readonly exclusion: "leadGone" | "addressStopped" | "consentWithdrawn" | null;
}

type ClaimedRecipient = Pick<Reader, "id" | "leadId" | "listedId" | "email" | "tries" | "exclusion">;

/** The number of readers whose mail is due, up to `most`. */
export async function countDue(tx: Tx, { organization_id, plan_id }: Plan, most: number): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from (select from broadcast_recipient
      where organization_id = ${organization_id} and plan_id = ${plan_id} and state = 'waiting'
        and (next_try_at is null or next_try_at <= clock_timestamp())
      limit ${most}) as due`.execute(tx);
  return found.rows[0]?.count ?? 0;
}

/** Claims a plan's next readers: after the commit nobody else sends to them. */
export async function claimMails(
  tx: Tx,
  scope: Scope,
  { plan, most }: { plan: Plan; most: number },
): Promise<Reader[]> {
  const { organization_id: organizationId, plan_id: planId } = plan;
  const isMarketing = plan.email_content?.category !== "utility";
  const found = await sql<ClaimedRecipient>`
    with claimed as (
      -- By an array: a join reads all of the plan's recipients for each of these while the table has no statistics of them.
      update broadcast_recipient set state = 'queued', queued_at = clock_timestamp(), tries = tries + 1
      where organization_id = ${organizationId} and plan_id = ${planId} and recipient_id = any(array(
        select recipient_id from broadcast_recipient
        where organization_id = ${organizationId} and plan_id = ${planId} and state = 'waiting'
          and (next_try_at is null or next_try_at <= clock_timestamp())
        order by recipient_id limit ${most} for update skip locked))
      returning organization_id, recipient_id, lead_id as listed_id, email, tries,
        broadcast_lead_now(organization_id, lead_id) as lead_id)
    select recipient_id as id, coalesce(lead_id, listed_id) as "leadId", listed_id as "listedId", email, tries, case
      when lead_id is null then 'leadGone'
      when exists (select from email_stop stopped where stopped.organization_id = claimed.organization_id
        and stopped.address = lower(claimed.email)) then 'addressStopped'
      when ${isMarketing} and not ${mayBeWrittenTo("email", "claimed")} then 'consentWithdrawn' end as exclusion
    from claimed order by recipient_id`.execute(tx);
  const facts = await mailFacts(
    tx,
    scope,
    found.rows.map(({ leadId }) => leadId),
  );
  return found.rows.map((one) => ({ ...one, facts: facts.get(one.leadId) ?? unknown }));
}

const unknown = { nickname: "", sales: "", branch: "" };

/**
 * Writes the results of mails, updates the plan's figures, and stops dead addresses. In a plan that was ended, nobody
 * goes back to waiting.
 */
export async function settleMails(
  tx: Tx,
  scope: Scope,
  { planId, outcomes: known }: { planId: RecordId; outcomes: readonly MailOutcome[] },
): Promise<void> {
  const { organizationId } = scope;
  const outcomes = (await isEnded(tx, scope, planId)) ? known.map(outcomeOfEnded) : known;
  const column = <Value>(of: (one: MailOutcome) => Value | undefined) => outcomes.map((one) => of(one) ?? null);
  const ids = outcomes.map(({ id }) => id);
  await sql`
    with outcome as (
      select * from unnest(${ids}::bigint[], ${column(({ state }) => state)}::text[],
        ${column(({ reason }) => reason)}::text[], ${column(({ detail }) => detail)}::text[],
        ${column(({ waitSeconds }) => waitSeconds)}::int[], ${column(({ stopsAddress }) => stopsAddress ?? false)}::bool[])
        as one (id, state, reason, detail, wait_seconds, stops)),
    changed as (
      update broadcast_recipient recipient set state = outcome.state, reason = outcome.reason, detail = outcome.detail,
        accepted_at = case when outcome.state = 'accepted' then clock_timestamp() end,
        failed_at = case when outcome.state = 'failed' then clock_timestamp() end,
        next_try_at = clock_timestamp() + make_interval(secs => outcome.wait_seconds)
      from outcome
      where recipient.organization_id = ${organizationId} and recipient.plan_id = ${planId}
        and recipient.recipient_id = any(${ids}::bigint[])
        and recipient.recipient_id = outcome.id and recipient.state in ('queued', 'unsure')
      returning recipient.email, outcome.state, outcome.detail, outcome.stops),
    stopped as (
      insert into email_stop (organization_id, address, reason, detail)
      select distinct on (lower(email)) ${organizationId}::uuid, lower(email), 'bounced', coalesce(detail, '') from changed
      where stops and email is not null order by lower(email)
      on conflict do nothing),
    counted as (
      select count(*) filter (where state = 'accepted')::int as accepted,
        count(*) filter (where state = 'failed')::int as failed,
        count(*) filter (where state = 'excluded')::int as excluded from changed)
    update broadcast_plan plan set accepted = plan.accepted + counted.accepted, failed = plan.failed + counted.failed,
      excluded = plan.excluded + counted.excluded, total = plan.total - counted.excluded
    from counted where plan.organization_id = ${organizationId} and plan.plan_id = ${planId}`.execute(tx);
}

/** Whether a person ended a plan; locks it, so that nobody ends it before the transaction does. */
async function isEnded(tx: Tx, { organizationId }: Scope, planId: RecordId): Promise<boolean> {
  const found = await sql<{ isEnded: boolean }>`
    select ended_at is not null as "isEnded" from broadcast_plan
    where organization_id = ${organizationId} and plan_id = ${planId} for key share`.execute(tx);
  return found.rows[0]?.isEnded ?? false;
}
