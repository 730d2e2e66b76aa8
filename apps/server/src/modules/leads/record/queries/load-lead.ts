import type { LeadId } from "@homeroom/contract/ids";
import type { LeadTable } from "@homeroom/database/schema";
import { type Selectable, sql } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

/** What the database derives for its searches alone: as long as all the rest of a lead, and read by nobody. */
type Searched =
  | "note_text"
  | "search_text"
  | "sound_keys"
  | "email_key"
  | "contact1_email_key"
  | "contact2_email_key"
  | "nickname_key"
  | "fullname_key"
  | "ename_key"
  | "person_name_key";

/** A lead as it is stored. */
export type Lead = Omit<Selectable<LeadTable>, Searched>;

const isRead: Readonly<Record<keyof Lead, true>> = {
  organization_id: true,
  lead_id: true,
  branch_id: true,
  nickname: true,
  ename: true,
  fullname: true,
  first_name: true,
  last_name: true,
  birthday: true,
  gender: true,
  country: true,
  area_code: true,
  phone: true,
  phone_e164: true,
  email: true,
  line_user_id: true,
  address: true,
  school: true,
  grade: true,
  referrer: true,
  channel_id: true,
  secondary_channel_id: true,
  tutor_id: true,
  sales_id: true,
  tag_ids: true,
  avatar_file_id: true,
  contact1: true,
  contact1_e164: true,
  contact2: true,
  contact2_e164: true,
  accept_message: true,
  notes: true,
  app_open: true,
  app_device: true,
  system_version: true,
  app_version: true,
  lead_date: true,
  revisit_count: true,
  last_contact_at: true,
  next_contact_date: true,
  status_id: true,
  result_id: true,
  lead_type: true,
  gpt_status: true,
  lead_count: true,
  created_by: true,
  updated_by: true,
  created_at: true,
  updated_at: true,
  deleted_at: true,
  version: true,
  regular_contact_id: true,
  family_id: true,
  merged_into: true,
  deleted_by: true,
  app_seen_at: true,
  contacted_at: true,
  deal_at: true,
  student_since: true,
  talked_at: true,
  trial_booked_at: true,
  trial_attended_at: true,
  repeated_at: true,
  import_id: true,
};

/** The columns of a lead, for a query that selects one: all but those of searches. */
export const leadColumns = Object.keys(isRead) as (keyof Lead)[];

/** The same in SQL, of the table or view that is called `lead`. */
export const leadRow = sql.join(leadColumns.map((column) => sql.ref(`lead.${column}`)));

/** A lead that the scope sees, locked for a change. Throws NOT_FOUND: what is out of sight looks like absent. */
export async function lockLead(tx: Tx, scope: Scope, leadId: LeadId): Promise<Lead> {
  const lead = await seen(tx, scope, leadId).forNoKeyUpdate().executeTakeFirst();
  if (!lead) throw new AppError("NOT_FOUND");
  return lead;
}

/** A lead that the scope sees. Throws NOT_FOUND. */
export async function loadLead(tx: Tx, scope: Scope, leadId: LeadId): Promise<Lead> {
  const lead = await seenLead(tx, scope, leadId);
  if (!lead) throw new AppError("NOT_FOUND");
  return lead;
}

/** A lead if the scope sees it. */
export function seenLead(tx: Tx, scope: Scope, leadId: LeadId): Promise<Lead | undefined> {
  return seen(tx, scope, leadId).executeTakeFirst();
}

function seen(tx: Tx, scope: Scope, leadId: LeadId) {
  return tx
    .selectFrom("lead")
    .select(leadColumns)
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", leadId)
    .where("deleted_at", "is", null)
    .where(visibleRows(scope, "lead"));
}
