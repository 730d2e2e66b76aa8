import type { BranchId, ChannelId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { channelConnected } from "../../events.ts";
import type { MessagingProvider } from "../../port.ts";

/** The values of a channel that staff set. `secrets` are sealed. */
export interface ChannelValues {
  name: string;
  externalId: string;
  settings: Readonly<Record<string, string>>;
  secrets: Buffer;
}

/** Creates the row of a channel. A number that any organisation has already violates the index `channel_external`. */
export async function addChannel(
  tx: Tx,
  scope: Scope,
  channel: ChannelValues & {
    channelId: ChannelId;
    branchId: BranchId;
    kind: MessagingProvider["kind"];
    /** Its messages do not reach real people. */
    isSandbox?: boolean;
  },
): Promise<void> {
  await tx
    .insertInto("channel")
    .values({
      organization_id: scope.organizationId,
      channel_id: channel.channelId,
      branch_id: channel.branchId,
      kind: channel.kind,
      name: channel.name,
      external_id: channel.externalId,
      is_sandbox: channel.isSandbox ?? false,
      settings: JSON.stringify(channel.settings),
      secrets: channel.secrets,
      stopped_reason: null,
    })
    .execute();
  await publishConnected(tx, scope, channel.channelId);
}

/** Publishes that a channel can receive from now on. */
export function publishConnected(tx: Tx, { organizationId }: Scope, channelId: ChannelId): Promise<void> {
  return emit(tx, channelConnected, { organizationId, aggregateId: channelId, payload: { channelId } });
}

/** Writes the values of a channel that the caller has locked. */
export async function changeChannel(tx: Tx, scope: Scope, channelId: ChannelId, values: ChannelValues): Promise<void> {
  await tx
    .updateTable("channel")
    .set({
      name: values.name,
      external_id: values.externalId,
      settings: JSON.stringify(values.settings),
      secrets: values.secrets,
      version: sql`version + 1`,
    })
    .where("organization_id", "=", scope.organizationId)
    .where("channel_id", "=", channelId)
    .execute();
  await publishConnected(tx, scope, channelId);
}

/** Switches a channel that the caller has locked on or off. */
export async function setChannelStatus(tx: Tx, scope: Scope, channelId: ChannelId, status: number): Promise<void> {
  await tx
    .updateTable("channel")
    .set({ status })
    .where("organization_id", "=", scope.organizationId)
    .where("channel_id", "=", channelId)
    .execute();
  if (status === 1) await publishConnected(tx, scope, channelId);
}

/** Merges newly learned values into a channel's settings. */
export async function storeChannelFacts(
  tx: Tx,
  scope: Scope,
  channelId: ChannelId,
  facts: Readonly<Record<string, string>>,
): Promise<void> {
  await tx
    .updateTable("channel")
    .set({ settings: sql`settings || ${JSON.stringify(facts)}::jsonb` })
    .where("organization_id", "=", scope.organizationId)
    .where("channel_id", "=", channelId)
    .execute();
}

/** Records that the provider's test call was accepted just now: earlier refused calls no longer show that the secret is wrong. */
export async function markCallsTested(tx: Tx, scope: Scope, channelId: ChannelId): Promise<void> {
  await tx
    .updateTable("channel")
    .set({ calls_tested_at: sql<Date>`now()` })
    .where("organization_id", "=", scope.organizationId)
    .where("channel_id", "=", channelId)
    .execute();
}
