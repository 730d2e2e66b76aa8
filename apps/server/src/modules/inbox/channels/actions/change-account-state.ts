import type { StoredAccountState } from "@homeroom/database/inbox-tables";
import { colleaguesWhoMay } from "#modules/accounts/public";
import { organizationScope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { channelWarned } from "../../events.ts";
import type { AccountNews, InboundChannel } from "../../port.ts";
import { liftStop } from "./resume-channel.ts";
import { stopChannel } from "./stop-channel.ts";

/** The reason for which a disabled account's channels are stopped. */
const disabledReason = "accountLocked";

/**
 * Stores a provider's decision about a channel's business account and notifies everyone with the right to change its
 * settings. A disabled account stops the channel, and a reinstated one starts it again. Decisions older than the stored
 * one are ignored.
 */
export async function changeAccountState(tx: Tx, channel: InboundChannel, news: AccountNews): Promise<void> {
  const { organizationId, channelId } = channel;
  const row = await tx
    .selectFrom("channel")
    .select(["branch_id", "kind", "name", "stopped_reason", "account_state"])
    .where("organization_id", "=", organizationId)
    .where("channel_id", "=", channelId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const at = news.at ?? new Date().toISOString();
  if (!row || (row.account_state && row.account_state.at > at)) return;
  const { state, detail, restrictions } = news;
  const stored: StoredAccountState = { state, at, detail, restrictions };
  await tx
    .updateTable("channel")
    .set({ account_state: JSON.stringify(stored) })
    .where("organization_id", "=", organizationId)
    .where("channel_id", "=", channelId)
    .execute();
  if (state === "disabled") return stopChannel(tx, channel, disabledReason);
  const scope = organizationScope(organizationId);
  if (state === "reinstated") return row.stopped_reason === disabledReason ? liftStop(tx, scope, channelId) : undefined;
  const people = await colleaguesWhoMay(tx, scope, { permission: `org:${row.kind}:edit`, branchId: row.branch_id });
  const payload = { channelId, name: row.name, at, people };
  await emit(tx, channelWarned, { organizationId, aggregateId: channelId, payload });
}
