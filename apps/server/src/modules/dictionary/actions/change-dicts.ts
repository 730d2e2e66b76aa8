import type { AddDictForm, EditDictForm } from "@homeroom/contract/dictionary";
import { RecordId } from "@homeroom/contract/ids";
import type { Permission } from "@homeroom/contract/permissions";
import { withSent } from "@homeroom/contract/some-fields";
import { sql } from "kysely";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { type Actor, can } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import { presentDict } from "../present.ts";
import { type DictType, dictById, isCodeTaken, itemsOfDicts } from "../queries.ts";
import { builtIn } from "../rules/built-in.ts";
import { auditFields, refuseSameValues, saveItems } from "./save-items.ts";

/** Adds a dictionary for all organisations. Throws DICT_CODE_EXISTS and DICT_VALUE_EXISTS. */
export function addDict(db: Database, actor: Actor, form: AddDictForm): Promise<{ recordID: RecordId }> {
  requirePlatform(actor, "sys:dict:add");
  refuseSameValues(form.dictItems);
  const id = RecordId.parse(v7());
  const { code, name, status, remark } = form;
  return inTransaction(db, sharedScope(actor), async (tx) => {
    const titles = form.titles && JSON.stringify(form.titles);
    // The unique index decides when two people add the same code at once.
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

/** Deletes dictionaries with their items. Throws NOT_FOUND unless all exist, DICT_BUILT_IN for the product's own. */
export function deleteDicts(db: Database, actor: Actor, ids: readonly RecordId[]): Promise<null> {
  requirePlatform(actor, "sys:dict:delete");
  return inTransaction(db, sharedScope(actor), async (tx) => {
    // Always in the same order, so that two deletions of the same ones cannot deadlock.
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
    requireVersion(held, sent.version);
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

/** The product's records contain the values of its own dictionaries, so these values cannot change. */
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

/** Dictionaries are shared by all organisations: writing them needs the platform flag besides the permission. */
function requirePlatform(actor: Actor, permission: Permission): void {
  if (!actor.isPlatform || !can(actor, permission)) throw new AppError("PERMISSION_DENIED");
}
