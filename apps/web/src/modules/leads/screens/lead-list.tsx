import { leadSorts } from "@homeroom/contract/leads";
import { type ComponentProps, lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { LeadImport } from "#modules/imports/public.ts";
import { useCan } from "#platform/access.ts";
import { AddButton } from "#ui/choice/add-button.tsx";
import { listStateOf } from "#ui/data-table/list-state.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { useLeadList } from "../api/queries.ts";
import { LeadDesk } from "../components/desk/lead-desk.tsx";
import { useDesk } from "../components/desk/use-desk.ts";
import { useLeadCard, useLeadColumns } from "../components/lead-columns.tsx";
import { listRequest } from "../rules/list-request.ts";

// The form loads on demand: the list does not need its fields and country data.
const AddLead = lazy(() => import("../components/lead-form.tsx").then((form) => ({ default: form.AddLead })));

// Bulk actions load when leads are selected, the menu of the whole list after the list.
const BulkActions = lazy(() =>
  import("../components/bulk/bulk-actions.tsx").then((bulk) => ({ default: bulk.BulkActions })),
);
const ListMenu = lazy(() => import("../components/bulk/list-menu.tsx").then((menu) => ({ default: menu.ListMenu })));

const bulkActions = (selected: ComponentProps<typeof BulkActions>) => (
  <Suspense fallback={null}>
    <BulkActions {...selected} />
  </Suspense>
);

/** The lead desk: every lead that the reader may see, filtered, with one of them open beside it. */
export function LeadList() {
  const { t } = useTranslation("leads");
  const can = useCan();
  const desk = useDesk(leadSorts);
  const list = listStateOf(useLeadList(listRequest(desk.query, desk.sort)));
  const columns = useLeadColumns(desk.writes);
  const card = useLeadCard();
  const add = can("crm:lead:add") && (
    <AddButton label={t("add")} onClick={() => desk.change({ new: "1", lead: null })} />
  );

  return (
    <>
      <LeadDesk
        id="leads"
        title={t("title")}
        desk={desk}
        list={list}
        columns={columns}
        card={card}
        views
        searchPlaceholder={t("search")}
        actions={
          <>
            <Suspense fallback={null}>
              <ListMenu query={desk.query} />
            </Suspense>
            <Suspense fallback={null}>
              <LeadImport />
            </Suspense>
            {add}
          </>
        }
        bulkActions={bulkActions}
        empty={<EmptyState title={t("none.title")} detail={t("none.detail")} action={add} />}
      />
      {can("crm:lead:add") && desk.search.has("new") && (
        <Suspense fallback={null}>
          <AddLead
            onClose={() => desk.change({ new: null })}
            onDone={(leadId) => desk.change({ new: null, lead: leadId })}
          />
        </Suspense>
      )}
    </>
  );
}
