import type { Texts } from "@homeroom/contract/language";
import { readerLanguage } from "#platform/log/trace";

/**
 * A built-in text in the language of the caller. A stored text that is not one of the built-in texts
 * was renamed by somebody and stays as it is. Without a caller (in jobs) every text stays as it is.
 */
export function shownText(stored: string, builtIn: Texts | undefined): string {
  const language = readerLanguage();
  return language && builtIn && isOneOf(stored, builtIn) ? builtIn[language] : stored;
}

/** All texts of a built-in, in every language, that people may see or type. */
export function knownTexts(stored: string, builtIn: Texts | undefined): string[] {
  return builtIn && isOneOf(stored, builtIn) ? [...new Set([stored, ...Object.values(builtIn)])] : [stored];
}

/** The text to store when a form sends one back: a built-in that was only shown does not count as renamed. */
export function storedText(given: string, stored: string, builtIn: Texts | undefined): string {
  return given === shownText(stored, builtIn) ? stored : given;
}

function isOneOf(stored: string, builtIn: Texts): boolean {
  return Object.values(builtIn).includes(stored);
}
