import type { PurchaseRow } from "@homeroom/contract/purchases";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { StatusDot } from "#ui/status/status-dot.tsx";
import styles from "../orders.module.css";

const tones = { valid: "success", ending: "warning", ended: "quiet", takenBack: "quiet" } as const;

/** Until when a purchase can be used, and its state. */
export function PurchaseTerm({ purchase }: { purchase: PurchaseRow }) {
  const { t } = useTranslation("orders");
  const { state, validUntil, daysLeft } = purchase;
  const ends = state === "ending" && daysLeft !== null;
  return (
    <span className={laid("middleWrap narrowable", styles.status)}>
      <StatusDot
        tone={tones[state]}
        label={ends ? t("daysLeft", { count: daysLeft, number: daysLeft }) : t(`purchaseState.${state}`)}
      />
      <span className={layout.small}>{validUntil ? t("until", { day: validUntil }) : t("noLimit")}</span>
    </span>
  );
}
