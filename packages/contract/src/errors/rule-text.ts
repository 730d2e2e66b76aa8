import type { z } from "zod";
import type { Language } from "../language.ts";
import { isRefusalName } from "./catalogue.ts";
import { type FieldText, fieldTexts } from "./field-texts.ts";

type Issue = z.core.$ZodIssue;

/** The text that a broken rule names in `params`; undefined if it names none. */
export function ruleText(issue: Issue, language: Language): string | undefined {
  const [text, n] = textNamedBy(narrowest(issue)) ?? [];
  return text && fieldTexts[text][language].replace("{n}", String(n ?? ""));
}

/** Of the issues of a union, the one with an error of its own, or else the only one. */
export function narrowest(issue: Issue): Issue {
  if (issue.code !== "invalid_union" || isRefusalName(issue.message)) return issue;
  const inner = issue.errors.flat().map((each) => narrowest({ ...each, path: [...issue.path, ...each.path] }));
  return inner.find((each) => isRefusalName(each.message)) ?? (inner.length === 1 ? inner[0] : undefined) ?? issue;
}

/** The text that a rule names, and its figure. */
export function textNamedBy(issue: Issue): readonly [FieldText, number?] | undefined {
  if (issue.code !== "custom") return undefined;
  const { text, n } = issue.params ?? {};
  if (!isFieldText(text)) return undefined;
  return typeof n === "number" ? [text, n] : [text];
}

function isFieldText(name: unknown): name is FieldText {
  return typeof name === "string" && Object.hasOwn(fieldTexts, name);
}
