import type { AccountId } from "@homeroom/contract/ids";
import type { AddLeadForm } from "@homeroom/contract/leads";
import type { LeadTable } from "@homeroom/database/schema";
import type { Updateable } from "kysely";
import type { Lead } from "../queries/load-lead.ts";
import type { CheckedLead, KeptNumbers } from "./lead-rules.ts";

/** What staff write of a lead. */
export type LeadFields = Omit<AddLeadForm, "leadId" | "branchID">;

/** Who holds a lead. */
export interface Holders {
  salesId: AccountId | null;
  tutorId: AccountId | null;
}

/** The columns that a form of staff writes; empty days are null. */
export function columnsOf(
  form: LeadFields,
  checked: CheckedLead,
): Omit<Updateable<LeadTable>, "lead_date"> & { nickname: string; contact1: string; contact2: string } {
  return {
    nickname: form.nickname,
    ename: form.ename,
    fullname: form.fullname,
    first_name: form.firstName,
    last_name: form.lastName,
    birthday: form.birthday || null,
    gender: form.gender,
    country: form.country,
    area_code: form.areaCode,
    phone: checked.phoneDigits,
    phone_e164: checked.phone,
    email: form.email,
    address: form.address,
    school: form.school,
    grade: form.grade,
    referrer: form.referrer,
    channel_id: form.channel,
    secondary_channel_id: form.secondaryChannel,
    tutor_id: form.tutor,
    sales_id: form.sales,
    tag_ids: form.tag,
    contact1: JSON.stringify(checked.contact1),
    contact1_e164: checked.contact1Phone,
    contact2: JSON.stringify(checked.contact2),
    contact2_e164: checked.contact2Phone,
    accept_message: form.acceptmessage === 1,
    notes: form.notes,
    app_open: form.appopenflag === 1,
    status_id: form.status,
    result_id: form.result,
    ...columnsLeftOut(form),
  };
}

/** What a form may leave out, and then leaves as it is. Without a next contact there is no kind of one. */
function columnsLeftOut({ avatarFileID, nextContactDate, regularContact }: LeadFields): Updateable<LeadTable> {
  const kind = nextContactDate === "" || nextContactDate === null ? null : regularContact;
  return {
    ...(avatarFileID !== undefined && { avatar_file_id: avatarFileID }),
    ...(nextContactDate !== undefined && { next_contact_date: nextContactDate || null }),
    ...(kind !== undefined && { regular_contact_id: kind }),
  };
}

export const emptyContact = { name: "", email: "", areaCode: "", phone: "" };

/** A lead as the form knows it. */
export function fieldsOf(lead: Lead): LeadFields {
  return {
    nickname: lead.nickname,
    ename: lead.ename,
    fullname: lead.fullname,
    firstName: lead.first_name,
    lastName: lead.last_name,
    birthday: lead.birthday ?? "",
    gender: lead.gender,
    country: lead.country,
    areaCode: lead.area_code,
    phone: lead.phone,
    email: lead.email,
    address: lead.address,
    school: lead.school,
    grade: lead.grade,
    referrer: lead.referrer,
    channel: lead.channel_id,
    secondaryChannel: lead.secondary_channel_id,
    tutor: lead.tutor_id,
    sales: lead.sales_id,
    tag: lead.tag_ids,
    contact1: { ...emptyContact, ...lead.contact1 },
    contact2: { ...emptyContact, ...lead.contact2 },
    acceptmessage: lead.accept_message ? 1 : 0,
    notes: lead.notes,
    appopenflag: lead.app_open ? 1 : 0,
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

/** Names of the form's fields in which two versions of a lead differ, for the history. What `after` leaves out stays. */
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
