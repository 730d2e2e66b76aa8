import { OrderPriceForm } from "@homeroom/contract/orders";
import { Form } from "antd";
import { useTranslation } from "react-i18next";
import { moneyText } from "#platform/money.ts";
import { useOrderPrice } from "../api/queries.ts";
import styles from "./orders.module.css";

/** What the order comes to, as the server computes it while the form is filled. */
export function OrderPriceLine() {
  const { t } = useTranslation("orders");
  const form = Form.useFormInstance();
  const values = Form.useWatch((all: object) => all, form);
  const asked = OrderPriceForm.safeParse(values);
  const { data, error } = useOrderPrice(asked.success ? asked.data : null);
  if (!asked.success || error || !data) return <p className={styles.quiet}>{error ?? t("priceLater")}</p>;
  const { amount, discount, tax, total, currency } = data;
  const parts = [
    discount > 0 && `${t("fields.amount")} ${moneyText(amount, currency)}`,
    discount > 0 && `${t("fields.discount")} ${moneyText(-discount, currency)}`,
    tax > 0 && `${t("fields.tax")} ${moneyText(tax, currency)}`,
  ].filter((part) => part !== false);
  return (
    <p aria-live="polite">
      <span className={styles.quiet}>{parts.join(" · ")}</span>{" "}
      <span className={styles.total}>
        {t("fields.total")} {moneyText(total, currency)}
      </span>
    </p>
  );
}
