import type { PlanOrderRow } from "@homeroom/contract/billing";
import { moneyText } from "@homeroom/contract/currencies";
import type { Permission } from "@homeroom/contract/permissions";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { useNow } from "#platform/date-view.ts";
import { countdownText } from "#platform/dates.ts";
import { PendingButton } from "#ui/choice/pending-button.tsx";
import { type Column, columnMaker } from "#ui/data-table/column.ts";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { listStateOf } from "#ui/data-table/list-state.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";
import { TintTag } from "#ui/status/tint-tag.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useOrders } from "../api/queries.ts";
import { useBillingWrites, useDownloadInvoice } from "../api/writes.ts";
import styles from "./billing.module.css";

const tones: Record<PlanOrderRow["status"], Tone> = {
  pending: "warning",
  paid: "success",
  closed: "quiet",
  cancelled: "quiet",
  refunded: "quiet",
};

/** The organisation's own orders, with their actions. */
export function OrderTable({ kind }: { kind: "orders" | "recharges" }) {
  const { t } = useTranslation("billing");
  const list = listStateOf(useOrders(kind));
  const column = columnMaker<PlanOrderRow>((key) => t(`fields.${key}`));
  const columns: Column<PlanOrderRow>[] = [
    column("title", 214, ({ title }) => <span title={title}>{title}</span>, { grow: true, frozen: true }),
    // "HK$10,656.00" in bold.
    column("amount", 132, ({ amount, currency }) => <b>{moneyText(amount, currency)}</b>, { align: "end" }),
    column("status", 248, (order) => <OrderStatus order={order} />),
    column("method", 120, (order) => t(`method.${methodOf(order)}`), { title: t("fields.payMethod") }),
    column("time", 120, (order) => <RelativeTime value={order.createTime} />, { title: t("fields.createTime") }),
    column("orderID", 168, ({ orderID }) => <span className={layout.figures}>{orderID}</span>),
    column("actions", 140, (order) => <OrderActions order={order} />),
  ];
  return (
    <DataTable
      id={`billing-${kind}`}
      label={t(`tab.${kind}`)}
      columns={columns}
      list={list}
      card={(order) => ({
        title: order.title,
        aside: moneyText(order.amount, order.currency),
        facts: [
          <OrderStatus key="status" order={order} />,
          <span key="time" className={layout.small}>
            {t(`method.${methodOf(order)}`)} · <RelativeTime value={order.createTime} />
          </span>,
        ],
        actions: <OrderActions order={order} />,
      })}
      empty={<EmptyState title={t(`none.${kind}`)} detail={t("none.detail")} />}
    />
  );
}

/** How an order was paid or, before payment, is to be paid. */
function methodOf({ paidMethod, payMethod }: PlanOrderRow) {
  return paidMethod ?? payMethod;
}

function OrderStatus({ order: { status, awaitsCheck, confirmStatus, expireTime } }: { order: PlanOrderRow }) {
  const { t } = useTranslation("billing");
  const isOpen = status === "pending" && !awaitsCheck;
  return (
    <span className={laid("middleWrap", styles.status)}>
      {/* One word for the state: the cell has no room for "unpaid" and the reason beside the time left. */}
      {isOpen && confirmStatus === "rejected" ? (
        <StatusDot tone="danger" label={t("rejected")} />
      ) : (
        <StatusDot tone={tones[status]} label={t(`status.${status}`)} />
      )}
      {awaitsCheck && <TintTag color="blue">{t("awaitsCheck")}</TintTag>}
      {isOpen && expireTime && <TimeLeft until={expireTime} />}
    </span>
  );
}

/** The time left to pay, second by second; renders nothing once it is over. */
function TimeLeft({ until }: { until: string }) {
  const { t } = useTranslation("billing");
  const time = countdownText(until, useNow("second"));
  return (
    time && (
      <span className={layout.small} role="timer">
        {t("payWithin", { time })}
      </span>
    )
  );
}

/** What paying and cancelling require in place of the permission to buy. */
const permissions: Partial<Record<PlanOrderRow["kind"], Permission>> = {
  recharge: "bill:recharge:add",
  adPlacement: "ad:topup:add",
};

function OrderActions({ order }: { order: PlanOrderRow }) {
  const { recordID, payUrl, hasInvoice, kind, title, status, awaitsCheck } = order;
  const { t } = useTranslation("billing");
  const { confirm, done, failed } = useFeedback();
  const can = useCan();
  const { cancel } = useBillingWrites();
  const invoice = useDownloadInvoice();
  const mayBuy = can(permissions[kind] ?? "bill:plan:buy");
  const handleCancel = async () => {
    const detail = t(awaitsCheck ? "cancelQuestion.awaitsCheck" : "cancelQuestion.detail");
    const question = { title: t("cancelQuestion.title", { title }), detail, verb: t("cancelQuestion.verb") };
    if (await confirm({ ...question, danger: true })) await cancel(recordID).then(() => done(t("cancelled")), failed);
  };
  return (
    <span className={laid("middleWrap", styles.status)} data-own-click>
      {payUrl && mayBuy && (
        <Button size="small" type="primary" href={payUrl} target="_blank" aria-label={t("payOf", { title })}>
          {t("pay")}
        </Button>
      )}
      {status === "pending" && mayBuy && (
        <PendingButton size="small" aria-label={t("cancelOf", { title })} run={handleCancel}>
          {t("cancel")}
        </PendingButton>
      )}
      {hasInvoice && can("bill:invoice:download") && (
        <Button
          size="small"
          loading={invoice.isPending}
          aria-label={t("invoiceOf", { title })}
          onClick={() => invoice.mutate(recordID, { onError: failed })}
        >
          {t("invoice")}
        </Button>
      )}
    </span>
  );
}
