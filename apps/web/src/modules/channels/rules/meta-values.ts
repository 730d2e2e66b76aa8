import { type TestedField, testedFields } from "@homeroom/contract/channels";

/** Values as they are tried at Meta. */
export type TriedValues = Readonly<Partial<Record<TestedField, string>>>;

/** The same for values that are tried alike, as JSON of all of them. */
export function triedKey(values: TriedValues): string {
  return JSON.stringify(Object.fromEntries(testedFields.map((field) => [field, (values[field] ?? "").trim()])));
}

/** What is wrong with a value as it was pasted, before anybody is asked. */
export type FormatFault = "phoneItself" | "notDigits" | "tooShort" | "hasSpaces";

const secrets: readonly TestedField[] = ["accessToken", "appSecret"];

/** Looks at a pasted value by itself; undefined: nothing can be said against it. An empty one is not looked at. */
export function formatFault(field: TestedField, pasted: string): FormatFault | undefined {
  const value = pasted.trim();
  if (value === "") return undefined;
  if (secrets.includes(field)) return /\s/.test(value) ? "hasSpaces" : undefined;
  if (field === "phoneNumberID" && /^\+|^[\d()-]+[\s()-]/.test(value)) return "phoneItself";
  if (!/^\d+$/.test(value)) return "notDigits";
  return value.length < 5 ? "tooShort" : undefined;
}

/** Where Meta shows a value. The pages of an app are named once its id is known. */
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
