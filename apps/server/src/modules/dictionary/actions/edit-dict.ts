import type { AddDictForm, EditDictForm } from "@homeroom/contract/dictionary";
import { withSent } from "@homeroom/contract/some-fields";
import { sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { requirePlatform } from "../policy.ts";
import { presentDict } from "../present.ts";
import { type DictType, dictById, isCodeTaken, itemsOfDicts } from "../queries.ts";
import { builtIn } from "../rules/built-in.ts";
import { auditFields, refuseSameValues, saveItems } from "./save-items.ts";

/**
 * Saves a dictionary with all its items; what was not sent stays. Throws NOT_FOUND, STALE_DATA, DICT_CODE_EXISTS, DICT_VALUE_EXISTS, and
 * DICT_BUILT_IN when one of the product's own would lose its code or a value.
 */
export function editDict(db: Database, actor: Actor, sent: EditDictForm): Promise<null> {
  requirePlatform(actor, "sys:dict:edit");
  refuseSameValues(sent.dictItems ?? []);
  const { id } = sent;
  return inTransaction(db, sharedScope(actor), async (tx) => {
    const held = await dictById(tx, id, true);
    if (!held) throw new AppError("NOT_FOUND");
    if (held.version !== sent.version) throw new AppError("STALE_DATA");
    const items = (await itemsOfDicts(tx, [id])).get(id) ?? [];
    const form = withSent<AddDictForm>(presentDict(held, items), sent);
    const { code, name, status, remark } = form;
    refuseLosses(held, form);
    if (await isCodeTaken(tx, code, id)) {
      throw new AppError("DICT_CODE_EXISTS", {}, { fields: [{ field: "code", name: "DICT_CODE_EXISTS" }] });
    }
    await tx
      .updateTable("dict_type")
      .set({ code, name, status, remark, titles: form.titles && JSON.stringify(form.titles) })
      .set({ version: held.version + 1, updated_at: sql`now()` })
      .where("dict_id", "=", id)
      .execute();
    await saveItems(tx, id, { items: form.dictItems, held: new Set(items.map((item) => item.item_id)) });
    await recordChange(tx, actor, {
      module: "dict",
      action: "edited",
      subject: { type: "dict", id, name },
      before: auditFields({ ...held, items }),
      after: auditFields({ ...form, items: form.dictItems }),
    });
    return null;
  });
}

/** The product's records hold the values of its own dictionaries: each has to keep its name. */
function refuseLosses(held: DictType, form: Pick<AddDictForm, "code" | "dictItems">): void {
  const own = builtIn(held.code);
  if (!own) return;
  if (form.code !== held.code) {
    throw new AppError("DICT_BUILT_IN", {}, { fields: [{ field: "code", name: "DICT_BUILT_IN" }] });
  }
  if (!own.items.every((item) => form.dictItems.some(({ value }) => value === item.value))) {
    throw new AppError("DICT_BUILT_IN");
  }
}
