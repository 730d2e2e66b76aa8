import { type AccountId, type BranchId, LeadId } from "@homeroom/contract/ids";
import { leadTypes } from "@homeroom/contract/leads";
import { customLists } from "@homeroom/contract/media";
import { v7 } from "uuid";
import { takeNextSales } from "#modules/accounts/public";
import { channelByCode, type DefaultChannel, itemByCode } from "#modules/lists/public";
import { branchById } from "#modules/organizations/public";
import { dayOf } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emitLeadChange } from "../events.ts";
import { nicknameOf } from "../rules/lead-rules.ts";
import { splitPhone } from "../rules/phones.ts";
import { addHistory, assignment } from "./add-history.ts";
import { lockNumbers } from "./lock-numbers.ts";

export interface NewContact {
  branchId: BranchId;
  nickname: string;
  /** E.164 digits without the plus; null when the provider gives no number. */
  phoneE164: string | null;
  /** Code of a default lead channel: `WhatsApp_chat`, `Line_Default`. */
  leadChannelCode: DefaultChannel;
  at: Date;
}

export interface LeadOfContact {
  leadId: LeadId;
  branchId: BranchId;
  salesId: AccountId | null;
  tutorId: AccountId | null;
  created: boolean;
}

/**
 * The lead of somebody who writes for the first time: the one with that number, else a new one, given in turn to a sales
 * person of the branch. Of two that run at once for one number, the second finds the lead of the first.
 */
export async function leadForNewContact(tx: Tx, scope: Scope, contact: NewContact): Promise<LeadOfContact> {
  await lockNumbers(tx, scope, [contact.phoneE164]);
  const found = await findByPhone(tx, scope, contact.phoneE164);
  if (found) return found;
  const salesId = await takeNextSales(tx, scope, contact.branchId);
  const leadId = LeadId.parse(v7());
  await insert(tx, scope, { leadId, salesId, contact });
  const created = {
    leadId,
    action: "newLead" as const,
    operatorId: null,
    details: { channel: contact.leadChannelCode },
  };
  await addHistory(tx, scope, [created, ...assignment(leadId, salesId, null)]);
  const lead = { leadId, branchId: contact.branchId, salesId, tutorId: null };
  await emitLeadChange(tx, scope, { ...lead, version: 1 }, null);
  return { ...lead, created: true };
}

async function findByPhone(tx: Tx, scope: Scope, phone: string | null): Promise<LeadOfContact | null> {
  if (!phone) return null;
  const row = await tx
    .selectFrom("lead")
    .select(["lead_id", "branch_id", "sales_id", "tutor_id"])
    .where("organization_id", "=", scope.organizationId)
    .where("phone_e164", "=", phone)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  return { leadId: row.lead_id, branchId: row.branch_id, salesId: row.sales_id, tutorId: row.tutor_id, created: false };
}

async function insert(
  tx: Tx,
  scope: Scope,
  { leadId, salesId, contact }: { leadId: LeadId; salesId: AccountId | null; contact: NewContact },
): Promise<void> {
  const branch = await branchById(tx, scope, contact.branchId);
  const number = contact.phoneE164 ? splitPhone(contact.phoneE164) : { areaCode: "", phone: "", country: "" };
  await tx
    .insertInto("lead")
    .values({
      organization_id: scope.organizationId,
      lead_id: leadId,
      branch_id: contact.branchId,
      nickname: nicknameOf(contact.nickname, number.phone),
      country: number.country,
      area_code: number.areaCode,
      phone: number.phone,
      phone_e164: contact.phoneE164,
      sales_id: salesId,
      channel_id: await channelByCode(tx, scope, contact.leadChannelCode),
      status_id: await itemByCode(tx, scope, customLists.leadStatuses, "new"),
      lead_type: leadTypes.new,
      lead_date: dayOf(contact.at, branch?.timeZone ?? "Asia/Hong_Kong"),
      last_contact_at: contact.at,
    })
    .execute();
}
