import { type AdAccount, campaigns } from "@homeroom/contract/campaigns";
import type { RequestInput } from "@homeroom/contract/endpoint";
import type { RecordId } from "@homeroom/contract/ids";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

/** Below the key of Meta's settings: reloading them asks for the accounts again too. */
const key = ["advertising", "meta", "accounts"];

async function fetchAccounts(signal?: AbortSignal): Promise<AdAccount[]> {
  return (await api.call(campaigns.accounts, {}, { ...(signal && { signal }) })).resultData.list;
}

/** The ad accounts that Meta names. */
export function useAdAccounts() {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => fetchAccounts(signal) });
}

/** An account as it is saved now. */
export async function adAccountNow(recordID: RecordId): Promise<AdAccount | undefined> {
  return (await fetchAccounts()).find((account) => account.recordID === recordID);
}

/** Saves an account; the lists of campaigns are asked for again too. */
export function useSaveAdAccount() {
  const client = useQueryClient();
  return async (form: RequestInput<typeof campaigns.saveAccount>, report: FailureReport): Promise<void> => {
    await api.call(campaigns.saveAccount, form, report);
    await client.invalidateQueries({ queryKey: key });
    await client.invalidateQueries({ queryKey: ["campaigns"] });
  };
}
