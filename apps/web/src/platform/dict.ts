import { dictionary } from "@homeroom/contract/dictionary";
import type { Option } from "@homeroom/contract/paging";
import { useQuery } from "@tanstack/react-query";
import { api } from "./api.ts";
import { usePreference } from "./preferences.ts";

/** The query keys of dictionaries begin with this. */
export const dictKeys = { all: ["dict"] as const };

/** The choices of a dictionary in the reader's language; undefined until they are loaded. Their values are strings. */
export function useDict(code: string): Option[] | undefined {
  const [language] = usePreference("language");
  return useQuery({
    queryKey: [...dictKeys.all, code, language],
    queryFn: async ({ signal }) => (await api.call(dictionary.options, { code }, { signal })).resultData,
    staleTime: 5 * 60_000,
  }).data;
}
