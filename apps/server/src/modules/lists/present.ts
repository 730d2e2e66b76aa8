import type { AccountId, RecordId } from "@homeroom/contract/ids";
import type { LeadChannel, ListItem, UtmLink } from "@homeroom/contract/media";
import type { PersonName } from "#modules/accounts/public";
import type { channelsOf, FoundLink, itemsOf } from "./queries.ts";
import { codesInUse } from "./rules.ts";

type ItemRow = Awaited<ReturnType<typeof itemsOf>>[number];
type ChannelRow = Awaited<ReturnType<typeof channelsOf>>[number];

export function presentItem(row: ItemRow, uses: ReadonlyMap<RecordId, number>): ListItem {
  return {
    recordID: row.item_id,
    name: row.shownName,
    ...(row.code && { code: row.code }),
    ...(row.color && { color: row.color }),
    sort: row.sort,
    status: row.status,
    useCount: uses.get(row.item_id) ?? 0,
    isProtected: row.code !== null && codesInUse.includes(row.code),
  };
}

/** Primary channels, each with its secondary ones unless only primary ones are requested. */
export function presentChannels(
  rows: readonly ChannelRow[],
  { withSecondary, counts }: { withSecondary: boolean; counts: ReadonlyMap<RecordId, number> | undefined },
): LeadChannel[] {
  const about = (row: ChannelRow) => ({
    recordID: row.lead_channel_id,
    name: row.name,
    isDefault: row.code !== null,
    ...(counts && { useCount: counts.get(row.lead_channel_id) ?? 0 }),
  });
  return rows
    .filter((row) => row.parent_id === null)
    .map((row) => ({
      ...about(row),
      children: withSecondary ? rows.filter((child) => child.parent_id === row.lead_channel_id).map(about) : [],
    }));
}

export function presentLink(row: FoundLink, people: ReadonlyMap<AccountId, PersonName>): UtmLink {
  const { creatorId, createdAt, recordID, url, source, medium, campaign, term, content, link } = row;
  const creator = (creatorId && people.get(creatorId)?.nickname) ?? "";
  const createTime = createdAt.toISOString();
  return { recordID, url, source, medium, campaign, term, content, link, creator, createTime };
}
