import { type DepartmentNode, topDepartment } from "@homeroom/contract/departments";
import { RecordId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { AddButton } from "#ui/choice/add-button.tsx";
import { useRemoval } from "#ui/feedback/use-removal.ts";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import { type FilterDefinition, statusFilter } from "#ui/filter-bar/filters.ts";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import layout from "#ui/layout.module.css";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { Unread } from "#ui/states/unread.tsx";
import { useDepartments, useDepartmentWrites } from "../api.ts";
import { AddDepartment, EditDepartment } from "../components/department-form.tsx";
import { DepartmentTree } from "../components/department-tree.tsx";
import { linesOf, lossOf } from "../rules/tree.ts";

/** The organisation's tree of departments. */
export function DepartmentList() {
  const { t } = useTranslation("departments");
  const can = useCan();
  const definitions = useFilters();
  const filters = useUrlFilters(definitions);
  const form = useOpenForm();
  const status = filters.values.status?.[0];
  const departments = useDepartments({
    ...(filters.keywords && { keywords: filters.keywords.slice(0, 64) }),
    ...((status === "0" || status === "1") && { status: Number(status) }),
  });
  const remove = useRemove();
  const isFiltered = Object.keys(filters.values).length > 0;
  const count = linesOf(departments.data ?? [], new Set()).length;
  const add = can("sys:dept:add") && <AddButton label={t("add")} onClick={() => form.add(topDepartment)} />;

  return (
    <Page>
      <PageHeader title={t("title")} detail={departments.data && !isFiltered && t("count", { count })} actions={add} />
      <div className={layout.below12}>
        <FilterBar id="departments" filters={filters} definitions={definitions} searchPlaceholder={t("search")} />
      </div>
      <Body query={departments} isFiltered={isFiltered} onClear={filters.clear} add={add}>
        <DepartmentTree
          tree={departments.data ?? []}
          onAddBelow={({ id }) => form.add(id)}
          onEdit={({ id }) => form.edit(id)}
          onDelete={(one) => void remove(one)}
        />
      </Body>
      {form.below && can("sys:dept:add") && <AddDepartment parentId={form.below} onClose={form.close} />}
      {form.id && can("sys:dept:edit") && <EditDepartment key={form.id} id={form.id} onClose={form.close} />}
    </Page>
  );
}

/** The open form is in the address: `edit` names the department, `new` the parent of the new one. */
function useOpenForm() {
  const { search, change } = useAddress();
  const parsed = RecordId.safeParse(search.get("edit"));
  return {
    id: parsed.success ? parsed.data : undefined,
    below: search.get("new"),
    add: (below: string) => change({ new: below, edit: null }, false),
    edit: (id: string) => change({ edit: id, new: null }, false),
    close: () => change({ edit: null, new: null }),
  };
}

interface BodyProps {
  query: ReturnType<typeof useDepartments>;
  isFiltered: boolean;
  onClear: () => void;
  add: React.ReactNode;
  children: React.ReactNode;
}

function Body({ query, isFiltered, onClear, add, children }: BodyProps) {
  const { t } = useTranslation("departments");
  if (!query.data) return <Unread query={query} height={240} />;
  if (query.data.length > 0) return children;
  if (!isFiltered) return <EmptyState title={t("none.title")} detail={t("none.detail")} action={add} />;
  const clear = <Button onClick={onClear}>{t("noMatch.clear")}</Button>;
  return <EmptyState title={t("noMatch.title")} detail={t("noMatch.detail")} action={clear} />;
}

function useFilters(): FilterDefinition[] {
  const { t } = useTranslation("departments");
  return useMemo(() => [statusFilter(t("fields.status"), { on: t("statuses.1"), off: t("statuses.0") })], [t]);
}

/** Asks first, and names what else is deleted, since there is no undo. */
function useRemove() {
  const { t, i18n } = useTranslation("departments");
  const { remove } = useDepartmentWrites();
  return useRemoval(remove, (department: DepartmentNode) => {
    const { below, people } = lossOf(department);
    const { name } = department;
    const said = [
      below > 0 && t("remove.below", { count: below }),
      people > 0 && t("remove.people", { count: people }),
      t("remove.irreversible"),
    ];
    const detail = said.filter(Boolean).join(i18n.language === "en" ? " " : "");
    return { title: t("remove.title", { name }), detail, verb: t("remove.verb"), done: t("remove.done", { name }) };
  });
}
