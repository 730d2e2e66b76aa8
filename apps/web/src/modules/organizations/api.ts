import { type AddBranchForm, branches, type EditBranchForm } from "@homeroom/contract/branches";
import type { RequestInput } from "@homeroom/contract/endpoint";
import type { BranchId } from "@homeroom/contract/ids";
import { login } from "@homeroom/contract/login";
import { media } from "@homeroom/contract/media";
import { type OrganizationForm, organization } from "@homeroom/contract/organization";
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesOf } from "#platform/pages.ts";
import { pauseSessionReports, saveSession } from "#platform/session.ts";
import { useRenewal } from "#platform/use-renewal.ts";
import { useWrite } from "#platform/use-write.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

/** A branch to switch to. */
export interface Target {
  value: string;
  label: string;
}

export const placeKeys = {
  all: ["places"] as const,
  branches: ["places", "branches"] as const,
  branch: (recordID: string) => ["places", "branch", recordID] as const,
  organization: ["places", "organization"] as const,
};

type ListRequest = Pick<RequestInput<typeof branches.list>, "keywords" | "status">;

const pageSize = 50;

/** The branches that match filters, page by page. */
export function useBranchList(request: ListRequest) {
  return useInfiniteQuery(
    pagesOf({
      queryKey: [...placeKeys.branches, request],
      pageSize,
      read: async (page, signal) => (await api.call(branches.list, { ...request, ...page }, { signal })).resultData,
    }),
  );
}

/** One branch with what belongs to it. */
export function useBranch(recordID: BranchId) {
  return useQuery({ queryKey: placeKeys.branch(recordID), queryFn: () => fetchBranch(recordID) });
}

/** One branch, currently saved. */
export async function fetchBranch(recordID: BranchId) {
  return (await api.call(branches.info, { recordID })).resultData;
}

/** Writes of branches; everything that shows them is refetched. */
export function useBranchWrites() {
  const refresh = useRenewal(placeKeys.all);
  const add = async (form: AddBranchForm, report: FailureReport) => {
    const { resultData } = await api.call(branches.add, form, report);
    await refresh();
    return resultData.recordID;
  };
  const edit = async (form: EditBranchForm, report: FailureReport) => {
    await api.call(branches.edit, form, report);
    await refresh();
  };
  const setStatus = useMutation({
    mutationFn: (change: RequestInput<typeof branches.updateStatus>) => api.call(branches.updateStatus, change),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (recordID: BranchId) => api.call(branches.remove, { recordID }),
    onSettled: refresh,
  });
  return { add, edit, setStatus, remove };
}

/** The organisation's own data. */
export function useOrganization() {
  return useQuery({ queryKey: placeKeys.organization, queryFn: fetchOrganization, meta: { page: true } });
}

/** The organisation's own data, currently saved. */
export async function fetchOrganization() {
  return (await api.call(organization.info, {})).resultData;
}

/** Saves the organisation's own data. */
export function useEditOrganization() {
  const write = useWrite(placeKeys.organization);
  return (form: OrganizationForm, report: FailureReport) => write(organization.edit, form, report);
}

/** Uploads a picture for the logo. */
export async function uploadLogo(file: File) {
  return (await api.call(organization.uploadLogo, {}, { file: { content: file, name: file.name } })).resultData;
}

/** The business categories that the organisation's own list offers. */
export function useBusinessCategories() {
  return useQuery({
    queryKey: ["places", "categories"],
    queryFn: async ({ signal }) => (await api.call(media.customItems, { ProjectID: 5 }, { signal })).resultData,
    staleTime: 5 * 60_000,
  }).data;
}

/** Requests the deletion of all data, or withdraws it. */
export function useWipe() {
  const refresh = useRenewal(placeKeys.organization);
  const ask = async (form: RequestInput<typeof organization.wipe>, report: FailureReport) => {
    const { resultData } = await api.call(organization.wipe, form, report);
    await refresh();
    return resultData;
  };
  const withdraw = useMutation({ mutationFn: () => api.call(organization.cancelWipe, {}), onSettled: refresh });
  return { ask, withdraw };
}

/**
 * Switches to another branch. Meanwhile failures of the old session are not shown; the caller then reloads the page.
 */
export async function switchBranch(
  form: RequestInput<typeof login.switchBranch>,
  report: FailureReport,
): Promise<void> {
  const resume = pauseSessionReports();
  try {
    const { resultData } = await api.call(login.switchBranch, form, report);
    saveSession({ ...resultData, token: resultData.token });
  } catch (reason) {
    resume();
    throw reason;
  }
}
