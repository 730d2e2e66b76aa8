import type { BranchId, ChannelId, OrganizationId } from "@homeroom/contract/ids";
import type { ChannelTable } from "@homeroom/database/inbox-tables";
import { type Selectable, sql } from "kysely";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";
import type { SecretBox } from "#platform/secrets/secret-box";
import type { ChannelAccess, MessagingProvider } from "../port.ts";

export type { InboundChannel } from "../port.ts";

type Channel = Selectable<ChannelTable>;

export function channelById(tx: Tx, organizationId: OrganizationId, id: ChannelId): Promise<Channel | undefined> {
  return tx
    .selectFrom("channel")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("channel_id", "=", id)
    .executeTakeFirst();
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

/** What a provider's webhook must know of a channel before it believes anything. */
export interface CallbackChannel {
  organizationId: OrganizationId;
  channelId: ChannelId;
  branchId: BranchId;
  externalId: string;
  businessAccountId: string;
  appSecret: string;
  verifyToken: string;
}

/**
 * Finds channels of a provider over all organisations, for its webhook: by their ids there, or by the account that they
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
    async verifyTokens(): Promise<string[]> {
      const found = await find(sql<boolean>`true`);
      return found.map((channel) => callbackChannel(secrets, channel).verifyToken);
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
    verifyToken: opened["verifyToken"] ?? "",
  };
}
