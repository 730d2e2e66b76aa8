import type { CallOptions } from "@homeroom/contract/client";
import type { Endpoint, RequestInput } from "@homeroom/contract/endpoint";
import type { QueryKey } from "@tanstack/react-query";
import { api } from "./api.ts";
import { useRenewal } from "./use-renewal.ts";

/** Makes writing calls, and then refetches everything whose key begins with this one. */
export function useWrite(queryKey: QueryKey) {
  const renew = useRenewal(queryKey);
  return async <E extends Endpoint>(endpoint: E, request: RequestInput<E>, options?: CallOptions): Promise<void> => {
    await api.call(endpoint, request, options);
    await renew();
  };
}
