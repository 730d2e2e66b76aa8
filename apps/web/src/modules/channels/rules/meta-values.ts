import { type TestedField, testedFields } from "@homeroom/contract/channels";

/** The values to test at Meta. */
export type TriedValues = Readonly<Partial<Record<TestedField, string>>>;

/** A key that is equal for equal values, as JSON. */
export function triedKey(values: TriedValues): string {
  return JSON.stringify(Object.fromEntries(testedFields.map((field) => [field, (values[field] ?? "").trim()])));
}

/** A fault of a pasted value that needs no request. */
export type FormatFault = "phoneItself" | "notDigits" | "tooShort" | "hasSpaces";

const secrets: readonly TestedField[] = ["accessToken", "appSecret"];

/** Checks a pasted value on its own; undefined if there is no obvious fault. Empty values are not checked. */
export function formatFault(field: TestedField, pasted: string): FormatFault | undefined {
  const value = pasted.trim();
  if (value === "") return undefined;
  if (secrets.includes(field)) return /\s/.test(value) ? "hasSpaces" : undefined;
  if (field === "phoneNumberID" && /^\+|^[\d()-]+[\s()-]/.test(value)) return "phoneItself";
  if (!/^\d+$/.test(value)) return "notDigits";
  return value.length < 5 ? "tooShort" : undefined;
}

/** Where Meta shows a value. Links go to the pages of the app once its id is known. */
export function placeAtMeta(field: TestedField, appId: string): string {
  const app = formatFault("appID", appId) === undefined && appId !== "" ? `/${appId.trim()}` : "";
  const apps = `https://developers.facebook.com/apps${app}`;
  const places: Readonly<Record<TestedField, string>> = {
    appID: "https://developers.facebook.com/apps",
    appSecret: app && `${apps}/settings/basic/`,
    businessAccountID: app && `${apps}/whatsapp-business/wa-dev-console/`,
    phoneNumberID: app && `${apps}/whatsapp-business/wa-dev-console/`,
    accessToken: "https://business.facebook.com/settings/system-users",
    catalogueID: "https://business.facebook.com/commerce",
  };
  return places[field] || apps;
}
