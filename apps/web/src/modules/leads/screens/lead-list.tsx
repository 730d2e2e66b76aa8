import { PlusOutlined, ReloadOutlined } from "@ant-design/icons";
import { LeadId } from "@homeroom/contract/ids";
import type { LeadRow } from "@homeroom/contract/leads";
import { Button } from "antd";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useCan } from "#platform/access.ts";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { type ListState, listStateOf } from "#ui/data-table/list-state.ts";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { useLeadList } from "../api/queries.ts";
import { useLeadCard, useLeadColumns } from "../components/lead-columns.tsx";
import { useLeadFilters } from "../components/lead-filters.ts";
import { useLiveLeads } from "../realtime.ts";
import { type LeadSortKey, listRequest, readSort, sortText } from "../rules/list-request.ts";

// The form and the panel come when they are asked for: the list is there without their fields and phone books.
const AddLead = lazy(() => import("../components/lead-form.tsx").then((form) => ({ default: form.AddLead })));
const LeadPanel = lazy(() => import("../components/lead-panel.tsx").then((panel) => ({ default: panel.LeadPanel })));

const sortable: readonly LeadSortKey[] = ["nickname", "lastContactDate", "leadDate", "createTime"];

/** The lead desk: every lead that the reader may see, filtered, with one of them open beside it. */
export function LeadList() {
  const { t } = useTranslation("leads");
  const can = useCan();
  const definitions = useLeadFilters();
  const filters = useUrlFilters(definitions);
  const address = useAddress();
  const sort = readSort(address.search.get("sort"), sortable);
  const list = listStateOf(useLeadList(listRequest(filters.values, sort)));
  const live = useLiveLeads();
  const columns = useLeadColumns();
  const card = useLeadCard();
  const add = can("crm:lead:add") && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => address.change({ new: "1", lead: null })}>
      {t("add")}
    </Button>
  );

  return (
    <Page fill>
      <PageHeader
        title={t("title")}
        detail={<Count list={list} />}
        actions={
          <>
            {live.arrived > 0 && (
              <Button icon={<ReloadOutlined />} onClick={live.showArrived}>
                {t("arrived", { count: live.arrived })}
              </Button>
            )}
            {add}
          </>
        }
      />
      <DataTable
        id="leads"
        label={t("title")}
        columns={columns}
        rowKey={(lead) => lead.leadId}
        list={list}
        card={card}
        sort={sort}
        onSort={(next) => address.change({ sort: next ? sortText({ ...next, key: next.key as LeadSortKey }) : null })}
        onOpen={(lead) => address.open(lead.leadId)}
        openKey={address.leadId}
        toolbar={<FilterBar id="leads" filters={filters} definitions={definitions} searchPlaceholder={t("search")} />}
        empty={
          Object.keys(filters.values).length > 0 ? (
            <EmptyState
              title={t("noMatch.title")}
              detail={t("noMatch.detail")}
              action={<Button onClick={filters.clear}>{t("noMatch.clear")}</Button>}
            />
          ) : (
            <EmptyState title={t("none.title")} detail={t("none.detail")} action={add} />
          )
        }
      />
      <Suspense fallback={null}>
        {address.leadId && <OpenLead leadId={address.leadId} list={list} address={address} />}
        {can("crm:lead:add") && address.search.has("new") && (
          <AddLead
            onClose={() => address.change({ new: null })}
            onDone={(leadId) => address.change({ new: null, lead: leadId })}
          />
        )}
      </Suspense>
    </Page>
  );
}

type Address = ReturnType<typeof useAddress>;

/** What of the screen stands in the address beside the filters: sort, the open lead, the open form. */
function useAddress() {
  const [search, setSearch] = useSearchParams();
  const change = (parts: Record<string, string | null>, replace = true) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [key, value] of Object.entries(parts)) {
          if (value === null) next.delete(key);
          else next.set(key, value);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  const parsed = LeadId.safeParse(search.get("lead"));
  const leadId = parsed.success ? parsed.data : undefined;
  return {
    search,
    change,
    leadId,
    // The first lead that is opened is a step that "back" takes back; going on from it is not.
    open: (lead: LeadId) => change({ lead, edit: null }, leadId !== undefined),
  };
}

function OpenLead({ leadId, list, address }: { leadId: LeadId; list: ListState<LeadRow>; address: Address }) {
  const place = list.rows.findIndex((lead) => lead.leadId === leadId);
  const before = place > 0 ? list.rows[place - 1] : undefined;
  const after = place >= 0 ? list.rows[place + 1] : undefined;
  const goTo = (lead: LeadRow | undefined) => lead && (() => address.open(lead.leadId));
  const next = goTo(after);
  return (
    <LeadPanel
      leadId={leadId}
      editing={address.search.has("edit")}
      onEdit={(editing) => address.change({ edit: editing ? "1" : null })}
      onClose={() => address.change({ lead: null, edit: null })}
      onPrevious={goTo(before)}
      onNext={
        next &&
        (() => {
          if (place >= list.rows.length - 3 && list.hasMore) list.loadMore();
          next();
        })
      }
    />
  );
}

function Count({ list }: { list: ListState<LeadRow> }) {
  const { t, i18n } = useTranslation("leads");
  if (list.total === undefined) return null;
  const number = new Intl.NumberFormat(i18n.language).format(list.total);
  return t(list.totalIsEstimate ? "countAbout" : "count", { number, count: list.total });
}
