import type { DictItem } from "@homeroom/contract/dictionary";
import { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import type { Tx } from "#platform/db/transaction";
import { AppError, type FieldFault } from "#platform/errors/app-error";

/** Throws DICT_VALUE_EXISTS at each item whose value an earlier item has. */
export function refuseSameValues(items: readonly DictItem[]): void {
  const seen = new Set<string>();
  const faults: FieldFault[] = [];
  for (const [index, { value }] of items.entries()) {
    if (seen.has(value)) faults.push({ field: `dictItems.${index}.value`, name: "DICT_VALUE_EXISTS" });
    seen.add(value);
  }
  if (faults.length > 0) throw new AppError("DICT_VALUE_EXISTS", {}, { fields: faults });
}

/** Rewrites the items of a locked dictionary; existing ones keep their ids. */
export async function saveItems(
  tx: Tx,
  dictId: RecordId,
  { items, held }: { items: readonly DictItem[]; held: ReadonlySet<string> },
): Promise<void> {
  await tx.deleteFrom("dict_item").where("dict_id", "=", dictId).execute();
  if (items.length === 0) return;
  const used = new Set<string>();
  const idOf = (id: RecordId | undefined) => {
    const kept = id && held.has(id) && !used.has(id) ? id : RecordId.parse(v7());
    used.add(kept);
    return kept;
  };
  const rows = items.map((item) => ({
    dict_id: dictId,
    item_id: idOf(item.id),
    value: item.value,
    name: item.name,
    titles: item.titles && JSON.stringify(item.titles),
    sort: item.sort,
    status: item.status,
  }));
  await tx.insertInto("dict_item").values(rows).execute();
}

/** A dictionary as the audit log records it: its items by value. */
export function auditFields(dict: {
  name: string;
  code: string;
  status: number;
  remark: string;
  items: readonly { value: string; name: string; status: number }[];
}): Record<string, unknown> {
  const { name, code, status, remark } = dict;
  const items = Object.fromEntries(
    dict.items.map((item) => [item.value, item.status === 1 ? item.name : `(${item.name})`]),
  );
  return { name, code, status, remark, items };
}
