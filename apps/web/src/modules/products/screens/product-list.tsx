import { AppstoreOutlined, TableOutlined } from "@ant-design/icons";
import { syncStatuses } from "@homeroom/contract/catalogue-sync";
import { customLists } from "@homeroom/contract/media";
import { type ProductRow, productStatuses } from "@homeroom/contract/products";
import { Segmented } from "antd";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ProductImport } from "#modules/imports/public.ts";
import { useItems } from "#modules/lists/public.ts";
import { useCan } from "#platform/access.ts";
import { AddButton } from "#ui/choice/add-button.tsx";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { type ListState, listStateOf } from "#ui/data-table/list-state.ts";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import type { FilterDefinition } from "#ui/filter-bar/filters.ts";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { EmptyList } from "#ui/states/empty-list.tsx";
import { useProducts } from "../api/products.ts";
import { useProductCard, useProductColumns } from "../components/product-columns.tsx";
import { ProductGrid } from "../components/product-grid.tsx";
import { SyncButton } from "../components/sync-button.tsx";
import { useProductActions } from "../components/use-product-actions.ts";
import { queryOf, sortOf } from "../rules/product-form.ts";

const productViews = ["cards", "table"] as const;

const icons = { cards: <AppstoreOutlined />, table: <TableOutlined /> };

const AddProduct = lazy(() => import("../components/product-editor.tsx").then((m) => ({ default: m.AddProduct })));
const EditProduct = lazy(() => import("../components/product-editor.tsx").then((m) => ({ default: m.EditProduct })));
const ProductPanel = lazy(() => import("../components/product-panel.tsx").then((m) => ({ default: m.ProductPanel })));

/** The catalogue: what the organisation sells, as cards or as a table. */
export function ProductList() {
  const { t } = useTranslation("products");
  const can = useCan();
  const narrow = useNarrow(576);
  const definitions = useFilters();
  const filters = useUrlFilters(definitions);
  const asked = queryOf(filters.values, filters.keywords);
  const { search, change } = useAddress();
  const view = productViews.find((one) => one === search.get("view")) ?? "cards";
  // Cards are in the order set by staff.
  const sort = view === "table" ? sortOf(search.get("sort")) : undefined;
  const query = useProducts({
    ...asked,
    ...(sort && { sortBy: sort.key, sortOrder: sort.descending ? "desc" : "asc" }),
  });
  const list = listStateOf<ProductRow>(query);
  // In another order products cannot be moved.
  const actions = useProductActions({ rows: list.rows, mayMove: !sort }, (like) =>
    change({ new: "1", like, product: null }),
  );
  const columns = useProductColumns(actions);
  const card = useProductCard(actions);
  const open = ({ recordID }: ProductRow) => change({ product: recordID, new: null });
  const add = can("sale:product:add") && (
    <AddButton label={t("add")} onClick={() => change({ new: "1", like: null, product: null })} />
  );
  const showsCards = view === "cards" && !narrow && list.rows.length > 0;

  return (
    <Page fill>
      <PageHeader
        title={t("title")}
        detail={list.total === undefined ? null : t("count", { number: list.total, count: list.total })}
        actions={
          <>
            {can("sale:product:sync") && <SyncButton />}
            <Suspense fallback={null}>
              <ProductImport filters={asked} onClosed={() => void query.refetch()} />
            </Suspense>
            {add}
          </>
        }
      />
      <DataTable
        id="products"
        label={t("title")}
        columns={columns}
        list={list}
        card={card}
        sort={sort}
        onSort={(next) => change({ sort: next ? `${next.descending ? "-" : ""}${next.key}` : null }, true)}
        onOpen={open}
        openKey={search.get("product") ?? undefined}
        toolbar={
          <FilterBar
            id="products"
            filters={filters}
            definitions={definitions}
            searchPlaceholder={t("search")}
            {...(!narrow && { extra: <ViewSwitch view={view} onChange={(next) => change({ view: next })} /> })}
          />
        }
        instead={showsCards && <ProductGrid list={list} actions={actions} label={t("title")} onOpen={open} />}
        empty={
          <EmptyList
            filters={filters}
            noMatch={{ title: t("noMatch.title"), detail: t("noMatch.detail"), clear: t("noMatch.clear") }}
            none={{ title: t("none.title"), detail: t("none.detail"), action: add }}
          />
        }
      />
      <OpenForm list={list} currency={query.data?.pages[0]?.currency ?? "HKD"} />
    </Page>
  );
}

interface OpenFormProps {
  list: ListState<ProductRow>;
  currency: Parameters<typeof AddProduct>[0]["currency"];
}

/** The form or the panel that the address names. */
function OpenForm({ list, currency }: OpenFormProps) {
  const can = useCan();
  const { search, change } = useAddress();
  const named = (key: string) => list.rows.find(({ recordID }) => recordID === search.get(key));
  const product = useKept(named("product"), search.get("product"));
  const like = named("like");
  const close = () => change({ product: null, new: null, like: null });
  return (
    <Suspense fallback={null}>
      {search.has("new") && can("sale:product:add") && !list.loading && (
        <AddProduct key={like?.recordID ?? ""} currency={currency} like={like} onClose={close} />
      )}
      {product && can("sale:product:edit") && <EditProduct key={product.recordID} product={product} onClose={close} />}
      {product && !can("sale:product:edit") && <ProductPanel product={product} onClose={close} />}
    </Suspense>
  );
}

/** An opened product stays open when its row leaves the list, so that a form is not lost because a filter no longer matches. */
function useKept(found: ProductRow | undefined, recordID: string | null): ProductRow | undefined {
  const [kept, setKept] = useState(found);
  if (found && found !== kept) setKept(found);
  return found ?? (kept?.recordID === recordID ? kept : undefined);
}

function useFilters(): FilterDefinition[] {
  const { t } = useTranslation("products");
  const types = useItems(customLists.productTypes).data;
  return useMemo(
    () => [
      {
        key: "type",
        label: t("fields.type"),
        kind: "many",
        options: (types ?? []).map(({ recordID, name }) => ({ value: recordID, label: name })),
        pinned: true,
      },
      {
        key: "status",
        label: t("fields.status"),
        kind: "one",
        options: productStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
        pinned: true,
      },
      {
        key: "syncStatus",
        label: t("fields.syncStatus"),
        kind: "one",
        options: syncStatuses.map((value) => ({ value, label: t(`syncStatus.${value}`) })),
      },
    ],
    [t, types],
  );
}

type ProductView = (typeof productViews)[number];

interface ViewSwitchProps {
  view: ProductView;
  onChange: (view: ProductView) => void;
}

/** Cards with pictures, or a table of the same products. */
function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  const { t } = useTranslation("products");
  return (
    <Segmented<ProductView>
      aria-label={t("view.label")}
      value={view}
      onChange={onChange}
      options={productViews.map((one) => ({ value: one, icon: icons[one], label: t(`view.${one}`) }))}
    />
  );
}
