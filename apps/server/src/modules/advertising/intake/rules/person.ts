import { phoneOf } from "#platform/phones/written-phone";

/** One field of an advertisement's form with what was filled in. */
export interface FormAnswer {
  /** The provider's name of the field, in lower case: `full_name`, `phone_number`. */
  field: string;
  /** What the form asks, else the name of the field. */
  label: string;
  value: string;
}

export interface FormPerson {
  nickname: string;
  phoneE164: string | null;
  email: string;
}

const maxNameLength = 64;
const maxEmailLength = 128;

/** The person who filled in a form. A number without an area code belongs to the country; invalid values are left out. */
export function personIn(answers: readonly FormAnswer[], country: string): FormPerson {
  const valueOf = (...fields: string[]) => fields.map((field) => valueIn(answers, field)).find(Boolean) ?? "";
  const parts = [valueOf("first_name"), valueOf("last_name")].filter(Boolean);
  const email = valueOf("email", "user_email", "work_email").toLowerCase();
  return {
    nickname: (valueOf("full_name", "name") || nameOf(parts)).slice(0, maxNameLength),
    phoneE164: phoneOf(valueOf("phone_number", "user_phone", "phone", "work_phone", "work_phone_number"), country),
    email: isEmail(email) ? email : "",
  };
}

/** The filled-in values as lines, each with its question. */
export function linesOfAnswers(answers: readonly FormAnswer[]): string {
  return answers
    .filter(({ value }) => value !== "")
    .map(({ label, value }) => `${label}: ${value}`)
    .join("\n");
}

function valueIn(answers: readonly FormAnswer[], field: string): string {
  return answers.find((answer) => answer.field === field)?.value.trim() ?? "";
}

/** Chinese names begin with the family name and have no space. */
function nameOf(parts: readonly string[]): string {
  return parts.every((part) => /^\p{Script=Han}+$/u.test(part)) ? parts.toReversed().join("") : parts.join(" ");
}

function isEmail(text: string): boolean {
  return text.length <= maxEmailLength && /^[^\s@]{1,64}@[^\s@]+\.[^\s@]{2,}$/.test(text);
}
