import type { Language } from "@homeroom/contract/language";
import { declaredLeadField, type PlainLeadField } from "@homeroom/contract/lead-fields";
import { AutoComplete, Input, Select } from "antd";
import type { ReactElement } from "react";
import { useListItems } from "#platform/choices.ts";
import { usePreference } from "#platform/preferences.ts";
import type { ControlledProps } from "#ui/choice/choice-select.tsx";
import { CountrySelect } from "#ui/choice/country-select.tsx";
import { DictSelect } from "#ui/choice/dict-select.tsx";
import { DateField } from "#ui/date-field/date-field.tsx";
import { BitSwitch } from "#ui/drawer-form/bit-switch.tsx";
import { FormField } from "#ui/drawer-form/form-field.tsx";
import { OptionalField } from "#ui/drawer-form/optional-field.tsx";

import { choiceNames, useFieldLabel } from "./declared-names.ts";

interface DeclaredFieldProps {
  name: PlainLeadField;
  hint?: string;
  /** Shown only if it has a value or is opened. */
  optional?: boolean;
}

/** A declared field in a form. */
export function DeclaredField({ name, hint, optional = false }: DeclaredFieldProps) {
  const label = useFieldLabel();
  const [language] = usePreference("language");
  const Field = optional ? OptionalField : FormField;
  return (
    <Field name={name} label={label(name)} {...(hint && { hint })}>
      {controlOf(name, language)}
    </Field>
  );
}

/** The control for the kind of a field; the form passes it the value. */
function controlOf(name: PlainLeadField, language: Language): ReactElement {
  const { kind, max = 100, suggestions, dictionary } = declaredLeadField(name) ?? {};
  if (kind === "flag") return <BitSwitch />;
  if (kind === "birthday") return <DateField year="none" />;
  if (kind === "country") return <CountrySelect />;
  if (kind === "choice" && dictionary) return <DictSelect code={dictionary} type="number" />;
  if (kind === "choice") return <Select options={choiceNames(name, language)} />;
  return suggestions ? <SuggestedLine list={suggestions} max={max} /> : <Input maxLength={max} autoComplete="off" />;
}

/** A line of text with suggestions from the organisation's own list. */
function SuggestedLine({ list, max, ...given }: ControlledProps<string> & { list: "schoolsAndGrades"; max: number }) {
  const options = useListItems(list)?.map((item) => ({ value: item.name })) ?? [];
  return (
    <AutoComplete
      {...given}
      options={options}
      maxLength={max}
      showSearch={{ filterOption: (typed, option) => String(option?.value).includes(typed) }}
    />
  );
}
