import { moneyText } from "@homeroom/contract/currencies";
import type { PurchaseRow } from "@homeroom/contract/purchases";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Column } from "#ui/data-table/column.ts";
import type { RowCard } from "#ui/data-table/data-table-props.ts";
import { laid } from "#ui/laid.ts";
import { LessonsLeft } from "./lessons-left.tsx";
import { PurchaseTerm } from "./purchase-term.tsx";

/** The columns of what was bought. */
export function usePurchaseColumns(): Column<PurchaseRow>[] {
  const { t } = useTranslation("orders");
  return [
    { key: "lead", title: t("fields.lead"), width: 130, frozen: true, render: (row) => <LeadLink purchase={row} /> },
    {
      key: "product",
      title: t("fields.product"),
      width: 180,
      grow: true,
      render: ({ name }) => <span title={name}>{name}</span>,
    },
    { key: "quantity", title: t("fields.quantity"), width: 80, align: "end", render: ({ quantity }) => quantity },
    {
      key: "amount",
      title: t("fields.amount"),
      width: 120,
      align: "end",
      render: ({ amount, currency }) => moneyText(amount, currency),
    },
    {
      key: "lessons",
      title: t("fields.lessons"),
      width: 130,
      render: (row) => <LessonsLeft purchase={row} />,
    },
    { key: "buyDate", title: t("fields.buyDate"), width: 110, render: ({ buyDate }) => buyDate },
    { key: "term", title: t("fields.validUntil"), width: 250, render: (row) => <PurchaseTerm purchase={row} /> },
    {
      key: "orderID",
      title: t("fields.orderID"),
      width: 170,
      render: ({ orderID }) => <span className={laid("figures medium")}>{orderID}</span>,
    },
    {
      key: "branch",
      title: t("fields.branch"),
      width: 120,
      hiddenAtFirst: true,
      render: ({ branchName }) => branchName,
    },
  ];
}

/** The columns of a purchase shown on a phone. */
export function usePurchaseCard(): (purchase: PurchaseRow) => RowCard {
  return (purchase) => ({
    title: purchase.leadName,
    aside: moneyText(purchase.amount, purchase.currency),
    facts: [
      purchase.quantity > 1 ? `${purchase.name} × ${purchase.quantity}` : purchase.name,
      <PurchaseTerm key="term" purchase={purchase} />,
      ...(purchase.lessons ? [<LessonsLeft key="lessons" purchase={purchase} />] : []),
    ],
  });
}

function LeadLink({ purchase: { leadId, leadName } }: { purchase: PurchaseRow }) {
  if (!leadId) return leadName;
  return (
    <span data-own-click>
      <Link to={`/lead/list?lead=${leadId}`}>{leadName}</Link>
    </span>
  );
}
