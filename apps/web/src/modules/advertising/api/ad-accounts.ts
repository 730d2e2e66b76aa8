import { type AdAccount, type AdPlatformName, campaigns } from "@homeroom/contract/campaigns";
import type { RequestInput } from "@homeroom/contract/endpoint";
import type { RecordId } from "@homeroom/contract/ids";
import { volcengine } from "@homeroom/contract/volcengine";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

/** Below the key of a platform's settings, so that reloading these refetches the accounts too. */
const keyOf = (platform: AdPlatformName) => ["advertising", platform, "accounts"];
const calls = { meta: campaigns, volcengine };

async function fetchAccounts(platform: AdPlatformName, signal?: AbortSignal): Promise<AdAccount[]> {
  return (await api.call(calls[platform].accounts, {}, { ...(signal && { signal }) })).resultData.list;
}

/** The ad accounts that a platform lists. */
export function useAdAccounts(platform: AdPlatformName) {
  return useQuery({ queryKey: keyOf(platform), queryFn: ({ signal }) => fetchAccounts(platform, signal) });
}

/** An account as currently saved. */
export async function adAccountNow(platform: AdPlatformName, recordID: RecordId): Promise<AdAccount | undefined> {
  return (await fetchAccounts(platform)).find((account) => account.recordID === recordID);
}

/** Saves an account; the lists of campaigns are refetched too. */
export function useSaveAdAccount(platform: AdPlatformName) {
  const client = useQueryClient();
  return async (form: RequestInput<typeof campaigns.saveAccount>, report: FailureReport): Promise<void> => {
    await api.call(calls[platform].saveAccount, form, report);
    await client.invalidateQueries({ queryKey: keyOf(platform) });
    await client.invalidateQueries({ queryKey: ["campaigns"] });
  };
}
