import type { RequestInput } from "@homeroom/contract/endpoint";
import type { MenuId } from "@homeroom/contract/ids";
import { type AddMenuForm, type EditMenuForm, menus } from "@homeroom/contract/menus";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { useRenewal } from "#platform/use-renewal.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

const menuKeys = {
  all: ["menus"] as const,
  list: (filters: MenuFilters) => ["menus", "list", filters] as const,
  plan: ["menus", "plan"] as const,
};

export type MenuFilters = RequestInput<typeof menus.list>;

/** The product's menu as a tree. */
export function useMenuTree(filters: MenuFilters) {
  return useQuery({
    queryKey: menuKeys.list(filters),
    queryFn: async ({ signal }) => (await api.call(menus.list, filters, { signal })).resultData,
    placeholderData: keepPreviousData,
    meta: { page: true },
  });
}

/** An entry as currently saved. */
export async function loadMenuForm(id: MenuId) {
  return (await api.call(menus.form, { id })).resultData;
}

/** An entry, for its form. */
export function useMenuForm(id: MenuId) {
  return useQuery({ queryKey: ["menus", "form", id], queryFn: () => loadMenuForm(id), staleTime: 0, gcTime: 0 });
}

/** What importing the product's own menu would change. */
export function useImportPlan() {
  return useQuery({
    queryKey: menuKeys.plan,
    queryFn: async () => (await api.call(menus.importPlan, {})).resultData,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Writes of the menu; visible data are refetched. */
export function useMenuWrites() {
  const refresh = useRenewal(menuKeys.all);
  return {
    add: async (form: AddMenuForm, report: FailureReport): Promise<void> => {
      await api.call(menus.add, form, report);
      await refresh();
    },
    edit: async (form: EditMenuForm, report: FailureReport): Promise<void> => {
      await api.call(menus.edit, form, report);
      await refresh();
    },
    uses: async (id: MenuId) => (await api.call(menus.uses, { id })).resultData,
    remove: async (id: MenuId): Promise<void> => {
      await api.call(menus.remove, { id });
      await refresh();
    },
    bringIn: async (restore: boolean) => {
      const { resultData } = await api.call(menus.importTree, { restore });
      await refresh();
      return resultData;
    },
  };
}
