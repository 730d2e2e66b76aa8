import type { CallFailure } from "@homeroom/contract/client";
import type { ErrorName } from "@homeroom/contract/errors/catalogue";
import { passwordFormat } from "@homeroom/contract/password-format";

export type ResetField = "accountName" | "vCode" | "password" | "confirmation";

/** An error and its field; null if it is about no field. */
export interface ResetProblem {
  field: ResetField | null;
  /** The error's name, so that its text follows the language; null if there is only a sentence. */
  name: ErrorName | null;
  message: string;
}

export interface ResetDraft {
  accountName: string;
  vCode: string;
  password: string;
  confirmation: string;
}

/** What keeps the new password from being sent. */
export function problemOf({ vCode, password, confirmation }: ResetDraft): ResetProblem | null {
  const at = (field: ResetField, name: ErrorName) => ({ field, name, message: "" });
  if (!/^\d{6}$/.test(vCode)) return at("vCode", "LOGIN_INVALID_VERIFICATION_CODE");
  if (password === "") return at("password", "LOGIN_PASSWORD_EMPTY");
  if (!passwordFormat.test(password)) return at("password", "LOGIN_BAD_PASSWORD_FORMAT");
  return password === confirmation ? null : at("confirmation", "LOGIN_PASSWORDS_DIFFER");
}

const fields: Partial<Record<ErrorName, ResetField>> = {
  LOGIN_ACCOUNT_NOT_FOUND: "accountName",
  LOGIN_INVALID_VERIFICATION_CODE: "vCode",
  LOGIN_PASSWORD_EMPTY: "password",
  LOGIN_BAD_PASSWORD_FORMAT: "password",
};

/** A refusal at the field that it is about. */
export function refusalOf({ name, message }: CallFailure): ResetProblem {
  return { field: (name && fields[name]) ?? null, name, message };
}
