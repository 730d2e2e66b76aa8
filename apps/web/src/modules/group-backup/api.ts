import { type BackupSetting, backup } from "@homeroom/contract/backup";
import type { RequestInput } from "@homeroom/contract/endpoint";
import type { BranchId } from "@homeroom/contract/ids";
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesByNumber } from "#platform/pages.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

const key = (branchID: BranchId) => ["group-backup", branchID] as const;
const groupsAtOnce = 30;
const messagesAtOnce = 40;

/** The credentials for reading a branch's group chats. */
export function useBackupSetting(branchID: BranchId) {
  return useQuery({
    queryKey: [...key(branchID), "setting"],
    queryFn: ({ signal }) => backupSettingNow(branchID, signal),
  });
}

export async function backupSettingNow(branchID: BranchId, signal?: AbortSignal): Promise<BackupSetting> {
  return (await api.call(backup.setting, { branchID }, signal && { signal })).resultData;
}

type SaveForm = RequestInput<typeof backup.saveSetting>;

/** Tests and saves the form's values. */
export function useBackupWrites(branchID: BranchId) {
  const client = useQueryClient();
  return {
    test: async (form: Omit<SaveForm, "version">) => (await api.call(backup.testSetting, form)).resultData.detail,
    async save(form: SaveForm, report: FailureReport): Promise<void> {
      await api.call(backup.saveSetting, form, report);
      await client.invalidateQueries({ queryKey: key(branchID) });
    },
  };
}

/** The branch's group chats, page by page. */
export function useGroups(branchID: BranchId, keywords: string) {
  return useInfiniteQuery({
    ...pagesByNumber({
      queryKey: [...key(branchID), "groups", keywords],
      read: async (pageNum, signal) =>
        (await api.call(backup.groupList, { branchID, keywords, pageNum, pageSize: groupsAtOnce }, { signal }))
          .resultData,
    }),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** The messages of a group chat, latest first, page by page. */
export function useGroupMessages(branchID: BranchId, groupID: string, keywords: string) {
  return useInfiniteQuery({
    ...pagesByNumber({
      queryKey: [...key(branchID), "messages", groupID, keywords],
      read: async (pageNum, signal) => {
        const request = { branchID, groupID, keywords, pageNum, pageSize: messagesAtOnce };
        return (await api.call(backup.messageList, request, { signal })).resultData;
      },
    }),
    retry: false,
  });
}

/** The address of a picture in this browser; undefined until it has loaded. */
export function usePicture(of: { branchID: BranchId; groupID: string; pictureID: string }) {
  const { branchID, groupID, pictureID } = of;
  return useQuery({
    queryKey: [...key(branchID), "picture", groupID, pictureID],
    queryFn: async ({ signal }) =>
      dataAddress((await api.call(backup.picture, { branchID, groupID, pictureID }, { signal })).content),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** A file as a data address, which, unlike an object's, needs no release. */
async function dataAddress(content: Blob): Promise<string> {
  const bytes = new Uint8Array(await content.arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `data:${content.type};base64,${btoa(text)}`;
}
