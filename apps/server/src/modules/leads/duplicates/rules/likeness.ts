import type { SimilarLead } from "@homeroom/contract/leads";
import type { Lead } from "../../record/queries/load-lead.ts";
import { fieldsOf } from "../../record/rules/lead-row.ts";

/** The values by which a lead, or a form being filled in, is compared. */
export interface Likeness {
  /** Their names, as people wrote them. */
  names: string[];
  /** E.164 digits of every number, and every e-mail in lower case. */
  numbers: string[];
  emails: string[];
  birthday: string;
  school: string;
}

type Why = SimilarLead["why"][number];

const weights: Record<Why, number> = { phone: 60, email: 50, name: 40, similarName: 25, birthday: 25, school: 10 };
const most = 100;

/** The values of a lead: its own numbers and e-mails and those of its contacts. */
export function likenessOf(lead: Lead): Likeness {
  const { contact1, contact2, email, birthday, school } = fieldsOf(lead);
  return {
    names: [lead.nickname, lead.fullname, lead.ename, `${lead.last_name} ${lead.first_name}`],
    numbers: filled([lead.phone_e164, lead.contact1_e164, lead.contact2_e164]),
    emails: filled([email, contact1.email, contact2.email]).map((address) => address.toLowerCase()),
    birthday,
    school,
  };
}

/** The values of a form being filled in. */
export function likenessOfForm(form: { nickname: string; number: string | null; email: string }): Likeness {
  const [numbers, emails] = [filled([form.number]), filled([form.email.toLowerCase()])];
  return { names: [form.nickname], numbers, emails, birthday: "", school: "" };
}

/** What two leads have in common, and how likely it is that they are one person, up to 100. */
export function compare(
  one: Likeness,
  other: Likeness,
  names: { same: boolean; similar: boolean },
): Pick<SimilarLead, "why" | "score"> {
  const shares = (a: readonly string[], b: readonly string[]) => a.some((value) => b.includes(value));
  const why: Why[] = [];
  if (shares(one.numbers, other.numbers)) why.push("phone");
  if (shares(one.emails, other.emails)) why.push("email");
  if (names.same) why.push("name");
  else if (names.similar) why.push("similarName");
  if (one.birthday !== "" && one.birthday === other.birthday) why.push("birthday");
  if (one.school !== "" && one.school === other.school) why.push("school");
  return {
    why,
    score: Math.min(
      most,
      why.reduce((sum, reason) => sum + weights[reason], 0),
    ),
  };
}

/** The two longest words in Latin letters of some names, used to search for similar spellings. */
export function maxWordsLength(names: readonly string[]): string[] {
  const words = names.flatMap(
    (name) =>
      name
        .normalize("NFKC")
        .toLowerCase()
        .match(/[a-z]{3,}/g) ?? [],
  );
  return [...new Set(words)].sort((one, other) => other.length - one.length).slice(0, 2);
}

function filled(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null && value !== ""))] as string[];
}
