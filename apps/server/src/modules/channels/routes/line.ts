import { type BranchId, type ChannelId, FileId } from "@homeroom/contract/ids";
import { type LineChannel, line } from "@homeroom/contract/line";
import { fileAddresses } from "#modules/files/public";
import {
  channelsInScope,
  type ListedChannel,
  type MessagingProvider,
  ProviderFailure,
  refreshQuota,
  refusedCalls,
  resumeChannel,
} from "#modules/inbox/public";
import { liffEndpoint } from "#modules/landing-pages/public";
import { branchesOf } from "#modules/organizations/public";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import { connectLineWebhook } from "../actions/connect-line-webhook.ts";
import { type LineParts, saveLiff, saveLine, testLine } from "../actions/save-line.ts";
import type { Callbacks } from "../port.ts";
import { failureReasonOf, maskedSecret } from "../present/whatsapp.ts";
import { ownAddressOf } from "../rules.ts";

interface LineRouteParts extends LineParts {
  providers: ReadonlyMap<MessagingProvider["kind"], MessagingProvider>;
  callbacks: Callbacks;
}

export function bindLineRoutes(bind: Binder, parts: LineRouteParts): void {
  const { platform, callbacks, provider } = parts;
  const { db } = platform;
  const webhookUrlOf = (channelId: ChannelId, host: string | undefined) =>
    new URL(callbacks("line", channelId), ownAddressOf(platform.settings, host)).href;
  const readChannels = (scope: Scope) =>
    inTransaction(db, scope, async (tx) => {
      const branches = (await branchesOf(tx, scope)).filter(({ branchId, status }) =>
        scope.branchIds === null ? status === 1 : scope.branchIds.includes(branchId),
      );
      const channels = await channelsInScope(tx, scope, "line");
      const pictures = await fileAddresses(platform)(tx, scope, channels.flatMap(pictureOf));
      return { branches, channels, pictures };
    });
  bind(line.setting, async (_, { actor, header }) => {
    const { branches, channels, pictures } = await readChannels(scopeOf(actor, "org:line:query"));
    const refused = provider && (await refusedCalls(platform, provider, channels));
    const byBranch = new Map(channels.map((channel) => [channel.branch_id, channel]));
    return branches.map(({ branchId, name }) => {
      const channel = byBranch.get(branchId);
      const [picture] = channel ? pictureOf(channel) : [];
      return presentLineChannel({ branchID: branchId, name }, channel, {
        secrets: channel ? platform.secrets.open(channel.secrets) : {},
        picture: (picture && pictures.get(picture)) ?? null,
        webhookUrl: channel ? webhookUrlOf(channel.channel_id, header("host")) : "",
        liffEndpoint: channel ? (liffEndpoint(platform.settings, channel.external_id) ?? "") : "",
        refused: (channel && refused?.get(channel.channel_id)) ?? null,
      });
    });
  });
  bind(line.quota, async ({ recordID }, { actor }) => {
    const scope = scopeOf(actor, "org:line:query");
    const channels = await inTransaction(db, scope, (tx) => channelsInScope(tx, scope, "line"));
    if (!channels.some((channel) => channel.channel_id === recordID)) throw new AppError("NOT_FOUND");
    try {
      const quota = await refreshQuota(parts, scope, recordID);
      return quota && { limit: quota.limit, used: quota.used, time: quota.at.toISOString() };
    } catch (error) {
      if (error instanceof ProviderFailure) return null;
      throw error;
    }
  });
  bind(line.test, (form, { actor }) => testLine(parts, actor, form));
  bind(line.update, (form, { actor }) => saveLine(parts, actor, form));
  bind(line.connectWebhook, ({ recordID }, { actor, header }) =>
    connectLineWebhook(parts, actor, { recordID, webhookUrl: webhookUrlOf(recordID, header("host")) }),
  );
  bind(line.updateLiff, (form, { actor }) => saveLiff(platform, actor, form));
  bind(line.resume, ({ recordID }, { actor }) => resumeChannel(db, actor, recordID, "line"));
}

function pictureOf(channel: ListedChannel): FileId[] {
  const read = FileId.safeParse(channel.settings["botPictureFileId"]);
  return read.success ? [read.data] : [];
}

/** A branch's LINE account without its secrets; `channel` is undefined if the branch has none. */
function presentLineChannel(
  branch: { branchID: BranchId; name: string },
  channel: ListedChannel | undefined,
  known: {
    secrets: Readonly<Record<string, string>>;
    picture: string | null;
    webhookUrl: string;
    liffEndpoint: string;
    refused: Date | null;
  },
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
    liffEndpoint: known.liffEndpoint,
    bot: { name: settings["botName"] ?? channel?.name ?? "", picture: known.picture },
    sandbox: channel?.is_sandbox ?? false,
    status: channel?.status ?? 0,
    stopped: stoppedAt && { at: stoppedAt.toISOString(), reason: failureReasonOf(channel?.stopped_reason ?? null) },
    webhookUrl: channel ? known.webhookUrl : "",
    lastReceivedAt: channel?.last_received_at?.toISOString() ?? null,
    refusedAt: known.refused?.toISOString() ?? null,
    quota: channel ? quotaOf(channel) : null,
    version: channel?.version ?? 0,
  };
}

function quotaOf({ quota_limit: limit, quota_used: used, quota_at: at }: ListedChannel): LineChannel["quota"] {
  return used === null || at === null ? null : { limit, used, time: at.toISOString() };
}
