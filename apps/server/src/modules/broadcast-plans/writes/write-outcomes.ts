import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { TurnOutcome } from "#modules/inbox/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Writes the results of recipients whose turn it was, and the plan's figures. Their rows are locked. */
export async function writeOutcomes(
  tx: Tx,
  { organizationId }: Scope,
  planId: RecordId,
  outcomes: ReadonlyMap<number, TurnOutcome>,
): Promise<void> {
  if (outcomes.size === 0) return;
  const all = [...outcomes.values()];
  const count = (state: TurnOutcome["state"]) => all.filter((one) => one.state === state).length;
  const [excluded, failed] = [count("excluded"), count("failed")];
  // The plan's row is locked before its figures, as everywhere.
  if (excluded + failed > 0)
    await sql`
      update broadcast_plan set total = total - ${excluded}, excluded = excluded + ${excluded}, failed = failed + ${failed}
      where organization_id = ${organizationId} and plan_id = ${planId}`.execute(tx);
  await sql`
    update broadcast_recipient recipient set state = outcome.state, reason = outcome.reason, message_id = outcome.message_id,
      queued_at = case when outcome.state = 'queued' then clock_timestamp() end,
      failed_at = case when outcome.state = 'failed' then clock_timestamp() end
    from unnest(${sql.val([...outcomes.keys()])}::bigint[], ${sql.val(all.map(({ state }) => state))}::text[],
      ${sql.val(all.map((one) => ("reason" in one ? one.reason : null)))}::text[],
      ${sql.val(all.map((one) => ("messageId" in one ? one.messageId : null)))}::uuid[])
      as outcome(recipient_id, state, reason, message_id)
    where recipient.organization_id = ${organizationId} and recipient.plan_id = ${planId}
      and recipient.recipient_id = outcome.recipient_id`.execute(tx);
}
