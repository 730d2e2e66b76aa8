import type { CallFailure } from "@homeroom/contract/client";
import type { ErrorName } from "@homeroom/contract/errors/catalogue";
import type { PlainErrorName } from "@homeroom/contract/errors/plain-messages";
import { passwordFormat } from "@homeroom/contract/password-format";
import type { Draft } from "./draft.ts";

export interface Passwords {
  password: string;
  confirmpassword: string;
}

/** The fields of the three steps, in the order of the page. */
export const stepFields = [
  ["organizationName", "businessCategory", "branchInfo", "country", "location", "fromWhere"],
  ["lastName", "firstName", "countryCode", "phone", "email", "vCode"],
  ["password", "confirmpassword", "consent", "acceptMessage"],
] as const;
export type Field = (typeof stepFields)[number][number];

/** A problem: an error's name or a text's key, so that it follows the language, or a sentence. */
export type Problem = { key: "required" | "consent" | "codeFirst" } | { name: ErrorName | null; message: string };
export type Problems = Partial<Record<Field, Problem>>;

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The problems that keep a step from being left; the server checks them again, and what only it knows. */
export function problemsOfStep(step: number, draft: Draft, passwords: Passwords): Problems {
  if (step === 0) return draft.organizationName.trim() ? {} : { organizationName: { key: "required" } };
  return step === 1 ? contactProblems(draft) : passwordProblems(draft, passwords);
}

function contactProblems(draft: Draft): Problems {
  const problems: Problems = {};
  const digits = draft.phone.replace(/\D/g, "").length;
  if (draft.phone.trim() && (digits < 5 || digits > 18)) problems.phone = own("LOGIN_INVALID_PHONE");
  if (!email.test(draft.email.trim())) problems.email = own("LOGIN_INVALID_EMAIL");
  else if (draft.codeSentTo !== draft.email.trim().toLowerCase()) problems.vCode = { key: "codeFirst" };
  else if (!/^\d{6}$/.test(draft.vCode)) problems.vCode = own("LOGIN_INVALID_VERIFICATION_CODE");
  return problems;
}

function passwordProblems(draft: Draft, { password, confirmpassword }: Passwords): Problems {
  const problems: Problems = {};
  if (password === "") problems.password = own("LOGIN_PASSWORD_EMPTY");
  else if (!passwordFormat.test(password)) problems.password = own("LOGIN_BAD_PASSWORD_FORMAT");
  else if (password !== confirmpassword) problems.confirmpassword = own("LOGIN_PASSWORDS_DIFFER");
  if (!draft.consent) problems.consent = { key: "consent" };
  return problems;
}

/** A problem that the page finds, without a sentence from the server. */
function own(name: PlainErrorName): Problem {
  return { name, message: "" };
}

const fieldsOfErrors: Partial<Record<ErrorName, Field>> = {
  LOGIN_EMAIL_REGISTERED: "email",
  LOGIN_INVALID_EMAIL: "email",
  LOGIN_INVALID_VERIFICATION_CODE: "vCode",
  LOGIN_INVALID_PHONE: "phone",
  LOGIN_PASSWORD_EMPTY: "password",
  LOGIN_BAD_PASSWORD_FORMAT: "password",
  LOGIN_PASSWORDS_DIFFER: "confirmpassword",
};

/** A refusal at the fields that it is about, or for the whole form. */
export function placedRefusal({ name, message, errors }: CallFailure): { problems: Problems; whole: Problem | null } {
  const fields: readonly Field[] = stepFields.flat();
  const placed = errors.flatMap((error) => {
    const field = fields.find((one) => one.toLowerCase() === error.field.toLowerCase());
    const name = error.name === "FIELD_INVALID" ? null : error.name;
    return field ? [[field, { name, message: error.message }] as const] : [];
  });
  if (placed.length > 0) return { problems: Object.fromEntries(placed), whole: null };
  const whole = { name, message };
  const field = name ? fieldsOfErrors[name] : undefined;
  return field ? { problems: { [field]: whole }, whole: null } : { problems: {}, whole };
}

/** The first field with a problem, in the order of the page, and its step. */
export function firstProblem(problems: Problems): { step: number; field: Field } | null {
  for (const [step, fields] of stepFields.entries()) {
    const field = fields.find((one) => problems[one] !== undefined);
    if (field) return { step, field };
  }
  return null;
}
