import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** A phone as people read it, "+852 6123 4567"; a number that cannot be read stays as it was stored. */
export function phoneText(areaCode: string, phone: string): string {
  const digits = phone.replace(/\D/g, "");
  if (digits === "") return "";
  const code = areaCode.replace(/\D/g, "");
  const raw = code ? `+${code}${digits}` : `+${digits}`;
  return parsePhoneNumberFromString(raw)?.formatInternational() ?? (code ? `+${code} ${digits}` : phone);
}

/** The address that calls a phone. */
export function phoneLink(areaCode: string, phone: string): string {
  return `tel:+${areaCode.replace(/\D/g, "")}${phone.replace(/\D/g, "")}`;
}
