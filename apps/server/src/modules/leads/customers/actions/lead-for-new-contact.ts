import { type AccountId, type BranchId, LeadId, type RecordId } from "@homeroom/contract/ids";
import { leadTypes } from "@homeroom/contract/leads";
import { customLists } from "@homeroom/contract/media";
import { v7 } from "uuid";
import { assignLeads } from "#modules/lead-rules/public";
import { channelByCode, type DefaultChannel, itemByCode } from "#modules/lists/public";
import { branchById } from "#modules/organizations/public";
import { dayOf } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { splitPhone } from "#platform/phones/phones";
import { emitLeadChange } from "../../events.ts";
import { nicknameOf } from "../../record/rules/lead-rules.ts";
import { addHistory, assignment } from "../../record/writes/add-history.ts";
import { lockNumbers } from "../../record/writes/lock-numbers.ts";
import { leadByNumber, type NumberedLead } from "../queries.ts";

export interface NewContact {
  branchId: BranchId;
  nickname: string;
  /** E.164 digits without the plus; null when the provider gives no number. */
  phoneE164: string | null;
  /** Code of a default lead channel: `WhatsApp_chat`, `Line_Default`. */
  leadChannelCode: DefaultChannel;
  at: Date;
}

export interface LeadOfContact extends NumberedLead {
  created: boolean;
}

/**
 * The lead of somebody who writes for the first time: the one with that number, its own or a contact's, else a new one,
 * given in turn to a sales person of the branch. Of two that run at once for one number, the second finds the lead of the first.
 */
export async function leadForNewContact(tx: Tx, scope: Scope, contact: NewContact): Promise<LeadOfContact> {
  await lockNumbers(tx, scope, [contact.phoneE164]);
  const { phoneE164: phone, branchId, at } = contact;
  const found = phone ? await leadByNumber(tx, scope, { phone, branchId }) : null;
  if (found) return { ...found, created: false };
  const leadId = LeadId.parse(v7());
  const number = contact.phoneE164 ? splitPhone(contact.phoneE164) : { areaCode: "", phone: "", country: "" };
  const channelId = await channelByCode(tx, scope, contact.leadChannelCode);
  const arrival = { leadId, branchId, channelId, secondaryChannelId: null, country: number.country, at };
  const [assigned] = await assignLeads(tx, scope, [{ ...arrival, heldBy: null, kind: "new" }]);
  const salesId = assigned?.salesId ?? null;
  await insert(tx, scope, { leadId, salesId, channelId, number, contact });
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

interface NewLead {
  leadId: LeadId;
  salesId: AccountId | null;
  channelId: RecordId | null;
  number: ReturnType<typeof splitPhone>;
  contact: NewContact;
}

async function insert(tx: Tx, scope: Scope, { leadId, salesId, channelId, number, contact }: NewLead): Promise<void> {
  const branch = await branchById(tx, scope, contact.branchId);
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
      channel_id: channelId,
      status_id: await itemByCode(tx, scope, customLists.leadStatuses, "new"),
      lead_type: leadTypes.new,
      lead_date: dayOf(contact.at, branch?.timeZone ?? "Asia/Hong_Kong"),
      last_contact_at: contact.at,
    })
    .execute();
}
