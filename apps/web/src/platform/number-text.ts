import { usePreference } from "./preferences.ts";

/** Whole numbers and figures as the interface language writes them: "1,825". */
export function useNumberText(): (value: number) => string {
  const [language] = usePreference("language");
  const format = new Intl.NumberFormat(language);
  return (value) => format.format(value);
}
