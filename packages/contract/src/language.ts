/** The interface languages, in the order in which they are offered. zh-tw is the default. */
export const languages = ["zh-tw", "zh-cn", "en"] as const;
export type Language = (typeof languages)[number];
export type Texts = Record<Language, string>;

export const defaultLanguage: Language = "zh-tw";

/** A text in one language with its placeholders, such as `{name}`, filled in. A placeholder without a value stays as it is. */
export function fillText(texts: Texts, language: Language, values: Readonly<Record<string, string | number>>): string {
  return texts[language].replace(/\{(\w+)\}/g, (place, key: string) =>
    Object.hasOwn(values, key) ? String(values[key] ?? place) : place,
  );
}

/** The preferred interface language of an Accept-Language header, by weight (`q`) and then by order; zh-tw if none fits. */
export function languageFromHeader(header = ""): Language {
  const known = languageOfHeader.get(header);
  if (known) return known;
  const language = mostWanted(header);
  // A limit, so that invented headers cannot fill the memory.
  if (header.length <= 200 && languageOfHeader.size < 500) languageOfHeader.set(header, language);
  return language;
}

/** Most requests share a few headers. */
const languageOfHeader = new Map<string, Language>();

function mostWanted(header: string): Language {
  const wanted = header
    .toLowerCase()
    .split(",")
    .slice(0, maxRanges)
    .map(rangeOf)
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  for (const { tag } of wanted) {
    const language = languageOf(tag);
    if (language) return language;
  }
  return defaultLanguage;
}

/** Browsers send only a few. */
const maxRanges = 50;

function rangeOf(part: string): { tag: string; weight: number } {
  const [tag = "", ...parameters] = part.split(";").map((piece) => piece.trim());
  const given = parameters.find((parameter) => /^q\s*=/.test(parameter));
  const weight = given === undefined ? 1 : Number(given.replace(/^q\s*=\s*/, "") || Number.NaN);
  // An invalid weight counts as not wanted.
  return { tag, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}

function languageOf(tag: string): Language | undefined {
  if (/^zh-(tw|hk|mo|hant)\b/.test(tag)) return "zh-tw";
  if (/^zh\b/.test(tag)) return "zh-cn";
  return /^en\b/.test(tag) ? "en" : undefined;
}
