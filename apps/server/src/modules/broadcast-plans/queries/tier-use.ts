import type { ChannelId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { channelsSharingLimits } from "#modules/inbox/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Plans that started before are not looked at: their messages were sent long ago. */
const daysBack = 30;

/**
 * How many people the plans of a number, and of those that share its limit, have written to within 24 hours; counted up to the
 * limit itself. WhatsApp does not count customers who wrote first.
 */
export async function writtenToToday(
  tx: Tx,
  scope: Scope,
  { channelId, tier }: { channelId: ChannelId; tier: number },
): Promise<number> {
  const channels = await channelsSharingLimits(tx, scope, channelId);
  const { rows } = await sql<{ count: number }>`
    select count(distinct phone)::int as count from (
      select recipient.phone from broadcast_plan plan
      join broadcast_recipient recipient on recipient.organization_id = plan.organization_id
        and recipient.plan_id = plan.plan_id
      where plan.organization_id = ${scope.organizationId} and plan.channel_id = any(${sql.val(channels)}::uuid[])
        and plan.started_at > now() - make_interval(days => ${daysBack})
        and recipient.queued_at > now() - interval '24 hours' and recipient.state <> 'failed'
        and recipient.replied_at is null
      limit ${tier}) as written`.execute(tx);
  return rows[0]?.count ?? 0;
}
