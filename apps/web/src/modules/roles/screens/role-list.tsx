import { RoleId } from "@homeroom/contract/ids";
import type { RoleRow } from "@homeroom/contract/roles";
import { Drawer } from "antd";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { useCan } from "#platform/access.ts";
import { AddButton } from "#ui/choice/add-button.tsx";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { listStateOf } from "#ui/data-table/list-state.ts";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import { statusFilter } from "#ui/filter-bar/filters.ts";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { laid } from "#ui/laid.ts";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress, withParts } from "#ui/page/use-address.ts";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { EmptyList } from "#ui/states/empty-list.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { UnreadDrawer } from "#ui/states/unread-drawer.tsx";
import { useRole, useRoleList } from "../api.ts";
import styles from "../components/permission-editor.module.css";
import { PermissionEditor } from "../components/permission-editor.tsx";
import { useRoleCard, useRoleColumns } from "../components/role-columns.tsx";
import { AddRole, EditRole } from "../components/role-form.tsx";
import { useRoleActions } from "../components/use-role-actions.ts";

const width = 500;

/** The roles of the organisation, with their holders and permissions. */
export function RoleList() {
  const { t } = useTranslation("roles");
  const can = useCan();
  const navigate = useNavigate();
  const actions = useRoleActions();
  const address = useRoleAddress();
  const definitions = [statusFilter(t("fields.status"), { on: t("on"), off: t("off") })];
  const filters = useUrlFilters(definitions);
  const status = filters.values.status?.[0];
  const list = listStateOf(
    useRoleList({
      ...(filters.keywords && { keywords: filters.keywords }),
      ...(status !== undefined && { status: Number(status) }),
    }),
  );
  const open = (role: RoleRow) => void navigate(`/system/roleinfo/${role.id}`);
  const columns = useRoleColumns({
    onPermissions: (role) => address.change({ permissions: role.id }),
    onEdit: (role) => address.change({ edit: role.id }),
    onViewAs: (role) => void actions.viewAs(role),
    onRemove: (role) => void actions.remove(role),
  });
  const card = useRoleCard();
  const add = can("sys:role:add") && <AddButton label={t("add")} onClick={() => address.change({ new: "1" })} />;

  return (
    <Page fill>
      <PageHeader
        title={t("title")}
        detail={list.total !== undefined && t("count", { count: list.total })}
        actions={add}
      />
      <DataTable
        id="roles"
        label={t("title")}
        columns={columns}
        rowKey={(role) => role.id}
        list={list}
        card={card}
        onOpen={open}
        toolbar={<FilterBar id="roles" filters={filters} definitions={definitions} searchPlaceholder={t("search")} />}
        empty={
          <EmptyList
            filters={filters}
            noMatch={{ title: t("noMatch.title"), clear: t("noMatch.clear") }}
            none={{ title: t("none.title"), detail: t("none.detail"), action: add }}
          />
        }
      />
      {address.isNew && can("sys:role:add") && (
        <AddRole
          onClose={() => address.change({ new: null })}
          onDone={(id) => address.change({ new: null, permissions: can("sys:role:grant") ? id : null })}
        />
      )}
      {address.edit && <EditFromList id={address.edit} onClose={() => address.change({ edit: null })} />}
      {address.permissions && (
        <PermissionDrawer id={address.permissions} closedAddress={address.without("permissions")} />
      )}
    </Page>
  );
}

/** The screen's state in the address beside the filters: the open form or drawer. */
function useRoleAddress() {
  const { search, change } = useAddress();
  const idAt = (key: string) => RoleId.safeParse(search.get(key)).data;
  return {
    isNew: search.has("new"),
    edit: idAt("edit"),
    permissions: idAt("permissions"),
    change,
    without(key: string): string {
      const rest = withParts(search, { [key]: null }).toString();
      return rest ? `?${rest}` : "";
    },
  };
}

function EditFromList({ id, onClose }: { id: RoleId; onClose: () => void }) {
  const { t } = useTranslation("roles");
  const query = useRole(id);
  if (!query.data) return <UnreadDrawer title={t("edit")} query={query} onClose={onClose} />;
  return <EditRole key={id} role={query.data} onClose={onClose} onDone={onClose} />;
}

/**
 * The permissions of a role, beside the list. Closing it changes the address, so that unsaved changes are asked about as for
 * any other navigation.
 */
function PermissionDrawer({ id, closedAddress }: { id: RoleId; closedAddress: string }) {
  const { t } = useTranslation("roles");
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const narrow = useNarrow(width + 40);
  const { data: role, error, refetch } = useRole(id);
  return (
    <Drawer
      open
      size={narrow ? "100%" : width}
      styles={{ body: { paddingBottom: 0 } }}
      title={role ? t("permissionsOf", { name: role.name }) : t("permissions")}
      onClose={() => void navigate(`${pathname}${closedAddress}`, { replace: true, preventScrollReset: true })}
    >
      {role && (
        <div className={laid("flexBox", styles.fill)}>
          <PermissionEditor key={role.id} role={role} />
        </div>
      )}
      {!role && error !== null && <ErrorState message={error} onRetry={() => void refetch()} />}
    </Drawer>
  );
}
