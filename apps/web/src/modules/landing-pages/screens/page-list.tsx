import type { RecordId } from "@homeroom/contract/ids";
import { type PageRow, publishStatuses } from "@homeroom/contract/landing-pages";
import { customLists } from "@homeroom/contract/media";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useItems } from "#modules/lists/public.ts";
import { useCan } from "#platform/access.ts";
import { AddButton } from "#ui/choice/add-button.tsx";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { listStateOf } from "#ui/data-table/list-state.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import type { FilterDefinition } from "#ui/filter-bar/filters.ts";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { HeadAction } from "#ui/page/head-action.tsx";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyList } from "#ui/states/empty-list.tsx";
import { exportPages, usePages } from "../api/pages.ts";
import { usePageCard, usePageColumns } from "../components/page-columns.tsx";
import { type Faults, usePageActions } from "../components/use-page-actions.ts";
import { queryOf } from "../rules/page-form.ts";

const AddPage = lazy(() => import("../components/page-form.tsx").then((m) => ({ default: m.AddPage })));
const DomainDrawer = lazy(() => import("../components/domain-drawer.tsx").then((m) => ({ default: m.DomainDrawer })));
const LineTracking = lazy(() =>
  import("../components/line-tracking-form.tsx").then((m) => ({ default: m.LineTracking })),
);
const PageSettings = lazy(() => import("../components/page-form.tsx").then((m) => ({ default: m.PageSettings })));

/** The address of a page's editor. */
const editorAddress = (recordID: RecordId) => `/advert/landingpage/edit/${recordID}`;

/** The landing pages, their results, and whether visitors can see them. */
export function PageList() {
  const { t } = useTranslation("landingPages");
  const can = useCan();
  const navigate = useNavigate();
  const definitions = useFilters();
  const filters = useUrlFilters(definitions);
  const query = queryOf(filters.values, filters.keywords);
  const { failed } = useFeedback();
  const list = listStateOf<PageRow>(usePages(query));
  const { change } = useAddress();
  const [refused, setRefused] = useState<RefusedPage | null>(null);
  const actions = usePageActions({
    onCopy: (like) => change({ new: "1", like, page: null }),
    onSettings: (page, faults) => {
      setRefused(faults ? { page, faults } : null);
      change({ page, new: null, like: null });
    },
  });
  const columns = usePageColumns(actions);
  const card = usePageCard(actions);
  const add = can("ad:landing:add") && (
    <AddButton label={t("add")} onClick={() => change({ new: "1", like: null, page: null })} />
  );

  return (
    <Page fill>
      <PageHeader
        title={t("title")}
        detail={list.total === undefined ? null : t("count", { number: list.total, count: list.total })}
        actions={
          <>
            {can("ad:landing:export") && (
              <HeadAction label={t("export")} onClick={() => void exportPages(query).catch(failed)} />
            )}
            {can("org:line:edit") && (
              <HeadAction label={t("lineTracking.title")} onClick={() => change({ tracking: "1" })} />
            )}
            {can("ad:landing:domain") && (
              <HeadAction label={t("domains.title")} onClick={() => change({ domains: "1" })} />
            )}
            {add}
          </>
        }
      />
      <DataTable
        id="landing-pages"
        label={t("title")}
        columns={columns}
        list={list}
        card={card}
        onOpen={({ recordID }) => void navigate(editorAddress(recordID))}
        toolbar={
          <FilterBar id="landing-pages" filters={filters} definitions={definitions} searchPlaceholder={t("search")} />
        }
        empty={
          <EmptyList
            filters={filters}
            noMatch={{ title: t("noMatch.title"), detail: t("noMatch.detail"), clear: t("noMatch.clear") }}
            none={{ title: t("none.title"), detail: t("none.detail"), action: add }}
          />
        }
      />
      <OpenForm refused={refused} onAdded={(recordID) => void navigate(editorAddress(recordID))} />
    </Page>
  );
}

/** A page that was not published, and why. */
interface RefusedPage {
  page: RecordId;
  faults: Faults;
}

interface OpenFormProps {
  refused: RefusedPage | null;
  onAdded: (recordID: RecordId) => void;
}

/** The form that the address names. */
function OpenForm({ refused, onAdded }: OpenFormProps) {
  const can = useCan();
  const { search, change } = useAddress();
  const like = search.get("like") as RecordId | null;
  const page = search.get("page") as RecordId | null;
  const close = () => change({ page: null, new: null, like: null });
  return (
    <Suspense fallback={null}>
      {search.has("new") && can("ad:landing:add") && (
        <AddPage key={like ?? ""} likeID={like} onAdded={onAdded} onClose={close} />
      )}
      {search.has("domains") && can("ad:landing:domain") && <DomainDrawer onClose={() => change({ domains: null })} />}
      {search.has("tracking") && can("org:line:edit") && <LineTracking onClose={() => change({ tracking: null })} />}
      {page && can("ad:landing:edit") && (
        <PageSettings
          key={page}
          recordID={page}
          faults={refused?.page === page ? refused.faults : undefined}
          onClose={close}
        />
      )}
    </Suspense>
  );
}

function useFilters(): FilterDefinition[] {
  const { t } = useTranslation("landingPages");
  const categories = useItems(customLists.landingCategories).data;
  return useMemo(
    () => [
      {
        key: "publishStatus",
        label: t("fields.publishStatus"),
        kind: "many",
        options: publishStatuses.map((value) => ({ value, label: t(`publishStatus.${value}`) })),
        pinned: true,
      },
      {
        key: "category",
        label: t("fields.category"),
        kind: "many",
        options: (categories ?? []).map(({ recordID, name }) => ({ value: recordID, label: name })),
        pinned: true,
      },
    ],
    [t, categories],
  );
}
