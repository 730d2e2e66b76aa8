import type { LeadQuery } from "@homeroom/contract/lead-query";
import { useTranslation } from "react-i18next";
import { type Condition, conditionsOf } from "../rules/conditions.ts";
import { useConditionLabel } from "./condition-label.ts";
import { type RuleChoices, usePlainChoices } from "./rule-choices.ts";

/** Finds the name of a value of a condition; undefined when it is gone. */
type NameOf = (condition: Condition, value: string) => string | undefined;

/** Describes a rule, condition by condition. `names` came with it; other names come from the choices. */
export function useRuleWords(): (
  rule: LeadQuery,
  named: { names?: Readonly<Record<string, string>>; choices: RuleChoices },
) => string[] {
  const { t, i18n } = useTranslation("targets");
  const labelOf = useConditionLabel();
  const say = (rule: LeadQuery, condition: Condition, nameOf: NameOf): string => {
    const { name, kind, keys } = condition;
    const [value, end] = keys.map((key) => rule[key]);
    const values = (Array.isArray(value) ? value : [value]).map(String);
    if (kind === "days") return t(`said.${name}`, { count: Number(value) });
    if (kind === "yes") return t(`said.${name}`);
    const label = labelOf(name);
    if (kind === "yesNo" || kind === "bit") {
      const yesNo = value === true || value === 1 ? "yes" : "no";
      // A field without its own text is described by its label.
      if (!i18n.exists(`targets:said.${name}.${yesNo}`)) return t("said.values", { label, values: t(yesNo) });
      return t(`said.${name}.${yesNo}`);
    }
    if (name === "importID") return t("said.importID");
    if (name === "plan") {
      const known = nameOf(condition, String(value));
      const plan = known === undefined ? t("said.onePlan") : t("said.planNamed", { name: known });
      return t(`said.plan.${rule.planResult ?? "any"}`, { plan });
    }
    if (kind === "picked") return t("said.leadIds", { count: values.length });

    if (kind === "dates" && value && end) return t("said.dates", { label, from: value, to: end });
    if (kind === "dates") return t(value ? "said.from" : "said.until", { label, day: value ?? end });
    const names = kind === "words" ? values : values.map((one) => nameOf(condition, one) ?? t("gone"));
    return t("said.values", { label, values: names.join(t(name === "allTags" ? "and" : "or")) });
  };
  return (rule, { names = {}, choices }) => {
    const nameOf: NameOf = ({ name }, value) =>
      choices[name]?.find((choice) => choice.value === value)?.label ?? names[value];
    return conditionsOf(rule).map((condition) => say(rule, condition, nameOf));
  };
}

/** Describes a whole rule with the names that came with it; empty for a rule without conditions. */
export function useRuleText(): (rule: LeadQuery, names: Readonly<Record<string, string>>) => string {
  const { t } = useTranslation("targets");
  const words = useRuleWords();
  const choices = usePlainChoices();
  return (rule, names) => words(rule, { names, choices }).join(t("also"));
}
