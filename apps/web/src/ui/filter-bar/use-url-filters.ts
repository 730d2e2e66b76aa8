import { useMemo } from "react";
import { useAddress } from "../page/use-address.ts";
import {
  type FilterDefinition,
  type FilterValues,
  readFilters,
  searchKey,
  withFilter,
  withoutFilters,
} from "./filters.ts";

export interface UrlFilters {
  values: FilterValues;
  /** The search words, "" if there are none. */
  keywords: string;
  set: (key: string, values: readonly string[]) => void;
  clear: () => void;
  /** Replaces all filters with those of a saved view ("status=1,2&keywords=x"). */
  apply: (part: string) => void;
  search: URLSearchParams;
  keys: readonly string[];
  /** The keys that a saved view stores: the filters, and the other parts of the address that belong to a view. */
  viewKeys: readonly string[];
}

const nothingElse: readonly string[] = [];

/**
 * The filters of a screen, stored in the address: a link or a reload shows the same list. `alsoKept` names other parts of
 * the address that a saved view stores, such as sort and columns.
 */
export function useUrlFilters(
  definitions: readonly FilterDefinition[],
  alsoKept: readonly string[] = nothingElse,
): UrlFilters {
  const { search, changeQuery } = useAddress();
  const names = [searchKey, ...definitions.map(({ key }) => key)].join("\n");

  return useMemo(() => {
    const keys = names.split("\n");
    const viewKeys = [...keys, ...alsoKept];
    const values = readFilters(search, keys);
    return {
      values,
      keywords: values[searchKey]?.[0] ?? "",
      set: (key, next) => changeQuery((now) => withFilter(now, key, next)),
      clear: () => changeQuery((now) => withoutFilters(now, keys)),
      apply: (part) =>
        changeQuery((now) => {
          const next = withoutFilters(now, viewKeys);
          for (const [key, value] of new URLSearchParams(part)) if (viewKeys.includes(key)) next.set(key, value);
          return next;
        }),
      search,
      keys,
      viewKeys,
    };
  }, [names, search, changeQuery, alsoKept]);
}
