import type { AccountId } from "@homeroom/contract/ids";
import {
  declaredLeadFields,
  type FilterField,
  type PlainLeadField,
  plainLeadFields,
  type RowField,
  rowFields,
} from "@homeroom/contract/lead-fields";
import type { AddLeadForm, LeadRow } from "@homeroom/contract/leads";
import type { LeadTable } from "@homeroom/database/schema";
import type { Updateable } from "kysely";
import type { FieldFault } from "#platform/errors/app-error";
import { checkPhone } from "#platform/phones/phones";
import type { Lead } from "../queries/load-lead.ts";

/** The fields of a lead that staff write. */
export type LeadFields = Omit<AddLeadForm, "leadId" | "branchID">;

/** The owners of a lead. */
export interface Holders {
  salesId: AccountId | null;
  tutorId: AccountId | null;
}

/** The columns that staff's form writes; empty days are null. */
export function columnsOf(
  form: LeadFields,
  checked: CheckedLead,
): Omit<Updateable<LeadTable>, "lead_date"> & { nickname: string; contact1: string; contact2: string } {
  return {
    ...plainColumns(form),
    nickname: form.nickname,
    area_code: form.areaCode,
    phone: checked.phoneDigits,
    phone_e164: checked.phone,
    email: form.email,
    channel_id: form.channel,
    secondary_channel_id: form.secondaryChannel,
    tutor_id: form.tutor,
    sales_id: form.sales,
    tag_ids: form.tag,
    contact1: JSON.stringify(checked.contact1),
    contact1_e164: checked.contact1Phone,
    contact2: JSON.stringify(checked.contact2),
    contact2_e164: checked.contact2Phone,
    notes: form.notes,
    status_id: form.status,
    result_id: form.result,
    ...columnsLeftOut(form),
  };
}

/** Optional fields of a form, unchanged if left out. Without a next contact its kind is cleared. */
function columnsLeftOut({ avatarFileID, nextContactDate, regularContact }: LeadFields): Updateable<LeadTable> {
  const kind = nextContactDate === "" || nextContactDate === null ? null : regularContact;
  return {
    ...(avatarFileID !== undefined && { avatar_file_id: avatarFileID }),
    ...(nextContactDate !== undefined && { next_contact_date: nextContactDate || null }),
    ...(kind !== undefined && { regular_contact_id: kind }),
  };
}

export const emptyContact = { name: "", email: "", areaCode: "", phone: "" };

/** A lead in the form's format. */
export function fieldsOf(lead: Lead): LeadFields {
  return {
    ...plainFields(lead),
    nickname: lead.nickname,
    areaCode: lead.area_code,
    phone: lead.phone,
    email: lead.email,
    channel: lead.channel_id,
    secondaryChannel: lead.secondary_channel_id,
    tutor: lead.tutor_id,
    sales: lead.sales_id,
    tag: lead.tag_ids,
    contact1: { ...emptyContact, ...lead.contact1 },
    contact2: { ...emptyContact, ...lead.contact2 },
    notes: lead.notes,
    leadDate: lead.lead_date,
    status: lead.status_id,
    result: lead.result_id,
    avatarFileID: lead.avatar_file_id,
    nextContactDate: lead.next_contact_date,
    regularContact: lead.regular_contact_id,
  };
}

/** The numbers of a lead, for the check of a form that keeps them. */
export function numbersOf(lead: Lead): KeptNumbers {
  const { areaCode, phone, contact1, contact2 } = fieldsOf(lead);
  return {
    phone: { areaCode, phone, e164: lead.phone_e164 },
    contact1: { ...contact1, e164: lead.contact1_e164 },
    contact2: { ...contact2, e164: lead.contact2_e164 },
  };
}

type Contact = AddLeadForm["contact1"];

/** A form's numbers as stored (digits) and compared (E.164), and the form's faults. */
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

/** Numbers that a lead already has, with their E.164 digits. */
export interface KeptNumbers {
  phone: Numbered;
  contact1: Numbered;
  contact2: Numbered;
}
type Numbered = { areaCode: string; phone: string; e164: string | null };

/**
 * The rules of a lead that need no other row: numbers with their area codes, and what app activation needs. A number
 * that the lead already has is not checked again: it may come from a provider, or the numbering plans have changed.
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
  // A wrong number is reported as wrong, not as missing.
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

/** The numbers and e-mail that nobody else may register while this form is saved. */
export function claimsOf(checked: CheckedLead, email = ""): (string | null)[] {
  return [checked.phone, checked.contact1Phone, checked.contact2Phone, email.toLowerCase() || null];
}

/** Names of the form's fields in which two versions of a lead differ, for the history. Fields missing in `after` stay. */
export function changedFields(before: LeadFields, after: LeadFields): (keyof LeadFields)[] {
  const fields = Object.keys(before) as (keyof LeadFields)[];
  return fields.filter((field) => after[field] !== undefined && !same(before[field], after[field]));
}

function same(a: unknown, b: unknown): boolean {
  if ((a ?? "") === (b ?? "")) return true;
  if (typeof a !== "object" || a === null || typeof b !== "object" || b === null) return a === b;
  const [one, other] = [Object.entries(a), b as Record<string, unknown>];
  return one.length === Object.keys(b).length && one.every(([key, value]) => same(value, other[key]));
}

/** The columns of fully declared fields. */
const columnsOfPlain = {
  fullname: "fullname",
  ename: "ename",
  lastName: "last_name",
  firstName: "first_name",
  gender: "gender",
  birthday: "birthday",
  country: "country",
  address: "address",
  school: "school",
  grade: "grade",
  referrer: "referrer",
  acceptmessage: "accept_message",
  appopenflag: "app_open",
} as const satisfies Record<PlainLeadField, keyof LeadTable>;

/** The column of the table `lead` in which a plain field is stored. */
export function columnOfPlain(field: PlainLeadField) {
  return columnsOfPlain[field];
}

type PlainFields = Pick<AddLeadForm, PlainLeadField>;
type PlainColumns = Pick<Updateable<LeadTable>, ReturnType<typeof columnOfPlain>>;

/** The columns of the plain fields of a form. */
function plainColumns(form: PlainFields): PlainColumns {
  const columns = declaredLeadFields.map(([field]) => [columnOfPlain(field), plainColumn(field, form[field])] as const);
  return Object.fromEntries(columns) as PlainColumns;
}

/** Converts a wire value for its column: flags are booleans, an empty birthday is null. */
export function plainColumn(
  field: PlainLeadField | FilterField,
  value: string | number,
): string | number | boolean | null {
  const { kind } = plainLeadFields[field];
  if (kind === "flag") return value === 1;
  return kind === "birthday" ? value || null : value;
}

/** The plain fields of a lead in the wire format. */
function plainFields(lead: Lead): PlainFields {
  return Object.fromEntries(declaredLeadFields.map(([field]) => [field, plainValue(lead, field)])) as PlainFields;
}

/** Those of them that are part of a row. */
export function plainRowFields(lead: Lead): Pick<LeadRow, RowField> {
  return Object.fromEntries(rowFields.map((field) => [field, plainValue(lead, field)])) as Pick<LeadRow, RowField>;
}

function plainValue(lead: Lead, field: PlainLeadField): string | number {
  const value = lead[columnOfPlain(field)];
  return typeof value === "boolean" ? Number(value) : (value ?? "");
}

/** The columns of an erased lead: personal data is cleared, the numbers of choices and flags stay. */
export const erasedPlainColumns: PlainColumns = Object.fromEntries(
  declaredLeadFields.flatMap(([field, { kind }]) =>
    kind === "choice" || kind === "flag" || kind === "country" ? [] : [[columnOfPlain(field), plainColumn(field, "")]],
  ),
);
