import type { AdSummary } from "@homeroom/contract/campaigns";
import { useTranslation } from "react-i18next";
import { amountText } from "#platform/money.ts";
import { useNumberText } from "#platform/number-text.ts";
import layout from "#ui/layout.module.css";
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
      className={`${layout.flexBox} ${layout.wrap} ${styles.sums}`}
      aria-label={t("sums", { currency: sum.currency })}
    >
      {shown.map((name) => {
        const text = figureText(name, sum[name], { currency: sum.currency, number });
        return (
          text !== null && (
            <div key={name} className={`${layout.baseline} ${layout.gap6} ${layout.facts} ${styles.sum}`}>
              <dt>{t(`fields.${name}`)}</dt>
              <dd className={`${layout.figures} ${layout.inlineFlex} ${layout.alignBaseline} ${layout.gap6}`}>
                {text}
                <Growth name={name} now={sum[name]} before={sum.before?.[name]} />
              </dd>
            </div>
          )
        );
      })}
      {sum.revenue.map(({ currency, amount }) => (
        <div key={currency} className={`${layout.baseline} ${layout.gap6} ${layout.facts} ${styles.sum}`}>
          <dt>{t("fields.revenue")}</dt>
          <dd className={`${layout.figures} ${layout.inlineFlex} ${layout.alignBaseline} ${layout.gap6}`}>
            {amountText(amount, currency)}
          </dd>
        </div>
      ))}
    </dl>
  ));
}
