import { moneyText } from "@homeroom/contract/currencies";
import type { OrderDetail } from "@homeroom/contract/orders";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { AcceptButton } from "./accept-button.tsx";
import styles from "./orders.module.css";
import { RefundButton } from "./refund-button.tsx";

/** What was bought, and what it comes to. */
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
      <h3 className={laid("row strong justifyBetween text14", styles.title)}>{t("items.title")}</h3>
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
            <span className={laid("figures fixed", styles.figure)}>{moneyText(item.amount, currency)}</span>
          </li>
        ))}
        {sums
          .filter(([, , isShown]) => isShown)
          .map(([label, amount]) => (
            <li key={label} className={laid("baseline lineBelow justifyBetween gap12 pad8x0", styles.row)}>
              <span className={laid("breaking narrowable")}>{label}</span>
              <span
                className={laid("figures fixed", `${styles.figure} ${label === t("fields.total") ? layout.title : ""}`)}
              >
                {moneyText(amount, currency)}
              </span>
            </li>
          ))}
      </ul>
    </section>
  );
}

/** The money that came; what does not count stands out, with its reason and the way to give it back. */
export function OrderPayments({ order }: { order: OrderDetail }) {
  const { t } = useTranslation("orders");
  if (order.payments.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className={laid("row strong justifyBetween text14", styles.title)}>{t("payments.title")}</h3>
      <ul className={laid("column bareList")}>
        {order.payments.map((payment) => {
          const { recordID, provider, method, reference, amount, currency, keptReason, refunded, accepted } = payment;
          const left = accepted > 0 ? 0 : amount - refunded;
          return (
            <li key={recordID} className={laid("baseline lineBelow justifyBetween gap12 pad8x0", styles.row)}>
              <span className={laid("breaking narrowable")}>
                {t(`method.${method}`)}
                {(provider === "staff" || provider === "transfer") &&
                  ` · ${t(`payments.${provider}`, { name: payment.recorder })}`}
                <br />
                <span className={layout.small}>
                  {provider !== "transfer" && `${reference} · `}
                  <RelativeTime value={payment.receivedTime} />
                </span>
                {keptReason && (
                  <>
                    <br />
                    <span className={accepted > 0 ? layout.small : layout.danger}>
                      {accepted > 0
                        ? t("accept.accepted", { amount: moneyText(accepted, currency) })
                        : t(`kept.${keptReason}`)}
                    </span>
                    {refunded > 0 && (
                      <span className={layout.small}> {t("givenBack", { amount: moneyText(refunded, currency) })}</span>
                    )}
                  </>
                )}
              </span>
              <span className={laid("figures fixed", styles.figure)}>
                {moneyText(amount, currency)}
                {keptReason && left > 0 && (
                  <>
                    <br />
                    <span className={laid("inlineFlex wrap justifyEnd gap4")}>
                      <AcceptButton order={order} payment={payment} left={left} />
                      <RefundButton
                        orderID={order.orderID}
                        payment={payment}
                        most={left}
                        currency={currency}
                        paidBy={method}
                      />
                    </span>
                  </>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The refunds of an order: reason, method, reference, person and date. */
export function OrderRefunds({ order }: { order: OrderDetail }) {
  const { t } = useTranslation("orders");
  if (order.refunds.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className={laid("row strong justifyBetween text14", styles.title)}>{t("refunds.title")}</h3>
      <ul className={laid("column bareList")}>
        {order.refunds.map(({ recordID, reason, method, reference, creator, createTime, amount, currency }) => (
          <li key={recordID} className={laid("baseline lineBelow justifyBetween gap12 pad8x0", styles.row)}>
            <span className={laid("breaking narrowable")}>
              {reason}
              <br />
              <span className={layout.small}>
                {[t(`method.${method}`), reference, creator].filter(Boolean).join(" · ")} ·{" "}
                <RelativeTime value={createTime} />
              </span>
            </span>
            <span className={laid("figures fixed", styles.figure)}>{moneyText(-amount, currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
