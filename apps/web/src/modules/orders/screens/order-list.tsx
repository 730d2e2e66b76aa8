import { DownloadOutlined } from "@ant-design/icons";
import { moneyText } from "@homeroom/contract/currencies";
import { LeadId } from "@homeroom/contract/ids";
import type { OrderSummary } from "@homeroom/contract/order-totals";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useNumberText } from "#platform/number-text.ts";
import { AddButton } from "#ui/choice/add-button.tsx";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { listStateOf } from "#ui/data-table/list-state.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { HeadAction } from "#ui/page/head-action.tsx";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyList } from "#ui/states/empty-list.tsx";
import { type OrderRequest, useOrders, useOrderTotals } from "../api/queries.ts";
import { useExportOrders } from "../api/writes.ts";
import { useOrderCard, useOrderColumns } from "../components/order-columns.tsx";
import { useOrderFilters } from "../components/order-filters.ts";
import { OrderPanel } from "../components/order-panel.tsx";
import styles from "../components/orders.module.css";
import { SalesSwitch } from "../components/sales-switch.tsx";
import { useLiveOrders } from "../realtime.ts";
import { orderRequest } from "../rules/order-request.ts";

const sortable = ["createTime", "payDate", "total"] as const;

const OrderEditor = lazy(() =>
  import("../components/form/order-form.tsx").then((form) => ({ default: form.OrderEditor })),
);

const filterKeys = [
  ...["status", "date", "paidOn", "method", "confirm"],
  ...["branch", "sales", "mine", "overdue", "kept", "refunding", "leadId"],
].map((key) => ({
  key,
  label: key,
  kind: "many" as const,
}));

/** The orders: items, customers, and the paid amounts. */
export function OrderList() {
  const { t } = useTranslation("orders");
  const can = useCan();
  useLiveOrders();
  const filters = useUrlFilters(filterKeys);
  const { search, change } = useAddress();
  const sort = readSort(search.get("sort"));
  const kept = orderRequest(filters.values, filters.keywords);
  const sums = useOrderTotals(kept);
  const request: OrderRequest = {
    ...kept,
    ...(sort && { sortBy: sort.key, sortOrder: sort.descending ? "desc" : "asc" }),
  };
  const query = useOrders(request);
  const list = listStateOf(query);
  const definitions = useOrderFilters(
    request.leadId ? { id: request.leadId, name: list.rows[0]?.leadName ?? "" } : undefined,
  );
  const columns = useOrderColumns();
  const card = useOrderCard();
  const open = search.get("order");
  const lead = LeadId.safeParse(search.get("new"));
  const add = can("sale:order:add") && (
    <AddButton label={t("add")} onClick={() => change({ new: request.leadId ?? "1", order: null })} />
  );

  return (
    <Page fill>
      <PageHeader
        title={t("title")}
        detail={sums && <Count sums={sums} />}
        switcher={<SalesSwitch view="orders" />}
        actions={
          <>
            <ExportButton request={request} />
            {add}
          </>
        }
      />
      <OrderSums sums={sums ?? []} />
      <DataTable
        id="orders"
        label={t("title")}
        columns={columns}
        rowKey={({ orderID }) => orderID}
        list={list}
        card={card}
        onOpen={({ orderID }) => change({ order: orderID, new: null }, open !== null)}
        openKey={open ?? undefined}
        sort={sort}
        onSort={(next) => change({ sort: next ? `${next.descending ? "-" : ""}${next.key}` : null }, true)}
        toolbar={<FilterBar id="orders" filters={filters} definitions={definitions} searchPlaceholder={t("search")} />}
        empty={
          <EmptyList
            filters={filters}
            noMatch={{ title: t("noMatch.title"), detail: t("noMatch.detail"), clear: t("noMatch.clear") }}
            none={{ title: t("none.title"), detail: t("none.detail"), action: add }}
          />
        }
      />
      {open && <OrderPanel key={open} orderID={open} onClose={() => change({ order: null }, true)} />}
      <Suspense fallback={null}>
        {search.has("new") && can("sale:order:add") && (
          <OrderEditor
            leadId={lead.success ? lead.data : null}
            onDone={(orderID) => change({ new: null, order: orderID }, true)}
            onClose={() => change({ new: null }, true)}
          />
        )}
      </Suspense>
    </Page>
  );
}

function ExportButton({ request }: { request: OrderRequest }) {
  const can = useCan();
  const { t } = useTranslation("orders");
  const { done, failed } = useFeedback();
  const exporting = useExportOrders();
  const handleClick = () => exporting.mutate(request, { onSuccess: () => done(t("exported")), onError: failed });
  return (
    can("sale:order:export") && (
      <HeadAction icon={<DownloadOutlined />} label={t("export")} busy={exporting.isPending} onClick={handleClick} />
    )
  );
}

function Count({ sums }: { sums: readonly OrderSummary[] }) {
  const { t } = useTranslation("orders");
  const numberText = useNumberText();
  const count = sums.reduce((all, sum) => all + sum.count, 0);
  return t("count", { number: numberText(count), count });
}

/** The totals of all orders that match the filters, a line for each currency. */
function OrderSums({ sums }: { sums: readonly OrderSummary[] }) {
  const { t } = useTranslation("orders");
  return sums.map(({ currency, ...sum }) => (
    <dl
      key={currency}
      className={laid("figures flexBox wrap below12", styles.sums)}
      aria-label={t("sums", { currency })}
    >
      {[...alwaysSummed, ...summedWhereAny.filter((key) => sum[key] > 0)].map((key) => (
        <div key={key} className={laid("baseline gap6 facts")}>
          <dt>{t(`fields.${key}`)}</dt>
          <dd className={layout.strong}>{moneyText(sum[key], currency)}</dd>
        </div>
      ))}
    </dl>
  ));
}

const alwaysSummed = ["total", "paid", "refunded", "open"] as const;
const summedWhereAny = ["overdue", "dropped"] as const;

/** The sort of the list from an address such as `-total`; undefined if it is unknown. */
function readSort(text: string | null): { key: (typeof sortable)[number]; descending: boolean } | undefined {
  const key = sortable.find((one) => one === text?.replace(/^-/, ""));
  return key && { key, descending: text?.startsWith("-") ?? false };
}
