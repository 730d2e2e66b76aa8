import type { LeadId } from "@homeroom/contract/ids";
import { useMemo } from "react";
import { useDateView, useNow } from "#platform/date-view.ts";
import { dayKey } from "#platform/dates.ts";
import { readId } from "#platform/ids.ts";
import { columnsKey } from "#ui/data-table/column-text.ts";
import { useSelection } from "#ui/data-table/selection.ts";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { useAddress } from "#ui/page/use-address.ts";
import { useCellWrites } from "../../api/cell-writes.ts";
import { leadQueryOf, readSort } from "../../rules/list-request.ts";
import { useLeadFilters } from "../lead-filters.ts";

export const deskViews = ["table", "board", "calendar"] as const;
export type DeskView = (typeof deskViews)[number];

const keptParts = ["sort", columnsKey, "view"];

/**
 * The state of a desk of leads: its filters as the query that table, board and calendar share, its sort, the open lead, the
 * selection. All except the selection is in the address.
 */
export function useDesk<SortKey extends string>(sortable: readonly SortKey[]) {
  const definitions = useLeadFilters();
  const filters = useUrlFilters(definitions, keptParts);
  const { search, change, changeAtOnce } = useAddress();
  const { zone } = useDateView();
  const today = dayKey(useNow(), zone);
  const query = useMemo(() => leadQueryOf(filters.values, today), [filters.values, today]);
  const leadId = readId<LeadId>(search.get("lead"));
  const selection = useSelection(JSON.stringify(query));

  return {
    definitions,
    filters,
    query,
    today,
    sort: readSort(search.get("sort"), sortable),
    view: deskViews.find((view) => view === search.get("view")) ?? "table",
    selection,
    writes: useCellWrites(),
    search,
    change,
    leadId,
    // Opening the first lead adds a history step; moving on from it does not.
    open: (lead: LeadId) =>
      leadId === undefined ? change({ lead, edit: null }, false) : changeAtOnce({ lead, edit: null }),
    close: () => changeAtOnce({ lead: null, edit: null }),
  };
}

export type Desk = ReturnType<typeof useDesk>;
