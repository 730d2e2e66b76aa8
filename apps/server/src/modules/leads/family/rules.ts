import type { Lead } from "../record/queries/load-lead.ts";
import { emptyContact } from "../record/rules/lead-row.ts";

type Contacts = Pick<Lead, "contact1" | "contact1_e164" | "contact2" | "contact2_e164">;

/** What a family is called: by the first character of a Chinese name; others have no name of their own. */
export function familyName(lead: Pick<Lead, "nickname" | "fullname" | "last_name" | "contact1">): string {
  const names = [lead.contact1.name, lead.fullname, lead.last_name, lead.nickname];
  const han = names.find((name) => name !== undefined && /^\p{Script=Han}/u.test(name));
  return han ? `${[...han][0]}家` : "";
}

/** The contacts of a family that somebody joins: its own, or where it has none those of who joins. */
export function sharedContacts(base: Lead, joining: Lead): Contacts {
  const first = isEmpty(base.contact1) ? joining : base;
  const second = isEmpty(base.contact2) ? joining : base;
  return {
    contact1: first.contact1,
    contact1_e164: first.contact1_e164,
    contact2: second.contact2,
    contact2_e164: second.contact2_e164,
  };
}

/**
 * A lead's contacts as its siblings get them. A parent who wrote to us is the lead itself at first: their number becomes
 * contact 1, where the whole family has it.
 */
export function parentContacts(lead: Lead): Contacts {
  const { contact2, contact2_e164 } = lead;
  const known = { contact1: lead.contact1, contact1_e164: lead.contact1_e164, contact2, contact2_e164 };
  if (!isEmpty(lead.contact1) || lead.phone === "") return known;
  const contact1 = { ...emptyContact, areaCode: lead.area_code, phone: lead.phone };
  return { ...known, contact1, contact1_e164: lead.phone_e164 };
}

function isEmpty({ name, email, phone }: Lead["contact1"]): boolean {
  return !name && !email && !phone;
}
