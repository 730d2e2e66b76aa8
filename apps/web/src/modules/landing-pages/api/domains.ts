import type { RecordId } from "@homeroom/contract/ids";
import { landingDomains } from "@homeroom/contract/landing-domains";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";

const key = ["landingPages", "domains"] as const;

/** The organisation's own host names. */
export function useDomains() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.call(landingDomains.list, {}, { signal })).resultData,
  });
}

/** Writes of host names; pages are asked for again too, since their addresses may be others now. */
export function useDomainWrites() {
  const client = useQueryClient();
  const renew = () => void client.invalidateQueries({ queryKey: ["landingPages"] });
  return {
    add: (host: string) => api.call(landingDomains.add, { host }).finally(renew),
    check: async (recordID: RecordId) =>
      (await api.call(landingDomains.verify, { recordID }).finally(renew)).resultData,
    remove: (recordID: RecordId) => api.call(landingDomains.remove, { recordID }).finally(renew),
  };
}
