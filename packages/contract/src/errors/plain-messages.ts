import type { Language } from "../language.ts";
import type { ErrorName } from "./catalogue.ts";
import { commonErrors } from "./generic.ts";
import { loginErrors } from "./login.ts";

/** The errors of every call and of pages without a session. */
const plainErrors = { ...commonErrors, ...loginErrors };

/** An error that the web app can show by itself, without loading the whole catalogue on the first page. */
export type PlainErrorName = keyof typeof plainErrors;

/** The text of such an error in one language, with its placeholders. */
export function plainMessageOf(name: PlainErrorName, language: Language): string {
  return plainErrors[name].texts[language];
}

/** Whether the name of an error is one of them. */
export function isPlainErrorName(name: ErrorName | null): name is PlainErrorName {
  return name !== null && Object.hasOwn(plainErrors, name);
}

/** A failed call, as a page stores it. */
export interface Refusal {
  /** Null if only the sentence is known. */
  readonly name: ErrorName | null;
  readonly message: string;
}

/**
 * The text of a refusal. A plain error follows the language of the page, even if that changes later; any other keeps the
 * server's sentence.
 */
export function textOfRefusal(refusal: Refusal, language: Language): string {
  return isPlainErrorName(refusal.name) ? plainMessageOf(refusal.name, language) : refusal.message;
}
