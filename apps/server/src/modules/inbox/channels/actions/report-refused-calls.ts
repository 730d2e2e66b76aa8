import { colleaguesWhoMay } from "#modules/accounts/public";
import { organizationScope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { channelRefused } from "../../events.ts";
import type { Inbox } from "../../inbox.ts";
import { refusedCalls } from "../../receiving/queries.ts";
import { type ListedChannel, untoldRefusals } from "../queries/channel-settings.ts";

/**
 * Notifies everyone with the right to change a channel's settings that its secret does not fit the provider's calls: once
 * until a call is accepted again, and at most once a day, because anyone can post such calls.
 */
export async function reportRefusedCalls({
  platform,
  providers,
}: Pick<Inbox, "platform" | "providers">): Promise<void> {
  const channels = await untoldRefusals(platform.db);
  for (const provider of providers.values()) {
    const ofProvider = channels.filter(({ kind }) => kind === provider.kind);
    const refused = await refusedCalls(platform, provider, ofProvider);
    for (const channel of ofProvider) if (refused.has(channel.channel_id)) await report(platform, channel);
  }
}

function report({ db }: Inbox["platform"], channel: ListedChannel): Promise<void> {
  const { organization_id: organizationId, channel_id: channelId, branch_id: branchId, kind, name } = channel;
  const scope = organizationScope(organizationId);
  return inTransaction(db, scope, async (tx) => {
    const at = new Date();
    const marked = await tx
      .updateTable("channel")
      .set({ refusal_told_at: at })
      .where("organization_id", "=", organizationId)
      .where("channel_id", "=", channelId)
      .where("refusal_told_at", "is not distinct from", channel.refusal_told_at)
      .returning("channel_id")
      .executeTakeFirst();
    if (!marked) return;
    const people = await colleaguesWhoMay(tx, scope, { permission: `org:${kind}:edit`, branchId });
    const payload = { channelId, kind, name, at: at.toISOString(), people };
    await emit(tx, channelRefused, { organizationId, aggregateId: channelId, payload });
  });
}
