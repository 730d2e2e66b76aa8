import type { RecordId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Whether a rule is about the lead channel: then it stays. */
export async function isChannelInRules(tx: Tx, scope: Scope, channelId: RecordId): Promise<boolean> {
  const found = await tx
    .selectFrom("lead_rule")
    .select("rule_id")
    .where("organization_id", "=", scope.organizationId)
    .where(({ eb, or }) => or([eb("channel_id", "=", channelId), eb("secondary_channel_id", "=", channelId)]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
