import { RecordId } from "@homeroom/contract/ids";
import { type LeadChannelForm, maxChannels } from "@homeroom/contract/media";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { sqlState } from "#platform/db/failures";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emitChoicesChanged } from "../events.ts";
import { channelsOf } from "../queries.ts";
import { lockList } from "./lock-list.ts";

type Channel = Awaited<ReturnType<typeof channelsOf>>[number];

/**
 * Creates or renames a lead channel. Returns its id. Throws CHANNEL_PRIMARY_DUPLICATE or CHANNEL_SECONDARY_DUPLICATE
 * at `name`, SETTING_LIMIT_REACHED, or NOT_FOUND for a channel or parent that does not exist. A default channel keeps
 * its name.
 */
export async function saveChannel(db: Database, actor: Actor, form: LeadChannelForm): Promise<RecordId> {
  requirePermission(actor, form.recordID ? "org:channel:edit" : "org:channel:add");
  const scope = sharedScope(actor);
  let isSecondary = form.parentID !== undefined;
  try {
    return await inTransaction(db, scope, async (tx) => {
      await lockList(tx, scope, "channels");
      const channels = await channelsOf(tx, scope);
      const before = channels.find((channel) => channel.lead_channel_id === form.recordID);
      isSecondary = before ? before.parent_id !== null : isSecondary;
      requireFits(form, before, channels);
      const id = before?.lead_channel_id ?? RecordId.parse(v7());
      await (before ? rename(tx, actor, id, form.name) : insert(tx, actor, { id, form, channels }));
      await emitChoicesChanged(tx, scope, "channels");
      await recordChange(tx, actor, {
        module: "list",
        action: before ? "edited" : "created",
        subject: { type: "leadChannel", id, name: form.name },
        ...(before && { before: { name: before.name } }),
        after: { name: form.name, ...(form.parentID && { parentID: form.parentID }) },
      });
      return id;
    });
  } catch (error) {
    if (sqlState(error) !== "23505") throw error;
    const name = isSecondary ? "CHANNEL_SECONDARY_DUPLICATE" : "CHANNEL_PRIMARY_DUPLICATE";
    throw new AppError(name, {}, { fields: [{ field: "name", name }] });
  }
}

function requireFits(form: LeadChannelForm, before: Channel | undefined, channels: readonly Channel[]): void {
  if (form.recordID) {
    if (!before) throw new AppError("NOT_FOUND");
    if (before.code !== null && before.name !== form.name) throw new AppError("SETTING_ITEM_IN_USE");
    return;
  }
  const parent = channels.find((channel) => channel.lead_channel_id === form.parentID);
  if (form.parentID && parent?.parent_id !== null) throw new AppError("NOT_FOUND");
  const secondary = channels.filter((channel) => channel.parent_id !== null).length;
  const full = form.parentID ? secondary >= maxChannels.secondary : channels.length - secondary >= maxChannels.primary;
  if (full) throw new AppError("SETTING_LIMIT_REACHED");
}

async function rename(tx: Tx, actor: Actor, id: RecordId, name: string): Promise<void> {
  await tx
    .updateTable("lead_channel")
    .set({ name })
    .where("organization_id", "=", actor.organizationId)
    .where("lead_channel_id", "=", id)
    .execute();
}

async function insert(
  tx: Tx,
  actor: Actor,
  { id, form, channels }: { id: RecordId; form: LeadChannelForm; channels: readonly Channel[] },
): Promise<void> {
  await tx
    .insertInto("lead_channel")
    .values({
      organization_id: actor.organizationId,
      lead_channel_id: id,
      parent_id: form.parentID ?? null,
      code: null,
      name: form.name,
      sort: Math.max(0, ...channels.map((channel) => channel.sort)) + 1,
    })
    .execute();
}
