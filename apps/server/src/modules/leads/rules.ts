import type { AddLeadForm } from "@homeroom/contract/leads";
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from "libphonenumber-js";
import type { FieldFault } from "#platform/errors/app-error";

/** A lead counts as a repeat after this many days without conversation (specification, section 9). */
export const repeatAfterDays = 14;

const callingCodes = new Set<string>(getCountries().map((country) => getCountryCallingCode(country)));

/** A checked number: as E.164 digits without the plus, or what is wrong with it. Both empty: no number. */
export type CheckedPhone = { e164: string | null } | { fault: "LEAD_BAD_AREA_CODE" | "LEAD_BAD_PHONE" };

/** Checks an area code ("+852") and a number in any usual writing against the phone library's plans. */
export function checkPhone(areaCode: string, phone: string): CheckedPhone {
  const digits = phone.replace(/\D/g, "");
  if (digits === "") return { e164: null };
  if (!callingCodes.has(areaCode.replace("+", ""))) return { fault: "LEAD_BAD_AREA_CODE" };
  const parsed = parsePhoneNumberFromString(`${areaCode}${digits}`) ?? null;
  if (!parsed?.isPossible() || parsed.countryCallingCode !== areaCode.slice(1)) return { fault: "LEAD_BAD_PHONE" };
  return { e164: parsed.number.slice(1) };
}

/** Splits E.164 digits into the area code and the number as staff write them. */
export function splitPhone(e164: string): { areaCode: string; phone: string; country: string } {
  const parsed = parsePhoneNumberFromString(`+${e164}`);
  if (!parsed) return { areaCode: "", phone: e164, country: "" };
  return { areaCode: `+${parsed.countryCallingCode}`, phone: parsed.nationalNumber, country: parsed.country ?? "" };
}

export interface CheckedLead {
  phone: string | null;
  contact1Phone: string | null;
  contact2Phone: string | null;
  faults: FieldFault[];
}

type Checked = Pick<AddLeadForm, "areaCode" | "phone" | "contact1" | "contact2" | "appopenflag">;

/** The rules of a lead that need no other row: numbers with their area codes, and what app activation needs. */
export function checkLead(form: Checked): CheckedLead {
  const faults: FieldFault[] = [];
  const check = (prefix: string, of: { areaCode: string; phone: string }) => {
    const checked = checkPhone(of.areaCode, of.phone);
    if (!("fault" in checked)) return checked.e164;
    const field = checked.fault === "LEAD_BAD_PHONE" ? "phone" : "areaCode";
    faults.push({ field: `${prefix}${field}`, name: checked.fault });
    return null;
  };
  const phone = check("", form);
  const contact1Phone = check("contact1.", form.contact1);
  const contact2Phone = check("contact2.", form.contact2);
  if (form.appopenflag === 1 && contact1Phone === null && form.contact1.email === "") {
    faults.push({ field: "contact1.phone", name: "LEAD_NO_LOGIN_CONTACT" });
  }
  return { phone, contact1Phone, contact2Phone, faults };
}

/** Does a message at `at` make the lead a repeat one? `lastAt`: the last message either way, null when there was none. */
export function isRepeat(lastAt: Date | null, at: Date): boolean {
  return lastAt !== null && at.getTime() - lastAt.getTime() >= repeatAfterDays * 86_400_000;
}
