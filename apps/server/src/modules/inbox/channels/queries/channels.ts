import type { BranchId, ChannelId, OrganizationId } from "@homeroom/contract/ids";
import type { ChannelTable } from "@homeroom/database/inbox-tables";
import { type Selectable, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";
import type { SecretBox } from "#platform/secrets/secret-box";
import type { ChannelAccess, InboundChannel, MessagingProvider } from "../../port.ts";

export type { InboundChannel } from "../../port.ts";

type Channel = Selectable<ChannelTable>;

export function channelById(tx: Tx, organizationId: OrganizationId, id: ChannelId): Promise<Channel | undefined> {
  return tx
    .selectFrom("channel")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("channel_id", "=", id)
    .executeTakeFirst();
}

/** The names of channels. */
export async function channelsByIds(tx: Tx, scope: Scope, ids: readonly ChannelId[]): Promise<Map<ChannelId, string>> {
  if (ids.length === 0) return new Map();
  const found = await tx
    .selectFrom("channel")
    .select(["channel_id", "name"])
    .where("organization_id", "=", scope.organizationId)
    .where("channel_id", "in", [...new Set(ids)])
    .execute();
  return new Map(found.map(({ channel_id: id, name }) => [id, name]));
}

/** Whether the organisation has connected any channel, at any branch. */
export async function hasChannel(tx: Tx, scope: Scope): Promise<boolean> {
  const found = await tx
    .selectFrom("channel")
    .select("channel_id")
    .where("organization_id", "=", scope.organizationId)
    .limit(1)
    .execute();
  return found.length > 0;
}

/** The branch of a channel; null when there is no such channel. */
export async function branchOfChannel(tx: Tx, scope: Scope, channelId: ChannelId): Promise<BranchId | null> {
  return (await channelById(tx, scope.organizationId, channelId))?.branch_id ?? null;
}

/** A channel's settings with its secrets opened, for one call of its provider. */
export function openChannel(secrets: SecretBox, channel: Channel): ChannelAccess {
  return {
    externalId: channel.external_id,
    settings: channel.settings,
    secrets: secrets.open(channel.secrets),
  };
}

export function isChannelOpen(channel: Pick<Channel, "status" | "stopped_at">): boolean {
  return channel.status === 1 && channel.stopped_at === null;
}

/** Whether the provider refuses messages of this kind while it restricts the channel's account. */
export function isRestricted(
  { account_state: state }: Pick<Channel, "account_state">,
  kind: "free" | "template",
  now: Date,
): boolean {
  const inForce = state?.restrictions.filter(({ until }) => until === null || new Date(until) > now) ?? [];
  return inForce.some(({ blocks }) => blocks === kind);
}

/** Why a channel cannot send free messages, a key of `failureReasons`; null if it can. `channel` must be in the query. */
export const stoppedReason = sql<string | null>`case
  when channel.status <> 1 then 'switchedOff'
  when channel.stopped_at is not null then coalesce(channel.stopped_reason, 'unknown')
  when exists (select from jsonb_array_elements(channel.account_state -> 'restrictions') one
    where one ->> 'blocks' = 'free' and coalesce((one ->> 'until')::timestamptz > now(), true)) then 'accountRestricted' end`;

/** Running LINE channels whose quota was last requested an hour ago or earlier, at most a thousand. */
export function channelsWithOldQuota(db: Database): Promise<Pick<InboundChannel, "organizationId" | "channelId">[]> {
  return inSystemTransaction(db, (tx) =>
    tx
      .selectFrom("channel")
      .select(["organization_id as organizationId", "channel_id as channelId"])
      .where("kind", "=", "line")
      .where("status", "=", 1)
      .where("stopped_at", "is", null)
      .where(sql<boolean>`quota_at is null or quota_at < now() - interval '1 hour'`)
      .limit(1000)
      .execute(),
  );
}

/** What a webhook needs of a channel in order to verify a call. */
export interface CallbackChannel {
  organizationId: OrganizationId;
  channelId: ChannelId;
  branchId: BranchId;
  externalId: string;
  businessAccountId: string;
  appSecret: string;
  /** LINE's counterpart of the app's secret. */
  channelSecret: string;
  verifyToken: string;
}

/** Those of the given provider ids that belong to a channel of any organisation. */
export function takenExternalIds(db: Database, externalIds: readonly string[]): Promise<string[]> {
  return inSystemTransaction(db, async (tx) => {
    const found = tx.selectFrom("channel").select("external_id").where("external_id", "in", externalIds);
    return (await found.execute()).map((channel) => channel.external_id);
  });
}

/**
 * Finds channels of a provider in all organisations, for its webhook: by their ids there, or by the account that they
 * belong to. Channels that are switched off are not found; those stopped by an error still receive.
 */
export function channelDirectory(db: Database, secrets: SecretBox, kind: MessagingProvider["kind"]) {
  const find = (condition: ReturnType<typeof sql<boolean>>) =>
    inSystemTransaction(db, (tx) =>
      tx.selectFrom("channel").selectAll().where("kind", "=", kind).where("status", "=", 1).where(condition).execute(),
    );
  return {
    async findByExternalIds(
      externalIds: readonly string[],
      businessAccountIds: readonly string[],
    ): Promise<CallbackChannel[]> {
      const found = await find(sql<boolean>`(
        external_id = any(${sql.val([...externalIds])}::text[])
        or settings ->> 'businessAccountId' = any(${sql.val([...businessAccountIds])}::text[]))`);
      return found.map((channel) => callbackChannel(secrets, channel));
    },
    /** The channel by the id in a callback's address: ours or the provider's. */
    async findByAddress(address: string): Promise<CallbackChannel | undefined> {
      const [channel] = await find(
        sql<boolean>`(external_id = ${address} or channel_id::text = ${address.toLowerCase()})`,
      );
      return channel && callbackChannel(secrets, channel);
    },
    async credentials(): Promise<CallbackChannel[]> {
      const found = await find(sql<boolean>`true`);
      return found.map((channel) => callbackChannel(secrets, channel));
    },
  };
}

function callbackChannel(secrets: SecretBox, channel: Channel): CallbackChannel {
  const opened = secrets.open(channel.secrets);
  return {
    organizationId: channel.organization_id,
    channelId: channel.channel_id,
    branchId: channel.branch_id,
    externalId: channel.external_id,
    businessAccountId: channel.settings["businessAccountId"] ?? "",
    appSecret: opened["appSecret"] ?? "",
    channelSecret: opened["channelSecret"] ?? "",
    verifyToken: opened["verifyToken"] ?? "",
  };
}
