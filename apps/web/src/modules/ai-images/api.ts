import {
  aiImages,
  type EditImageForm,
  type GenerateForm,
  type ImageFilters,
  type ImageRow,
} from "@homeroom/contract/ai-images";
import type { FileId, RecordId } from "@homeroom/contract/ids";
import { keepPreviousData, type Query, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesOf } from "#platform/pages.ts";
import { saveFile } from "#platform/save-file.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

const key = ["aiImages"] as const;
const listKey = [...key, "list"] as const;
const quotaKey = [...key, "quota"] as const;
const oneKey = (recordID: RecordId | null) => [...key, "one", recordID] as const;
const pageSize = 40;
const lookAgainMs = 2000;

export const isWaiting = ({ status }: Pick<ImageRow, "status">): boolean => status === "queued";

/** The images, newest first; polled while one is being made, after a reload too. */
export function useImages(filters: ImageFilters) {
  return useInfiniteQuery({
    ...pagesOf({
      queryKey: [...listKey, filters],
      pageSize,
      read: async (page, signal) => (await api.call(aiImages.list, { ...filters, ...page }, { signal })).resultData,
    }),
    refetchInterval: ({ state }) => (state.data?.pages.some(({ list }) => list.some(isWaiting)) ? lookAgainMs : false),
  });
}

/** An image, currently saved. */
export async function imageNow(recordID: RecordId) {
  return (await api.call(aiImages.info, { recordID })).resultData;
}

/** One image with where it is used. */
export function useImage(recordID: RecordId | null) {
  return useQuery({
    queryKey: oneKey(recordID),
    queryFn: async ({ signal }) =>
      recordID ? (await api.call(aiImages.info, { recordID }, { signal })).resultData : null,
    enabled: recordID !== null,
    refetchInterval: ({ state }) => (state.data && isWaiting(state.data) ? lookAgainMs : false),
  });
}

/** How many images can still be made this month, and by which models. `waiting` refetches when images are finished. */
export function useImageQuota(waiting = 0) {
  return useQuery({
    queryKey: [...quotaKey, waiting],
    queryFn: async ({ signal }) => (await api.call(aiImages.quota, {}, { signal })).resultData,
    placeholderData: keepPreviousData,
    // A cached answer for the same number of waiting images is older than the finished ones.
    staleTime: 0,
  }).data;
}

export function useImageTags() {
  return useQuery({
    queryKey: [...key, "tags"],
    queryFn: async ({ signal }) => (await api.call(aiImages.tags, {}, { signal })).resultData,
  }).data;
}

/** Writes of images; everything about images is fetched again after each. */
export function useImageWrites() {
  const client = useQueryClient();
  const renew = (gone: readonly RecordId[] = []) => {
    const isThere = ({ queryKey }: Query) => !gone.some((recordID) => queryKey.includes(recordID));
    return client.invalidateQueries({ queryKey: key, predicate: isThere });
  };
  const renewing = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } finally {
      await renew();
    }
  };
  const remove = async (ids: RecordId[]): Promise<void> => {
    let gone: RecordId[] = [];
    try {
      await api.call(aiImages.remove, { ids });
      gone = ids;
    } finally {
      // Their panel closes after this; until then a deleted image must not be refetched.
      await renew(gone);
    }
    for (const recordID of gone) await client.invalidateQueries({ queryKey: oneKey(recordID), refetchType: "none" });
  };
  return {
    generate: (form: GenerateForm, report?: FailureReport) => renewing(api.call(aiImages.generate, form, report)),
    edit: (form: EditImageForm, report: FailureReport) => renewing(api.call(aiImages.edit, form, report)),
    upload: (file: File, more: { name?: string; tag?: string[]; sourceID?: RecordId } = {}) =>
      renewing(api.call(aiImages.upload, more, { file: { content: file, name: file.name } })),
    remove,
    restore: (ids: RecordId[]) => renewing(api.call(aiImages.restore, { ids })),
  };
}

export async function downloadImage(recordID: RecordId): Promise<void> {
  saveFile(await api.call(aiImages.download, { recordID }));
}

/** A copy of an image, used like an upload. */
export async function takeImage(recordID: RecordId): Promise<{ fileID: FileId; url: string; name: string }> {
  return (await api.call(aiImages.take, { recordID })).resultData;
}
