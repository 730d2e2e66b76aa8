import { passwordFormat } from "@homeroom/contract/password-format";

export type Strength = "weak" | "fair" | "strong";

/** How hard a password that may be chosen is to guess; null when it may not be chosen at all. */
export function strengthOf(password: string): Strength | null {
  if (!passwordFormat.test(password)) return null;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(password)).length;
  const different = new Set(password).size;
  if (kinds === 1 || password.length < 8 || different < 5) return "weak";
  return password.length >= 12 || (password.length >= 10 && kinds === 3) ? "strong" : "fair";
}
