import { closing } from "@homeroom/contract/closing";
import type { RequestOf } from "@homeroom/contract/endpoint";
import type { BranchId } from "@homeroom/contract/ids";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { useWrite } from "#platform/use-write.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { orderKeys } from "./queries.ts";

/** The money of a day at a branch; by default the session's branch and today. */
export function useClosingDay(request: { branchID?: BranchId; day?: string }) {
  return useQuery({
    queryKey: [...orderKeys.lists, "closing", request],
    queryFn: async ({ signal }) => (await api.call(closing.day, request, { signal })).resultData,
    placeholderData: keepPreviousData,
    meta: { page: true },
  });
}

export function useCloseDay() {
  const write = useWrite([...orderKeys.lists, "closing"]);
  return (form: RequestOf<typeof closing.close>, report: FailureReport) => write(closing.close, form, report);
}

/** Compares a bank statement with the booked transfers. */
export function useMatchStatement() {
  return useMutation({
    mutationFn: async ({ branchID, file }: { branchID: BranchId; file: File }) =>
      (await api.call(closing.match, { branchID }, { file: { content: file, name: file.name } })).resultData,
  });
}
