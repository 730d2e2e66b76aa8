import type { Lead } from "../record/queries/load-lead.ts";
import { emptyContact } from "../record/rules/lead-row.ts";

type Contacts = Pick<Lead, "contact1" | "contact1_e164" | "contact2" | "contact2_e164">;

/** The name of a family: the first character of a Chinese name; empty for others. */
export function familyName(lead: Pick<Lead, "nickname" | "fullname" | "last_name" | "contact1">): string {
  const names = [lead.contact1.name, lead.fullname, lead.last_name, lead.nickname];
  const han = names.find((name) => name !== undefined && /^\p{Script=Han}/u.test(name));
  return han ? `${[...han][0]}家` : "";
}

/**
 * The contacts of a family after a lead joins: its own stay in place, and new people of the joining lead
 * take free places, such as the father if the family has only the mother.
 */
export function sharedContacts(base: Lead, joining: Lead): Contacts {
  const places = placesOf(base);
  const known = places.filter(({ contact }) => !isEmpty(contact));
  const fresh = placesOf(joining).filter(
    (one) => !isEmpty(one.contact) && !known.some((other) => isSamePerson(one, other)),
  );
  const [first, second] = places.map((place) => (isEmpty(place.contact) ? (fresh.shift() ?? place) : place)) as [
    Place,
    Place,
  ];
  return {
    contact1: first.contact,
    contact1_e164: first.e164,
    contact2: second.contact,
    contact2_e164: second.e164,
  };
}

interface Place {
  contact: Lead["contact1"];
  e164: string | null;
}

function placesOf({ contact1, contact1_e164, contact2, contact2_e164 }: Lead): [Place, Place] {
  return [
    { contact: contact1, e164: contact1_e164 },
    { contact: contact2, e164: contact2_e164 },
  ];
}

function isSamePerson(one: Place, other: Place): boolean {
  if (one.e164 !== null && one.e164 === other.e164) return true;
  const [email, known] = [one, other].map(({ contact }) => (contact.email ?? "").toLowerCase());
  if (email !== "" && email === known) return true;
  // Only a name is known.
  return !one.contact.phone && email === "" && one.contact.name === other.contact.name;
}

/**
 * A lead's contacts for its siblings. A parent who wrote to us is at first the lead itself: their number becomes
 * contact 1, which the whole family shares.
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
