import type { RecordId } from "@homeroom/contract/ids";
import type { PageRequest } from "@homeroom/contract/paging";
import type { DictItemTable, DictTypeTable } from "@homeroom/database/dictionary-tables";
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { containing } from "#platform/db/containing";
import type { Tx } from "#platform/db/transaction";
import { cutPage, readCursor } from "#platform/paging/cursor";

export type DictType = Selectable<DictTypeTable>;
export type DictItem = Selectable<DictItemTable>;

interface DictionaryRequest extends PageRequest {
  keywords?: string | undefined;
}

/** One page of dictionaries by code. The words are searched for in names, codes and the names of items. */
export async function dictPage(tx: Tx, { keywords, pageNum, pageSize, cursor }: DictionaryRequest) {
  const matching = keywords ? saying(keywords) : sql<SqlBool>`true`;
  const at = cursor ? readCursor(cursor) : null;
  const after = at ? sql`and (d.code, d.dict_id) > (${at.value}, ${at.id}::uuid)` : sql``;
  const found = await sql<DictType>`
    select d.* from dict_type d where ${matching} ${after}
    order by d.code, d.dict_id limit ${pageSize + 1} offset ${at ? 0 : (pageNum - 1) * pageSize}`.execute(tx);
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from dict_type d where ${matching}`.execute(tx);
  const { rows: types, nextCursor } = cutPage(found.rows, pageSize, (last) => ({ value: last.code, id: last.dict_id }));
  return { types, nextCursor, total: counted.rows[0]?.count ?? 0 };
}

function saying(keywords: string): RawBuilder<SqlBool> {
  const pattern = containing(keywords);
  return sql<SqlBool>`(d.code ilike ${pattern} or d.name ilike ${pattern} or d.titles::text ilike ${pattern}
    or exists (select from dict_item i where i.dict_id = d.dict_id
      and (i.name ilike ${pattern} or i.value ilike ${pattern} or i.titles::text ilike ${pattern})))`;
}

/** One dictionary; with `lock` its row is locked until the transaction ends. */
export function dictById(tx: Tx, id: RecordId, lock = false): Promise<DictType | undefined> {
  const query = tx.selectFrom("dict_type").selectAll().where("dict_id", "=", id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** The items of dictionaries in their order, by dictionary. */
export async function itemsOfDicts(tx: Tx, ids: readonly RecordId[]): Promise<Map<RecordId, DictItem[]>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("dict_item")
    .selectAll()
    .where("dict_id", "in", [...ids])
    .orderBy("sort")
    .orderBy("value")
    .execute();
  return Map.groupBy(rows, (row) => row.dict_id);
}

/** The items that can be chosen from the dictionary with a code; none if it is disabled or does not exist. */
export async function choicesOf(tx: Tx, code: string): Promise<DictItem[]> {
  return tx
    .selectFrom("dict_item")
    .innerJoin("dict_type", "dict_type.dict_id", "dict_item.dict_id")
    .selectAll("dict_item")
    .where((condition) => condition(condition.fn<string>("lower", ["dict_type.code"]), "=", code.toLowerCase()))
    .where("dict_type.status", "=", 1)
    .where("dict_item.status", "=", 1)
    .orderBy("dict_item.sort")
    .orderBy("dict_item.value")
    .execute();
}

/** Whether another dictionary has the code. */
export async function isCodeTaken(tx: Tx, code: string, except: RecordId | null): Promise<boolean> {
  const found = await sql`
    select from dict_type
    where lower(code) = lower(${code}) and (${except}::uuid is null or dict_id <> ${except}::uuid)`.execute(tx);
  return found.rows.length > 0;
}
