import type { AccountId, BranchId, LeadId, RecordId } from "@homeroom/contract/ids";
import { leadTypes } from "@homeroom/contract/leads";
import { customLists } from "@homeroom/contract/media";
import { itemByCode } from "#modules/lists/public";
import { branchById } from "#modules/organizations/public";
import { dayOf } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { splitPhone } from "#platform/phones/phones";

/** A lead who contacted us, not entered by staff. */
export interface ArrivingLead {
  leadId: LeadId;
  branchId: BranchId;
  nickname: string;
  email: string;
  phoneE164: string | null;
  number: ReturnType<typeof splitPhone>;
  salesId: AccountId | null;
  channelId: RecordId | null;
  secondaryChannelId: RecordId | null;
  at: Date;
}

export async function insertLead(tx: Tx, scope: Scope, lead: ArrivingLead): Promise<void> {
  const branch = await branchById(tx, scope, lead.branchId);
  await tx
    .insertInto("lead")
    .values({
      organization_id: scope.organizationId,
      lead_id: lead.leadId,
      branch_id: lead.branchId,
      nickname: lead.nickname,
      email: lead.email,
      country: lead.number.country,
      area_code: lead.number.areaCode,
      phone: lead.number.phone,
      phone_e164: lead.phoneE164,
      sales_id: lead.salesId,
      channel_id: lead.channelId,
      secondary_channel_id: lead.secondaryChannelId,
      status_id: await itemByCode(tx, scope, customLists.leadStatuses, "new"),
      lead_type: leadTypes.new,
      lead_date: dayOf(lead.at, branch?.timeZone ?? "Asia/Hong_Kong"),
      last_contact_at: lead.at,
    })
    .execute();
}
