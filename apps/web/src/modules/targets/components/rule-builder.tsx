import { CloseOutlined, PlusOutlined } from "@ant-design/icons";
import type { LeadQuery } from "@homeroom/contract/lead-query";
import { Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ControlledProps } from "#ui/choice/choice-select.tsx";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { type Condition, conditionGroups, conditions, isSet, withField, without } from "../rules/conditions.ts";
import { ConditionEditor } from "./condition-editor.tsx";
import { useConditionLabel } from "./condition-label.ts";
import styles from "./rule-builder.module.css";
import { useRuleChoices } from "./rule-choices.ts";

interface RuleBuilderProps extends ControlledProps<LeadQuery> {
  names?: Readonly<Record<string, string>>;
}

/** A rule as a list of conditions, all of which must match. */
export function RuleBuilder({ id, value: rule = {}, onChange, names = {} }: RuleBuilderProps) {
  const { t } = useTranslation("targets");
  const labelOf = useConditionLabel();
  const choices = useRuleChoices();
  // A new condition has no value yet, and an emptied one stays in its place.
  const [order, setOrder] = useState(() => conditions.filter((one) => isSet(rule, one)).map(({ name }) => name));
  const missing = conditions.filter((one) => isSet(rule, one) && !order.includes(one.name)).map(({ name }) => name);
  const shown = [...order, ...missing].flatMap((name) => conditions.find((one) => one.name === name) ?? []);

  const add = (condition: Condition) => {
    setOrder([...shown.map(({ name }) => name), condition.name]);
    const first = firstValue[condition.kind];
    if (first !== undefined) onChange?.(withField(rule, condition.keys[0], first));
  };
  const remove = (condition: Condition) => {
    setOrder(shown.filter((one) => one !== condition).map(({ name }) => name));
    onChange?.(without(rule, condition));
  };

  return (
    <div {...(id && { id })}>
      {shown.length === 0 && <p className={laid("quiet below8")}>{t("noConditions")}</p>}
      <ul className={laid("noPadding unmarked")}>
        {shown.map((condition) => (
          <li key={condition.name} className={laid("lineBelow gridBox alignCentre gap8", styles.condition)}>
            <span className={layout.quiet}>{labelOf(condition.name)}</span>
            <span className={laid("narrowable", styles.editor)}>
              <ConditionEditor
                rule={rule}
                condition={condition}
                choices={choices[condition.name] ?? []}
                names={names}
                onChange={(next) => onChange?.(next)}
              />
            </span>
            <SmallIconButton
              icon={<CloseOutlined />}
              label={t("removeCondition", { name: labelOf(condition.name) })}
              onClick={() => remove(condition)}
            />
          </li>
        ))}
      </ul>
      <AddCondition shown={shown} onAdd={add} />
    </div>
  );
}

/** The initial value of a condition, if it has one. */
const firstValue: Partial<Record<Condition["kind"], unknown>> = { yes: true, yesNo: true, bit: 1, days: 30 };

function AddCondition({ shown, onAdd }: { shown: readonly Condition[]; onAdd: (condition: Condition) => void }) {
  const { t } = useTranslation("targets");
  const labelOf = useConditionLabel();
  const left = conditions.filter((one) => one.kind !== "picked" && !shown.includes(one));
  const groups = conditionGroups.flatMap((group) => {
    const options = left
      .filter((one) => one.group === group)
      .map(({ name }) => ({ value: name, label: labelOf(name) }));
    return options.length > 0 ? [{ label: t(`groups.${group}`), options }] : [];
  });
  return (
    <Select
      className={laid("above8 maxWide width220")}
      value={null}
      prefix={<PlusOutlined />}
      placeholder={t("addCondition")}
      aria-label={t("addCondition")}
      showSearch={{ optionFilterProp: "label" }}
      listHeight={320}
      options={groups}
      onSelect={(name: string | null) => {
        const condition = left.find((one) => one.name === name);
        if (condition) onAdd(condition);
      }}
    />
  );
}
