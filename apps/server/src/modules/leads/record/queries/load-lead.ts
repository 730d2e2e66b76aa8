import type { AccountId, BranchId, LeadId, RecordId } from "@homeroom/contract/ids";
import type { LeadTable } from "@homeroom/database/schema";
import { type RawBuilder, type Selectable, sql } from "kysely";
import { peopleByIds } from "#modules/accounts/public";
import { channelsByIds, itemsByIds } from "#modules/lists/public";
import { branchNames } from "#modules/organizations/public";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

const references = {
  items: ["status", "result", "tag", "removed", "regularContact"],
  channels: ["channel", "secondaryChannel"],
  people: ["sales", "tutor"],
  branches: ["branch"],
} as const;

/** Columns that the database derives only for searches: as long as the rest of a lead, and not read here. */
type Searched =
  | "note_text"
  | "search_text"
  | "email_key"
  | "contact1_email_key"
  | "contact2_email_key"
  | "nickname_key"
  | "fullname_key"
  | "ename_key"
  | "person_name_key";

/** A lead's row. */
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

/** The columns of a lead except those for searches, in SQL, of the table or view aliased `lead`. It is sent often. */
export const leadRow = sql.raw(
  Object.keys(isRead)
    .map((column) => `lead.${column}`)
    .join(", "),
);

/** A lead that the scope sees, locked for a change. Throws NOT_FOUND: invisible looks like absent. */
export async function lockLead(tx: Tx, scope: Scope, leadId: LeadId): Promise<Lead> {
  const lead = await seen(tx, scope, leadId, sql`for no key update`);
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
  return seen(tx, scope, leadId, sql``);
}

async function seen(tx: Tx, scope: Scope, leadId: LeadId, lock: RawBuilder<unknown>): Promise<Lead | undefined> {
  const found = await sql<Lead>`
    select ${leadRow} from lead
    where organization_id = ${scope.organizationId} and lead_id = ${leadId} and deleted_at is null
      and ${visibleRows(scope, "lead")} ${lock}`.execute(tx);
  return found.rows[0];
}

export type Fields = Readonly<Record<string, unknown>>;

/** Returns fields of a lead with current names in place of the ids of list items, channels, people and branches. */
export async function nameReferences(tx: Tx, scope: Scope, states: readonly Fields[]) {
  const idsIn = <Id>(fields: readonly string[]) =>
    states.flatMap((state) => fields.flatMap((field) => state[field] ?? [])) as Id[];
  const items = await itemsByIds(tx, scope, idsIn<RecordId>(references.items));
  const channels = await channelsByIds(tx, scope, idsIn<RecordId>(references.channels));
  const people = await peopleByIds(tx, scope, idsIn<AccountId>(references.people));
  const branches = states.some((state) => "branch" in state) ? await branchNames(tx, scope) : null;
  const nameOf = (id: unknown): unknown =>
    items.get(id as RecordId)?.name ??
    channels.get(id as RecordId)?.name ??
    people.get(id as AccountId)?.nickname ??
    branches?.get(id as BranchId) ??
    id;
  const known: readonly string[] = Object.values(references).flat();
  return (fields: Fields): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(fields).map(([field, value]) => {
        if (!known.includes(field)) return [field, value];
        return [field, Array.isArray(value) ? value.map(nameOf) : nameOf(value)];
      }),
    );
}
