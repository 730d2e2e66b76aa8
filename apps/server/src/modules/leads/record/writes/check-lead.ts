import type { BranchId, FileId, LeadId, RecordId } from "@homeroom/contract/ids";
import type { AddLeadForm } from "@homeroom/contract/leads";
import { customLists } from "@homeroom/contract/media";
import { sql } from "kysely";
import { worksAt } from "#modules/accounts/public";
import { fileById } from "#modules/files/public";
import { lockChannels, lockItems } from "#modules/lists/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { FieldFault } from "#platform/errors/app-error";

type Chosen = Pick<
  AddLeadForm,
  "status" | "result" | "tag" | "channel" | "secondaryChannel" | "sales" | "tutor" | "avatarFileID" | "regularContact"
>;

/** Faults of chosen values: items of another list or organisation, people of another branch. */
export async function checkChoices(
  tx: Tx,
  scope: Scope,
  lead: { form: Chosen; branchId: BranchId; kept?: Partial<Chosen> },
): Promise<FieldFault[]> {
  const { form, branchId, kept } = lead;
  const faults: FieldFault[] = [];
  const wrong = (field: string) => faults.push({ field, name: "FIELD_INVALID" });

  const regular = form.regularContact ?? null;
  const ids = [form.status, form.result, regular, ...form.tag].filter((id) => id !== null);
  const items = await lockItems(tx, scope, ids);
  // A value that the lead already has may stay, even if it was removed from its list.
  const isOf = (id: RecordId | null, list: number, has: RecordId | null | undefined) =>
    id === null || id === has || items.get(id)?.projectID === list;
  if (!isOf(form.status, customLists.leadStatuses, kept?.status)) wrong("status");
  if (!isOf(form.result, customLists.contactResults, kept?.result)) wrong("result");
  if (!isOf(regular, customLists.regularContactTypes, kept?.regularContact)) wrong("regularContact");
  if (!form.tag.every((id) => kept?.tag?.includes(id) || isOf(id, customLists.tags, null))) wrong("tag");
  if (form.channel !== kept?.channel || form.secondaryChannel !== kept.secondaryChannel)
    faults.push(...(await checkChannels(tx, scope, form)));

  // Someone who has left keeps the leads they have until these are handed over.
  for (const field of ["sales", "tutor"] as const) {
    const person = form[field];
    if (person && person !== kept?.[field] && !(await worksAt(tx, scope, { accountId: person, branchId, role: field })))
      wrong(field);
  }
  const photo = form.avatarFileID;
  if (photo && photo !== kept?.avatarFileID && !(await mayShow(tx, scope, photo))) wrong("avatarFileID");
  return faults;
}

async function checkChannels(tx: Tx, scope: Scope, form: Pick<Chosen, "channel" | "secondaryChannel">) {
  const faults: FieldFault[] = [];
  const wrong = (field: string) => faults.push({ field, name: "FIELD_INVALID" });
  const channels = await lockChannels(
    tx,
    scope,
    [form.channel, form.secondaryChannel].filter((id) => id !== null),
  );
  if (form.channel && channels.get(form.channel)?.parentID !== null) wrong("channel");
  const secondary = form.secondaryChannel && channels.get(form.secondaryChannel);
  if (secondary && !form.channel && secondary.parentID)
    faults.push({ field: "channel", name: "CHANNEL_PRIMARY_REQUIRED" });
  else if (form.secondaryChannel && secondary?.parentID !== form.channel) wrong("secondaryChannel");
  return faults;
}

/** Accepts only a picture that the person uploaded. The lead would make any other file readable. */
async function mayShow(tx: Tx, scope: Scope, fileId: FileId): Promise<boolean> {
  const file = await fileById(tx, scope, fileId);
  return file !== undefined && file.created_by === scope.accountId && file.content_type.startsWith("image/");
}

interface Unique {
  leadId: LeadId;
  branchId: BranchId;
  phone: string | null;
  contact1Phone: string | null;
  email: string;
}

/**
 * The fields whose values another lead of the organisation has: its phone, its e-mail, or phone 1 at another
 * branch. Returns only the fields, not the other lead, which the caller may not see.
 */
export async function findDuplicates(tx: Tx, scope: Scope, lead: Unique): Promise<FieldFault[]> {
  const faults: FieldFault[] = [];
  const others = () =>
    tx
      .selectFrom("lead")
      .select("branch_id")
      .where("organization_id", "=", scope.organizationId)
      .where("deleted_at", "is", null)
      .where("lead_id", "!=", lead.leadId);
  if (lead.phone) {
    const taken = await others().where("phone_e164", "=", lead.phone).executeTakeFirst();
    const elsewhere = taken && taken.branch_id !== lead.branchId;
    if (taken)
      faults.push({ field: "phone", name: elsewhere ? "SETTING_PHONE_USED_BY_OTHER_BRANCH" : "LEAD_PHONE_EXISTS" });
  }
  const sameEmail = () => others().where("email_key", "=", lead.email.toLowerCase()).executeTakeFirst();
  if (lead.email && (await sameEmail())) faults.push({ field: "email", name: "LEAD_EMAIL_EXISTS" });
  if (lead.contact1Phone) {
    const elsewhere = others().where("branch_id", "!=", lead.branchId).where("contact1_e164", "=", lead.contact1Phone);
    const taken = await elsewhere.executeTakeFirst();
    if (taken) faults.push({ field: "contact1.phone", name: "SETTING_PHONE_USED_BY_OTHER_BRANCH" });
  }
  return faults;
}

/**
 * Runs a save whose unique indexes decide races between people. The loser is retried once: the winner's row
 * is then visible, and the save itself finds which field is taken and where.
 */
export async function refusingRaces<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== "23505" || (constraint !== "lead_phone" && constraint !== "lead_email")) throw error;
    return save();
  }
}

/**
 * Locks phone numbers (E.164 digits) and e-mails of the organisation until the transaction ends, so that of two people
 * who register the same one, the second finds the first's lead. Call it before any lead's row lock, with everything that the
 * transaction needs, in a fixed order: every write of leads goes through here.
 */
export async function lockNumbers(tx: Tx, scope: Scope, claims: readonly (string | null)[]): Promise<void> {
  const wanted = [...new Set(claims.filter((claim) => claim !== null).filter((claim) => claim !== ""))].sort();
  if (wanted.length === 0) return;
  const keys = wanted.map((claim) => `lead-number:${scope.organizationId}:${claim}`);
  await sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0))
    from unnest(${sql.val(keys)}::text[]) with ordinality as wanted(name, place) order by place`.execute(tx);
}
