import { randomBytes } from "node:crypto";
import { codeLength, codeSigns } from "@homeroom/contract/page-design/press-code";
import { formFields } from "@homeroom/contract/page-design/sections";
import type { PageWords } from "@homeroom/contract/page-design/words";
import { phoneOf } from "#platform/phones/written-phone";

/** What a visitor typed into the fields of a form. */
export type VisitorFields = Readonly<Record<string, string>>;

const maxFieldLength = 1000;
const sourceNames = [
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "gclid",
  "gbraid",
  "wbraid",
  "fbclid",
  "ctwa_clid",
  "ldtag_cl",
  "referrer",
] as const;

/** The fields of a form among what was sent, without signs that no text has. */
export function fieldsOf(sent: URLSearchParams): Record<string, string> {
  return named(sent, formFields, maxFieldLength);
}

/** A visitor's origin, as reported by the page's script. */
export function sourceOf(sent: URLSearchParams): Record<string, string> {
  return named(sent, sourceNames, 300);
}

function named(sent: URLSearchParams, names: readonly string[], longest: number): Record<string, string> {
  const entries = names.map((name) => [name, textOf(sent.get(name) ?? "").slice(0, longest)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ""));
}

/** Without control characters, except line ends. */
function textOf(value: string): string {
  return value
    .toWellFormed()
    .replace(/(?!\n)\p{Cc}/gu, "")
    .trim();
}

interface FormRules {
  /** The organisation's country, for phone numbers without an area code. */
  country: string;
  words: PageWords;
  /** The form had a field for it: browsers send empty fields too. */
  asksName: boolean;
}

/** The first fault of a visitor's form, in the page's language; null if it can become a lead. */
export function problemOf(fields: VisitorFields, { country, words, asksName }: FormRules): string | null {
  if (asksName && !fields["name"]) return words.noName;
  if (fields["email"] && !/^[^\s@]{1,64}@[^\s@]+\.[^\s@]{2,}$/.test(fields["email"])) return words.badEmail;
  if (fields["email"] && fields["email"].length > 128) return words.badEmail;
  if (fields["phone"] && phoneOf(fields["phone"], country) === null) return words.badPhone;
  return fields["phone"] || fields["email"] ? null : words.noContact;
}

/** A visitor's values as lines, each with the label of its field on the page. */
export function linesOf(fields: VisitorFields, words: PageWords): string {
  return formFields
    .filter((name) => fields[name])
    .map((name) => `${words.fields[name]}: ${fields[name]}`)
    .join("\n");
}

/** Where a visitor came from, in lines for the lead's history. */
export function sourceLines(pageName: string, source: Readonly<Record<string, string>>): string {
  return [pageName, ...Object.entries(source).map(([name, value]) => `${name}: ${value}`)].join("\n");
}

/** A random code for a click; collisions are practically impossible. */
export function newCode(): string {
  return [...randomBytes(codeLength)].map((byte) => codeSigns[byte % codeSigns.length]).join("");
}
