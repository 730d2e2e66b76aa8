import { dictionary } from "@homeroom/contract/dictionary";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { addDict, deleteDicts, editDict } from "./actions/change-dicts.ts";
import { presentChoice, presentDict } from "./present.ts";
import { choicesOf, dictById, dictPage, itemsOfDicts } from "./queries.ts";

export function bindDictionaryRoutes(bind: Binder, { db }: Platform): void {
  bind(dictionary.page, (request, { actor }) =>
    inTransaction(db, sharedScope(actor), async (tx) => {
      const { types, total, nextCursor } = await dictPage(tx, request);
      const items = await itemsOfDicts(
        tx,
        types.map((type) => type.dict_id),
      );
      const list = types.map((type) => presentDict(type, items.get(type.dict_id) ?? []));
      return { list, total, nextCursor, pageNum: request.pageNum, pageSize: request.pageSize };
    }),
  );

  bind(dictionary.form, ({ id }, { actor }) =>
    inTransaction(db, sharedScope(actor), async (tx) => {
      const type = await dictById(tx, id);
      if (!type) throw new AppError("NOT_FOUND");
      const { updateTime: _, ...row } = presentDict(type, (await itemsOfDicts(tx, [id])).get(id) ?? []);
      return { ...row, version: type.version };
    }),
  );

  bind(dictionary.options, ({ code }, { actor, language }) =>
    inTransaction(db, sharedScope(actor), async (tx) =>
      (await choicesOf(tx, code)).map((item) => presentChoice(item, language)),
    ),
  );

  bind(dictionary.add, (form, { actor }) => addDict(db, actor, form));
  bind(dictionary.edit, (form, { actor }) => editDict(db, actor, form));
  bind(dictionary.remove, ({ ids }, { actor }) => deleteDicts(db, actor, ids));
}
