import type { RequestInput } from "@homeroom/contract/endpoint";
import type { FileId, RecordId } from "@homeroom/contract/ids";
import {
  messageTemplates,
  type SyncReport,
  type TemplateForm,
  type TemplateLanguage,
  type TemplateRow,
} from "@homeroom/contract/message-templates";
import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesOf } from "#platform/pages.ts";
import { useRenewal } from "#platform/use-renewal.ts";
import { useWrite } from "#platform/use-write.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

const listKey = ["message-templates", "list"] as const;
const pageSize = 30;
/** While a template is under review: the server receives the result by itself. */
const lookAgainMs = 10_000;

type Filters = Omit<RequestInput<typeof messageTemplates.list>, "pageNum" | "pageSize" | "cursor">;

/** The templates that the reader can see, page by page. */
export function useTemplates(filters: Filters) {
  return useInfiniteQuery({
    ...pagesOf({
      queryKey: [...listKey, filters],
      pageSize,
      read: async (page, signal) =>
        (await api.call(messageTemplates.list, { ...filters, ...page }, { signal })).resultData,
    }),
    refetchInterval: ({ state }) => {
      const rows = state.data?.pages.flatMap(({ list }) => list) ?? [];
      return rows.some(({ reviewStatus }) => reviewStatus === "pending") ? lookAgainMs : false;
    },
  });
}

/** Writes of templates. */
export function useTemplateWrites() {
  const write = useWrite(listKey);
  const renew = useRenewal(listKey);
  return {
    /** Returns the saved template's id. */
    async save({ recordID, ...form }: TemplateForm, report: FailureReport): Promise<RecordId> {
      if (!recordID) return (await api.call(messageTemplates.add, form, report)).resultData.recordID;
      await api.call(messageTemplates.edit, { ...form, recordID }, report);
      return recordID;
    },
    async submit(recordID: RecordId): Promise<TemplateRow> {
      try {
        return (await api.call(messageTemplates.submit, { recordID })).resultData;
      } finally {
        await renew();
      }
    },
    async copy(recordID: RecordId, language: TemplateLanguage): Promise<RecordId> {
      const { resultData } = await api.call(messageTemplates.copy, { recordID, language });
      await renew();
      return resultData.recordID;
    },
    remove: (recordID: RecordId) => write(messageTemplates.remove, { recordID }),
    setStatus: (recordID: RecordId, openStatus: number) => write(messageTemplates.setStatus, { recordID, openStatus }),
    async sync(): Promise<SyncReport> {
      const { resultData } = await api.call(messageTemplates.sync, {});
      await renew();
      return resultData;
    },
    renew,
  };
}

/** One template as currently saved. */
export async function fetchTemplate(recordID: RecordId): Promise<TemplateRow> {
  return (await api.call(messageTemplates.info, { recordID })).resultData;
}

export async function uploadHeader(file: File): Promise<{ fileID: FileId; url: string }> {
  const { resultData } = await api.call(messageTemplates.uploadImage, {}, { file: { content: file, name: file.name } });
  return resultData;
}
