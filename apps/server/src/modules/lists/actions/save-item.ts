import { RecordId } from "@homeroom/contract/ids";
import { type CustomList, customLists, type ListItemForm, maxItems, usualTagColor } from "@homeroom/contract/media";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { sqlState } from "#platform/db/failures";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emitChoicesChanged } from "../events.ts";
import { requireMayWriteItem } from "../policy.ts";
import { itemsOf } from "../queries.ts";
import { lockList } from "./lock-list.ts";

/**
 * Creates or changes an item of a custom list. Returns its id. Throws SETTING_ITEM_DUPLICATE at `name`,
 * SETTING_LIMIT_REACHED, or NOT_FOUND for an item that is not in this list.
 */
export async function saveItem(db: Database, actor: Actor, form: ListItemForm): Promise<RecordId> {
  const scope = sharedScope(actor);
  const list = form.ProjectID as CustomList;
  requireMayWriteItem(actor, form.recordID ? "edit" : "add", list);
  try {
    return await inTransaction(db, scope, async (tx) => {
      await lockList(tx, scope, `list:${list}`);
      const items = await itemsOf(tx, scope, list);
      const before = items.find((item) => item.item_id === form.recordID);
      if (form.recordID && !before) throw new AppError("NOT_FOUND");
      if (!before && items.length >= maxItems[list]) throw new AppError("SETTING_LIMIT_REACHED");
      refuseKnownName(items, before, form.name);
      const written = {
        name: before && form.name === before.shownName ? before.name : form.name,
        color: form.color ?? before?.color ?? (list === customLists.tags ? usualTagColor : null),
        status: form.status ?? before?.status ?? 1,
        sort: form.sort ?? before?.sort ?? (items.at(-1)?.sort ?? 0) + 1,
      };
      const itemId = before?.item_id ?? RecordId.parse(v7());
      await writeItem(tx, { organizationId: scope.organizationId, list, itemId, isNew: !before }, written);
      await emitChoicesChanged(tx, scope, list);
      await recordChange(tx, actor, {
        module: "list",
        action: before ? "edited" : "created",
        subject: { type: "listItem", id: itemId, name: form.name },
        ...(before && { before: { name: before.name, color: before.color, status: before.status, sort: before.sort } }),
        after: { list, ...written },
      });
      return itemId;
    });
  } catch (error) {
    if (sqlState(error) !== "23505") throw error;
    throw duplicateName();
  }
}

type Item = Awaited<ReturnType<typeof itemsOf>>[number];

/** The unique index covers stored names only; a default item has other names in other languages. */
function refuseKnownName(items: readonly Item[], self: Item | undefined, name: string): void {
  const wanted = name.toLowerCase();
  const isKnown = items.some((item) => item !== self && item.names.some((one) => one.toLowerCase() === wanted));
  if (isKnown) throw duplicateName();
}

function duplicateName(): AppError {
  return new AppError("SETTING_ITEM_DUPLICATE", {}, { fields: [{ field: "name", name: "SETTING_ITEM_DUPLICATE" }] });
}

async function writeItem(
  tx: Tx,
  at: { organizationId: Actor["organizationId"]; list: CustomList; itemId: RecordId; isNew: boolean },
  written: { name: string; color: "red" | "green" | "blue" | null; status: number; sort: number },
): Promise<void> {
  if (at.isNew) {
    await tx
      .insertInto("list_item")
      .values({ organization_id: at.organizationId, item_id: at.itemId, project_id: at.list, code: null, ...written })
      .execute();
    return;
  }
  await tx
    .updateTable("list_item")
    .set(written)
    .where("organization_id", "=", at.organizationId)
    .where("item_id", "=", at.itemId)
    .execute();
}
