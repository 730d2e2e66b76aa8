import type { RecordId } from "@homeroom/contract/ids";
import { type AddNoticeForm, type EditNoticeForm, type NoticeRow, notices } from "@homeroom/contract/notices";
import { notifications } from "@homeroom/contract/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { noticeKeys } from "./queries.ts";

/** Writes a notice. */
export function useAddNotice() {
  const client = useQueryClient();
  return async (form: AddNoticeForm, report: FailureReport): Promise<RecordId> => {
    const { resultData } = await api.call(notices.add, form, report);
    await client.invalidateQueries({ queryKey: noticeKeys.lists });
    return resultData.recordID;
  };
}

/** Saves a notice that is not published. */
export function useEditNotice() {
  const client = useQueryClient();
  return async (form: EditNoticeForm, report: FailureReport): Promise<RecordId> => {
    await api.call(notices.edit, form, report);
    await Promise.all([
      client.invalidateQueries({ queryKey: noticeKeys.lists }),
      client.invalidateQueries({ queryKey: noticeKeys.form(form.id) }),
    ]);
    return form.id;
  };
}

/** Stores a picture; the notice itself is saved by its form. */
export async function uploadNoticeImage(file: File) {
  return (await api.call(notices.uploadImage, {}, { file: { content: file, name: file.name } })).resultData;
}

type Verb = "publish" | "revoke" | "remove";

/** Publishes, revokes or deletes a notice; the lists are refetched even after a refusal, since somebody may have been quicker. */
export function useChangeNotice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ verb, notice }: { verb: Verb; notice: Pick<NoticeRow, "recordID" | "version"> }) => {
      const { recordID: id, version } = notice;
      if (verb === "remove") await api.call(notices.remove, { ids: [id] });
      else await api.call(notices[verb], { id, version });
    },
    onSettled: (_done, _failed, { notice }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: noticeKeys.lists }),
        client.invalidateQueries({ queryKey: noticeKeys.form(notice.recordID) }),
        client.invalidateQueries({ queryKey: noticeKeys.readers(notice.recordID) }),
      ]),
  });
}

/** Marks one notification as read; the badge follows at once. */
export function useReadNotification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: RecordId) => api.call(notifications.read, { id }),
    onSettled: () => refreshNotifications(client),
  });
}

/** Marks everything of one tab of the bell as read. */
export function useReadAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (tab: "told" | "mine") => {
      if (tab === "told") await api.call(notifications.readAll, {});
      else await api.call(notices.readAll, {});
    },
    onSettled: () => refreshNotifications(client),
  });
}

function refreshNotifications(client: ReturnType<typeof useQueryClient>) {
  return Promise.all(
    [noticeKeys.counts, noticeKeys.told, noticeKeys.mine].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}
