import { Segmented } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

/** From the orders to what was bought with them, and back. */
export function SalesSwitch({ view }: { view: "orders" | "purchases" }) {
  const { t } = useTranslation("orders");
  const navigate = useNavigate();
  return (
    <Segmented
      aria-label={t("view.label")}
      value={view}
      options={(["orders", "purchases"] as const).map((value) => ({ value, label: t(`view.${value}`) }))}
      onChange={(value) => void navigate(value === "purchases" ? "/users/order?view=purchases" : "/users/order")}
    />
  );
}
