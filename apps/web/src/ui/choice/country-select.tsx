import { useMemo } from "react";
import { countryChoices } from "#platform/countries.ts";
import { usePreference } from "#platform/preferences.ts";
import { ChoiceSelect, type ControlledProps } from "./choice-select.tsx";

/** A country code, found by the country's name in the language of the page; "" if none is chosen. */
export function CountrySelect(props: ControlledProps<string | null> & { disabled?: boolean; "aria-label"?: string }) {
  const [language] = usePreference("language");
  const options = useMemo(() => countryChoices(language), [language]);
  return <ChoiceSelect {...props} none="" options={options} />;
}
