import { Segmented } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

const salesViews = ["orders", "purchases", "transfers", "closing"] as const;
export type SalesView = (typeof salesViews)[number];

/** From the orders to what was bought with them, the transfers to check and the day's closing. */
export function SalesSwitch({ view }: { view: SalesView }) {
  const { t } = useTranslation("orders");
  const navigate = useNavigate();
  return (
    <Segmented
      aria-label={t("view.label")}
      value={view}
      options={salesViews.map((value) => ({ value, label: t(`view.${value}`) }))}
      onChange={(value) => void navigate(value === "orders" ? "/users/order" : `/users/order?view=${value}`)}
    />
  );
}
