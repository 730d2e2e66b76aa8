import { channels, type WhatsappChannel, type WhatsappForm } from "@homeroom/contract/channels";
import { chat } from "@homeroom/contract/chat";
import type { RequestInput, ResponseOf } from "@homeroom/contract/endpoint";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesByNumber } from "#platform/pages.ts";
import { useRenewal } from "#platform/use-renewal.ts";
import { useWrite } from "#platform/use-write.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

export type DeliveryProblem = ResponseOf<typeof chat.deliveryProblems>["list"][number];

const channelsKey = ["channels", "whatsapp"];
const problemsKey = ["channels", "problems"];

/** Polled, since the provider can stop a channel at any time. */
const lookAgainMs = 30_000;

/** The WhatsApp channels that the person may see. */
export function useWhatsappChannels() {
  return useQuery({
    queryKey: channelsKey,
    queryFn: async ({ signal }): Promise<WhatsappChannel[]> =>
      (await api.call(channels.whatsappSetting, {}, { signal })).resultData,
    refetchInterval: lookAgainMs,
    meta: { page: true },
  });
}

/** One of them, currently saved. Rejects if it no longer exists. */
export async function fetchWhatsappChannel(recordID: WhatsappChannel["recordID"]): Promise<WhatsappChannel> {
  const { resultData } = await api.call(channels.whatsappSetting, {});
  const found = resultData.find((channel) => channel.recordID === recordID);
  if (!found) throw new Error("The number is not among those that may be seen any more");
  return found;
}

/** Lets a stopped channel send again. */
export function useResumeChannel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (recordID: WhatsappChannel["recordID"]) => api.call(channels.resumeChannel, { recordID }),
    onSettled: () => client.invalidateQueries({ queryKey: channelsKey }),
  });
}

/** Deliveries that could not be processed, newest first, page by page. */
export function useDeliveryProblems() {
  return useInfiniteQuery({
    ...pagesByNumber({
      queryKey: problemsKey,
      read: async (pageNum, signal) =>
        (await api.call(chat.deliveryProblems, { pageNum, pageSize: 50 }, { signal })).resultData,
    }),
    refetchInterval: lookAgainMs,
  });
}

/** Has a delivery processed again. It leaves the list, and returns if it fails as often again. */
export function useRerunDelivery() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (recordID: string) => api.call(chat.rerunDelivery, { recordID }),
    onSettled: () => client.invalidateQueries({ queryKey: problemsKey }),
  });
}

/** A free test number of the sandbox; null if there is none. */
export function useTrialNumber() {
  return useQuery({
    queryKey: ["channels", "trialNumber"],
    queryFn: async ({ signal }) => (await api.call(channels.trialNumber, {}, { signal })).resultData,
  }).data;
}

/** Tests values at WhatsApp one by one. */
export async function testWhatsapp(request: RequestInput<typeof channels.testWhatsapp>) {
  return (await api.call(channels.testWhatsapp, request)).resultData;
}
export type TestResult = Awaited<ReturnType<typeof testWhatsapp>>;

/** Writes of WhatsApp numbers. */
export function useWhatsappWrites() {
  const write = useWrite(channelsKey);
  const renew = useRenewal(channelsKey);
  return {
    async save(form: WhatsappForm, report: FailureReport) {
      const { resultData } = await api.call(channels.updateWhatsapp, form, report);
      await renew();
      return resultData;
    },
    setStatus: (recordID: WhatsappChannel["recordID"], status: number) =>
      write(channels.setWhatsappStatus, { recordID, status }),
    reloadStanding: (recordID: WhatsappChannel["recordID"]) => write(channels.reloadStanding, { recordID }),
  };
}
