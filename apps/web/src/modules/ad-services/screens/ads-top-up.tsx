import { type AdServiceType, adServiceTypes } from "@homeroom/contract/ad-services";
import { moneyText } from "@homeroom/contract/currencies";
import { RecordId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { v7 } from "uuid";
import { useCan } from "#platform/access.ts";
import { DetailSection } from "#ui/detail-page/detail-page.tsx";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { Page } from "#ui/page/page.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { Unread } from "#ui/states/unread.tsx";
import { useAdOffer, useAdWrites } from "../api/ad-services.ts";
import styles from "../components/ad-services.module.css";
import { OrderDrawer, ruleText } from "../components/order-drawer.tsx";
import { ServiceTable } from "../components/service-table.tsx";

/** Ads that our people place for the organisation: services to order, the budget, and earlier orders. */
export function AdsTopUp() {
  const can = useCan();
  const { t } = useTranslation("adServices");
  const query = useAdOffer();
  const offer = query.data;
  const [ordered, setOrdered] = useState<AdServiceType | null>(null);
  if (!offer) return <Unread query={query} height={240} />;
  const { currency, isFirst, graphicPrice, canBuy } = offer;
  return (
    <Page fill>
      <PageHeader title={t("title")} detail={t("detail")} />
      <div className={laid("grid", styles.offers)}>
        {adServiceTypes.map((type) => (
          <DetailSection key={type} title={t(`type.${type}`)}>
            <p className={layout.below12}>{ruleText(t, type, isFirst)}</p>
            {canBuy && (type !== "graphic" || graphicPrice !== null) && can("ad:topup:add") && (
              <Button type={type === "leads" ? "primary" : "default"} onClick={() => setOrdered(type)}>
                {t("orderOf", { type: t(`type.${type}`) })}
              </Button>
            )}
          </DetailSection>
        ))}
        {offer.adBudget > 0 && <Budget amount={moneyText(offer.adBudget, currency)} />}
      </div>
      <ServiceTable />
      {ordered && (
        <OrderDrawer
          type={ordered}
          currency={currency}
          isFirst={isFirst}
          graphicPrice={graphicPrice}
          onClose={() => setOrdered(null)}
        />
      )}
    </Page>
  );
}

function Budget({ amount }: { amount: string }) {
  const can = useCan();
  const { t } = useTranslation("adServices");
  const { done, failed, confirm } = useFeedback();
  const { spendBudget } = useAdWrites();
  const [recordID] = useState(() => RecordId.parse(v7()));
  const handleUse = async () => {
    const isSure = await confirm({
      title: t("budget.use"),
      detail: t("budget.useDetail", { amount }),
      verb: t("budget.use"),
    });
    if (isSure) await spendBudget({ recordID, type: "leads" }).then(() => done(t("budget.asked")), failed);
  };
  return (
    <DetailSection title={t("budget.title")}>
      <p className={layout.below12}>{t("budget.left", { amount })}</p>
      {can("ad:topup:add") && <Button onClick={() => void handleUse()}>{t("budget.use")}</Button>}
    </DetailSection>
  );
}
