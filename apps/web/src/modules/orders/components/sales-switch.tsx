import { Segmented } from "antd";
import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCan } from "#platform/access.ts";
import { laid } from "#ui/laid.ts";
import { useProductChoices } from "../api/queries.ts";
import { useHasInvoices } from "../api/receipts.ts";
import styles from "./sales-switch.module.css";

const salesViews = ["orders", "purchases", "transfers", "closing", "invoices"] as const;
export type SalesView = (typeof salesViews)[number];

/** Switches between orders, purchases, transfers to check, the daily closing and e-invoices. */
export function SalesSwitch({ view }: { view: SalesView }) {
  const { t } = useTranslation("orders");
  const navigate = useNavigate();
  // E-invoices exist only in Taiwan: elsewhere the view is hidden unless the address opens it. People who cannot sell,
  // such as accountants, have it once there is an e-invoice.
  const can = useCan();
  const has = useHasInvoices({ enabled: !can("sale:order:add") && view !== "invoices" });
  const gives = useProductChoices().data?.givesInvoices === true || has || view === "invoices";
  const shown = salesViews.filter((value) => value !== "invoices" || gives);
  const box = useRef<HTMLDivElement>(null);
  // On a phone the last views are off screen.
  useLayoutEffect(() => {
    const chosen = box.current?.querySelector("input:checked")?.closest("label");
    chosen?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [view, gives]);
  return (
    <div ref={box} className={laid("scrollX narrowable maxWide", styles.views)}>
      <Segmented
        aria-label={t("view.label")}
        value={view}
        options={shown.map((value) => ({ value, label: t(`view.${value}`) }))}
        onChange={(value) => void navigate(value === "orders" ? "/users/order" : `/users/order?view=${value}`)}
      />
    </div>
  );
}
