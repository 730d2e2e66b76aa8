import type { FileId, RecordId } from "@homeroom/contract/ids";
import { type QuickReply, quickReplies, type ReplyForm, type ReplyGroup } from "@homeroom/contract/quick-replies";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

const keys = {
  all: ["quick-replies"] as const,
  groups: ["quick-replies", "groups"] as const,
  replies: ["quick-replies", "replies"] as const,
};
const minute = 60_000;

/** The groups of quick replies, in their order. */
export function useReplyGroups() {
  return useQuery({
    queryKey: keys.groups,
    queryFn: async ({ signal }) => (await api.call(quickReplies.groups, {}, { signal })).resultData,
    meta: { page: true },
  });
}

/** All replies, in the order of groups and replies; they are few, so the browser searches them. */
export function useQuickReplies() {
  return useQuery({
    queryKey: keys.replies,
    queryFn: async ({ signal }) => (await api.call(quickReplies.messages, {}, { signal })).resultData,
    // Addresses of pictures are valid for an hour.
    staleTime: minute,
  });
}

/** Stores a picture or a document for a reply that is being written. */
export async function uploadReplyFile(
  kind: "image" | "file",
  file: File,
): Promise<{ fileID: FileId; name: string; url: string; size: number }> {
  const call = kind === "image" ? quickReplies.uploadImage : quickReplies.uploadFile;
  return (await api.call(call, {}, { file: { content: file, name: file.name } })).resultData;
}

/** Writes of groups and replies; a new order is shown at once and reverted if it is refused. */
export function useReplyWrites() {
  const client = useQueryClient();
  const renew = () => client.invalidateQueries({ queryKey: keys.all });
  const inOrder = async <Row>(key: readonly string[], rows: readonly Row[], call: () => Promise<unknown>) => {
    await client.cancelQueries({ queryKey: key });
    const before = client.getQueryData(key);
    client.setQueryData(key, rows);
    try {
      await call();
    } catch (reason) {
      client.setQueryData(key, before);
      throw reason;
    }
  };
  return {
    async saveGroup(name: string, recordID?: RecordId): Promise<RecordId> {
      const saved = recordID
        ? await api.call(quickReplies.renameGroup, { recordID, name })
        : await api.call(quickReplies.addGroup, { name });
      await renew();
      return saved.resultData.recordID;
    },
    async removeGroup(recordID: RecordId): Promise<void> {
      await api.call(quickReplies.deleteGroup, { recordID });
      await renew();
    },
    sortGroups: (groups: readonly ReplyGroup[]) =>
      inOrder(keys.groups, groups, () =>
        api.call(quickReplies.arrange, { ids: groups.map(({ recordID }) => recordID) }),
      ),
    /** `all`: every reply, with those of the group in their new order. */
    sortReplies: (groupID: RecordId, all: readonly QuickReply[]) =>
      inOrder(keys.replies, all, () => {
        const ids = all.filter((reply) => reply.groupID === groupID).map(({ recordID }) => recordID);
        return api.call(quickReplies.arrange, { ids, groupID });
      }),
    async saveReply({ recordID, ...form }: ReplyForm, isThere: boolean, report: FailureReport): Promise<void> {
      if (recordID && isThere) await api.call(quickReplies.editMessage, { ...form, recordID }, report);
      else await api.call(quickReplies.addMessage, { ...form, recordID }, report);
      await renew();
    },
    async removeReply(recordID: RecordId): Promise<void> {
      await api.call(quickReplies.deleteMessages, { ids: [recordID] });
      await renew();
    },
  };
}
