import type { RequestInput } from "@homeroom/contract/endpoint";
import type { MenuId, RoleId } from "@homeroom/contract/ids";
import { menus } from "@homeroom/contract/menus";
import { type AddRoleForm, type EditRoleForm, roles } from "@homeroom/contract/roles";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesOf } from "#platform/pages.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";

const roleKeys = {
  all: ["roles"] as const,
  list: (filters: RoleFilters) => ["roles", "list", filters] as const,
  options: ["roles", "options"] as const,
  one: (id: string) => ["roles", "one", id] as const,
  menuIds: (id: string) => ["roles", "menuIds", id] as const,
  holders: (id: string) => ["roles", "holders", id] as const,
};

export type RoleFilters = Pick<RequestInput<typeof roles.page>, "keywords" | "status">;

/** The roles that match filters, page by page. */
export function useRoleList(filters: RoleFilters) {
  return useInfiniteQuery(
    pagesOf({
      queryKey: roleKeys.list(filters),
      pageSize: 50,
      read: async (page, signal) => (await api.call(roles.page, { ...filters, ...page }, { signal })).resultData,
    }),
  );
}

/** The roles to choose from. */
export function useRoleOptions() {
  return useQuery({
    queryKey: roleKeys.options,
    queryFn: async ({ signal }) => (await api.call(roles.options, {}, { signal })).resultData,
  });
}

/** A role, currently saved, for forms. */
export async function loadRoleForm(id: RoleId) {
  return (await api.call(roles.form, { id })).resultData;
}

/** One role. */
export function useRole(id: RoleId) {
  return useQuery({ queryKey: roleKeys.one(id), queryFn: () => loadRoleForm(id), meta: { page: true } });
}

async function loadMenuIds(id: RoleId): Promise<MenuId[]> {
  return (await api.call(roles.menuIds, { id })).resultData;
}

/** The permissions of a role. */
export function useRoleMenuIds(id: RoleId) {
  return useQuery({ queryKey: roleKeys.menuIds(id), queryFn: () => loadMenuIds(id) });
}

/** Everything that can be granted to a role. */
export function useMenuOptions() {
  return useQuery({
    queryKey: ["menus", "options"],
    queryFn: async ({ signal }) => (await api.call(menus.options, {}, { signal })).resultData,
    staleTime: 5 * 60_000,
  });
}

async function loadHolders(id: RoleId) {
  return (await api.call(roles.accounts, { id })).resultData;
}

/** Who holds a role. */
export function useRoleHolders(id: RoleId) {
  return useQuery({ queryKey: roleKeys.holders(id), queryFn: () => loadHolders(id) });
}

/** Writes of roles; everything that shows roles is refetched. */
export function useRoleWrites() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: roleKeys.all });
  return {
    add: async (form: AddRoleForm, report: FailureReport): Promise<RoleId> => {
      const { resultData } = await api.call(roles.add, form, report);
      await refresh();
      return resultData.recordID;
    },
    edit: async (form: EditRoleForm, report: FailureReport): Promise<void> => {
      await api.call(roles.edit, form, report);
      await refresh();
    },
    grant: async (grant: RequestInput<typeof roles.grant>, report: FailureReport): Promise<void> => {
      await api.call(roles.grant, grant, report);
      await refresh();
    },
    remove: async (id: RoleId): Promise<void> => {
      await api.call(roles.remove, { ids: [id], confirm: true });
      await client.invalidateQueries({ queryKey: ["roles", "list"] });
    },
    holdersNow: loadHolders,
    menuIdsNow: loadMenuIds,
    versionNow: async (id: RoleId) => (await loadRoleForm(id)).version,
  };
}

/** Views the product as a role. Everything is reloaded, so that nothing read with the person's own rights stays. */
export async function viewAsRole(id: RoleId): Promise<void> {
  await api.call(roles.viewAs, { id });
  window.location.assign("/dashboard");
}
