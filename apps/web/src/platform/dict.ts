import { dictionary } from "@homeroom/contract/dictionary";
import type { Option } from "@homeroom/contract/paging";
import { useQuery } from "@tanstack/react-query";
import { api } from "./api.ts";
import { usePreference } from "./preferences.ts";

/** What has been asked for of dictionaries begins with this in the query cache. */
export const dictKeys = { all: ["dict"] as const };

/** The choices of a dictionary in the reader's language; undefined until they are here. Their values are strings. */
export function useDict(code: string): Option[] | undefined {
  const [language] = usePreference("language");
  return useQuery({
    queryKey: [...dictKeys.all, code, language],
    queryFn: async ({ signal }) => (await api.call(dictionary.options, { code }, { signal })).resultData,
    staleTime: 5 * 60_000,
  }).data;
}
