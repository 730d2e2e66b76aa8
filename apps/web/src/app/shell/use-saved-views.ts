import type { RoleId } from "@homeroom/contract/ids";
import { roles } from "@homeroom/contract/roles";
import { type SavedView, views } from "@homeroom/contract/views";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCan } from "#platform/access.ts";
import { api } from "#platform/api.ts";
import type { KeptView, ScreenViews } from "#ui/filter-bar/saved-view-store.ts";

/** The saved views of a screen. They are stored on the server, so they are on every device and can be shared. */
export function useSavedViews(screen: string): ScreenViews {
  const client = useQueryClient();
  const can = useCan();
  const decides = can("sys:role:edit");
  const roleOptions = useQuery({
    queryKey: ["views", "role-options"],
    queryFn: async ({ signal }) => (await api.call(roles.options, {}, { signal })).resultData,
    staleTime: 60_000,
    enabled: decides && can("sys:role:query"),
  });
  // A screen may be called "roles": its key must not clash with the other queries here.
  const key = ["views", "of", screen] as const;
  const kept = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.call(views.list, { screen }, { signal })).resultData,
    staleTime: 60_000,
  });
  const refresh = () => client.invalidateQueries({ queryKey: key });
  return {
    views: kept.data?.map((view) => asKept(view, decides)) ?? (kept.isError ? [] : undefined),
    async save({ name, part, isShared }) {
      await api.call(views.save, { screen, name, query: part, isShared });
      await refresh();
    },
    async remove(id) {
      await api.call(views.remove, { id });
      await refresh();
    },
    ...(roleOptions.data && {
      defaults: {
        roles: roleOptions.data.map(({ value, label }) => ({ id: value, name: label })),
        async set(id: string, roleIds: readonly string[]) {
          const chosen = roleIds.map((roleId) => roleId as RoleId);
          await api.call(views.setDefault, { id, roleIds: chosen });
          await refresh();
        },
      },
    }),
  };
}

function asKept(view: SavedView, decides: boolean): KeptView {
  const { recordID, query, ...facts } = view;
  return { ...facts, id: recordID, part: query, mayRemove: view.isMine || decides };
}
