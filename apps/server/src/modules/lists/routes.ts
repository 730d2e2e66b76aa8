import type { RecordId } from "@homeroom/contract/ids";
import { type CustomList, type LeadChannel, media } from "@homeroom/contract/media";
import { v5 } from "uuid";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { presentChannels, presentItem } from "./present.ts";
import { channelsOf, itemsOf } from "./queries.ts";
import { utmMediums } from "./rules.ts";

/** How many leads have each of these items of a list, as far as it is worth counting. Given by the module of leads. */
export type CountUses = (
  tx: Tx,
  scope: Scope,
  items: { list: CustomList; ids: readonly RecordId[] },
) => Promise<ReadonlyMap<RecordId, number>>;

const utm = 3;
const withSecondary = 1;

export function bindListRoutes(bind: Binder, platform: Platform, countUses: CountUses): void {
  bind(media.customItems, (request, call) => {
    const scope = sharedScope(call.actor);
    const list = request.ProjectID as CustomList;
    return inTransaction(platform.db, scope, async (tx) => {
      const rows = await itemsOf(tx, scope, list);
      const uses = await countUses(tx, scope, { list, ids: rows.map((row) => row.item_id) });
      return rows.filter((row) => contains(row.name, request.keywords)).map((row) => presentItem(row, uses));
    });
  });

  bind(media.channels, async (request, call) => {
    if (request.Type === utm) return mediums().filter((one) => contains(one.name, request.keywords));
    const scope = sharedScope(call.actor);
    const rows = await inTransaction(platform.db, scope, (tx) => channelsOf(tx, scope));
    const channels = presentChannels(rows, request.Type === withSecondary);
    return channels.filter((one) => [one, ...one.children].some((each) => contains(each.name, request.keywords)));
  });
}

/** Mediums are the same for everyone; their ids are made from their names, so that they never change. */
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
