import type { AddDictForm } from "@homeroom/contract/dictionary";
import { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { requirePlatform } from "../policy.ts";
import { auditFields, refuseSameValues, saveItems } from "./save-items.ts";

/** Adds a dictionary for all organisations. Throws DICT_CODE_EXISTS and DICT_VALUE_EXISTS. */
export function addDict(db: Database, actor: Actor, form: AddDictForm): Promise<{ recordID: RecordId }> {
  requirePlatform(actor, "sys:dict:add");
  refuseSameValues(form.dictItems);
  const id = RecordId.parse(v7());
  const { code, name, status, remark } = form;
  return inTransaction(db, sharedScope(actor), async (tx) => {
    const titles = form.titles && JSON.stringify(form.titles);
    // The unique index decides between two who add the same code at once.
    const added = await tx
      .insertInto("dict_type")
      .values({ dict_id: id, code, name, titles, status, remark, definition: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n) {
      throw new AppError("DICT_CODE_EXISTS", {}, { fields: [{ field: "code", name: "DICT_CODE_EXISTS" }] });
    }
    await saveItems(tx, id, { items: form.dictItems, held: new Set() });
    const subject = { type: "dict", id, name };
    const after = auditFields({ ...form, items: form.dictItems });
    await recordChange(tx, actor, { module: "dict", action: "created", subject, after });
    return { recordID: id };
  });
}
