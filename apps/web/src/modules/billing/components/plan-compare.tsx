import type { PaidPlan, PlanPrice, PlanPurchase, PlanTerms } from "@homeroom/contract/billing";
import { paidPlans } from "@homeroom/contract/billing";
import { moneyText } from "@homeroom/contract/currencies";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { DetailSection } from "#ui/detail-page/detail-page.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { ErrorState } from "#ui/states/error-state.tsx";
import { usePlans } from "../api/queries.ts";
import { bytesText } from "../rules/bytes-text.ts";
import { plansOnSale } from "../rules/sold-purchase.ts";
import styles from "./billing.module.css";

const rows = ["storage", "images", "staff", "branches"] as const;

/** The plans side by side: what each allows and costs. */
export function PlanCompare({ canBuy, onBuy }: { canBuy: boolean; onBuy: (purchase: PlanPurchase) => void }) {
  const can = useCan();
  const { t } = useTranslation("billing");
  const { data, error, refetch } = usePlans();
  if (!data) return error && <ErrorState message={error} onRetry={() => void refetch()} />;
  const names = ["trial", ...paidPlans] as const;
  const sold = plansOnSale(data.prices);
  const of = (name: PlanTerms["plan"]) => data.plans.find(({ plan }) => plan === name);
  return (
    <DetailSection title={t("compare.title")}>
      <div className={laid("scrollX", styles.scroll)}>
        <table className={laid("wide collapsed ruledCells", styles.plans)}>
          <thead>
            <tr>
              <th scope="col">{t("compare.what")}</th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {t(`plan.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">{t(`uses.${row}`)}</th>
                {names.map((name) => (
                  <td key={name} className={layout.figures}>
                    {row === "storage"
                      ? bytesText(of(name)?.storage ?? 0)
                      : (of(name)?.[row] ?? 0).toLocaleString("en")}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">{t("compare.price")}</th>
              <td>{t("compare.free")}</td>
              {paidPlans.map((plan) => (
                <td key={plan}>
                  <Prices plan={plan} prices={data.prices} />
                  {!sold.includes(plan) && <span className={layout.small}>{t("compare.notSold")}</span>}
                  {sold.includes(plan) && canBuy && can("bill:plan:buy") && (
                    <Button
                      size="small"
                      aria-label={t("buy.verbOf", { plan: t(`plan.${plan}`) })}
                      onClick={() => onBuy({ kind: "subscription", planID: plan, months: 12 })}
                    >
                      {t("buy.verb")}
                    </Button>
                  )}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </DetailSection>
  );
}

function Prices({ plan, prices }: { plan: PaidPlan; prices: readonly PlanPrice[] }) {
  const { t } = useTranslation("billing");
  return (
    <ul className={layout.bareList}>
      {prices
        .filter((price) => price.plan === plan)
        .map(({ priceID, amount, currency, paidMonths, grantedMonths }) => (
          <li key={priceID} className={layout.figures}>
            {moneyText(amount, currency)}{" "}
            <span className={layout.small}>
              {t("buy.months", { count: paidMonths })}
              {grantedMonths > paidMonths && t("buy.more", { count: grantedMonths - paidMonths })}
            </span>
          </li>
        ))}
    </ul>
  );
}
