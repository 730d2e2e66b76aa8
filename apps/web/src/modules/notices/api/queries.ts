import type { RecordId } from "@homeroom/contract/ids";
import { notices } from "@homeroom/contract/notices";
import { notifications } from "@homeroom/contract/notifications";
import { updates } from "@homeroom/contract/updates";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesByCursor, pagesByNumber } from "#platform/pages.ts";
import { usePreference } from "#platform/preferences.ts";
import type { NoticeListRequest } from "../rules/list-request.ts";

export const noticeKeys = {
  all: ["notices"] as const,
  counts: ["notices", "counts"] as const,
  mine: ["notices", "mine"] as const,
  told: ["notices", "told"] as const,
  detail: (id: RecordId) => ["notices", "detail", id] as const,
  lists: ["notices", "list"] as const,
  list: (request: NoticeListRequest) => ["notices", "list", request] as const,
  form: (id: RecordId) => ["notices", "form", id] as const,
  readers: (id: RecordId) => ["notices", "readers", id] as const,
  preferences: ["notices", "preferences"] as const,
};

const rowsInPanel = 20;

/** The number of unread items, and the unread urgent notices. */
export function useUnreadCounts() {
  return useQuery({
    queryKey: noticeKeys.counts,
    queryFn: async ({ signal }) => (await api.call(notices.unreadCount, {}, { signal })).resultData,
    staleTime: 60_000,
  }).data;
}

/** The notices for the reader, newest first. */
export function useMyNotices() {
  return useInfiniteQuery(
    pagesByCursor({
      queryKey: noticeKeys.mine,
      pageSize: rowsInPanel,
      read: async (page, signal) => (await api.call(notices.myPage, page, { signal })).resultData,
    }),
  );
}

/** The reader's notifications, latest first. */
export function useMyNotifications() {
  return useInfiniteQuery(
    pagesByCursor({
      queryKey: noticeKeys.told,
      pageSize: rowsInPanel,
      read: async (page, signal) => (await api.call(notifications.page, page, { signal })).resultData,
    }),
  );
}

/** A notice; fetching it marks it as read. */
export function useNotice(id: RecordId) {
  return useQuery({
    queryKey: noticeKeys.detail(id),
    queryFn: async ({ signal }) => (await api.call(notices.detail, { id }, { signal })).resultData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

const pageSize = 50;

/** The organisation's notices for their authors, page by page. */
export function useNoticeList(request: NoticeListRequest) {
  return useInfiniteQuery({
    ...pagesByNumber({
      queryKey: noticeKeys.list(request),
      read: async (pageNum, signal) =>
        (await api.call(notices.page, { ...request, pageNum, pageSize }, { signal })).resultData,
    }),
    placeholderData: keepPreviousData,
    meta: { page: true },
  });
}

export async function readForm(id: RecordId) {
  return (await api.call(notices.form, { id })).resultData;
}

/** A notice as its authors see it. */
export function useNoticeForm(id: RecordId) {
  return useQuery({ queryKey: noticeKeys.form(id), queryFn: () => readForm(id), staleTime: 0 });
}

/** Who has read a notice and who has not. */
export function useReaders(id: RecordId) {
  return useInfiniteQuery(
    pagesByNumber({
      queryKey: noticeKeys.readers(id),
      read: async (pageNum, signal) =>
        (await api.call(notices.readers, { id, pageNum, pageSize: 100 }, { signal })).resultData,
    }),
  );
}

/** The people, roles and branches that a notice can be for. */
export function useTargets() {
  return useQuery({
    queryKey: ["notices", "targets"],
    queryFn: async ({ signal }) => (await api.call(notices.targets, {}, { signal })).resultData,
  }).data;
}

export const preferencesQuery = {
  queryKey: noticeKeys.preferences,
  queryFn: async () => (await api.call(notifications.preferences, {})).resultData,
  staleTime: 5 * 60_000,
};

/** The person's notification settings. */
export function usePreferences() {
  return useQuery(preferencesQuery);
}

/** What is new in each version of the product. */
export function useUpdateLog() {
  const [language] = usePreference("language");
  return useQuery({
    queryKey: ["notices", "updates", language],
    queryFn: async ({ signal }) => (await api.call(updates.list, {}, { signal })).resultData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
