import { usePreference } from "./preferences.ts";

/** Numbers in the format of the interface language: "1,825". */
export function useNumberText(): (value: number) => string {
  const [language] = usePreference("language");
  const format = new Intl.NumberFormat(language);
  return (value) => format.format(value);
}
