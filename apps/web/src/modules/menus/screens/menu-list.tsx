import { SyncOutlined } from "@ant-design/icons";
import type { MenuId } from "@homeroom/contract/ids";
import type { MenuRow } from "@homeroom/contract/menus";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { AddButton } from "#ui/choice/add-button.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import layout from "#ui/layout.module.css";
import { HeadAction } from "#ui/page/head-action.tsx";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { useMenuTree, useMenuWrites } from "../api.ts";
import { ImportDialog } from "../components/import-dialog.tsx";
import { AddMenu, EditMenu } from "../components/menu-form.tsx";
import { useMenuName } from "../components/menu-names.ts";
import { MenuTable } from "../components/menu-table.tsx";

type Open = { kind: "add"; parent: MenuRow | null } | { kind: "edit"; id: MenuId } | { kind: "import" } | null;

/** The menu of the whole product, for platform staff. */
export function MenuList() {
  const can = useCan();
  const { t } = useTranslation("menus");
  const definitions = useDefinitions();
  const filters = useUrlFilters(definitions);
  const status = filters.values.status?.[0];
  const { data, error, isPending, isFetching, refetch } = useMenuTree({
    ...(filters.keywords && { keywords: filters.keywords }),
    ...(status !== undefined && { status: Number(status) }),
  });
  const whole = useMenuTree({}).data ?? [];
  const [open, setOpen] = useState<Open>(null);
  const [openRows, setOpenRows] = useState<string[] | null>(null);
  const remove = useRemove();
  const rows = data ?? [];
  // Matches of a search may be below closed rows, so these are opened until somebody closes one.
  const shownOpen = openRows ?? (filters.keywords ? allParents(rows) : []);

  return (
    <Page>
      <PageHeader
        title={t("title")}
        detail={t("detail")}
        actions={
          <>
            {can("sys:menu:edit") && (
              <HeadAction
                icon={<SyncOutlined />}
                label={t("import.open")}
                onClick={() => setOpen({ kind: "import" })}
              />
            )}
            {can("sys:menu:add") && (
              <AddButton label={t("add")} onClick={() => setOpen({ kind: "add", parent: null })} />
            )}
          </>
        }
      />
      <div className={layout.below12}>
        <FilterBar
          id="menus"
          filters={filters}
          definitions={definitions}
          searchPlaceholder={t("search")}
          extra={
            <Button onClick={() => setOpenRows(shownOpen.length > 0 ? [] : allParents(rows))}>
              {t(shownOpen.length > 0 ? "collapse" : "expand")}
            </Button>
          }
        />
      </div>
      {error !== null && !data ? (
        <ErrorState message={error} onRetry={() => void refetch()} />
      ) : (
        <MenuTable
          rows={rows}
          loading={isPending && isFetching}
          open={shownOpen}
          onOpenRows={setOpenRows}
          onAdd={(parent) => setOpen({ kind: "add", parent })}
          onEdit={(id) => setOpen({ kind: "edit", id })}
          onRemove={remove}
        />
      )}
      {open?.kind === "add" && <AddMenu tree={whole} parent={open.parent} onClose={() => setOpen(null)} />}
      {open?.kind === "edit" && <EditMenu key={open.id} id={open.id} tree={whole} onClose={() => setOpen(null)} />}
      {open?.kind === "import" && <ImportDialog onClose={() => setOpen(null)} />}
    </Page>
  );
}

function useDefinitions() {
  const { t } = useTranslation("menus");
  const options = [
    { value: "1", label: t("shown") },
    { value: "0", label: t("hidden") },
  ];
  return [{ key: "status", label: t("fields.visible"), kind: "one" as const, pinned: true, options }];
}

function allParents(rows: readonly MenuRow[]): string[] {
  return rows.flatMap((row) => (row.children ? [row.id, ...allParents(row.children)] : []));
}

/** Deletes an entry after reading what would be deleted with it. */
function useRemove(): (menu: MenuRow) => Promise<void> {
  const { t } = useTranslation("menus");
  const { confirm, done, failed } = useFeedback();
  const writes = useMenuWrites();
  const name = useMenuName();
  return async (menu) => {
    try {
      const uses = await writes.uses(menu.id);
      const below = (menu.children ?? []).map(name).join(t("comma"));
      const agreed = await confirm({
        title: t("remove.title", { name: name(menu) }),
        detail: [
          uses.entries > 1 && t("remove.below", { count: uses.entries - 1, names: below }),
          t("remove.uses", { roles: uses.roles, organizations: uses.organizations }),
          t("remove.kept"),
        ]
          .filter(Boolean)
          .join(" "),
        verb: t("delete"),
        danger: true,
      });
      if (!agreed) return;
      await writes.remove(menu.id);
      done(t("remove.done", { name: name(menu) }));
    } catch (reason) {
      failed(reason);
    }
  };
}
