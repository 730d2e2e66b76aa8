import { moneyText } from "@homeroom/contract/currencies";
import { type TaxInvoiceRow, taxInvoiceStates } from "@homeroom/contract/tax-invoices";
import { Button } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNumberText } from "#platform/number-text.ts";
import type { Column } from "#ui/data-table/column.ts";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { type ListState, listStateOf } from "#ui/data-table/list-state.ts";
import { timeColumn } from "#ui/data-table/usual-columns.tsx";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import type { FilterDefinition } from "#ui/filter-bar/filters.ts";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { laid } from "#ui/laid.ts";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { useTaxInvoices } from "../api/receipts.ts";
import { OrderPanel } from "../components/order-panel.tsx";
import { RetryInvoice, TaxInvoiceState } from "../components/receipts/tax-invoice-state.tsx";
import { SalesSwitch } from "../components/sales-switch.tsx";
import { useLiveOrders } from "../realtime.ts";

const filterKeys = [{ key: "state", label: "state", kind: "many" as const }];

/** The e-invoices requested from ECPay: their numbers, and the failures. */
export function TaxInvoiceList() {
  const { t } = useTranslation(["invoices", "orders"]);
  useLiveOrders();
  const filters = useUrlFilters(filterKeys);
  const { search, change } = useAddress();
  const states = taxInvoiceStates.filter((state) => filters.values["state"]?.includes(state));
  const list = listStateOf(
    useTaxInvoices({
      ...(states.length > 0 && { state: states }),
      ...(filters.keywords && { keywords: filters.keywords.slice(0, 100) }),
    }),
  );
  const definitions = useMemo<FilterDefinition[]>(
    () => [
      {
        key: "state",
        label: t("invoices:fields.state"),
        kind: "many",
        options: taxInvoiceStates.map((value) => ({ value, label: t(`invoices:state.${value}`) })),
        pinned: true,
      },
    ],
    [t],
  );
  const columns = useColumns();
  const open = search.get("order");
  return (
    <Page fill>
      <PageHeader
        title={t("invoices:title")}
        detail={<Count list={list} />}
        switcher={<SalesSwitch view="invoices" />}
      />
      <DataTable
        id="tax-invoices"
        label={t("invoices:title")}
        columns={columns}
        list={list}
        card={(invoice) => ({
          title: invoice.leadName,
          aside: moneyText(invoice.amount, invoice.currency),
          facts: [
            `${t(`invoices:way.${invoice.way}`)} ${invoice.number}`,
            <TaxInvoiceState key="state" invoice={invoice} />,
          ],
        })}
        onOpen={({ orderID }) => change({ order: orderID }, open !== null)}
        toolbar={
          <FilterBar
            id="tax-invoices"
            filters={filters}
            definitions={definitions}
            searchPlaceholder={t("invoices:search")}
          />
        }
        empty={
          states.length > 0 || filters.keywords ? (
            <EmptyState
              title={t("invoices:noMatch")}
              action={<Button onClick={filters.clear}>{t("orders:noMatch.clear")}</Button>}
            />
          ) : (
            <EmptyState title={t("invoices:none.title")} detail={t("invoices:none.detail")} />
          )
        }
      />
      {open && <OrderPanel key={open} orderID={open} onClose={() => change({ order: null }, true)} />}
    </Page>
  );
}

function Count({ list: { total, totalIsEstimate } }: { list: ListState<TaxInvoiceRow> }) {
  const { t } = useTranslation("invoices");
  const numberText = useNumberText();
  return (
    total !== undefined && t(totalIsEstimate ? "countAbout" : "count", { number: numberText(total), count: total })
  );
}

function useColumns(): Column<TaxInvoiceRow>[] {
  const { t } = useTranslation(["invoices", "orders"]);
  return [
    { key: "lead", title: t("orders:fields.lead"), width: 150, frozen: true, render: ({ leadName }) => leadName },
    { key: "way", title: t("invoices:fields.way"), width: 120, render: ({ way }) => t(`invoices:way.${way}`) },
    {
      key: "number",
      title: t("invoices:fields.number"),
      width: 160,
      render: ({ number }) => <span className={laid("figures medium")}>{number}</span>,
    },
    {
      key: "amount",
      title: t("orders:fields.total"),
      width: 120,
      align: "end",
      render: ({ amount, currency }) => moneyText(amount, currency),
    },
    { key: "kind", title: t("invoices:choice.label"), width: 150, render: ({ kind }) => t(`invoices:kind.${kind}`) },
    {
      key: "state",
      title: t("invoices:fields.state"),
      width: 320,
      grow: true,
      render: (invoice) => <TaxInvoiceState invoice={invoice} />,
    },
    { key: "retry", title: t("invoices:retry"), width: 120, render: (invoice) => <RetryInvoice invoice={invoice} /> },
    {
      key: "orderID",
      title: t("orders:fields.orderID"),
      width: 170,
      render: ({ orderID }) => <span className={laid("figures medium")}>{orderID}</span>,
    },
    timeColumn("createTime", t("orders:fields.createTime"), { width: 150 }),
  ];
}
