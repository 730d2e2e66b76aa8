import type { RequestInput, RequestOf } from "@homeroom/contract/endpoint";
import { transferProofs } from "@homeroom/contract/transfer-proofs";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesByCursor } from "#platform/pages.ts";
import { useRenewal } from "#platform/use-renewal.ts";
import { useWrite } from "#platform/use-write.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { orderKeys } from "./queries.ts";

export type TransferRequest = RequestInput<typeof transferProofs.list>;
export type MatchRequest = RequestInput<typeof transferProofs.matches>;

const pageSize = 30;
/** Polled, since pictures from chats have no order whose changes would be announced. */
const lookAgainMs = 30_000;

/** The transfer proofs in a state, page by page. */
export function useTransfers(request: TransferRequest) {
  return useInfiniteQuery({
    ...pagesByCursor({
      queryKey: [...orderKeys.lists, "transfers", request],
      pageSize,
      read: async (page, signal) =>
        (await api.call(transferProofs.list, { ...request, ...page }, { signal })).resultData,
    }),
    refetchInterval: lookAgainMs,
    meta: { page: true },
  });
}

/** The orders that a transfer may pay; the previous ones stay until the new ones have loaded. */
export function useTransferMatches(request: MatchRequest) {
  return useQuery({
    queryKey: [...orderKeys.lists, "matches", request],
    queryFn: async ({ signal }) => (await api.call(transferProofs.matches, request, { signal })).resultData,
    placeholderData: keepPreviousData,
  });
}

export function useTransferWrites() {
  const write = useWrite(orderKeys.all);
  const renew = useRenewal(orderKeys.all);
  return {
    async confirm(form: RequestOf<typeof transferProofs.confirm>) {
      const { outcome } = (await api.call(transferProofs.confirm, form)).resultData;
      await renew();
      return outcome;
    },
    reject: (form: RequestOf<typeof transferProofs.reject>, report?: FailureReport) =>
      write(transferProofs.reject, form, report),
  };
}
