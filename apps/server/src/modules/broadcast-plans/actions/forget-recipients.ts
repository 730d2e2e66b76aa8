import type { LeadId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/**
 * Blanks numbers and addresses that plans keep of leads that are erased. Recipients who still wait are left out of their plan, and
 * its figures follow.
 */
export async function forgetRecipients(tx: Tx, { organizationId }: Scope, leadIds: readonly LeadId[]): Promise<void> {
  await sql`
    with known as (
      select plan_id, recipient_id, state from broadcast_recipient
      where organization_id = ${organizationId} and lead_id = any(${sql.val([...leadIds])}::uuid[])
      order by plan_id, recipient_id for no key update),
    blanked as (
      update broadcast_recipient recipient set lead_id = null, phone = null, email = null, detail = null,
        state = case when known.state = 'waiting' then 'excluded' else known.state end,
        reason = case when known.state = 'waiting' then 'leadGone' else recipient.reason end
      from known
      where recipient.organization_id = ${organizationId} and recipient.plan_id = known.plan_id
        and recipient.recipient_id = known.recipient_id
      returning recipient.plan_id, known.state as was),
    counted as (select plan_id, count(*)::int as count from blanked where was = 'waiting' group by plan_id)
    update broadcast_plan plan set total = plan.total - counted.count, excluded = plan.excluded + counted.count
    from counted where plan.organization_id = ${organizationId} and plan.plan_id = counted.plan_id`.execute(tx);
}
