import type { RecordId } from "@homeroom/contract/ids";
import type { LeadChannel, ListItem } from "@homeroom/contract/media";
import type { channelsOf, itemsOf } from "./queries.ts";

type ItemRow = Awaited<ReturnType<typeof itemsOf>>[number];
type ChannelRow = Awaited<ReturnType<typeof channelsOf>>[number];

export function presentItem(row: ItemRow, uses: ReadonlyMap<RecordId, number>): ListItem {
  return {
    recordID: row.item_id,
    name: row.name,
    ...(row.code && { code: row.code }),
    ...(row.color && { color: row.color }),
    sort: row.sort,
    status: row.status,
    useCount: uses.get(row.item_id) ?? 0,
  };
}

/** Primary channels, each with its secondary ones unless only the primary are asked for. */
export function presentChannels(rows: readonly ChannelRow[], withSecondary: boolean): LeadChannel[] {
  const about = (row: ChannelRow) => ({ recordID: row.lead_channel_id, name: row.name, isDefault: row.code !== null });
  return rows
    .filter((row) => row.parent_id === null)
    .map((row) => ({
      ...about(row),
      children: withSecondary ? rows.filter((child) => child.parent_id === row.lead_channel_id).map(about) : [],
    }));
}
