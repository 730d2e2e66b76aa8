import {
  EmailContent,
  type EmailTemplateForm,
  type EmailTemplateRow,
  emailTemplates,
} from "@homeroom/contract/email-templates";
import type { BranchId, FileId, LeadId, RecordId } from "@homeroom/contract/ids";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesOf } from "#platform/pages.ts";
import { useWrite } from "#platform/use-write.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

const all = ["email-templates"] as const;
const listKey = [...all, "list"] as const;
const pageSize = 30;

/** The e-mail templates of the organisation, page by page. */
export function useEmailTemplates(keywords: string) {
  return useInfiniteQuery(
    pagesOf({
      queryKey: [...listKey, keywords],
      pageSize,
      read: async (page, signal) =>
        (await api.call(emailTemplates.list, { ...(keywords && { keywords }), ...page }, { signal })).resultData,
    }),
  );
}

/** A mail as a lead would read it; an incomplete one has no preview. */
export function useMailPreview(content: unknown, leadId: LeadId | null) {
  const read = EmailContent.safeParse(content);
  return useQuery({
    queryKey: [...all, "preview", read.data, leadId],
    queryFn: async ({ signal }) =>
      read.data ? (await api.call(emailTemplates.preview, { ...read.data, leadId }, { signal })).resultData : null,
    placeholderData: keepPreviousData,
    enabled: read.success,
  });
}

/** Writes of e-mail templates. */
export function useEmailTemplateWrites() {
  const write = useWrite(listKey);
  return {
    save: (form: EmailTemplateForm, report: FailureReport) => write(emailTemplates.save, form, report),
    remove: (recordID: RecordId) => write(emailTemplates.remove, { recordID }),
  };
}

/** The template as currently saved; undefined when it is gone. */
export async function emailTemplateNow({ recordID, name }: EmailTemplateRow): Promise<EmailTemplateRow | undefined> {
  const { resultData } = await api.call(emailTemplates.list, { keywords: name, pageSize: 100 });
  return resultData.list.find((one) => one.recordID === recordID);
}

/** Sends a mail to the person's own address; resolves to that address. */
export async function sendTestMail(content: EmailContent, branchID?: BranchId): Promise<string> {
  const request = { ...content, ...(branchID && { branchID }) };
  return (await api.call(emailTemplates.test, request)).resultData.receiver;
}

export async function uploadMailImage(file: File): Promise<{ fileID: FileId; url: string }> {
  return (await api.call(emailTemplates.uploadImage, {}, { file: { content: file, name: file.name } })).resultData;
}
