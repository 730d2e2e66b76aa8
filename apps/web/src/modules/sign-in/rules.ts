import type { ErrorName } from "@homeroom/contract/errors/catalogue";

export type SignInField = "accountName" | "password" | "vCode" | "place";

const fields: Partial<Record<ErrorName, SignInField>> = {
  LOGIN_ACCOUNT_NOT_FOUND: "accountName",
  LOGIN_ACCOUNT_DEREGISTERED: "accountName",
  LOGIN_ACCOUNT_DISABLED: "accountName",
  LOGIN_PASSWORD_EMPTY: "password",
  LOGIN_WRONG_PASSWORD: "password",
  LOGIN_INVALID_VERIFICATION_CODE: "vCode",
  LOGIN_WRONG_ORGANIZATION_ID: "place",
  LOGIN_ORGANIZATION_DEACTIVATED: "place",
};

/** The field that a refusal is about; null when it is about none of them. The place counts only if one can be chosen. */
export function fieldOf(name: ErrorName | null, choosesPlace: boolean): SignInField | null {
  const field = name ? (fields[name] ?? null) : null;
  return field === "place" && !choosesPlace ? null : field;
}

export interface SignInDraft {
  accountName: string;
  password: string;
  vCode: string;
}

/** The first field that is still empty, in the order of the page. A switched-off captcha is not asked for. */
export function firstEmpty(draft: SignInDraft, asksForCode: boolean): SignInField | null {
  if (draft.accountName.trim() === "") return "accountName";
  if (draft.password === "") return "password";
  if (asksForCode && draft.vCode.trim() === "") return "vCode";
  return null;
}
