import { autoLogin, type KeyRow } from "@homeroom/contract/auto-login";
import type { RequestInput } from "@homeroom/contract/endpoint";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesByNumber } from "#platform/pages.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

const keysKey = ["auto-login-keys"];

/** The organisation's sign-in links, newest first, page by page. */
export function useKeys() {
  return useInfiniteQuery(
    pagesByNumber({
      queryKey: keysKey,
      read: async (pageNum, signal) =>
        (await api.call(autoLogin.list, { pageNum, pageSize: 10 }, { signal })).resultData,
    }),
  );
}

/** The people a link can be made for. */
export function useKeyAccounts(keywords: string) {
  return useQuery({
    queryKey: [...keysKey, "accounts", keywords],
    queryFn: async ({ signal }) => (await api.call(autoLogin.accounts, { keywords }, { signal })).resultData,
    placeholderData: (before) => before,
  });
}

/** Makes a link, which is shown only this once. */
export function useAddKey() {
  const client = useQueryClient();
  return async (form: RequestInput<typeof autoLogin.add>, report: FailureReport) => {
    const { resultData } = await api.call(autoLogin.add, form, report);
    void client.invalidateQueries({ queryKey: keysKey });
    return resultData;
  };
}

/** Revokes a link. */
export function useRevokeKey() {
  const client = useQueryClient();
  return async (recordID: KeyRow["recordID"]): Promise<void> => {
    try {
      await api.call(autoLogin.revoke, { recordID });
    } finally {
      await client.invalidateQueries({ queryKey: keysKey });
    }
  };
}
