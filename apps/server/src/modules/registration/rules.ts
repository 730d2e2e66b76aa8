import type { CountryCode } from "@homeroom/contract/countries";
import type { Language, Texts } from "@homeroom/contract/language";
import type { RegisterForm } from "@homeroom/contract/registration";
import { AppError } from "#platform/errors/app-error";
import { checkPhone } from "#platform/phones/phones";

/** Specification, section 9. */
export const trialDays = 15;

/** The time zone of most people in a country with several. */
const mainZones: Partial<Record<CountryCode, string>> = {
  CN: "Asia/Shanghai",
  MY: "Asia/Kuala_Lumpur",
  US: "America/New_York",
  CA: "America/Toronto",
  AU: "Australia/Sydney",
  NZ: "Pacific/Auckland",
  ID: "Asia/Jakarta",
  MN: "Asia/Ulaanbaatar",
  RU: "Europe/Moscow",
  DE: "Europe/Berlin",
  ES: "Europe/Madrid",
  PT: "Europe/Lisbon",
  BR: "America/Sao_Paulo",
  MX: "America/Mexico_City",
  AR: "America/Argentina/Buenos_Aires",
  CL: "America/Santiago",
};

/** The initial time zone; staff can change it in the settings. */
export function timeZoneIn(country: CountryCode): string {
  // Node has it, but the compiler's library does not declare it yet.
  const locale: Intl.Locale & { getTimeZones?(): string[] | undefined } = new Intl.Locale("und", { region: country });
  const [first] = locale.getTimeZones?.() ?? [];
  return mainZones[country] ?? first ?? "Asia/Hong_Kong";
}

const onlyBranch: Texts = { "zh-tw": "總校", "zh-cn": "总校", en: "Main branch" };
const onlineBranch: Texts = { "zh-tw": "線上分校", "zh-cn": "线上分校", en: "Online branch" };

/** The name of the first branch until somebody renames it. */
export function firstBranchName(branchCount: string, language: Language): string {
  return (branchCount === "online" ? onlineBranch : onlyBranch)[language];
}

/** The contract's limit for a nickname, in the same units. */
const maxNicknameLength = 64;

/**
 * The owner's nickname: the name in its local order, else the first part of the e-mail. Throws
 * LOGIN_NAME_TOO_LONG at the names if it exceeds a nickname's limit.
 */
export function ownerName({
  firstName,
  lastName,
  email,
}: Pick<RegisterForm, "firstName" | "lastName" | "email">): string {
  const together = /\p{Script=Han}/u.test(firstName + lastName) ? lastName + firstName : `${firstName} ${lastName}`;
  const called = together.trim() || (email.split("@")[0] ?? "");
  if (called.length <= maxNicknameLength) return called;
  const name = "LOGIN_NAME_TOO_LONG";
  throw new AppError(
    name,
    {},
    { fields: [{ field: firstName.length >= lastName.length ? "firstName" : "lastName", name }] },
  );
}

/** The phone's digits, or none without a phone. Throws LOGIN_INVALID_PHONE at the wrong part. */
export function phoneDigits({ countryCode, phone }: Pick<RegisterForm, "countryCode" | "phone">): string {
  const checked = checkPhone(countryCode, phone);
  if (!("fault" in checked)) return checked.digits;
  const name = "LOGIN_INVALID_PHONE";
  throw new AppError(name, {}, { fields: [{ field: checked.fault === "phone" ? "phone" : "countryCode", name }] });
}
