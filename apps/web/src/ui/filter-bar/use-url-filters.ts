import { useMemo } from "react";
import { useSearchParams } from "react-router";
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
  /** The search words, "" when there are none. */
  keywords: string;
  set: (key: string, values: readonly string[]) => void;
  clear: () => void;
  /** Replaces all filters by those of a saved view ("status=1,2&keywords=x"). */
  apply: (part: string) => void;
  search: URLSearchParams;
  keys: readonly string[];
}

/** The filters of a screen, whose state is the address: a link or a reload shows the same list. */
export function useUrlFilters(definitions: readonly FilterDefinition[]): UrlFilters {
  const [search, setSearch] = useSearchParams();
  const names = [searchKey, ...definitions.map(({ key }) => key)].join("\n");

  return useMemo(() => {
    const keys = names.split("\n");
    const replace = (next: URLSearchParams) => setSearch(next, { replace: true, preventScrollReset: true });
    const values = readFilters(search, keys);
    return {
      values,
      keywords: values[searchKey]?.[0] ?? "",
      set: (key, next) => replace(withFilter(search, key, next)),
      clear: () => replace(withoutFilters(search, keys)),
      apply: (part) => {
        const next = withoutFilters(search, keys);
        for (const [key, value] of new URLSearchParams(part)) if (keys.includes(key)) next.set(key, value);
        replace(next);
      },
      search,
      keys,
    };
  }, [names, search, setSearch]);
}
