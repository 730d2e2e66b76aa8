import type { AccountId } from "@homeroom/contract/ids";
import type { AddLeadForm } from "@homeroom/contract/leads";
import type { LeadTable } from "@homeroom/database/schema";
import type { Updateable } from "kysely";
import type { CheckedLead } from "./rules.ts";

/** The columns that a form of staff writes; empty days are null. */
export function columnsOf(
  form: Omit<AddLeadForm, "leadId" | "branchID">,
  checked: CheckedLead,
): Omit<Updateable<LeadTable>, "lead_date"> & { nickname: string } {
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
    phone: form.phone.replace(/\D/g, ""),
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
    contact1_e164: checked.contact1Phone,
    accept_message: form.acceptmessage === 1,
    notes: form.notes,
    app_open: form.appopenflag === 1,
    status_id: form.status,
    result_id: form.result,
  };
}

/** Names of the fields in which two versions differ, for the history. */
export function changedFields(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  return Object.keys(after).filter((field) => !same(before[field], after[field]));
}

/** Who holds a lead. */
export interface Holders {
  salesId: AccountId | null;
  tutorId: AccountId | null;
}
