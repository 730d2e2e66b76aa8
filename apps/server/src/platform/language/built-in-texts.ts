import type { Texts } from "@homeroom/contract/language";
import { readerLanguage } from "#platform/log/trace";

/**
 * A built-in text in the language of the caller. A stored text that is none of the built-in's own
 * was renamed by somebody, and stays as it is; so does every text where nobody reads (jobs).
 */
export function shownText(stored: string, builtIn: Texts | undefined): string {
  const language = readerLanguage();
  return language && builtIn && isOneOf(stored, builtIn) ? builtIn[language] : stored;
}

/** Every text that a reader of any language may see or type for it. */
export function knownTexts(stored: string, builtIn: Texts | undefined): string[] {
  return builtIn && isOneOf(stored, builtIn) ? [...new Set([stored, ...Object.values(builtIn)])] : [stored];
}

/** What to store for a text that a form sends back: a built-in one that was only shown is not renamed. */
export function storedText(given: string, stored: string, builtIn: Texts | undefined): string {
  return given === shownText(stored, builtIn) ? stored : given;
}

function isOneOf(stored: string, builtIn: Texts): boolean {
  return Object.values(builtIn).includes(stored);
}
