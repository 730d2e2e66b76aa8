import { moneyText } from "@homeroom/contract/currencies";
import type { PurchaseRow } from "@homeroom/contract/purchases";
import { useTranslation } from "react-i18next";
import { type Column, columnMaker } from "#ui/data-table/column.ts";
import type { RowCard } from "#ui/data-table/data-table-props.ts";
import { laid } from "#ui/laid.ts";
import { LeadLink } from "../lead-link.tsx";
import { LessonsLeft } from "./lessons-left.tsx";
import { PurchaseTerm } from "./purchase-term.tsx";

/** The columns of what was bought. */
export function usePurchaseColumns(): Column<PurchaseRow>[] {
  const { t } = useTranslation("orders");
  const column = columnMaker<PurchaseRow>((key) => t(`fields.${key}`));
  return [
    column(
      "lead",
      130,
      (row) => (
        <span data-own-click>
          <LeadLink {...row} />
        </span>
      ),
      { frozen: true },
    ),
    column("product", 180, ({ name }) => <span title={name}>{name}</span>, { grow: true }),
    column("quantity", 80, ({ quantity }) => quantity, { align: "end" }),
    column("amount", 120, ({ amount, currency }) => moneyText(amount, currency), { align: "end" }),
    column("lessons", 130, (row) => <LessonsLeft purchase={row} />),
    column("buyDate", 110, ({ buyDate }) => buyDate),
    column("term", 250, (row) => <PurchaseTerm purchase={row} />, { title: t("fields.validUntil") }),
    column("orderID", 170, ({ orderID }) => <span className={laid("figures medium")}>{orderID}</span>),
    column("branch", 120, ({ branchName }) => branchName, { hiddenAtFirst: true }),
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
