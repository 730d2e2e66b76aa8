import {
  type AddDepartmentForm,
  type DepartmentNode,
  departments,
  type EditDepartmentForm,
} from "@homeroom/contract/departments";
import type { RecordId } from "@homeroom/contract/ids";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { useRenewal } from "#platform/use-renewal.ts";
import { useWrite } from "#platform/use-write.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

const keys = { all: ["departments"] as const };

/** The departments as a tree: all, or those that match. */
export function useDepartments(wanted: { keywords?: string; status?: number }) {
  return useQuery({
    queryKey: [...keys.all, "tree", wanted],
    queryFn: async ({ signal }) => (await api.call(departments.tree, wanted, { signal })).resultData,
    placeholderData: keepPreviousData,
    meta: { page: true },
  });
}

/** A department's fields as currently saved. */
export async function departmentForm(id: RecordId): Promise<EditDepartmentForm> {
  return (await api.call(departments.form, { id })).resultData;
}

/** The same, for a form that is about to open. */
export function useDepartmentForm(id: RecordId) {
  return useQuery({ queryKey: [...keys.all, "form", id], queryFn: () => departmentForm(id), gcTime: 0, staleTime: 0 });
}

/** Writes of departments; visible data are refetched. */
export function useDepartmentWrites() {
  const write = useWrite(keys.all);
  const renew = useRenewal(keys.all);
  return {
    async add(form: AddDepartmentForm, report: FailureReport): Promise<string> {
      await api.call(departments.add, form, report);
      await renew();
      return form.name;
    },
    async edit(form: EditDepartmentForm, report: FailureReport): Promise<string> {
      await api.call(departments.edit, form, report);
      await renew();
      return form.name;
    },
    remove: ({ id }: DepartmentNode) => write(departments.remove, { ids: [id] }),
  };
}
