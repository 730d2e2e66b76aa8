import type { broadcastPlans } from "@homeroom/contract/broadcast-plans";
import { moneyText } from "@homeroom/contract/currencies";
import type { ResponseOf } from "@homeroom/contract/endpoint";
import { useTranslation } from "react-i18next";
import { countryName } from "#platform/countries.ts";
import { useDateView, useNow } from "#platform/date-view.ts";
import { minuteText } from "#platform/dates.ts";
import { unitPriceText } from "#platform/money.ts";
import { useNumberText } from "#platform/number-text.ts";
import { usePreference } from "#platform/preferences.ts";
import { isQuiet } from "#platform/quiet-hours.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useEstimate, useSetting } from "../api.ts";
import { audienceOf } from "../rules/plan-draft.ts";
import { daysAtLimit } from "../rules/sending-times.ts";
import { AudienceCount } from "./audience-count.tsx";
import { RepairLink, useMayRepair } from "./pause-advice.tsx";
import styles from "./plan-wizard.module.css";
import { SamplePreview } from "./sample-preview.tsx";
import type { StepProps } from "./who-step.tsx";

type Funds = NonNullable<ResponseOf<typeof broadcastPlans.estimate>["account"]>;

/** What will happen: the number of recipients, the time, the cost, and some sample messages. */
export function CheckStep({ draft, choices, again }: Pick<StepProps, "draft" | "choices" | "again">) {
  const { t } = useTranslation("broadcastPlans");
  const view = useDateView();
  const { data } = useEstimate(audienceOf(draft, again), true);
  const number = useNumberText();
  const { approvalAbove, quietHours } = useSetting().data ?? {};
  const now = useNow();
  const starts = new Date(draft.scheduleTime ?? now);
  const waits = quietHours && view.zone && isMarketing(draft, choices) && isQuiet(starts, quietHours, view.zone);
  const fundsOf = ({ messages, balance, currency, after }: Funds) => [
    { label: t("packaged"), value: change(number(messages), after && number(after.messages)) },
    { label: t("moneyLeft"), value: change(moneyText(balance, currency), after && moneyText(after.balance, currency)) },
  ];
  const facts = data && [
    { label: t("figures.total"), value: number(data.count) },
    { label: t("when"), value: draft.scheduleTime ? minuteText(draft.scheduleTime, view) : t("now") },
    ...(draft.kind === "email"
      ? []
      : [
          {
            label: t("amount"),
            value: data.amounts.map(({ amount, currency }) => costText(amount, currency)).join(" + ") || t("noPrice"),
          },
        ]),
    ...(data.leftThisMonth === null ? [] : [{ label: t("leftThisMonth"), value: number(data.leftThisMonth) }]),
    ...(data.account === null ? [] : fundsOf(data.account)),
  ];
  return (
    <div className={layout.stack}>
      {facts && (
        <dl className={laid("gridBox gap8", styles.facts)}>
          {facts.map(({ label, value }) => (
            <div key={label} className={laid("pad12x16 outlined round12 facts")}>
              <dt>{label}</dt>
              <dd className={laid("strong figures text16")}>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {data && data.costs.length > 0 && <Costs {...data} />}
      <AudienceCount draft={draft} />
      {data && data.unpriced > 0 && data.amounts.length > 0 && (
        <p className={layout.hint}>{t("unpriced", { number: data.unpriced })}</p>
      )}
      {waits && <p role="alert">{t("quietAdvice", quietHours)}</p>}
      {data && <Shortages {...data} />}
      {data?.tier != null && daysAtLimit(data) > 1 && (
        <p role="alert">
          {t("tierDays", {
            ...{ days: number(daysAtLimit(data)), tier: number(data.tier), used: number(data.tierUsed) },
          })}
        </p>
      )}
      {data && approvalAbove != null && data.count > approvalAbove && (
        <p role="alert">{t("approvalNeeded", { number: number(approvalAbove) })}</p>
      )}
      {data && data.samples.length > 0 && <SamplePreview draft={draft} choices={choices} samples={data.samples} />}
    </div>
  );
}

/** Whether a plan sends marketing, which quiet hours hold back. */
function isMarketing(draft: StepProps["draft"], { templates, emailTemplates }: StepProps["choices"]): boolean {
  const { kind, emailTemplateID, templateID } = draft;
  const chosen =
    kind === "email"
      ? emailTemplates.find(({ recordID }) => recordID === emailTemplateID)
      : templates.find(({ recordID }) => recordID === templateID);
  return chosen?.category === "marketing";
}

/** What a plan lacks (money, messages or quota), and who can fix it. */
export function Shortages({
  count,
  leftThisMonth: left,
  account,
}: Pick<ResponseOf<typeof broadcastPlans.estimate>, "count" | "leftThisMonth" | "account">) {
  const { t } = useTranslation("broadcastPlans");
  const number = useNumberText();
  const mayRepair = useMayRepair();
  // Where messages are not sold one by one, money does not help.
  const isQuota = account?.price === null;
  return (
    <>
      {left !== null && left < count && (
        <p role="alert">
          {t("overLimit", { number: number(left) })}{" "}
          {mayRepair("monthlyLimit") ? <RepairLink reason="monthlyLimit" /> : t("askForLimit")}
        </p>
      )}
      {account && account.enoughFor < count && (
        <p role="alert">
          {t(isQuota ? "quotaLow" : "balanceLow", { number: number(account.enoughFor) })}{" "}
          {mayRepair("balanceLow") ? <RepairLink reason="balanceLow" /> : t("askForTopUp")}
        </p>
      )}
    </>
  );
}

/** What the messages cost, country by country. */
function Costs({ costs }: Pick<ResponseOf<typeof broadcastPlans.estimate>, "costs">) {
  const { t } = useTranslation("broadcastPlans");
  const [language] = usePreference("language");
  const number = useNumberText();
  return (
    <div>
      <p className={laid("hint noMargin")}>{t("costTitle")}</p>
      {costs.map(({ country, category, currency, count, unitPrice, amount }) => (
        <p key={country} className={laid("noMargin figures")}>
          {t("costIn", {
            country: countryName(country, language),
            category: t(`category.${category}`),
            number: number(count),
            price: unitPriceText(unitPrice, currency),
            amount: costText(amount, currency),
          })}
        </p>
      ))}
    </div>
  );
}

/** The total cost; amounts below one unit of a currency keep the decimals of its prices. */
function costText(amount: number, currency: string): string {
  return amount < 1 ? unitPriceText(amount, currency) : moneyText(amount, currency);
}

/** The amount before and after sending; a single figure if it is not enough, or if nothing changes. */
function change(before: string, after: string | null): string {
  return after === null || after === before ? before : `${before} → ${after}`;
}
