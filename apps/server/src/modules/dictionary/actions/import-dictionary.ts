import { createHash } from "node:crypto";
import { sql } from "kysely";
import { type Database, inSystemTransaction, type SystemTx } from "#platform/db/transaction";
import { type BuiltInDict, builtInDicts, dictIdOf } from "../rules/built-in.ts";

const lock = 7_042_012;

/**
 * Updates the product's own dictionaries. Wording changed by platform staff stays until the product itself
 * changes that dictionary; items they added stay. Safe to run at every start and in several processes at once.
 */
export async function importDictionary(db: Database): Promise<{ written: number }> {
  return inSystemTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(tx);
    const held = await tx.selectFrom("dict_type").select(["dict_id", "definition"]).execute();
    const marks = new Map(held.map((row) => [row.dict_id, row.definition]));
    const changed = builtInDicts.filter((dict) => marks.get(dictIdOf(dict.code)) !== definitionOf(dict));
    for (const dict of changed) await write(tx, dict);
    return { written: changed.length };
  });
}

function definitionOf(dict: BuiltInDict): string {
  return createHash("sha256").update(JSON.stringify(dict)).digest("base64url");
}

async function write(tx: SystemTx, dict: BuiltInDict): Promise<void> {
  const dictId = dictIdOf(dict.code);
  // Staff may have added one with this code before the product did: theirs gets another code.
  await sql`update dict_type set code = code || '_' || left(dict_id::text, 8)
    where lower(code) = ${dict.code} and dict_id <> ${dictId}`.execute(tx);
  const type = {
    code: dict.code,
    name: dict.titles["zh-tw"],
    titles: JSON.stringify(dict.titles),
    definition: definitionOf(dict),
  };
  await tx
    .insertInto("dict_type")
    .values({ dict_id: dictId, ...type })
    .onConflict((conflict) =>
      conflict.column("dict_id").doUpdateSet({ ...type, version: sql`dict_type.version + 1`, updated_at: sql`now()` }),
    )
    .execute();
  for (const [index, item] of dict.items.entries()) {
    const words = { name: item.titles["zh-tw"], titles: JSON.stringify(item.titles), sort: index + 1 };
    await tx
      .insertInto("dict_item")
      .values({ dict_id: dictId, item_id: dictIdOf(`${dict.code} ${item.value}`), value: item.value, ...words })
      .onConflict((conflict) => conflict.columns(["dict_id", "value"]).doUpdateSet(words))
      .execute();
  }
}
