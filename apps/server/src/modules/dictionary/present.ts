import type { DictRow } from "@homeroom/contract/dictionary";
import type { Language } from "@homeroom/contract/language";
import type { Option } from "@homeroom/contract/paging";
import type { DictItem, DictType } from "./queries.ts";
import { builtIn } from "./rules/built-in.ts";

export function presentDict(type: DictType, items: readonly DictItem[]): DictRow {
  const own = builtIn(type.code);
  return {
    id: type.dict_id,
    name: type.name,
    titles: type.titles,
    code: type.code,
    status: type.status,
    remark: type.remark,
    isBuiltIn: own !== undefined,
    updateTime: type.updated_at.toISOString(),
    dictItems: items.map((item) => ({
      id: item.item_id,
      name: item.name,
      titles: item.titles,
      value: item.value,
      sort: item.sort,
      status: item.status,
      isFixed: own?.items.some(({ value }) => value === item.value) ?? false,
    })),
  };
}

export function presentChoice(item: DictItem, language: Language): Option {
  return { value: item.value, label: item.titles?.[language] || item.name };
}
