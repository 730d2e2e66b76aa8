import type { LedgerRow } from "@homeroom/contract/billing";
import { moneyText } from "@homeroom/contract/currencies";
import { useTranslation } from "react-i18next";
import type { Column } from "#ui/data-table/column.ts";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { listStateOf } from "#ui/data-table/list-state.ts";
import layout from "#ui/layout.module.css";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useExpenses } from "../api/queries.ts";

/** What was spent of the balance, of messages and of the ad budget. */
export function ExpenseTable() {
  const { t } = useTranslation("billing");
  const list = listStateOf(useExpenses());
  const text = (value: number, { unit, currency }: LedgerRow) =>
    unit === "money" || unit === "adBudget" ? moneyText(value, currency) : value.toLocaleString("en");
  const columns: Column<LedgerRow>[] = [
    {
      key: "note",
      title: t("fields.title"),
      width: 240,
      grow: true,
      frozen: true,
      render: (row) => row.note || t(`cause.${row.cause}`),
    },
    { key: "unit", title: t("fields.unit"), width: 110, render: ({ unit }) => t(`unit.${unit}`) },
    {
      key: "amount",
      title: t("fields.amount"),
      width: 120,
      align: "end",
      render: (row) => <b>{text(row.amount, row)}</b>,
    },
    { key: "balance", title: t("fields.balance"), width: 120, align: "end", render: (row) => text(row.balance, row) },
    {
      key: "time",
      title: t("fields.createTime"),
      width: 120,
      render: ({ createTime }) => <RelativeTime value={createTime} />,
    },
  ];
  return (
    <DataTable
      id="billing-expenses"
      label={t("tab.expenses")}
      columns={columns}
      list={list}
      card={(row) => ({
        title: row.note || t(`cause.${row.cause}`),
        aside: text(row.amount, row),
        facts: [
          t(`unit.${row.unit}`),
          <span key="balance" className={layout.small}>
            {t("fields.balance")} {text(row.balance, row)} · <RelativeTime value={row.createTime} />
          </span>,
        ],
      })}
      empty={<EmptyState title={t("none.expenses")} detail={t("none.detail")} />}
    />
  );
}
