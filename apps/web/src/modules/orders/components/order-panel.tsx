import { CloseOutlined } from "@ant-design/icons";
import type { OrderDetail } from "@homeroom/contract/orders";
import { Drawer } from "antd";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { FactList } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useIsGone } from "#ui/states/use-is-gone.ts";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useOrder } from "../api/queries.ts";
import { Countdown } from "./countdown.tsx";
import { LeadLink } from "./lead-link.tsx";
import { NoteButton } from "./note-button.tsx";
import { OrderActions } from "./order-actions.tsx";
import { OrderHistory } from "./order-history.tsx";
import { OrderInstalments } from "./order-instalments.tsx";
import { OrderLines, OrderPayments, OrderRefunds } from "./order-money.tsx";
import { OrderStatus } from "./order-status.tsx";
import styles from "./orders.module.css";
import { OrderInvoices } from "./receipts/order-invoices.tsx";
import { OrderReceipts } from "./receipts/order-receipts.tsx";
import { PlatformRefunds } from "./refunds/platform-refunds.tsx";

interface OrderPanelProps {
  orderID: string;
  onClose: () => void;
}

/** One order beside the list: its lines, money, history and actions. */
export function OrderPanel({ orderID, onClose }: OrderPanelProps) {
  const { t } = useTranslation("orders");
  const narrow = useNarrow(720);
  const { data: order, dataUpdatedAt, error, refetch } = useOrder(orderID);
  const isGone = useIsGone(error) && !order;
  const reload = useCallback(() => void refetch(), [refetch]);
  return (
    <Drawer
      open
      title={isGone ? t("orderGone") : t("orderTitle", { orderID })}
      size={narrow ? "100%" : 640}
      closeIcon={<CloseOutlined />}
      onClose={onClose}
      footer={order && <OrderActions order={order} />}
    >
      {error && !order && <ErrorState message={error} onRetry={reload} />}
      {!order && !error && <Skeleton width="60%" />}
      {order && <Parts order={order} readAt={dataUpdatedAt} onTimeOver={reload} />}
    </Drawer>
  );
}

interface PartsProps {
  order: OrderDetail;
  /** When it was answered, by the reader's clock. */
  readAt: number;
  onTimeOver: () => void;
}

function Parts({ order, readAt, onTimeOver }: PartsProps) {
  const { t } = useTranslation("orders");
  return (
    <>
      <p className={layout.below12}>
        <OrderStatus order={order} />
      </p>
      {order.confirmNote && <p className={layout.small}>{order.confirmNote}</p>}
      <FactList facts={useFacts({ order, readAt, onTimeOver })} />
      <OrderLines order={order} />
      <OrderInstalments order={order} />
      <OrderPayments order={order} />
      <PlatformRefunds order={order} />
      <OrderRefunds order={order} />
      <OrderReceipts order={order} />
      <OrderInvoices order={order} />
      {order.paymentImage && (
        <section className={styles.section}>
          <h3 className={laid("row strong justifyBetween text14 below8")}>{t("image.title")}</h3>
          {order.waitingImages > 1 && (
            <p className={layout.small}>{t("image.waiting", { number: order.waitingImages })}</p>
          )}
          <a href={order.paymentImage.url} target="_blank" rel="noreferrer">
            <img
              className={laid("outlined round8 maxWide", styles.picture)}
              src={order.paymentImage.url}
              alt={t("image.title")}
            />
          </a>
        </section>
      )}
      <OrderHistory order={order} />
    </>
  );
}

function useFacts({ order, readAt, onTimeOver }: PartsProps) {
  const { t } = useTranslation("orders");
  const { leadId, leadName, branchName, payMethod, paidMethod, creator, createTime, payDate, note } = order;
  const { status, expireTime, awaitsCheck, paid, refunded, serverTime } = order;
  const counts = status === "pending" && expireTime && !awaitsCheck && paid === refunded;
  return [
    { label: t("fields.lead"), value: <LeadLink {...{ leadId, leadName }} /> },
    { label: t("fields.branch"), value: branchName },
    { label: t("fields.payMethod"), value: t(`method.${paidMethod ?? payMethod}`) },
    ...(counts
      ? [
          {
            label: t("fields.timeLeft"),
            value: <Countdown key={expireTime} until={expireTime} {...{ serverTime, readAt, onEnd: onTimeOver }} />,
          },
        ]
      : []),
    ...(order.coveredMonth ? [{ label: t("fields.coveredMonth"), value: order.coveredMonth }] : []),
    { label: t("fields.createTime"), value: <RelativeTime value={createTime} /> },
    ...(payDate ? [{ label: t("fields.payDate"), value: <RelativeTime value={payDate} /> }] : []),
    { label: t("fields.creator"), value: creator },
    {
      label: t("fields.note"),
      value: (
        <>
          {note && <span className={laid("written block")}>{note}</span>}
          <NoteButton order={order} />
        </>
      ),
    },
  ];
}
