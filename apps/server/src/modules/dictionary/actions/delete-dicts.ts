import type { RecordId } from "@homeroom/contract/ids";
import { recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { requirePlatform } from "../policy.ts";
import { dictById, itemsOfDicts } from "../queries.ts";
import { builtIn } from "../rules/built-in.ts";
import { auditFields } from "./save-items.ts";

/** Deletes dictionaries with their items. Throws NOT_FOUND unless all are there, DICT_BUILT_IN for the product's own. */
export function deleteDicts(db: Database, actor: Actor, ids: readonly RecordId[]): Promise<null> {
  requirePlatform(actor, "sys:dict:delete");
  return inTransaction(db, sharedScope(actor), async (tx) => {
    // Always in the same order, so that two who delete the same ones do not wait for one another.
    const sorted = [...new Set(ids)].sort();
    for (const id of sorted) {
      const held = await dictById(tx, id, true);
      if (!held) throw new AppError("NOT_FOUND");
      if (builtIn(held.code)) throw new AppError("DICT_BUILT_IN");
      const items = (await itemsOfDicts(tx, [id])).get(id) ?? [];
      await tx.deleteFrom("dict_type").where("dict_id", "=", id).execute();
      const subject = { type: "dict", id, name: held.name };
      const before = auditFields({ ...held, items });
      await recordChange(tx, actor, { module: "dict", action: "deleted", subject, before });
    }
    return null;
  });
}
