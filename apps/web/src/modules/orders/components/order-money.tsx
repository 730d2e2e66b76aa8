import { moneyText } from "@homeroom/contract/currencies";
import type { KeptReason } from "@homeroom/contract/order-words";
import type { OrderDetail } from "@homeroom/contract/orders";
import type { Refundable } from "@homeroom/contract/platform-refunds";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { usePlatformRefunds } from "../api/platform-refunds.ts";
import { AcceptButton } from "./accept-button.tsx";
import styles from "./orders.module.css";
import { PlatformRefundButton } from "./refunds/platform-refund-button.tsx";
import { RefundButton } from "./refunds/refund-button.tsx";

/** The lines of an order and their total. */
export function OrderLines({ order }: { order: OrderDetail }) {
  const { t } = useTranslation("orders");
  const { items, currency, discount, discountReason, tax, taxRate, taxIncluded, open, excess } = order;
  const taxLabel = t(taxIncluded ? "taxIncluded" : "taxAdded", { rate: taxRate });
  const sums: [label: string, amount: number, isShown: boolean][] = [
    [t("fields.amount"), order.amount, discount > 0 || tax > 0],
    [discountReason ? t("discountFor", { reason: discountReason }) : t("fields.discount"), -discount, discount > 0],
    [taxLabel, tax, tax > 0],
    [t("fields.total"), order.total, true],
    [t("fields.paid"), order.paid, order.paid > 0],
    [t("fields.refunded"), order.refunded, order.refunded > 0],
    [t("fields.open"), open, open > 0 && open < order.total],
    [t("overpaid"), excess, excess > 0],
  ];
  return (
    <section className={styles.section}>
      <h3 className={laid("row strong justifyBetween text14 below8")}>{t("items.title")}</h3>
      <ul className={laid("column bareList")}>
        {items.map((item) => (
          <li key={item.position} className={laid("baseline lineBelow justifyBetween gap12 pad8x0", styles.row)}>
            <span className={laid("breaking narrowable")}>
              {item.name}
              <br />
              <span className={layout.small}>
                {moneyText(item.officialPrice, currency)} × {item.quantity}
              </span>
            </span>
            <span className={laid("figures fixed textEnd")}>{moneyText(item.amount, currency)}</span>
          </li>
        ))}
        {sums
          .filter(([, , isShown]) => isShown)
          .map(([label, amount]) => (
            <li key={label} className={laid("baseline lineBelow justifyBetween gap12 pad8x0", styles.row)}>
              <span className={laid("breaking narrowable")}>{label}</span>
              <span className={laid("figures fixed textEnd", label === t("fields.total") ? layout.title : "")}>
                {moneyText(amount, currency)}
              </span>
            </li>
          ))}
      </ul>
    </section>
  );
}

/** The payments; those that do not count stand out, with the reason and a refund button. */
export function OrderPayments({ order }: { order: OrderDetail }) {
  const { t } = useTranslation("orders");
  const refundable = usePlatformRefunds(order.orderID)?.refundable ?? [];
  if (order.payments.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className={laid("row strong justifyBetween text14 below8")}>{t("payments.title")}</h3>
      <ul className={laid("column bareList")}>
        {order.payments.map((payment) => (
          <Payment
            key={payment.recordID}
            order={order}
            payment={payment}
            refundable={refundable.find(({ paymentID }) => paymentID === payment.recordID)}
          />
        ))}
      </ul>
    </section>
  );
}

interface PaymentProps {
  order: OrderDetail;
  payment: OrderDetail["payments"][number];
  /** Whether its platform can refund it. */
  refundable: Refundable | undefined;
}

function Payment({ order, payment, refundable }: PaymentProps) {
  const { t } = useTranslation("orders");
  const { provider, method, reference, amount, currency, keptReason, refunded, accepted } = payment;
  const left = accepted > 0 ? 0 : amount - refunded;
  const waits = keptReason !== null && left > 0;
  const hasSteps = waits || refundable !== undefined;
  return (
    <li className={laid("baseline lineBelow wrap justifyBetween gap4x12 pad8x0", styles.row)}>
      <span className={laid("breaking grow")}>
        {t(`method.${method}`)}
        {(provider === "staff" || provider === "transfer") &&
          ` · ${t(`payments.${provider}`, { name: payment.recorder })}`}
        <br />
        <span className={layout.small}>
          {provider !== "transfer" && `${reference} · `}
          <RelativeTime value={payment.receivedTime} />
        </span>
        {keptReason && <KeptMoney payment={payment} keptReason={keptReason} />}
      </span>
      <span className={laid("figures fixed textEnd")}>{moneyText(amount, currency)}</span>
      <span
        hidden={!hasSteps}
        // A layout class would override `hidden`.
        className={hasSteps ? laid("inlineFlex wide wrap justifyEnd gap4") : undefined}
      >
        {waits && <AcceptButton order={order} payment={payment} left={left} />}
        {keptReason && (
          <RefundButton
            {...{ orderID: order.orderID, payment, currency, paidBy: method }}
            most={left}
            isOffered={waits}
          />
        )}
        <PlatformRefundButton orderID={order.orderID} refundable={refundable} />
      </span>
    </li>
  );
}

function KeptMoney({
  payment: { currency, refunded, accepted },
  keptReason,
}: {
  payment: OrderDetail["payments"][number];
  keptReason: KeptReason;
}) {
  const { t } = useTranslation("orders");
  return (
    <>
      <br />
      <span className={accepted > 0 ? layout.small : layout.danger}>
        {accepted > 0 ? t("accept.accepted", { amount: moneyText(accepted, currency) }) : t(`kept.${keptReason}`)}
      </span>
      {refunded > 0 && (
        <span className={layout.small}> {t("givenBack", { amount: moneyText(refunded, currency) })}</span>
      )}
    </>
  );
}

/** The refunds of an order: reason, method, reference, person and date. */
export function OrderRefunds({ order }: { order: OrderDetail }) {
  const { t } = useTranslation("orders");
  if (order.refunds.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className={laid("row strong justifyBetween text14 below8")}>{t("refunds.title")}</h3>
      <ul className={laid("column bareList")}>
        {order.refunds.map(({ recordID, reason, method, reference, creator, createTime, amount, currency }) => (
          <li key={recordID} className={laid("baseline lineBelow justifyBetween gap12 pad8x0", styles.row)}>
            <span className={laid("breaking narrowable")}>
              {reason || t("refunds.elsewhere")}
              <br />
              <span className={layout.small}>
                {[t(`method.${method}`), reference, creator].filter(Boolean).join(" · ")} ·{" "}
                <RelativeTime value={createTime} />
              </span>
            </span>
            <span className={laid("figures fixed textEnd")}>{moneyText(-amount, currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
