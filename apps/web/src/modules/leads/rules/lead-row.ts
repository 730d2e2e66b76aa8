import type { AccountId, RecordId } from "@homeroom/contract/ids";
import { type RowField, rowFields } from "@homeroom/contract/lead-fields";
import type { LeadCard, LeadRow } from "@homeroom/contract/leads";

/** A list row made of a lead's card, so that one fetch brings card and row up to date. Pictures come from the old row. */
export function rowOfCard(card: LeadCard, old: LeadRow): LeadRow {
  const { names } = card;
  return {
    ...old,
    ...(Object.fromEntries(rowFields.map((field) => [field, card[field]])) as Pick<LeadRow, RowField>),
    nickname: card.nickname,
    areaCode: card.areaCode,
    phone: card.phone,
    email: card.email,
    channel: named(card.channel, names.channel),
    secondaryChannel: named(card.secondaryChannel, names.secondaryChannel),
    sales: person(card.sales, names.sales, old.sales),
    tutor: person(card.tutor, names.tutor, old.tutor),
    tag: names.tag,
    status: named(card.status, names.status),
    result: named(card.result, names.result),
    leadType: card.leadType,
    gptStatus: card.gptStatus,
    revisitCount: card.revisitCount,
    leadDate: card.leadDate,
    lastContactDate: card.lastContactDate,
    nextContactDate: card.nextContactDate,
    regularContact: named(card.regularContact, names.regularContact),
    updateTime: card.updateTime,
    version: card.version,
  };
}

function named(recordID: RecordId | null, name: string) {
  return recordID && { recordID, name };
}

function person(accountID: AccountId | null, nickname: string, old: LeadRow["sales"]): LeadRow["sales"] {
  return accountID && { accountID, nickname, avatar: old?.accountID === accountID ? old.avatar : null };
}

/** Whether the next contact was due before today, as the server's filter has it, and the case is still open. */
export function isOverdue(lead: { nextContactDate: string | null }, closed: boolean, today: string): boolean {
  return !closed && lead.nextContactDate !== null && lead.nextContactDate < today;
}
