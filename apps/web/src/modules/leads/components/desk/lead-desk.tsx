import { ReloadOutlined } from "@ant-design/icons";
import type { LeadQuery } from "@homeroom/contract/lead-query";
import type { LeadRow } from "@homeroom/contract/leads";
import { Button } from "antd";
import { lazy, type ReactNode, Suspense, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNumberText } from "#platform/number-text.ts";
import type { Column } from "#ui/data-table/column.ts";
import { DataTable } from "#ui/data-table/data-table.tsx";
import type { ListState } from "#ui/data-table/list-state.ts";
import type { SelectionState } from "#ui/data-table/selection.ts";
import { ownColumns } from "#ui/data-table/use-column-choice.ts";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { EmptyState } from "#ui/states/empty-state.tsx";
import type { RowCard, TableHandle } from "../../../../ui/data-table/data-table-props.ts";
import { usePrefetchLead } from "../../api/queries.ts";
import { useLiveLeads } from "../../realtime.ts";
import { leavesFilter, sortText } from "../../rules/list-request.ts";
import { usePasteRun } from "../paste/use-paste-run.ts";
import { DeskKeys } from "./desk-keys.tsx";
import { OpenLead } from "./open-lead.tsx";
import type { Desk } from "./use-desk.ts";
import { ViewSwitch } from "./view-switch.tsx";

// Table first: the other views load when they are chosen.
const Board = lazy(() => import("../board/board.tsx").then((file) => ({ default: file.Board })));
const Calendar = lazy(() => import("../calendar/calendar.tsx").then((file) => ({ default: file.Calendar })));

const PasteStrip = lazy(() => import("../paste/paste-strip.tsx").then((file) => ({ default: file.PasteStrip })));

interface LeadDeskProps<Row extends LeadRow> {
  /** The name under which columns and views are stored, and the key of the texts with counts. */
  id: "leads" | "students";
  title: string;
  desk: Desk;
  list: ListState<Row>;
  columns: readonly Column<Row>[];
  card: (row: Row) => RowCard;
  /** Whether the list has a board and a calendar. */
  views?: boolean;
  searchPlaceholder: string;
  /** Buttons of the header, the primary one last. */
  actions?: ReactNode;
  /** The actions on selected leads, given their number and their query. */
  bulkActions?: (selected: { selection: SelectionState; query: LeadQuery; count: number | undefined }) => ReactNode;
  /** Shown if there is nothing at all, filtered or not. */
  empty: ReactNode;
}

/** A desk of leads: filters, views of the same query, a table with keyboard control, a lead beside it. */
export function LeadDesk<Row extends LeadRow>(props: LeadDeskProps<Row>) {
  const { id, title, desk, list, columns, actions, views = false } = props;
  const { t } = useTranslation("leads");
  const live = useLiveLeads();
  const table = useRef<TableHandle<Row>>(null);
  const { filters, selection } = desk;
  const view = views ? desk.view : "table";
  const paste = usePasteRun();
  const prefetchLead = usePrefetchLead();

  return (
    <Page fill>
      <PageHeader
        title={title}
        detail={<Count of={id} list={list} />}
        actions={
          <>
            {(live.arrived > 0 || live.outdated) && (
              <Button icon={<ReloadOutlined />} onClick={live.showArrived}>
                {live.arrived > 0 ? t("arrived", { count: live.arrived }) : t("desk.outdated")}
              </Button>
            )}
            {actions}
          </>
        }
      />
      <DataTable
        id={id}
        label={title}
        columns={columns}
        rowKey={(lead) => lead.leadId}
        list={list}
        card={props.card}
        sort={desk.sort}
        onSort={(next) => desk.change({ sort: next ? sortText(next) : null })}
        onOpen={(lead) => desk.open(lead.leadId)}
        onRest={(lead) => prefetchLead(lead.leadId)}
        openKey={desk.leadId}
        selection={selection}
        bulkActions={props.bulkActions?.({ selection, query: selectedQuery(desk), count: list.total })}
        handle={table}
        onPaste={paste.begin}
        remark={(lead) => (leavesFilter(lead, filters.values) ? t("desk.leaves") : undefined)}
        toolbar={
          <FilterBar
            id={id}
            filters={filters}
            definitions={desk.definitions}
            searchPlaceholder={props.searchPlaceholder}
            partsToKeep={() => ownColumns(id, columns)}
            extra={views && <ViewSwitch view={view} onChange={(next) => desk.change({ view: next })} />}
          />
        }
        empty={<Nothing desk={desk} otherwise={props.empty} />}
        instead={
          view !== "table" && (
            <Suspense fallback={null}>{view === "board" ? <Board desk={desk} /> : <Calendar desk={desk} />}</Suspense>
          )
        }
      />
      <DeskKeys desk={desk} table={view === "table" ? table : null} list={list} />
      {paste.run && (
        <Suspense fallback={null}>
          <PasteStrip key={paste.run.number} run={paste.run} state={paste} writes={desk.writes} />
        </Suspense>
      )}
      <OpenLead desk={desk} list={list} onClosed={(leadId) => table.current?.focusRow(leadId)} />
    </Page>
  );
}

/** The query for the selected leads. */
function selectedQuery({ selection, query }: Desk): LeadQuery {
  return selection.allMatching ? query : { leadIds: [...selection.keys] as NonNullable<LeadQuery["leadIds"]> };
}

function Nothing({ desk, otherwise }: { desk: Desk; otherwise: ReactNode }) {
  const { t } = useTranslation("leads");
  if (Object.keys(desk.filters.values).length === 0) return otherwise;
  return (
    <EmptyState
      title={t("noMatch.title")}
      detail={t("noMatch.detail")}
      action={<Button onClick={desk.filters.clear}>{t("noMatch.clear")}</Button>}
    />
  );
}

function Count<Row>({ of, list }: { of: "leads" | "students"; list: ListState<Row> }) {
  const { t } = useTranslation(of);
  const numberText = useNumberText();
  if (list.total === undefined) return null;
  const number = numberText(list.total);
  return t(list.totalIsEstimate ? "countAbout" : "count", { number, count: list.total });
}
