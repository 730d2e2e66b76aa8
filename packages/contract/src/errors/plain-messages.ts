import type { Language } from "../language.ts";
import type { ErrorName } from "./catalogue.ts";
import { commonErrors } from "./generic.ts";
import { loginErrors } from "./login.ts";

/** The errors of every call and of pages without a session. */
const plainErrors = { ...commonErrors, ...loginErrors };

/** An error that the web app can say by itself, without the whole catalogue, which would weigh on the first page. */
export type PlainErrorName = keyof typeof plainErrors;

/** The text of such an error in one language, its places not filled. */
export function plainMessageOf(name: PlainErrorName, language: Language): string {
  return plainErrors[name].texts[language];
}

/** Whether an error, known by its name alone, is one of them. */
export function isPlainErrorName(name: ErrorName | null): name is PlainErrorName {
  return name !== null && Object.hasOwn(plainErrors, name);
}

/** A failed call as a page keeps it. */
export interface Refusal {
  /** Null where there is only a sentence. */
  readonly name: ErrorName | null;
  readonly message: string;
}

/**
 * What a refusal says. A plain error follows the language of the page, even when it changes later; of every other the
 * server's sentence is kept.
 */
export function textOfRefusal(refusal: Refusal, language: Language): string {
  return isPlainErrorName(refusal.name) ? plainMessageOf(refusal.name, language) : refusal.message;
}
