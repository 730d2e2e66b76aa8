import type { BranchRow } from "@homeroom/contract/branches";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { listStateOf } from "#ui/data-table/list-state.ts";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import { statusFilter } from "#ui/filter-bar/filters.ts";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { EmptyList } from "#ui/states/empty-list.tsx";
import { useBranchList } from "../api.ts";
import { useBranchCard, useBranchColumns } from "./branch-columns.tsx";

interface BranchListProps {
  openKey: string | undefined;
  onOpen: (branch: BranchRow) => void;
  /** The button for a new branch, with the permission. */
  add: ReactNode;
}

/** The organisation's branches, open and closed. */
export function BranchList({ openKey, onOpen, add }: BranchListProps) {
  const { t } = useTranslation("organizations");
  const definitions = [statusFilter(t("branch.status"), { on: t("branch.open"), off: t("branch.closed") })];
  const filters = useUrlFilters(definitions);
  const status = filters.values["status"]?.[0];
  const list = listStateOf(
    useBranchList({
      ...(filters.keywords && { keywords: filters.keywords.slice(0, 100) }),
      ...((status === "0" || status === "1") && { status: Number(status) }),
    }),
  );
  const columns = useBranchColumns();
  const card = useBranchCard();
  return (
    <DataTable
      id="branches"
      label={t("title")}
      columns={columns}
      list={list}
      card={card}
      onOpen={onOpen}
      openKey={openKey}
      toolbar={<FilterBar id="branches" filters={filters} definitions={definitions} searchPlaceholder={t("search")} />}
      empty={
        <EmptyList
          filters={filters}
          noMatch={{ title: t("noMatch.title"), detail: t("noMatch.detail"), clear: t("noMatch.clear") }}
          none={{ title: t("none.title"), detail: t("none.detail"), action: add }}
        />
      }
    />
  );
}
