import type { RequestInput } from "@homeroom/contract/endpoint";
import type { FileId, RecordId } from "@homeroom/contract/ids";
import { landingEntries } from "@homeroom/contract/landing-entries";
import {
  type AddPageForm,
  type EditPageForm,
  landingPages,
  type PageInfo,
  type PagePicture,
} from "@homeroom/contract/landing-pages";
import type { Section } from "@homeroom/contract/page-design/sections";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesOf } from "#platform/pages.ts";
import { usePreference } from "#platform/preferences.ts";
import { saveFile } from "#platform/save-file.ts";
import { useWrite } from "#platform/use-write.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { StaleDraft } from "../rules/draft-saver.ts";

const keys = {
  all: ["landingPages"] as const,
  list: ["landingPages", "list"] as const,
  choices: ["landingPageChoices"] as const,
  page: (id: string) => ["landingPages", "page", id] as const,
  versions: (id: string) => ["landingPages", "versions", id] as const,
};
const pageSize = 40;

export type PageQuery = Omit<RequestInput<typeof landingPages.list>, "pageNum" | "pageSize" | "cursor">;

/** The landing pages, the newest first. */
export function usePages(filters: PageQuery) {
  return useInfiniteQuery(
    pagesOf({
      queryKey: [...keys.list, filters],
      pageSize,
      read: async (page, signal) => (await api.call(landingPages.list, { ...filters, ...page }, { signal })).resultData,
    }),
  );
}

/** One page with its sections. */
export function usePage(recordID: RecordId) {
  return useQuery({
    queryKey: keys.page(recordID),
    queryFn: async ({ signal }) => (await api.call(landingPages.info, { recordID }, { signal })).resultData,
    // An editor starts with the currently saved page.
    refetchOnMount: "always",
    meta: { page: true },
  });
}

/** The published versions of a page. */
export function useVersions(recordID: RecordId) {
  return useQuery({
    queryKey: keys.versions(recordID),
    queryFn: async ({ signal }) => (await api.call(landingPages.versions, { recordID }, { signal })).resultData,
  });
}

/** The designs, the templates and the categories that a page can have. */
export function usePageChoices() {
  const [language] = usePreference("language");
  const themes = useQuery({
    queryKey: [...keys.choices, "themes", language],
    queryFn: async ({ signal }) => (await api.call(landingPages.themes, {}, { signal })).resultData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const templates = useQuery({
    queryKey: [...keys.choices, "templates", language],
    queryFn: async ({ signal }) => (await api.call(landingPages.templates, {}, { signal })).resultData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const categories = useQuery({
    queryKey: [...keys.choices, "categories", language],
    queryFn: async ({ signal }) => (await api.call(landingPages.categories, {}, { signal })).resultData,
  });
  return { themes: themes.data ?? [], templates: templates.data ?? [], categories: categories.data ?? [] };
}

/** The accounts whose messages reach the inbox; empty until loaded. */
export function useButtonAccounts() {
  const { data } = useQuery({
    queryKey: [...keys.choices, "button accounts"],
    queryFn: async ({ signal }) => (await api.call(landingPages.buttonAccounts, {}, { signal })).resultData,
  });
  return data ?? [];
}

/** Writes of pages; visible pages are refetched after each. */
export function usePageWrites() {
  const client = useQueryClient();
  const renewing = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } finally {
      await client.invalidateQueries({ queryKey: keys.all });
    }
  };
  return {
    async add(form: AddPageForm, report: FailureReport): Promise<RecordId> {
      const { resultData } = await api.call(landingPages.add, form, report);
      await client.invalidateQueries({ queryKey: keys.all });
      return resultData.recordID;
    },
    async edit(form: EditPageForm, report: FailureReport): Promise<void> {
      await api.call(landingPages.edit, form, report);
      await client.invalidateQueries({ queryKey: keys.all });
    },
    publish: (recordID: RecordId, report?: FailureReport) =>
      renewing(api.call(landingPages.publish, { recordID }, report)),
    takeOffline: (recordID: RecordId) => renewing(api.call(landingPages.takeOffline, { recordID })),
    remove: (recordID: RecordId) => renewing(api.call(landingPages.remove, { recordID })),
    restore: (recordID: RecordId) => renewing(api.call(landingPages.restore, { recordID })),
    rollBack: (recordID: RecordId, versionID: RecordId) =>
      renewing(api.call(landingPages.rollBack, { recordID, versionID })),
  };
}

/** An address at which anybody sees the draft of a page for some days. */
export async function previewAddress(recordID: RecordId): Promise<string> {
  return (await api.call(landingPages.previewLink, { recordID })).resultData.url;
}

/** Saves the list as a workbook. */
export async function exportPages(filters: PageQuery): Promise<void> {
  saveFile(await api.call(landingPages.export, filters));
}

/** One page, currently saved. */
export async function fetchPage(recordID: RecordId): Promise<PageInfo> {
  return (await api.call(landingPages.info, { recordID })).resultData;
}

/** Saves drafts of the editor and updates the cached page, so that its settings can be saved next. */
export function useSaveDraft() {
  const client = useQueryClient();
  const change = (recordID: RecordId, make: (page: PageInfo) => PageInfo) =>
    client.setQueryData<PageInfo>(keys.page(recordID), (page) => page && make(page));
  return {
    /** Returns the saved version; throws StaleDraft. */
    async save(form: EditPageForm & { sections: Section[] }): Promise<number> {
      const version = await saveDraft(form);
      if (version === form.version) return version;
      const { recordID, sections } = form;
      const isKnown = client.getQueryData<PageInfo>(keys.page(recordID))?.version === form.version;
      if (isKnown) change(recordID, (page) => ({ ...page, version, sections, publishStatus: statusAfter(page) }));
      // The cached page is older than somebody else's save.
      else await client.invalidateQueries({ queryKey: keys.page(recordID) });
      await client.invalidateQueries({ queryKey: keys.list, refetchType: "none" });
      return version;
    },
    rememberPicture: (recordID: RecordId, picture: PagePicture) =>
      change(recordID, (page) => ({ ...page, pictures: [...page.pictures, picture] })),
  };
}

function statusAfter({ publishStatus }: PageInfo): PageInfo["publishStatus"] {
  return publishStatus === "published" ? "changed" : publishStatus;
}

async function saveDraft(form: EditPageForm): Promise<number> {
  let isStale = false;
  const onFailure: FailureReport["onFailure"] = ({ name }) => {
    isStale = name === "STALE_DATA";
  };
  try {
    return (await api.call(landingPages.edit, form, { onFailure })).resultData.version;
  } catch (reason) {
    throw isStale ? new StaleDraft(String(reason)) : reason;
  }
}

export async function uploadPicture(file: File): Promise<PagePicture> {
  return (await api.call(landingPages.uploadImage, {}, { file: { content: file, name: file.name } })).resultData;
}

/** The same for a form that only needs to show it. */
export async function uploadShownPicture(file: File): Promise<{ fileID: FileId; url: string }> {
  const { fileID, url } = await uploadPicture(file);
  return { fileID, url };
}

const lookAgainMs = 10_000;

/** The forms of a page that did not become leads; polled while there are some. */
export function useStuckEntries(pageId: RecordId) {
  return useQuery({
    queryKey: ["landingPages", "entries", pageId],
    queryFn: async ({ signal }) =>
      (await api.call(landingEntries.log, { recordID: pageId }, { signal })).resultData ?? [],
    refetchInterval: ({ state }) => (state.data?.length ? lookAgainMs : false),
  });
}

/** Retries making the lead of a form. */
export function useReplayEntry() {
  const write = useWrite(["landingPages"]);
  return (recordID: RecordId) => write(landingEntries.replay, { recordID });
}
