import type { RecordId } from "@homeroom/contract/ids";
import type { CustomList } from "@homeroom/contract/media";
import { sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emitChoicesChanged } from "../events.ts";
import { requireMayWriteItem } from "../policy.ts";
import { itemsOf } from "../queries.ts";
import { lockList } from "./lock-list.ts";

/** Puts the given items of a list first, in this order. Throws NOT_FOUND if one is not in this list. */
export function sortItems(
  db: Database,
  actor: Actor,
  { list, ids }: { list: CustomList; ids: readonly RecordId[] },
): Promise<void> {
  requireMayWriteItem(actor, "edit", list);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    await lockList(tx, scope, `list:${list}`);
    const items = await itemsOf(tx, scope, list);
    const known = new Map(items.map((item) => [item.item_id, item]));
    if (ids.some((id) => !known.has(id))) throw new AppError("NOT_FOUND");
    const first = [...new Set(ids)];
    const order = [...first, ...items.map((item) => item.item_id).filter((id) => !first.includes(id))];
    await sql`
      update list_item set sort = wanted.place
      from unnest(${sql.val(order)}::uuid[]) with ordinality as wanted(id, place)
      where organization_id = ${scope.organizationId} and item_id = wanted.id`.execute(tx);
    await emitChoicesChanged(tx, scope, list);
    const names = (of: readonly RecordId[]) => of.map((id) => known.get(id)?.name ?? "");
    await recordChange(tx, actor, {
      module: "list",
      action: "edited",
      subject: { type: "list", id: String(list), name: "" },
      before: { order: items.map((item) => item.name) },
      after: { order: names(order) },
    });
  });
}
