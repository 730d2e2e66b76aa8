import type { TemplateContent } from "./message-templates.ts";

/** `must`: WhatsApp certainly refuses it. `should`: reviewers often reject it. */
export type AdviceLevel = "must" | "should";

/** A fault of a template: the key of a text in the web app, and the field of the form. */
export interface Advice {
  readonly key: AdviceKey;
  readonly level: AdviceLevel;
  readonly field: string;
}

export type AdviceKey =
  | "headerEmpty"
  | "headerVariable"
  | "headerSample"
  | "pictureMissing"
  | "numbering"
  | "sampleMissing"
  | "variableAtEdge"
  | "variablesTouch"
  | "tooManyVariables"
  | "brokenBraces"
  | "manyLineBreaks"
  | "footerVariable"
  | "linkInvalid"
  | "linkVariable"
  | "linkSample"
  | "linkShortener"
  | "linkOfWhatsapp"
  | "phoneInvalid"
  | "buttonsMixed"
  | "buttonsOfKind"
  | "buttonTwice"
  | "shouting"
  | "formatInHeader";

const place = /\{\{\s*(\d+)\s*\}\}/g;

/** The numbers of the variables in a text, each once, in ascending order. */
export function variablesIn(text: string): number[] {
  return [...new Set([...text.matchAll(place)].map((found) => Number(found[1])))].toSorted((a, b) => a - b);
}

/** The text with its variables filled in; one without a value stays as it is. */
export function filledIn(text: string, values: Readonly<Record<number, string | undefined>>): string {
  return text.replace(place, (whole, number: string) => values[Number(number)] || whole);
}

/** Everything in a template that WhatsApp refuses or its reviewers often reject, the certain faults first. */
export function adviceOn(content: TemplateContent): Advice[] {
  const found = [...headerAdvice(content), ...bodyAdvice(content), ...footerAdvice(content), ...buttonAdvice(content)];
  return found.toSorted((one, other) => Number(other.level === "must") - Number(one.level === "must"));
}

const must = (key: AdviceKey, field: string): Advice => ({ key, field, level: "must" });
const should = (key: AdviceKey, field: string): Advice => ({ key, field, level: "should" });

function headerAdvice({ type, header, headerSample, headerImage }: TemplateContent): Advice[] {
  if (type === "image") return headerImage ? [] : [must("pictureMissing", "headerImage")];
  if (type === "none") return [];
  const variables = variablesIn(header);
  return [
    ...when(header === "", must("headerEmpty", "header")),
    ...when(variables.length > 1 || variables.some((one) => one !== 1), must("headerVariable", "header")),
    ...when(variables.length > 0 && headerSample === "", must("headerSample", "headerSample")),
    ...when(/[\n*_~]|\p{Extended_Pictographic}/u.test(header.replace(place, "")), must("formatInHeader", "header")),
  ];
}

/** Texts with fewer characters than this for each variable are rejected: the reviewer cannot tell what will be sent. */
const charactersForVariable = 6;

function bodyAdvice({ body, variables }: TemplateContent): Advice[] {
  const numbers = variablesIn(body);
  const words = body.replace(place, "").replace(/\s/g, "");
  const unfilled = numbers.findIndex((number) => !variables[number - 1]?.sample);
  return [
    ...when(
      numbers.some((number, index) => number !== index + 1),
      must("numbering", "body"),
    ),
    ...when(/\{\{|\}\}/.test(body.replace(place, "")), must("brokenBraces", "body")),
    ...when(unfilled >= 0, must("sampleMissing", `variables.${(numbers[unfilled] ?? 1) - 1}.sample`)),
    ...when(/^\s*\{\{\s*\d+\s*\}\}|\{\{\s*\d+\s*\}\}\s*$/.test(body), must("variableAtEdge", "body")),
    ...when(/\}\}\s*\{\{/.test(body), must("variablesTouch", "body")),
    ...when([...words].length < numbers.length * charactersForVariable, must("tooManyVariables", "body")),
    ...when(/\n\s*\n\s*\n/.test(body), should("manyLineBreaks", "body")),
    ...when(shortened.test(body), should("linkShortener", "body")),
    ...when(/[!！]{2,}|[A-Z]{12,}/.test(body), should("shouting", "body")),
  ];
}

function footerAdvice({ footer }: TemplateContent): Advice[] {
  return when(/\{\{/.test(footer), must("footerVariable", "footer"));
}

/** The most buttons of each kind. */
const mostOfKind = { shortcut: 3, unsubscribe: 1, link: 2, call: 1 } as const;

const shortened = /\b(bit\.ly|tinyurl\.com|goo\.gl|t\.co|reurl\.cc|lihi\.\w+|is\.gd|ow\.ly|cutt\.ly|rebrand\.ly)\b/i;

function buttonAdvice({ buttons }: TemplateContent): Advice[] {
  const answers = buttons.map(({ type }) => type === "shortcut" || type === "unsubscribe");
  const turns = answers.filter((answer, index) => index > 0 && answer !== answers[index - 1]).length;
  const texts = buttons.map(({ text }) => text.toLowerCase());
  const kinds = Object.entries(mostOfKind);
  return [
    ...buttons.flatMap((button, index) => oneButton(button, `buttons.${index}`)),
    // Replies must be next to each other, and so must links and calls.
    ...when(turns > 1, must("buttonsMixed", "buttons")),
    ...when(
      kinds.some(([kind, most]) => buttons.filter(({ type }) => type === kind).length > most),
      must("buttonsOfKind", "buttons"),
    ),
    ...when(new Set(texts).size < texts.length, must("buttonTwice", "buttons")),
  ];
}

function oneButton({ type, url, urlSample, phone }: TemplateContent["buttons"][number], field: string): Advice[] {
  if (type === "call")
    return when(!/^\+\d{6,19}$/.test(phone.replace(/[\s-]/g, "")), must("phoneInvalid", `${field}.phone`));
  if (type !== "link") return [];
  const hasVariable = /\{\{/.test(url);
  const bare = url.replace(/\{\{1\}\}$/, "");
  return [
    ...when(!isSecureAddress(bare), must("linkInvalid", `${field}.url`)),
    ...when(/\{\{/.test(bare), must("linkVariable", `${field}.url`)),
    ...when(
      hasVariable && !(isSecureAddress(urlSample) && urlSample.startsWith(bare)),
      must("linkSample", `${field}.urlSample`),
    ),
    ...when(shortened.test(bare), should("linkShortener", `${field}.url`)),
    ...when(/\bwa\.me\b|\bwhatsapp\.com\b/i.test(bare), must("linkOfWhatsapp", `${field}.url`)),
  ];
}

function isSecureAddress(text: string): boolean {
  return /^https:\/\/[^\s/]+\.[^\s/]+/i.test(text) && URL.canParse(text);
}

function when(holds: boolean, advice: Advice): Advice[] {
  return holds ? [advice] : [];
}
