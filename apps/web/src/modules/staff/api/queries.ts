import type { RequestInput } from "@homeroom/contract/endpoint";
import type { AccountId } from "@homeroom/contract/ids";
import { staff } from "@homeroom/contract/staff";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesOf } from "#platform/pages.ts";

export type StaffListRequest = Omit<RequestInput<typeof staff.list>, "cursor" | "pageNum" | "pageSize">;
/** One record, three screens: staff, teachers, accounts. */
export type StaffScreen = "staff" | "teacher" | "user";

export const staffKeys = {
  all: ["staff"] as const,
  lists: ["staff", "list"] as const,
  list: (screen: StaffScreen, request: StaffListRequest) => ["staff", "list", screen, request] as const,
  form: (id: string) => ["staff", "form", id] as const,
  choices: ["staff", "choices"] as const,
};

const pageSize = 50;

/** The people who match filters, page by page. The previous rows stay until the new ones have loaded. */
export function useStaffList(screen: StaffScreen, request: StaffListRequest) {
  const call = screen === "teacher" ? staff.teachers : staff.list;
  return useInfiniteQuery(
    pagesOf({
      queryKey: staffKeys.list(screen, request),
      pageSize,
      read: async (page, signal) => (await api.call(call, { ...request, ...page }, { signal })).resultData,
    }),
  );
}

/** One person's record. */
export function useStaffForm(id: AccountId) {
  return useQuery({
    queryKey: staffKeys.form(id),
    queryFn: async ({ signal }) => (await api.call(staff.form, { id }, { signal })).resultData,
  });
}

/** Roles, branches and departments to choose from, once loaded. */
export function useStaffChoices() {
  return useStaffChoicesQuery().data;
}

/** The same for forms, which cannot start without them, and the kind of initial password. */
export function useStaffChoicesQuery() {
  return useQuery({
    queryKey: staffKeys.choices,
    queryFn: async ({ signal }) => (await api.call(staff.choices, {}, { signal })).resultData,
    staleTime: 60_000,
  });
}
