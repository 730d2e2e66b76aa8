import { moneyText } from "@homeroom/contract/currencies";
import type { OrderRow } from "@homeroom/contract/orders";
import { useTranslation } from "react-i18next";
import { type Column, columnMaker } from "#ui/data-table/column.ts";
import type { RowCard } from "#ui/data-table/data-table-props.ts";
import { personColumn, timeColumn } from "#ui/data-table/usual-columns.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { LeadLink } from "./lead-link.tsx";
import { OrderStatus } from "./order-status.tsx";

/** The columns of the orders. The default ones fit beside the open sidebar of a laptop. */
export function useOrderColumns(): Column<OrderRow>[] {
  const { t } = useTranslation("orders");
  const amount = (key: "amount" | "discount" | "tax" | "paid" | "refunded" | "open"): Column<OrderRow> => ({
    key,
    title: t(`fields.${key}`),
    // "HK$12,160.00".
    width: 126,
    align: "end",
    // The open amount is enough to show what was paid.
    ...(key !== "open" && { hiddenAtFirst: true }),
    render: (order) => (order[key] === 0 ? null : moneyText(order[key], order.currency)),
  });
  const column = columnMaker<OrderRow>((key) => t(`fields.${key}`));
  return [
    column("orderID", 170, ({ orderID }) => <b className={laid("figures medium")}>{orderID}</b>, { frozen: true }),
    column("lead", 104, (order) => (
      <span data-own-click>
        <LeadLink {...order} />
      </span>
    )),
    column("product", 128, ({ productName }) => <span title={productName}>{productName}</span>, { grow: true }),
    column("total", 140, (order) => <b>{moneyText(order.total, order.currency)}</b>, { align: "end", sortable: true }),
    column("status", 222, (order) => <OrderStatus order={order} />),
    column("method", 128, ({ payMethod, paidMethod }) => t(`method.${paidMethod ?? payMethod}`), {
      title: t("fields.payMethod"),
    }),
    amount("paid"),
    amount("open"),
    amount("amount"),
    amount("discount"),
    amount("tax"),
    amount("refunded"),
    timeColumn("createTime", t("fields.createTime"), { sortable: true }),
    timeColumn("payDate", t("fields.payDate"), { sortable: true, hiddenAtFirst: true }),
    column("invoice", 140, ({ invoice }) => invoice, { hiddenAtFirst: true }),
    column("branch", 120, (order) => order.branchName, { hiddenAtFirst: true }),
    personColumn("creator", t("fields.creator"), { hiddenAtFirst: true }),
  ];
}

/** The columns of an order shown on a phone. */
export function useOrderCard(): (order: OrderRow) => RowCard {
  const { t } = useTranslation("orders");
  return (order) => ({
    title: order.leadName,
    aside: moneyText(order.total, order.currency),
    facts: [
      <OrderStatus key="status" order={order} />,
      order.productName,
      <span key="method" className={layout.small}>
        {t(`method.${order.paidMethod ?? order.payMethod}`)} · <RelativeTime value={order.createTime} />
      </span>,
    ],
  });
}
