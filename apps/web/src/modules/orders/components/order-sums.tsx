import { moneyText } from "@homeroom/contract/currencies";
import type { OrderSummary } from "@homeroom/contract/order-totals";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import styles from "./orders.module.css";

/** The sums of all orders that the filters keep, a line for each currency. */
export function OrderSums({ sums }: { sums: readonly OrderSummary[] }) {
  const { t } = useTranslation("orders");
  return sums.map(({ currency, ...sum }) => (
    <dl key={currency} className={laid("figures flexBox wrap", styles.sums)} aria-label={t("sums", { currency })}>
      {(["total", "paid", "refunded", "open", ...(sum.overdue > 0 ? (["overdue"] as const) : [])] as const).map(
        (key) => (
          <div key={key} className={laid("baseline gap6 facts")}>
            <dt>{t(`fields.${key}`)}</dt>
            <dd className={layout.strong}>{moneyText(sum[key], currency)}</dd>
          </div>
        ),
      )}
    </dl>
  ));
}
