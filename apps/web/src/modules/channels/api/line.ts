import type { RequestInput } from "@homeroom/contract/endpoint";
import type { BranchId, ChannelId } from "@homeroom/contract/ids";
import { type LineChannel, type LineQuota, line } from "@homeroom/contract/line";
import { type WelcomeSetting, welcome } from "@homeroom/contract/welcome";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

const lineKey = ["channels", "line"];
const welcomeKey = ["channels", "welcome"];

/** Polled, since LINE can stop a channel at any time. */
const lookAgainMs = 30_000;

/** The LINE accounts of the branches that the person sees; branches without one too. */
export function useLineChannels() {
  return useQuery({
    queryKey: lineKey,
    queryFn: async ({ signal }): Promise<LineChannel[]> => (await api.call(line.setting, {}, { signal })).resultData,
    refetchInterval: lookAgainMs,
    meta: { page: true },
  });
}

/** A branch's LINE account, currently saved. */
export async function fetchLineChannel(branchID: BranchId): Promise<LineChannel> {
  const { resultData } = await api.call(line.setting, {});
  const found = resultData.find(({ branch }) => branch.branchID === branchID);
  if (!found) throw new Error("The branch is not shown any more");
  return found;
}

/** LINE's current count of an account's messages this month. */
export function useLineQuota(recordID: ChannelId) {
  return useQuery({
    queryKey: [...lineKey, "quota", recordID],
    queryFn: async ({ signal }): Promise<LineQuota | null> =>
      (await api.call(line.quota, { recordID }, { signal })).resultData,
    staleTime: lookAgainMs,
  });
}

/** The calls that change a LINE account. */
export function useLineWrites() {
  const client = useQueryClient();
  const settle = <Result>(call: Promise<{ resultData: Result }>): Promise<Result> =>
    call.then(({ resultData }) => resultData).finally(() => void client.invalidateQueries({ queryKey: lineKey }));
  return {
    save: (form: RequestInput<typeof line.update>, report: FailureReport) =>
      settle(api.call(line.update, form, report)),
    saveLiff: (form: RequestInput<typeof line.updateLiff>, report: FailureReport) =>
      settle(api.call(line.updateLiff, form, report)),
    // Its test may show that earlier calls were not refused because of the secret.
    connectWebhook: (form: RequestInput<typeof line.connectWebhook>, report: FailureReport) =>
      settle(api.call(line.connectWebhook, form, report)),
    test: async (form: RequestInput<typeof line.test>, report: FailureReport) =>
      (await api.call(line.test, form, report)).resultData,
  };
}

/** Lets a stopped account send again. */
export function useResumeLine() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (recordID: ChannelId) => api.call(line.resume, { recordID }),
    onSettled: () => client.invalidateQueries({ queryKey: lineKey }),
  });
}

/** A branch's welcome message; by default that of the person's branch. */
export function useWelcome(branchID: BranchId | undefined) {
  return useQuery({
    queryKey: [...welcomeKey, branchID ?? "own"],
    queryFn: async ({ signal }): Promise<WelcomeSetting> =>
      (await api.call(welcome.setting, branchID ? { branchID } : {}, { signal })).resultData,
  });
}

/** The calls about a welcome message. */
export function useWelcomeWrites() {
  const client = useQueryClient();
  const settle = <Result>(call: Promise<{ resultData: Result }>): Promise<Result> =>
    call.then(({ resultData }) => resultData).finally(() => void client.invalidateQueries({ queryKey: welcomeKey }));
  return {
    save: (form: RequestInput<typeof welcome.update>) => settle(api.call(welcome.update, form)),
    setStatus: (form: RequestInput<typeof welcome.setStatus>) => settle(api.call(welcome.setStatus, form)),
    testLine: (form: RequestInput<typeof welcome.testLine>) => settle(api.call(welcome.testLine, form)),
    testWhatsapp: (form: RequestInput<typeof welcome.testWhatsapp>) => settle(api.call(welcome.testWhatsapp, form)),
    upload: async (file: File) =>
      (await api.call(welcome.uploadImage, {}, { file: { content: file, name: file.name } })).resultData,
  };
}
