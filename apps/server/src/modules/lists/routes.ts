import type { RecordId } from "@homeroom/contract/ids";
import { type CustomList, type LeadChannel, media } from "@homeroom/contract/media";
import { v5 } from "uuid";
import { peopleByIds } from "#modules/accounts/public";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { removeChannel } from "./actions/remove-channel.ts";
import { removeItem } from "./actions/remove-item.ts";
import { saveChannel } from "./actions/save-channel.ts";
import { saveItem } from "./actions/save-item.ts";
import { sortItems } from "./actions/sort-items.ts";
import { buildUtmLink, removeUtmLink, restoreUtmLink } from "./actions/utm-links.ts";
import type { ListUses, OtherUses } from "./port.ts";
import { presentChannels, presentItem, presentLink } from "./present.ts";
import { channelsOf, itemsOf, linksOf } from "./queries.ts";
import { utmMediums } from "./rules.ts";

const utm = 3;
const withSecondary = 1;

interface UsesOfLists {
  uses: ListUses;
  others: readonly OtherUses[];
}

export function bindListRoutes(bind: Binder, platform: Platform, { uses, others }: UsesOfLists): void {
  const { db } = platform;
  bind(media.customItems, (request, call) => {
    const scope = sharedScope(call.actor);
    const list = request.ProjectID as CustomList;
    return inTransaction(db, scope, async (tx) => {
      const rows = await itemsOf(tx, scope, list);
      const counts = await countUses(tx, scope, { uses, others, list, ids: rows.map((row) => row.item_id) });
      return rows.filter((row) => contains(row.shownName, request.keywords)).map((row) => presentItem(row, counts));
    });
  });

  bind(media.channels, async (request, call) => {
    if (request.Type === utm) return mediums().filter((one) => contains(one.name, request.keywords));
    const scope = sharedScope(call.actor);
    const channels = await inTransaction(db, scope, async (tx) => {
      const rows = await channelsOf(tx, scope);
      const ids = rows.map((row) => row.lead_channel_id);
      const counts = request.counts === 1 ? await uses.countChannels(tx, scope, ids) : undefined;
      return presentChannels(rows, { withSecondary: request.Type === withSecondary, counts });
    });
    return channels.filter((one) => [one, ...one.children].some((each) => contains(each.name, request.keywords)));
  });

  bind(media.saveItem, async (form, { actor }) => ({ recordID: await saveItem(db, actor, form) }));
  bind(media.removeItem, ({ recordID }, { actor }) => removeItem(db, { uses, others }, actor, recordID));
  bind(media.sortItems, ({ ProjectID, ids }, { actor }) =>
    sortItems(db, actor, { list: ProjectID as CustomList, ids }),
  );
  bind(media.saveChannel, async (form, { actor }) => ({ recordID: await saveChannel(db, actor, form) }));
  bind(media.removeChannel, ({ recordID }, { actor }) => removeChannel(db, { uses, others }, actor, recordID));
  bindLinkRoutes(bind, db);
}

function bindLinkRoutes(bind: Binder, db: Database): void {
  bind(media.buildUtmLink, (form, { actor }) => buildUtmLink(db, actor, form));
  bind(media.removeUtmLink, ({ recordID }, { actor }) => removeUtmLink(db, actor, recordID));
  bind(media.restoreUtmLink, ({ recordID }, { actor }) => restoreUtmLink(db, actor, recordID));
  bind(media.utmLinks, (page, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const { links, total, nextCursor } = await linksOf(tx, scope, page);
      const people = await peopleByIds(
        tx,
        scope,
        links.flatMap((link) => link.creatorId ?? []),
      );
      const list = links.map((link) => presentLink(link, people));
      return { list, total, nextCursor, pageNum: page.pageNum, pageSize: page.pageSize };
    });
  });
}

/** The number of leads and other records with each item. */
async function countUses(
  tx: Tx,
  scope: Scope,
  { uses, others, ...items }: UsesOfLists & Parameters<ListUses["count"]>[2],
): Promise<Map<RecordId, number>> {
  const counts = new Map(await uses.count(tx, scope, items));
  for (const other of others) {
    for (const [id, count] of (await other.countItems?.(tx, scope, items)) ?? []) {
      counts.set(id, (counts.get(id) ?? 0) + count);
    }
  }
  return counts;
}

/** Mediums are the same for everyone; their ids are derived from their names, so they never change. */
function mediums(): LeadChannel[] {
  return utmMediums.map((name) => ({
    recordID: v5(name, v5.URL) as RecordId,
    name,
    isDefault: true,
    children: [],
  }));
}

function contains(name: string, keywords: string | undefined): boolean {
  return name.toLowerCase().includes((keywords ?? "").trim().toLowerCase());
}
