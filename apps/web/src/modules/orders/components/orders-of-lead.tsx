import { PlusOutlined } from "@ant-design/icons";
import { moneyText } from "@homeroom/contract/currencies";
import type { LeadId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { useCan } from "#platform/access.ts";
import { DetailSection } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useOrdersOfLead, usePurchasesOfLead } from "../api/queries.ts";
import { useLiveOrders } from "../realtime.ts";
import { OrderStatus } from "./order-status.tsx";
import styles from "./orders.module.css";
import { LessonsLeft } from "./purchases/lessons-left.tsx";
import { PurchaseTerm } from "./purchases/purchase-term.tsx";

/** On the card of a lead: its newest orders, a button for a new one, and its purchases. */
export function OrdersOfLead({ leadId }: { leadId: LeadId }) {
  const can = useCan();
  if (!can("sale:order:query")) return null;
  return (
    <>
      <Section leadId={leadId} />
      <PurchasesOfLead leadId={leadId} />
    </>
  );
}

function Section({ leadId }: { leadId: LeadId }) {
  const can = useCan();
  const { t } = useTranslation("orders");
  const navigate = useNavigate();
  useLiveOrders();
  const { data } = useOrdersOfLead(leadId);
  const add = can("sale:order:add") && (
    <Button
      size="small"
      icon={<PlusOutlined />}
      onClick={() => void navigate(`/users/order?new=${leadId}&leadId=${leadId}`)}
    >
      {t("add")}
    </Button>
  );
  return (
    <DetailSection title={t("title")} actions={add}>
      {data?.list.length === 0 && <p className={layout.small}>{t("noneOfLead")}</p>}
      <ul className={laid("column bareList")}>
        {data?.list.map((order) => (
          <li key={order.orderID} className={laid("baseline lineBelow justifyBetween gap12 pad8x0", styles.row)}>
            <span className={laid("breaking narrowable")}>
              <Link to={`/users/order?order=${order.orderID}&leadId=${leadId}`}>{order.productName}</Link>
              <br />
              <OrderStatus order={order} />
            </span>
            <span className={laid("figures fixed textEnd")}>
              {moneyText(order.total, order.currency)}
              <br />
              <span className={layout.small}>
                <RelativeTime value={order.createTime} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}

/** The purchases of a lead, newest first; renders nothing without any. */
function PurchasesOfLead({ leadId }: { leadId: LeadId }) {
  const { t } = useTranslation("orders");
  const { data } = usePurchasesOfLead(leadId);
  if (!data || data.list.length === 0) return null;
  const more = data.total > data.list.length && (
    <Link to={`/users/order?view=purchases&leadId=${leadId}`}>{t("allPurchases")}</Link>
  );
  return (
    <DetailSection title={t("view.purchases")} actions={more}>
      <ul className={laid("column bareList")}>
        {data.list.map((purchase) => (
          <li key={purchase.recordID} className={laid("baseline lineBelow justifyBetween gap12 pad8x0", styles.row)}>
            <span className={laid("breaking narrowable")}>
              {purchase.name}
              {purchase.quantity > 1 && ` × ${purchase.quantity}`}
              <br />
              <PurchaseTerm purchase={purchase} />
            </span>
            <span className={laid("small figures fixed textEnd")}>
              {purchase.buyDate}
              <br />
              <LessonsLeft purchase={purchase} />
            </span>
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}
