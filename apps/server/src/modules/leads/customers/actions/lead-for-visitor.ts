import { type BranchId, LeadId, type RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { assignLeads } from "#modules/lead-rules/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { splitPhone } from "#platform/phones/phones";
import { emitLeadChange } from "../../events.ts";
import { nicknameOf } from "../../record/rules/lead-rules.ts";
import { lockNumbers } from "../../record/writes/check-lead.ts";
import { addHistory, assignment } from "../../record/writes/save-lead.ts";
import { leadByEmail, leadByNumber } from "../queries.ts";
import { insertLead } from "../writes/insert-lead.ts";
import { recordCustomerMessage } from "./record-messages.ts";

/** A person who sent a form on a page, with a phone number, an e-mail, or both. */
export interface Visitor {
  branchId: BranchId;
  nickname: string;
  /** E.164 digits without the plus. */
  phoneE164: string | null;
  email: string;
  channelId: RecordId | null;
  secondaryChannelId: RecordId | null;
  /** Where the form was, as text for the lead's history. */
  from: string;
  /** The sent values, as lines for the lead's history. */
  said: string;
  at: Date;
}

/**
 * The lead of a person who sent a form: the one with that number or e-mail, which counts as a contact and may make it a
 * repeat lead; otherwise a new one, assigned by the lead rules. Of two concurrent calls for one person, the second
 * finds the first's lead.
 */
export async function leadForVisitor(
  tx: Tx,
  scope: Scope,
  visitor: Visitor,
): Promise<{ leadId: LeadId; created: boolean }> {
  const { phoneE164: phone, email, branchId } = visitor;
  await lockNumbers(tx, scope, [phone, email.toLowerCase()]);
  const byPhone = phone ? await leadByNumber(tx, scope, { phone, branchId }) : null;
  const found = byPhone ?? (email ? await leadByEmail(tx, scope, email) : null);
  if (!found) return { leadId: await createLead(tx, scope, visitor), created: true };
  const { leadId } = await recordCustomerMessage(tx, scope, { leadId: found.leadId, at: visitor.at });
  const details = { from: visitor.from };
  await addHistory(tx, scope, [{ leadId, action: "message", operatorId: null, content: visitor.said, details }]);
  return { leadId, created: false };
}

async function createLead(tx: Tx, scope: Scope, visitor: Visitor): Promise<LeadId> {
  const { branchId, channelId, secondaryChannelId, phoneE164, email, at } = visitor;
  const leadId = LeadId.parse(v7());
  const number = phoneE164 ? splitPhone(phoneE164) : { areaCode: "", phone: "", country: "" };
  const arrival = { leadId, branchId, channelId, secondaryChannelId, country: number.country, at };
  const [assigned] = await assignLeads(tx, scope, [{ ...arrival, heldBy: null, kind: "new" }]);
  const salesId = assigned?.salesId ?? null;
  const nickname = nicknameOf(visitor.nickname, number.phone || email);
  await insertLead(tx, scope, { ...arrival, nickname, email, phoneE164, number, salesId });
  const details = { channel: visitor.from };
  const created = { leadId, action: "newLead" as const, operatorId: null, content: visitor.said, details };
  await addHistory(tx, scope, [created, ...assignment(leadId, salesId, null)]);
  await emitLeadChange(tx, scope, { leadId, branchId, salesId, tutorId: null, version: 1 }, null);
  return leadId;
}
