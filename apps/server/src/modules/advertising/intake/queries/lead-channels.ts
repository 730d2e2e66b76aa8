import type { RecordId } from "@homeroom/contract/ids";
import { channelsByIds, lockChannels } from "#modules/lists/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { FieldFault } from "#platform/errors/app-error";

interface ChosenChannels {
  channelID: RecordId | null;
  secondaryChannelID: RecordId | null;
}

/** The faults of a form's lead channels, which stay locked until the transaction ends. */
export async function channelFaults(
  tx: Tx,
  scope: Scope,
  { channelID, secondaryChannelID }: ChosenChannels,
): Promise<FieldFault[]> {
  const known = await lockChannels(
    tx,
    scope,
    [channelID, secondaryChannelID].filter((id) => id !== null),
  );
  const faults: FieldFault[] = [];
  if (channelID !== null && known.get(channelID)?.parentID !== null)
    faults.push({ field: "channelID", name: "FIELD_INVALID" });
  if (secondaryChannelID !== null && (channelID === null || known.get(secondaryChannelID)?.parentID !== channelID))
    faults.push({ field: "secondaryChannelID", name: "FIELD_INVALID" });
  return faults;
}

/** The names of a setting's lead channels for the audit log; empty if there are none. */
export async function channelNames(
  tx: Tx,
  scope: Scope,
  { channel_id, secondary_channel_id }: { channel_id: RecordId | null; secondary_channel_id: RecordId | null },
): Promise<{ channel: string; secondaryChannel: string }> {
  const ids = [channel_id, secondary_channel_id].filter((id) => id !== null);
  const known = await channelsByIds(tx, scope, ids);
  const nameOf = (id: RecordId | null) => (id && known.get(id)?.name) ?? "";
  return { channel: nameOf(channel_id), secondaryChannel: nameOf(secondary_channel_id) };
}
