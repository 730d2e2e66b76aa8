import type { BranchId } from "@homeroom/contract/ids";
import type { LineChannel } from "@homeroom/contract/line";
import type { ListedChannel } from "#modules/inbox/public";
import { failureReasonOf, maskedSecret } from "./whatsapp.ts";

/** A branch's LINE account without its secrets; `channel` undefined: the branch has none. */
export function presentLineChannel(
  branch: { branchID: BranchId; name: string },
  channel: ListedChannel | undefined,
  known: { secrets: Readonly<Record<string, string>>; picture: string | null; webhookUrl: string },
): LineChannel {
  const settings = channel?.settings ?? {};
  const stoppedAt = channel?.stopped_at ?? null;
  return {
    recordID: channel?.channel_id ?? null,
    name: channel?.name ?? "",
    branch,
    channelID: channel?.external_id ?? "",
    officialID: settings["officialID"] ?? "",
    channelSecret: maskedSecret(known.secrets["channelSecret"]),
    accessToken: maskedSecret(known.secrets["accessToken"]),
    liffID: settings["liffID"] ?? "",
    endpointURL: settings["endpointURL"] ?? "",
    bot: { name: settings["botName"] ?? channel?.name ?? "", picture: known.picture },
    sandbox: channel?.is_sandbox ?? false,
    status: channel?.status ?? 0,
    stopped: stoppedAt && { at: stoppedAt.toISOString(), reason: failureReasonOf(channel?.stopped_reason ?? null) },
    webhookUrl: channel ? known.webhookUrl : "",
    lastReceivedAt: channel?.last_received_at?.toISOString() ?? null,
    quota: channel ? quotaOf(channel) : null,
  };
}

function quotaOf({ quota_limit: limit, quota_used: used, quota_at: at }: ListedChannel): LineChannel["quota"] {
  return used === null || at === null ? null : { limit, used, time: at.toISOString() };
}
