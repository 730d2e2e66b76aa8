import type { RequestInput } from "@homeroom/contract/endpoint";
import type { RecordId } from "@homeroom/contract/ids";
import { log } from "@homeroom/contract/log";
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesOf } from "#platform/pages.ts";
import { usePreference } from "#platform/preferences.ts";
import { saveFile } from "#platform/save-file.ts";

export type LogRequest = RequestInput<typeof log.export>;

const pageSize = 50;

/** The entries that match filters, newest first. */
export function useLog(request: LogRequest) {
  const [language] = usePreference("language");
  return useInfiniteQuery(
    pagesOf({
      queryKey: ["log", "list", language, request],
      pageSize,
      read: async (page, signal) => (await api.call(log.page, { ...request, ...page }, { signal })).resultData,
    }),
  );
}

/** One entry, for an address that names it before the list has it. */
export function useLogEntry(id: RecordId) {
  const [language] = usePreference("language");
  return useQuery({
    queryKey: ["log", "entry", language, id],
    queryFn: async ({ signal }) => (await api.call(log.info, { id }, { signal })).resultData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The people with entries, to choose from. */
export function useOperators() {
  return useQuery({
    queryKey: ["log", "operators"],
    queryFn: async ({ signal }) => (await api.call(log.operators, {}, { signal })).resultData,
    staleTime: 5 * 60_000,
  }).data;
}

/** What was done on each of the last 30 days. */
export function useVisitTrend() {
  return useQuery({
    queryKey: ["log", "trend"],
    queryFn: async ({ signal }) => (await api.call(log.visitTrend, {}, { signal })).resultData,
    staleTime: 60_000,
  });
}

/** Today's figures. */
export function useVisitStats() {
  const [language] = usePreference("language");
  return useQuery({
    queryKey: ["log", "stats", language],
    queryFn: async ({ signal }) => (await api.call(log.visitStats, {}, { signal })).resultData,
    staleTime: 60_000,
  });
}

/** Saves the entries that match filters as a file. */
export function useExportLog() {
  return useMutation({
    mutationFn: async (request: LogRequest) => saveFile(await api.call(log.export, request)),
  });
}
