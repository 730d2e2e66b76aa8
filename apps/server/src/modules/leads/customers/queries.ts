import type { BranchId, ChannelId, LeadId, RecordId } from "@homeroom/contract/ids";
import { codesIn } from "@homeroom/contract/page-design/press-code";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { mainLeadOf } from "../family/queries.ts";
import type { HeldLead } from "../policy.ts";

/**
 * The lead that a number belongs to: as its own number, otherwise as contact 1, otherwise as contact 2. Of several, those of the
 * branch come first, then the one with the latest conversation; for a child, the family's main lead.
 */
export async function leadByNumber(
  tx: Tx,
  scope: Scope,
  { phone, branchId }: { phone: string; branchId: BranchId },
): Promise<HeldLead | null> {
  return (await leadsByNumbers(tx, scope, { phones: [phone], branchId })).get(phone) ?? null;
}

/** The same for many numbers at once; numbers without a lead are missing. */
export async function leadsByNumbers(
  tx: Tx,
  scope: Scope,
  { phones, branchId }: { phones: readonly string[]; branchId: BranchId },
): Promise<Map<string, HeldLead>> {
  const of = (column: string, rank: number) => sql`
    select lead_id, branch_id, sales_id, tutor_id, family_id, last_contact_at, created_at, ${sql.lit(rank)} as rank
    from lead where organization_id = ${scope.organizationId} and ${sql.ref(column)} = wanted.phone and deleted_at is null`;
  const found = await sql<HeldLead & { phone: string; familyId: RecordId | null; rank: number }>`
    select wanted.phone, one.lead_id as "leadId", one.branch_id as "branchId", one.sales_id as "salesId",
      one.tutor_id as "tutorId", one.family_id as "familyId", one.rank
    from unnest(${sql.val([...new Set(phones)])}::text[]) as wanted(phone)
    cross join lateral (
      select * from (${of("phone_e164", 0)} union all ${of("contact1_e164", 1)} union all ${of("contact2_e164", 2)}) as having_it
      order by rank, branch_id = ${branchId} desc, last_contact_at desc nulls last, created_at desc, lead_id
      limit 1) as one`.execute(tx);
  const leads = new Map<string, HeldLead>();
  for (const { phone, familyId, rank, ...lead } of found.rows) {
    const main = familyId === null || rank === 0 ? null : await mainLeadOf(tx, scope, familyId);
    const other = main === null || main === lead.leadId ? lead : await leadById(tx, scope, main);
    if (other) leads.set(phone, other);
  }
  return leads;
}

/** The lead with this e-mail as its own, at any branch. */
export async function leadByEmail(tx: Tx, scope: Scope, email: string): Promise<HeldLead | null> {
  const row = await tx
    .selectFrom("lead")
    .select(["lead_id as leadId", "branch_id as branchId", "sales_id as salesId", "tutor_id as tutorId"])
    .where("organization_id", "=", scope.organizationId)
    .where("email_key", "=", email.toLowerCase())
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** A lead by its id, at any branch; null when it is deleted. */
export async function leadById(tx: Tx, scope: Scope, leadId: LeadId): Promise<HeldLead | null> {
  const row = await tx
    .selectFrom("lead")
    .select(["lead_id as leadId", "branch_id as branchId", "sales_id as salesId", "tutor_id as tutorId"])
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", leadId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** A person's first message, and their id at a LINE account. */
export interface FirstWords {
  said: string;
  line: { channelId: ChannelId; userId: string } | null;
}

/** The lead channel of the landing page whose button a person clicked; null if no click is known. */
export async function channelOfPress(
  tx: Tx,
  { organizationId }: Scope,
  { said, line }: FirstWords,
): Promise<{ channelId: RecordId; secondaryChannelId: RecordId | null } | null> {
  const codes = codesIn(said);
  if (codes.length === 0 && line === null) return null;
  const found = await tx
    .selectFrom("lead_press")
    .select(["channel_id as channelId", "secondary_channel_id as secondaryChannelId"])
    .where("organization_id", "=", organizationId)
    .where("created_at", ">", sql<Date>`now() - interval '7 days'`)
    .where((is) =>
      is.or([
        ...(codes.length > 0 ? [is("code", "in", codes)] : []),
        ...(line ? [is.and([is("line_user", "=", line.userId), is("line_channel_id", "=", line.channelId)])] : []),
      ]),
    )
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}
