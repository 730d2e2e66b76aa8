import type { LeadRuleForm } from "@homeroom/contract/lead-rules";
import { useTranslation } from "react-i18next";
import { countryChoices } from "#platform/countries.ts";
import { usePreference } from "#platform/preferences.ts";
import { laid } from "#ui/laid.ts";
import styles from "./lead-rules.module.css";
import { useHoursText } from "./use-hours-text.ts";

type ExplainedRule = Pick<
  LeadRuleForm,
  "allChannels" | "countries" | "districts" | "assignmentRule" | "repeatRule" | "hours" | "notificationEmail"
> & {
  channelName: string;
  sales: readonly Pick<LeadRuleForm["sales"][number], "ratio" | "capacity" | "countries" | "districts">[];
  names: readonly string[];
};

/** What a rule does, in words. */
export function Explanation({ rule }: { rule: ExplainedRule }) {
  const { t } = useTranslation("leadRules");
  const words = useHoursText();
  const region = useRegionText();
  const comma = t("comma");
  const people = rule.names
    .map((name, at) => (rule.assignmentRule === "ratio" ? `${name} ${rule.sales[at]?.ratio ?? "?"}%` : name))
    .join(comma);
  const limits = rule.sales.flatMap(({ capacity, ...of }, at) => [
    ...(capacity ? [t("explain.capacity", { name: rule.names[at], n: capacity })] : []),
    ...(region(of) ? [t("explain.personRegion", { name: rule.names[at], region: region(of) })] : []),
  ]);
  const from = rule.allChannels ? t("explain.allChannels") : rule.channelName || t("explain.someChannel");
  const which = t(region(rule) ? "explain.fromRegion" : "explain.from", { channel: from, region: region(rule) });
  const sentences = [
    `${which}${t(`explain.ways.${rule.assignmentRule}`, { people: people || t("explain.nobody") })}`,
    ...(rule.hours.length > 0 && rule.assignmentRule !== "manual"
      ? [t("explain.hours", { hours: words(rule.hours) })]
      : []),
    ...(rule.assignmentRule === "manual" ? [] : limits),
    t(`explain.repeat.${rule.repeatRule}`),
    ...(rule.notificationEmail.length > 0 ? [t("explain.mail", { to: rule.notificationEmail.join(comma) })] : []),
  ];
  return <p className={laid("quiet", styles.explanation)}>{sentences.join(t("explain.join"))}</p>;
}

/** A region as words: 台灣、大安區. */
function useRegionText() {
  const { t } = useTranslation("leadRules");
  const [language] = usePreference("language");
  return ({ countries, districts }: Pick<LeadRuleForm, "countries" | "districts">) => {
    if (countries.length === 0) return districts.join(t("comma"));
    const names = new Map(countryChoices(language).map(({ value, label }) => [value, label]));
    return [...countries.map((code) => names.get(code) ?? code), ...districts].join(t("comma"));
  };
}
