import type { LeadQuery } from "@homeroom/contract/lead-query";
import { Input, InputNumber, Radio, Select } from "antd";
import { useTranslation } from "react-i18next";
import { useClearing } from "#ui/choice/use-clearing.tsx";
import { DateField } from "#ui/date-field/date-field.tsx";
import { incompleteDate } from "#ui/date-field/incomplete-date.ts";
import { tabLeaves } from "#ui/keyboard/tab-leaves.ts";
import layout from "#ui/layout.module.css";
import { type Condition, type RuleKey, withField } from "../rules/conditions.ts";
import { useConditionLabel } from "./condition-label.ts";
import type { Choice } from "./rule-choices.ts";
import { useRuleWords } from "./rule-words.ts";

interface ConditionEditorProps {
  rule: LeadQuery;
  condition: Condition;
  choices: readonly Choice[];
  /** The names of chosen values that can no longer be chosen. */
  names: Readonly<Record<string, string>>;
  onChange: (rule: LeadQuery) => void;
}

/** The editor of one condition. */
export function ConditionEditor(props: ConditionEditorProps) {
  const { rule, condition, onChange } = props;
  const { t } = useTranslation("targets");
  const label = useConditionLabel()(condition.name);
  const [key, end] = condition.keys;
  const set = (field: RuleKey, value: unknown) => onChange(withField(rule, field, value));
  const value = rule[key];
  switch (condition.kind) {
    case "words":
      return (
        <Input
          value={String(value ?? "")}
          maxLength={100}
          aria-label={label}
          onChange={({ target }) => set(key, target.value)}
        />
      );
    case "days":
      return (
        <InputNumber
          value={value === undefined ? null : Number(value)}
          min={0}
          max={3650}
          precision={0}
          suffix={t("days")}
          aria-label={label}
          onChange={(days) => set(key, days)}
        />
      );
    case "dates":
      return end && <Dates rule={rule} keys={[key, end]} label={label} set={set} />;
    case "yes":
      return null;
    case "picked":
      return <Picked rule={rule} condition={condition} names={props.names} />;
    case "yesNo":
    case "bit":
      return (
        <Radio.Group
          value={value === true || value === 1}
          aria-label={label}
          options={[true, false].map((yes) => ({ value: yes, label: t(yes ? "yes" : "no") }))}
          onChange={({ target }) => {
            const yes = target.value === true;
            set(key, condition.kind === "bit" ? Number(yes) : yes);
          }}
        />
      );
    default:
      return <Choices {...props} label={label} onChoose={(next) => set(key, next)} />;
  }
}

/** A value chosen elsewhere, in words, which can only be removed here. */
function Picked({ rule, condition: { keys }, names }: Pick<ConditionEditorProps, "rule" | "condition" | "names">) {
  const wordsOf = useRuleWords();
  const part = Object.fromEntries(keys.map((key) => [key, rule[key]]));
  return <span>{wordsOf(part, { names, choices: {} })}</span>;
}

interface ChoicesProps extends Omit<ConditionEditorProps, "onChange"> {
  label: string;
  onChoose: (value: unknown) => void;
}

function Choices({ rule, condition, choices, names, label, onChoose }: ChoicesProps) {
  const clearing = useClearing();
  const { t } = useTranslation("targets");
  const { kind, keys } = condition;
  const held = rule[keys[0]];
  const values = (Array.isArray(held) ? held : held === undefined ? [] : [held]).map(String);
  const known = new Set(choices.map(({ value }) => value));
  const gone = values
    .filter((value) => !known.has(value))
    .map((value) => ({ value, label: names[value] ?? t("gone") }));
  const isMany = kind === "many" || kind === "numbers";
  const read = (value: string) => (kind === "numbers" || kind === "number" ? Number(value) : value);
  const shared = {
    options: [...choices, ...gone],
    placeholder: t("choose"),
    "aria-label": label,
    showSearch: { optionFilterProp: "label" },
    allowClear: clearing,
    className: layout.wide ?? "",
  };
  if (!isMany)
    return (
      <Select
        {...shared}
        value={values[0] ?? null}
        onChange={(value: string | null | undefined) => onChoose(value == null ? undefined : read(value))}
      />
    );
  return (
    <Select
      {...shared}
      mode="multiple"
      onInputKeyDown={tabLeaves}
      value={values}
      onChange={(next: string[]) => onChoose(next.map(read))}
    />
  );
}

interface DatesProps {
  rule: LeadQuery;
  keys: [RuleKey, RuleKey];
  label: string;
  set: (key: RuleKey, value: unknown) => void;
}

function Dates({ rule, keys: [first, last], label, set }: DatesProps) {
  const { t } = useTranslation("targets");
  const [from, to] = [String(rule[first] ?? ""), String(rule[last] ?? "")];
  return (
    <span className={layout.row} role="group" aria-label={label}>
      <DateField
        value={from}
        {...(to && { max: to })}
        aria-label={t("from")}
        onChange={(day) => day !== incompleteDate && set(first, day)}
      />
      <span aria-hidden>–</span>
      <DateField
        value={to}
        {...(from && { min: from })}
        aria-label={t("to")}
        onChange={(day) => day !== incompleteDate && set(last, day)}
      />
    </span>
  );
}
