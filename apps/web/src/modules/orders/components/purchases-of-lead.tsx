import type { LeadId } from "@homeroom/contract/ids";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { DetailSection } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import { usePurchasesOfLead } from "../api/queries.ts";
import { LessonsLeft } from "./lessons-left.tsx";
import styles from "./orders.module.css";
import { PurchaseTerm } from "./purchase-term.tsx";

/** What a lead has bought, newest first; nothing before it has bought anything. */
export function PurchasesOfLead({ leadId }: { leadId: LeadId }) {
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
            <span className={laid("small figures fixed", styles.figure)}>
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
