import type { AddLeadForm } from "@homeroom/contract/leads";
import type { FieldFault } from "#platform/errors/app-error";
import { checkPhone } from "#platform/phones/phones";

/** The fewest days without conversation after which a branch may count a lead as a repeat. */
const minRepeatDays = 1;

type Contact = AddLeadForm["contact1"];

/** A form's numbers as they are kept (digits) and compared (E.164), and what is wrong with the form. */
export interface CheckedLead {
  phone: string | null;
  phoneDigits: string;
  contact1Phone: string | null;
  contact2Phone: string | null;
  contact1: Contact;
  contact2: Contact;
  faults: FieldFault[];
}

type Checked = Pick<AddLeadForm, "areaCode" | "phone" | "contact1" | "contact2" | "appopenflag">;

/** Numbers that a lead has already, with what they are as E.164. */
export interface KeptNumbers {
  phone: Numbered;
  contact1: Numbered;
  contact2: Numbered;
}
type Numbered = { areaCode: string; phone: string; e164: string | null };

/**
 * The rules of a lead that need no other row: numbers with their area codes, and what app activation needs. A number
 * that the lead has already is not judged again: a provider gave it, or the plans have changed since.
 */
export function checkLead(form: Checked, kept?: KeptNumbers): CheckedLead {
  const faults: FieldFault[] = [];
  const check = (prefix: string, of: { areaCode: string; phone: string }, before: Numbered | undefined) => {
    if (before && before.phone === of.phone && before.areaCode === of.areaCode)
      return { e164: before.e164, digits: of.phone };
    const checked = checkPhone(of.areaCode, of.phone);
    if (!("fault" in checked)) return checked;
    const name = checked.fault === "phone" ? "LEAD_BAD_PHONE" : "LEAD_BAD_AREA_CODE";
    faults.push({ field: `${prefix}${checked.fault}`, name });
    return { e164: null, digits: of.phone };
  };
  const phone = check("", form, kept?.phone);
  const first = check("contact1.", form.contact1, kept?.contact1);
  const second = check("contact2.", form.contact2, kept?.contact2);
  // A number that is there but wrong is reported as that, not as missing.
  if (form.appopenflag === 1 && first.digits === "" && form.contact1.email === "") {
    faults.push({ field: "contact1.phone", name: "LEAD_NO_LOGIN_CONTACT" });
  }
  return {
    phone: phone.e164,
    phoneDigits: phone.digits,
    contact1Phone: first.e164,
    contact2Phone: second.e164,
    contact1: { ...form.contact1, phone: first.digits },
    contact2: { ...form.contact2, phone: second.digits },
    faults,
  };
}

/** What nobody else may be registering while this form is saved: its numbers, and its e-mail. */
export function claimsOf(checked: CheckedLead, email = ""): (string | null)[] {
  return [checked.phone, checked.contact1Phone, checked.contact2Phone, email.toLowerCase() || null];
}

/**
 * Does a message at `at` make the lead a repeat one, after this number of days without conversation? `lastAt`: the last
 * message either way, null if there was none.
 */
export function isRepeat(lastAt: Date | null, at: Date, days: number): boolean {
  return lastAt !== null && at.getTime() - lastAt.getTime() >= days * 86_400_000;
}

/** Whether a message can make the lead a repeat one at all: only then its branch's rule needs to be asked for. */
export function mayBeRepeat(lastAt: Date | null, at: Date): boolean {
  return isRepeat(lastAt, at, minRepeatDays);
}

/** As the contract counts it, in UTF-16 units. */
const maxNicknameLength = 64;

/** What a person who writes is called: what the provider says of them as far as it fits, else their number. */
export function nicknameOf(given: string, phone: string): string {
  let cut = "";
  for (const character of given.trim()) {
    if (cut.length + character.length > maxNicknameLength) break;
    cut += character;
  }
  return cut.trim() || phone || "?";
}
