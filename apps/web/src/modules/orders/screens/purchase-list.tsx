import { LeadId, RecordId } from "@homeroom/contract/ids";
import { type PurchaseRow, purchaseStates } from "@homeroom/contract/purchases";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNumberText } from "#platform/number-text.ts";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { type ListState, listStateOf } from "#ui/data-table/list-state.ts";
import { FilterBar } from "#ui/filter-bar/filter-bar.tsx";
import type { FilterDefinition, FilterValues } from "#ui/filter-bar/filters.ts";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { EmptyList } from "#ui/states/empty-list.tsx";
import { type PurchaseRequest, useProductChoices, usePurchases } from "../api/queries.ts";
import { OrderPanel } from "../components/order-panel.tsx";
import { usePurchaseCard, usePurchaseColumns } from "../components/purchases/purchase-columns.tsx";
import { SalesSwitch } from "../components/sales-switch.tsx";
import { useLiveOrders } from "../realtime.ts";

const filterKeys = ["state", "date", "product", "leadId"].map((key) => ({ key, label: key, kind: "many" as const }));

/** The paid purchases, and until when they can be used. */
export function PurchaseList() {
  const { t } = useTranslation("orders");
  useLiveOrders();
  const filters = useUrlFilters(filterKeys);
  const { search, change } = useAddress();
  const list = listStateOf(usePurchases(purchaseRequest(filters.values, filters.keywords)));
  const definitions = useFilters(filters.values["leadId"]?.[0], list.rows[0]?.leadName);
  const columns = usePurchaseColumns();
  const card = usePurchaseCard();
  const open = search.get("order");
  return (
    <Page fill>
      <PageHeader title={t("title")} detail={<Count list={list} />} switcher={<SalesSwitch view="purchases" />} />
      <DataTable
        id="purchases"
        label={t("view.purchases")}
        columns={columns}
        list={list}
        card={card}
        onOpen={({ orderID }) => change({ order: orderID }, open !== null)}
        toolbar={
          <FilterBar id="purchases" filters={filters} definitions={definitions} searchPlaceholder={t("search")} />
        }
        empty={
          <EmptyList
            filters={filters}
            noMatch={{ title: t("noMatch.title"), detail: t("noMatch.detail"), clear: t("noMatch.clear") }}
            none={{ title: t("noPurchase.title"), detail: t("noPurchase.detail") }}
          />
        }
      />
      {open && <OrderPanel key={open} orderID={open} onClose={() => change({ order: null }, true)} />}
    </Page>
  );
}

function useFilters(leadId: string | undefined, leadName: string | undefined): FilterDefinition[] {
  const { t } = useTranslation("orders");
  const products = useProductChoices().data?.list;
  return useMemo(() => {
    const lead = leadId && [{ value: leadId, label: leadName || t("thisLead") }];
    return [
      {
        key: "state",
        label: t("fields.purchaseState"),
        kind: "many",
        options: purchaseStates.map((value) => ({ value, label: t(`purchaseState.${value}`) })),
        pinned: true,
      },
      { key: "date", label: t("fields.buyDate"), kind: "dates", pinned: true },
      ...(products?.length
        ? [
            {
              key: "product",
              label: t("fields.product"),
              kind: "one" as const,
              options: products.map(({ productID, name }) => ({ value: productID, label: name })),
            },
          ]
        : []),
      ...(lead ? [{ key: "leadId", label: t("fields.lead"), kind: "one" as const, options: lead }] : []),
    ];
  }, [t, products, leadId, leadName]);
}

const day = /^\d{4}-\d\d-\d\d$/;

/** The filters of the address as a request; values that the contract does not allow are ignored. */
function purchaseRequest(values: FilterValues, keywords: string): PurchaseRequest {
  const [from = "", to = ""] = values["date"] ?? [];
  const states = purchaseStates.filter((value) => values["state"]?.includes(value));
  const lead = LeadId.safeParse(values["leadId"]?.[0]);
  const product = RecordId.safeParse(values["product"]?.[0]);
  return {
    ...(keywords && { keywords: keywords.slice(0, 100) }),
    ...(states.length > 0 && { state: states }),
    ...(lead.success && { leadId: lead.data }),
    ...(product.success && { productID: product.data }),
    ...(day.test(from) && { startTime: from }),
    ...(day.test(to) && { endTime: to }),
  };
}

function Count({ list }: { list: ListState<PurchaseRow> }) {
  const { t } = useTranslation("orders");
  const numberText = useNumberText();
  if (list.total === undefined) return null;
  const values = { number: numberText(list.total), count: list.total };
  return t(list.totalIsEstimate ? "purchaseCountAbout" : "purchaseCount", values);
}
