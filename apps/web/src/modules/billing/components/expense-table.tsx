import type { LedgerRow } from "@homeroom/contract/billing";
import { moneyText } from "@homeroom/contract/currencies";
import { useTranslation } from "react-i18next";
import { type Column, columnMaker } from "#ui/data-table/column.ts";
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
  const column = columnMaker<LedgerRow>((key) => t(`fields.${key}`));
  const columns: Column<LedgerRow>[] = [
    column("note", 240, (row) => row.note || t(`cause.${row.cause}`), {
      title: t("fields.title"),
      grow: true,
      frozen: true,
    }),
    column("unit", 110, ({ unit }) => t(`unit.${unit}`)),
    column("amount", 120, (row) => <b>{text(row.amount, row)}</b>, { align: "end" }),
    column("balance", 120, (row) => text(row.balance, row), { align: "end" }),
    column("time", 120, ({ createTime }) => <RelativeTime value={createTime} />, { title: t("fields.createTime") }),
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
