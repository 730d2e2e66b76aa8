import { type ErrorName, isErrorName, messageOf } from "@homeroom/contract/errors/catalogue";
import { ruleText } from "@homeroom/contract/errors/rule-text";
import type { Language } from "@homeroom/contract/language";
import type { TFunction } from "i18next";
import type { z } from "zod";
import { incompleteDate } from "#ui/date-field/incomplete-date.ts";

/** A broken rule, with the path of its field: ["contact1", "phone"]. */
export interface FieldProblem {
  path: (string | number)[];
  text: string;
}

/** The rules of a contract schema that some values break, in the language of the screen; empty if they are valid. */
export function problemsOf(schema: z.ZodType, values: unknown, language: Language, t: TFunction<"ui">): FieldProblem[] {
  const result = schema.safeParse(values);
  if (result.success) return [];
  return result.error.issues.map((issue) => ({
    path: issue.path.map((part) => (typeof part === "symbol" ? String(part) : part)),
    text: issueText(issue, valueAt(values, issue.path), language, t),
  }));
}

/**
 * The text of a broken rule: that of the catalogue if the rule names an error, else a general one by its kind. FIELD_INVALID
 * is the server's error for a whole form; at a field it explains nothing.
 */
function issueText(issue: z.core.$ZodIssue, value: unknown, language: Language, t: TFunction<"ui">): string {
  if (value === incompleteDate) return t("form.incompleteDate");
  // For an empty field the problem is always that it is empty.
  if (isMissing(value) && (issue.code === "invalid_format" || !namesError(issue))) return t("form.required");
  if (namesError(issue)) return messageOf(issue.message, language);
  const own = ruleText(issue, language);
  if (own) return own;
  if (issue.code === "too_small") {
    const { minimum, origin } = issue;
    if (origin === "string") return t("form.tooShort", { number: String(minimum) });
    if (origin === "array" || origin === "set") return t("form.tooFew", { number: String(minimum) });
    return t("form.tooSmall", { number: String(minimum) });
  }
  if (issue.code === "too_big") {
    const number = String(issue.maximum);
    if (issue.origin === "string") return t("form.tooLong", { number });
    return issue.origin === "array" || issue.origin === "set"
      ? t("form.tooMany", { number })
      : t("form.tooLarge", { number });
  }
  if (issue.code === "invalid_format" && issue.format === "email") return messageOf("LEAD_INVALID_EMAIL", language);
  if (issue.code === "invalid_format" && issue.format === "url") return t("form.badUrl");
  return t(Array.isArray(value) && value.length === 0 ? "form.required" : "form.invalid");
}

function namesError(issue: z.core.$ZodIssue): issue is z.core.$ZodIssue & { message: ErrorName } {
  return isErrorName(issue.message) && issue.message !== "FIELD_INVALID";
}

function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
    values,
  );
}

function isMissing(input: unknown): boolean {
  return input === undefined || input === null || input === "";
}

/** A server's field name as a path: "contact1.phone" and "contacts[0].name" are both understood. */
export function fieldPath(field: string): (string | number)[] {
  return field
    .replace(/\[(\d+)\]/g, ".$1")
    .split(".")
    .filter(Boolean)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** A path as a key for a set or map. */
export function pathKey(path: readonly (string | number)[]): string {
  return path.join(".");
}

/** Whether the changed values of a form, such as `{ contact: { phone } }`, include the field at a path. */
export function holdsField(patch: object, path: readonly (string | number)[]): boolean {
  let part: unknown = patch;
  for (const key of path) {
    if (typeof part !== "object" || part === null || !(key in part)) return false;
    part = Reflect.get(part, key);
  }
  return true;
}

/**
 * Assigns problems to fields of the form by path. A problem of a missing group (`contact1`) belongs to the group's first
 * field.
 */
export function placedProblems(problems: readonly FieldProblem[], names: readonly (string | number)[][]) {
  const placed: FieldProblem[] = [];
  const homeless: FieldProblem[] = [];
  for (const problem of problems) {
    const isAt = (name: (string | number)[]) =>
      problem.path.length > 0 && problem.path.every((part, at) => name[at] === part);
    const name = names.find((one) => one.length === problem.path.length && isAt(one)) ?? names.find(isAt);
    if (name) placed.push({ path: name, text: problem.text });
    else homeless.push(problem);
  }
  return { placed, homeless };
}
