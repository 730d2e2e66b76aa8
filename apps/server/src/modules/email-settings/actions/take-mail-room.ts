import { emailRates } from "@homeroom/contract/email-settings";
import type { BranchId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { settingOf } from "../queries/settings.ts";

/** The burst after a pause, in seconds of the rate. */
const burstSeconds = 2;

/**
 * Returns how many of these mails a branch's provider accepts now, and counts them as sent for all processes. After a pause two
 * seconds' worth is sent at once, not the whole backlog. 0 for a branch without a mail server.
 */
export async function takeMailRoom(
  tx: Tx,
  scope: Scope,
  { branchId, wanted }: { branchId: BranchId; wanted: number },
): Promise<number> {
  const stored = await settingOf(tx, scope, branchId);
  if (!stored || wanted <= 0) return 0;
  const rate = { organizationId: scope.organizationId, branchId, wanted, ...emailRates[stored.provider] };
  const taken = await take(tx, rate);
  if (taken !== undefined) return taken;
  // Only then: an insert waits for every other transaction that takes some.
  await sql`
    insert into email_pace (organization_id, branch_id, paced_until, day_from, day_count)
    values (${scope.organizationId}, ${branchId}, clock_timestamp() - make_interval(secs => ${burstOf(rate)}), clock_timestamp(), 0)
    on conflict do nothing`.execute(tx);
  return (await take(tx, rate)) ?? 0;
}

interface Rate {
  organizationId: string;
  branchId: BranchId;
  wanted: number;
  perMinute: number;
  perDay: number | null;
}

function burstOf({ perMinute }: Rate): number {
  return Math.max(burstSeconds, 60 / perMinute);
}

/** Undefined if the branch has not sent anything yet. */
async function take(tx: Tx, rate: Rate): Promise<number | undefined> {
  const { organizationId, branchId, wanted, perMinute, perDay } = rate;
  const seconds = 60 / perMinute;
  const taken = await sql<{ count: number }>`
    with pace as (
      select greatest(paced_until, clock_timestamp() - make_interval(secs => ${burstOf(rate)})) as since,
        case when day_from > clock_timestamp() - interval '1 day' then day_from else clock_timestamp() end as day_from,
        case when day_from > clock_timestamp() - interval '1 day' then day_count else 0 end as day_count
      from email_pace where organization_id = ${organizationId} and branch_id = ${branchId} for update),
    taken as (
      select *, greatest(0, least(${wanted}::int, ${perDay ?? 2_000_000_000}::int - day_count,
        floor(extract(epoch from clock_timestamp() - since) / ${seconds}::float8)::int)) as count from pace)
    update email_pace set paced_until = taken.since + make_interval(secs => taken.count * ${seconds}::float8),
      day_from = taken.day_from, day_count = taken.day_count + taken.count
    from taken where organization_id = ${organizationId} and branch_id = ${branchId}
    returning taken.count`.execute(tx);
  return taken.rows[0]?.count;
}
