import type { AccountId, RecordId } from "@homeroom/contract/ids";
import type { LeadRow } from "@homeroom/contract/leads";
import type { CellChange } from "../api/cell-writes.ts";
import type { TextField } from "./edited-fields.ts";

/** A choice from the lists of people and items. */
export interface Choice {
  value: string;
  label: string;
  avatar?: string | null;
}

/** The change of an edited cell; null if the value is the same, or the name is empty. */
export function textChange(lead: LeadRow, field: Exclude<TextField, "phone">, text: string): CellChange | null {
  const written = text.trim();
  if (written === lead[field] || (field === "nickname" && written === "")) return null;
  return { column: field, changes: { [field]: written }, shown: { [field]: written } };
}

/** Area codes that staff may type before a number; longer ones are tried first. */
const knownCodes = ["852", "853", "886", "86", "65", "60", "1"];

/** A phone number with or without an area code; without one, the lead's stays. */
export function phoneChange(lead: LeadRow, text: string): CellChange | null {
  const written = text.trim();
  const international = /^(?:\+|00)\s*(\d[\d\s()-]*)$/.exec(written)?.[1]?.replace(/[\s()-]/g, "");
  const code = knownCodes.find((one) => international?.startsWith(one));
  const number =
    international && code ? { areaCode: `+${code}`, phone: international.slice(code.length) } : { phone: written };
  const changed = { areaCode: lead.areaCode, ...number };
  if (changed.areaCode === lead.areaCode && changed.phone.replace(/\D/g, "") === lead.phone.replace(/\D/g, ""))
    return null;
  return { column: "phone", changes: changed, shown: changed };
}

/** The day of a cell; an empty one clears it. */
export function dateChange(lead: LeadRow, field: "nextContactDate" | "leadDate", day: string): CellChange | null {
  if ((lead[field] ?? "") === day) return null;
  const shown = field === "nextContactDate" ? { nextContactDate: day || null } : { leadDate: day };
  return { column: field, changes: { [field]: day }, shown };
}

/** One of a list, or nothing. */
export function choiceChange(
  lead: LeadRow,
  field: "status" | "result" | "channel" | "sales" | "tutor" | "regularContact",
  choice: Choice | undefined,
): CellChange | null {
  if (field === "sales" || field === "tutor") {
    const accountID = (choice?.value ?? null) as AccountId | null;
    if ((lead[field]?.accountID ?? null) === accountID) return null;
    const person = choice && accountID ? { accountID, nickname: choice.label, avatar: choice.avatar ?? null } : null;
    return { column: field, changes: { [field]: accountID }, shown: { [field]: person } };
  }
  const recordID = (choice?.value ?? null) as RecordId | null;
  if ((lead[field]?.recordID ?? null) === recordID) return null;
  const item = choice && recordID ? { recordID, name: choice.label } : null;
  // A secondary channel belongs to its primary one.
  const alone = field === "channel" ? { secondaryChannel: null } : {};
  return { column: field, changes: { [field]: recordID, ...alone }, shown: { [field]: item, ...alone } };
}

/** The tags of a lead, in the order of the organisation's list. */
export function tagChange(lead: LeadRow, tags: LeadRow["tag"]): CellChange | null {
  const ids = tags.map(({ recordID }) => recordID);
  const before = lead.tag.map(({ recordID }) => recordID);
  if (ids.length === before.length && ids.every((id) => before.includes(id))) return null;
  return { column: "tag", changes: { tag: ids }, shown: { tag: tags } };
}
