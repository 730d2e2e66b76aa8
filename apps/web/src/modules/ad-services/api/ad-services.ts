import { adServices } from "@homeroom/contract/ad-services";
import type { RequestInput } from "@homeroom/contract/endpoint";
import type { FileId, RecordId } from "@homeroom/contract/ids";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesByNumber } from "#platform/pages.ts";
import { saveFile } from "#platform/save-file.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

const key = ["adServices"] as const;
const pageSize = 30;

/** The current offer, and the ad budget. */
export function useAdOffer() {
  return useQuery({
    queryKey: [...key, "offer"],
    queryFn: async ({ signal }) => (await api.call(adServices.offer, {}, { signal })).resultData,
    meta: { page: true },
  });
}

/** The services that our staff provide for the organisation, page by page. */
export function useServices() {
  return useInfiniteQuery({
    ...pagesByNumber({
      queryKey: [...key, "list"],
      read: async (pageNum, signal) => (await api.call(adServices.list, { pageNum, pageSize }, { signal })).resultData,
    }),
    meta: { page: true },
  });
}

/** Orders, use of the budget, and consent to terms; visible data are refetched. */
export function useAdWrites() {
  const client = useQueryClient();
  const renew = async () => {
    await client.invalidateQueries({ queryKey: key });
    await client.invalidateQueries({ queryKey: ["billing"] });
  };
  return {
    async order(form: RequestInput<typeof adServices.topUp>, report: FailureReport) {
      const { resultData } = await api.call(adServices.topUp, form, report);
      await renew();
      return resultData;
    },
    async spendBudget(form: RequestInput<typeof adServices.useBudget>) {
      await api.call(adServices.useBudget, form);
      await renew();
    },
    async agree(recordID: RecordId) {
      await api.call(adServices.agree, { recordID });
      await renew();
    },
  };
}

/** Stores a picture for an ad. */
export async function uploadAdImage(file: File): Promise<{ fileID: FileId; url: string }> {
  return (await api.call(adServices.uploadImage, {}, { file: { content: file, name: file.name } })).resultData;
}

/** Saves the report of a service as a PDF. */
export function useDownloadReport() {
  return useMutation({
    mutationFn: async (recordID: RecordId) => saveFile(await api.call(adServices.report, { recordID })),
  });
}
