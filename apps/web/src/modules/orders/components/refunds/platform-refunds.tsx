import { moneyText } from "@homeroom/contract/currencies";
import type { OrderDetail } from "@homeroom/contract/orders";
import type { PlatformRefundRow } from "@homeroom/contract/platform-refunds";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { StatusDot } from "#ui/status/status-dot.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { usePlatformRefunds } from "../../api/platform-refunds.ts";
import styles from "../orders.module.css";

/** Pending and failed refunds by a platform; completed ones are among the order's refunds. */
export function PlatformRefunds({ order }: { order: OrderDetail }) {
  const { t } = useTranslation("orders");
  const left = (usePlatformRefunds(order.orderID)?.list ?? []).filter(({ state }) => state !== "done");
  if (left.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className={laid("row strong justifyBetween text14 below8")}>{t("platformRefund.list")}</h3>
      <ul className={laid("column bareList")}>
        {left.map((refund) => (
          <Row key={refund.recordID} refund={refund} />
        ))}
      </ul>
    </section>
  );
}

function Row({ refund }: { refund: PlatformRefundRow }) {
  const { t } = useTranslation("orders");
  const { provider, reason, state, problem, creator, createTime, amount, currency } = refund;
  const isRefused = state === "refused";
  const said = problem === "notSetUp" ? t("platformRefund.notSetUp") : problem;
  return (
    <li className={laid("baseline lineBelow justifyBetween gap12 pad8x0", styles.row)}>
      <span className={laid("breaking narrowable")}>
        <StatusDot
          tone={isRefused ? "danger" : "warning"}
          label={t(isRefused ? "platformRefund.isRefused" : "platformRefund.isAsked")}
        />{" "}
        {reason}
        <br />
        <span className={layout.small}>
          {[t(`method.${provider}`), creator, said].filter(Boolean).join(" · ")} · <RelativeTime value={createTime} />
        </span>
      </span>
      <span className={laid("figures fixed textEnd")}>{moneyText(amount, currency)}</span>
    </li>
  );
}
