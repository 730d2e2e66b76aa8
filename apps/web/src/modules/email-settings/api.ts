import { type EmailDomain, type EmailSetting, emailSettings } from "@homeroom/contract/email-settings";
import type { RequestInput } from "@homeroom/contract/endpoint";
import type { BranchId } from "@homeroom/contract/ids";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

const key = ["email-settings"];
const domainStaysMs = 300_000;

/** The mail servers of the branches that the person sees; branches without one too. */
export function useEmailSettings() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<EmailSetting[]> =>
      (await api.call(emailSettings.list, {}, { signal })).resultData,
    meta: { page: true },
  });
}

/** A branch's current setting. */
export async function emailSettingNow(branchID: BranchId): Promise<EmailSetting | undefined> {
  const settings = (await api.call(emailSettings.list, {})).resultData;
  return settings.find(({ branch }) => branch.branchID === branchID);
}

/** What DNS says about a branch's sender; refetched when the sender changes. */
export function useEmailDomain(branchID: BranchId, sender: string) {
  return useQuery({
    queryKey: [...key, "domain", branchID, sender],
    queryFn: async ({ signal }): Promise<EmailDomain> =>
      (await api.call(emailSettings.domain, { branchID }, { signal })).resultData,
    staleTime: domainStaysMs,
  });
}

/** The calls that test and save a mail server. */
export function useEmailWrites() {
  const client = useQueryClient();
  return {
    test: async (form: RequestInput<typeof emailSettings.test>, report: FailureReport) =>
      (await api.call(emailSettings.test, form, report)).resultData,
    async save(form: RequestInput<typeof emailSettings.save>, report: FailureReport): Promise<void> {
      await api.call(emailSettings.save, form, report);
      await client.invalidateQueries({ queryKey: key });
    },
  };
}
