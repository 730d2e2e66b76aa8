import { type BranchId, LeadId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { assignLeads } from "#modules/lead-rules/public";
import { channelByCode, type DefaultChannel } from "#modules/lists/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { splitPhone } from "#platform/phones/phones";
import { emitLeadChange, leadCreated } from "../../events.ts";
import type { HeldLead } from "../../policy.ts";
import { nicknameOf } from "../../record/rules/lead-rules.ts";
import { lockNumbers } from "../../record/writes/check-lead.ts";
import { addHistory, assignment } from "../../record/writes/save-lead.ts";
import { channelOfPress, type FirstWords, leadByNumber, leadsByNumbers } from "../queries.ts";
import { insertLead } from "../writes/insert-lead.ts";

export interface NewContact {
  branchId: BranchId;
  nickname: string;
  /** E.164 digits without the plus; null when the provider gives no number. */
  phoneE164: string | null;
  /** Code of a default lead channel: `WhatsApp_chat`, `Line_Default`. */
  leadChannelCode: DefaultChannel;
  /** Omitted if we wrote first. A landing page click that it names decides the lead channel, and so the rule. */
  first?: FirstWords | undefined;
  at: Date;
  /** We wrote first, in bulk: the person who gets the lead is not notified. */
  isUnannounced?: boolean | undefined;
}

export interface LeadOfContact extends HeldLead {
  created: boolean;
}

/**
 * The lead of a person who writes for the first time: the one with that number, its own or a contact's, otherwise a new one,
 * assigned in turn to a sales person of the branch. Of two concurrent calls for one number, the second finds the first's lead.
 */
export async function leadForNewContact(tx: Tx, scope: Scope, contact: NewContact): Promise<LeadOfContact> {
  await lockNumbers(tx, scope, [contact.phoneE164]);
  const { phoneE164: phone, branchId, at } = contact;
  const found = phone ? await leadByNumber(tx, scope, { phone, branchId }) : null;
  if (found) return { ...found, created: false };
  const leadId = LeadId.parse(v7());
  const number = contact.phoneE164 ? splitPhone(contact.phoneE164) : { areaCode: "", phone: "", country: "" };
  const pressed = contact.first ? await channelOfPress(tx, scope, contact.first) : null;
  const channelId = pressed?.channelId ?? (await channelByCode(tx, scope, contact.leadChannelCode));
  const secondaryChannelId = pressed?.secondaryChannelId ?? null;
  const arrival = { leadId, branchId, channelId, secondaryChannelId, country: number.country, at };
  const [assigned] = await assignLeads(tx, scope, [{ ...arrival, heldBy: null, kind: "new" }]);
  const salesId = assigned?.salesId ?? null;
  await insertLead(tx, scope, {
    leadId,
    branchId,
    nickname: nicknameOf(contact.nickname, number.phone),
    email: "",
    phoneE164: phone,
    number,
    salesId,
    channelId,
    secondaryChannelId,
    at,
  });
  const created = {
    leadId,
    action: "newLead" as const,
    operatorId: null,
    details: { channel: contact.leadChannelCode },
  };
  await addHistory(tx, scope, [created, ...assignment(leadId, salesId, null)]);
  const lead = { leadId, branchId: contact.branchId, salesId, tutorId: null };
  const made = { ...lead, version: 1 };
  if (contact.isUnannounced)
    await emit(tx, leadCreated, { organizationId: scope.organizationId, aggregateId: leadId, payload: made });
  else await emitLeadChange(tx, scope, made, null);
  return { ...lead, created: true };
}

/**
 * The leads with these numbers, which are not yet known in a channel of the branch; numbers without a lead are missing. The
 * numbers are locked until the transaction ends, as in `leadForNewContact`.
 */
export async function leadsForNewContacts(
  tx: Tx,
  scope: Scope,
  contacts: { phones: readonly string[]; branchId: BranchId },
): Promise<ReadonlyMap<string, HeldLead>> {
  if (contacts.phones.length === 0) return new Map();
  await lockNumbers(tx, scope, contacts.phones);
  return leadsByNumbers(tx, scope, contacts);
}
