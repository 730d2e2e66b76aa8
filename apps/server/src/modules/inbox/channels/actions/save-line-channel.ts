import { type BranchId, ChannelId } from "@homeroom/contract/ids";
import type { ChannelTable } from "@homeroom/database/inbox-tables";
import type { Selectable } from "kysely";
import { v7 } from "uuid";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { publishConnected } from "./keep-channel.ts";
import { wakeConversations } from "./resume-channel.ts";

type Channel = Selectable<ChannelTable>;

/** A LINE account whose keys LINE has accepted. */
export interface LineChannelChange {
  branchId: BranchId;
  externalId: string;
  name: string;
  settings: Readonly<Record<string, string>>;
  /** Sealed. */
  secrets: Buffer;
  isSandbox: boolean;
}

/** The branch's LINE channel, its row locked; undefined when it has none. */
export function lockLineChannel(tx: Tx, scope: Scope, branchId: BranchId): Promise<Channel | undefined> {
  return tx
    .selectFrom("channel")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("branch_id", "=", branchId)
    .where("kind", "=", "line")
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * Connects a branch with a LINE account, or replaces the connection's keys. A stopped channel runs again: its keys are
 * valid. Throws LINE_CHANNEL_IN_USE for an account that is connected elsewhere.
 */
export async function saveLineChannel(tx: Tx, scope: Scope, change: LineChannelChange): Promise<ChannelId> {
  const known = await lockLineChannel(tx, scope, change.branchId);
  if (!known) return insertChannel(tx, scope, change);
  const ofIt = { organization_id: scope.organizationId, channel_id: known.channel_id };
  if (known.external_id !== change.externalId) await requireFree(tx, change.externalId);
  await tx
    .updateTable("channel")
    .set({
      name: change.name,
      external_id: change.externalId,
      settings: JSON.stringify(change.settings),
      secrets: change.secrets,
      is_sandbox: change.isSandbox,
      stopped_at: null,
      stopped_reason: null,
      quota_at: null,
      version: known.version + 1,
    })
    .where("organization_id", "=", ofIt.organization_id)
    .where("channel_id", "=", ofIt.channel_id)
    .execute();
  await publishConnected(tx, scope, known.channel_id);
  if (known.stopped_at) await wakeConversations(tx, scope, known.channel_id);
  return known.channel_id;
}

async function insertChannel(tx: Tx, scope: Scope, change: LineChannelChange): Promise<ChannelId> {
  const channelId = ChannelId.parse(v7());
  await requireFree(tx, change.externalId);
  const made = await tx
    .insertInto("channel")
    .values({
      organization_id: scope.organizationId,
      channel_id: channelId,
      branch_id: change.branchId,
      kind: "line",
      name: change.name,
      external_id: change.externalId,
      settings: JSON.stringify(change.settings),
      secrets: change.secrets,
      is_sandbox: change.isSandbox,
      stopped_reason: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("channel_id")
    .executeTakeFirst();
  if (!made) throw new AppError("LINE_CHANNEL_IN_USE");
  await publishConnected(tx, scope, made.channel_id);
  return made.channel_id;
}

/** Another organisation's channel is not visible here, but the index still refuses a second row with its id. */
async function requireFree(tx: Tx, externalId: string): Promise<void> {
  const taken = await tx
    .selectFrom("channel")
    .select("channel_id")
    .where("kind", "=", "line")
    .where("external_id", "=", externalId)
    .executeTakeFirst();
  if (taken) throw new AppError("LINE_CHANNEL_IN_USE");
}

/** Changes settings other than keys. */
export async function changeLineSettings(
  tx: Tx,
  channel: Channel,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  await tx
    .updateTable("channel")
    .set({ settings: JSON.stringify({ ...channel.settings, ...settings }) })
    .where("organization_id", "=", channel.organization_id)
    .where("channel_id", "=", channel.channel_id)
    .execute();
}
