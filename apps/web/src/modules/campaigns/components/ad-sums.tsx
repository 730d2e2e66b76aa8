import type { AdSummary } from "@homeroom/contract/campaigns";
import { moneyText } from "@homeroom/contract/currencies";
import { useTranslation } from "react-i18next";
import { useNumberText } from "#platform/number-text.ts";
import { laid } from "#ui/laid.ts";
import { type FigureName, figureText } from "../rules/figure-text.ts";
import styles from "./campaigns.module.css";
import { Growth } from "./growth.tsx";

const shown: readonly FigureName[] = [
  "spend",
  "impressions",
  "clicks",
  "ctr",
  "leads",
  "costPerLead",
  "conversations",
  "trialsAttended",
  "deals",
  "costPerDeal",
];

/** The totals of all rows that the filters keep, a line for each currency. */
export function AdSums({ sums }: { sums: readonly AdSummary[] }) {
  const { t } = useTranslation("campaigns");
  const number = useNumberText();
  return sums.map((sum) => (
    <dl
      key={sum.currency}
      className={laid("flexBox wrap below12", styles.sums)}
      aria-label={t("sums", { currency: sum.currency })}
    >
      {shown.map((name) => {
        const text = figureText(name, sum[name], { currency: sum.currency, number });
        return (
          text !== null && (
            <div key={name} className={laid("baseline gap6 facts", styles.sum)}>
              <dt>{t(`fields.${name}`)}</dt>
              <dd className={laid("figures inlineFlex alignBaseline gap6")}>
                {text}
                <Growth name={name} now={sum[name]} before={sum.before?.[name]} />
              </dd>
            </div>
          )
        );
      })}
      {sum.revenue?.map(({ currency, amount }) => (
        <div key={currency} className={laid("baseline gap6 facts", styles.sum)}>
          <dt>{t("fields.revenue")}</dt>
          <dd className={laid("figures inlineFlex alignBaseline gap6")}>{moneyText(amount, currency)}</dd>
        </div>
      ))}
    </dl>
  ));
}
