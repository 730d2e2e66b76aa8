import type { OrderRow } from "@homeroom/contract/orders";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import styles from "./orders.module.css";

const tones: Record<OrderRow["status"], Tone> = {
  pending: "warning",
  paid: "success",
  closed: "quiet",
  cancelled: "quiet",
  refunded: "quiet",
};

/** The state of an order, with what needs to be done. */
export function OrderStatus({ order }: { order: OrderRow }) {
  const { t } = useTranslation("orders");
  const { status, awaitsCheck, confirmStatus, hasKept, paid, refunded, excess } = order;
  const isPart = status === "pending" && paid > refunded;
  const isPartlyBack = status === "paid" && refunded > 0;
  // One label for the state: a cell has no room for "waiting for payment" and "partly paid" side by side.
  const label = isPart ? "partlyPaid" : (`status.${status}` as const);
  return (
    <span className={laid("middleWrap narrowable", styles.status)}>
      <StatusDot tone={tones[status]} label={t(label)} />
      {awaitsCheck && <TintTag color="blue">{t("awaitsCheck")}</TintTag>}
      {status === "pending" && confirmStatus === "rejected" && <TintTag color="red">{t("confirm.rejected")}</TintTag>}
      {isPartlyBack && <TintTag color="neutral">{t("partlyRefunded")}</TintTag>}
      {order.isOverdue && <TintTag color="red">{t("fields.overdue")}</TintTag>}
      {status === "pending" && !order.isOverdue && order.nextDueDate && (
        <TintTag color="neutral">{t("instalments.next", { day: order.nextDueDate })}</TintTag>
      )}
      {excess > 0 && <TintTag color="red">{t("overpaid")}</TintTag>}
      {hasKept && <TintTag color="red">{t("hasKept")}</TintTag>}
      {order.refundWaits && <TintTag color="blue">{t("refundWaits")}</TintTag>}
    </span>
  );
}
