import { RecordId } from "@homeroom/contract/ids";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { AddButton } from "#ui/choice/add-button.tsx";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { listStateOf } from "#ui/data-table/list-state.ts";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyList } from "#ui/states/empty-list.tsx";
import { useNoticeList } from "../api/queries.ts";
import { useNoticeCard, useNoticeColumns, useNoticeFilters } from "../components/notice-columns.tsx";
import { listRequest } from "../rules/list-request.ts";

const AddNotice = lazy(() => import("../components/notice-form.tsx").then((form) => ({ default: form.AddNotice })));
const EditNotice = lazy(() => import("../components/notice-form.tsx").then((form) => ({ default: form.EditNotice })));
const NoticePanel = lazy(() =>
  import("../components/notice-panel.tsx").then((panel) => ({ default: panel.NoticePanel })),
);

/** The organisation's notices for their authors: what is published, the recipients, and the readers. */
export function NoticeList() {
  const { t } = useTranslation("notices");
  const can = useCan();
  const definitions = useNoticeFilters();
  const filters = useUrlFilters(definitions);
  const { openId, editing, adding, change } = useNoticeAddress();
  const list = listStateOf(useNoticeList(listRequest(filters.values)));
  const add = can("sys:notice:add") && <AddButton label={t("add")} onClick={() => change({ new: "1", open: null })} />;

  return (
    <Page fill>
      <PageHeader
        title={t("title")}
        detail={list.total === undefined ? null : t("count", { count: list.total })}
        actions={add}
      />
      <DataTable
        id="notices"
        label={t("title")}
        columns={useNoticeColumns()}
        list={list}
        card={useNoticeCard()}
        onOpen={(notice) => change({ open: notice.recordID, edit: null })}
        openKey={openId}
        toolbar={<FilterBar id="notices" filters={filters} definitions={definitions} searchPlaceholder={t("search")} />}
        empty={
          <EmptyList
            filters={filters}
            noMatch={{ title: t("noMatch.title"), detail: t("noMatch.detail"), clear: t("noMatch.clear") }}
            none={{ title: t("none.title"), detail: t("none.detail"), action: add }}
          />
        }
      />
      <Suspense fallback={null}>
        {openId && !editing && (
          <NoticePanel
            key={openId}
            id={openId}
            row={list.rows.find((notice) => notice.recordID === openId)}
            onEdit={() => change({ edit: "1" })}
            onClose={() => change({ open: null })}
          />
        )}
        {openId && editing && can("sys:notice:edit") && (
          <EditNotice id={openId} onClose={() => change({ edit: null })} onDone={() => change({ edit: null })} />
        )}
        {adding && can("sys:notice:add") && (
          <AddNotice onClose={() => change({ new: null })} onDone={(id) => change({ new: null, open: id })} />
        )}
      </Suspense>
    </Page>
  );
}

/** The screen's state in the address beside the filters: the open notice and form. */
function useNoticeAddress() {
  const { search, change } = useAddress();
  const opened = RecordId.safeParse(search.get("open"));
  return {
    openId: opened.success ? opened.data : undefined,
    editing: search.has("edit"),
    adding: search.has("new"),
    change,
  };
}
