import { wrongCharacters, wrongWords } from "./chinese.ts";
import type { Gate, Offence } from "./gate.ts";
import { baseKey, readTexts, type Text } from "./text-files.ts";
import { type TextUse, type TextUses, textUses } from "./text-uses.ts";

const languages = ["zh-tw", "zh-cn", "en"] as const;

/** Every text exists in all three languages, is used, and is written in its own language. */
export const textsGate: Gate = {
  name: "texts",
  inspect(tree) {
    const texts = readTexts(tree);
    const used = textUses(tree);
    const byKey = Map.groupBy(texts, ({ namespace, key }) => `${namespace}:${baseKey(key)}`);
    return [
      ...missingLanguages(byKey),
      ...texts.flatMap(judgeValue),
      ...unequalPlaces(byKey),
      ...used.uses.flatMap((use) => missing(use, byKey)),
      ...unused(byKey, used),
    ];
  },
};

type ByKey = Map<string, Text[]>;

function missingLanguages(byKey: ByKey): Offence[] {
  return [...byKey].flatMap(([name, texts]) => {
    const [first] = texts;
    if (!first) return [];
    return languages
      .filter((language) => !texts.some((text) => text.language === language))
      .map((language) => ({
        where: first.file.replace(`/${first.language}/`, `/${language}/`),
        what: `${name} is missing in ${language}`,
        advice: `Write it in ${language}.`,
      }));
  });
}

function judgeValue({ file, language, key, value }: Text): Offence[] {
  if (value.trim() === "")
    return [{ where: file, what: `${key} is empty`, advice: "Write the text, or delete the key." }];
  const known = languages.find((one) => one === language);
  if (!known) return [{ where: file, what: `${language} is no language of ours`, advice: "Use zh-tw, zh-cn or en." }];
  return [...wrongCharacters(known, value), ...wrongWords(known, value)].map((finding) => ({
    where: file,
    what: `${key}: ${finding.what}`,
    advice: finding.advice,
  }));
}

// A placeholder that one language lacks would show its name, or lose its value.
function unequalPlaces(byKey: ByKey): Offence[] {
  return [...byKey].flatMap(([name, texts]) => {
    const places = texts.map(({ value }) => new Set(Array.from(value.matchAll(/\{\{\s*(\w+)/g), (match) => match[1])));
    const every = new Set(places.flatMap((some) => [...some]));
    const odd = texts.find(
      (text, index) => !/_(zero|one|two)$/.test(text.key) && (places[index]?.size ?? 0) < every.size,
    );
    if (!odd) return [];
    const advice = `Every language names ${[...every].map((place) => `{{${place}}}`).join(", ")}.`;
    return [{ where: odd.file, what: `${name} leaves out a place that another language fills`, advice }];
  });
}

function missing({ where, namespaces, key, pattern }: TextUse, byKey: ByKey): Offence[] {
  const exists = [...byKey.keys()].some((name) => {
    const colon = name.indexOf(":");
    if (namespaces.length > 0 && !namespaces.includes(name.slice(0, colon))) return false;
    const known = name.slice(colon + 1);
    return pattern ? pattern.test(known) : known === baseKey(key);
  });
  if (exists) return [];
  const space = namespaces.length === 0 ? "any namespace" : namespaces.join(" or ");
  return [
    {
      where,
      what: `there is no text ${key} in ${space}`,
      advice: "Add it in all three languages, or correct the key.",
    },
  ];
}

function unused(byKey: ByKey, { uses, literals }: TextUses): Offence[] {
  return [...byKey].flatMap(([name, [first]]) => {
    const colon = name.indexOf(":");
    const namespace = name.slice(0, colon);
    const key = name.slice(colon + 1);
    const isAsked = uses.some(
      (use) =>
        (use.namespaces.length === 0 || use.namespaces.includes(namespace)) &&
        (use.pattern ? use.pattern.test(key) : baseKey(use.key) === key),
    );
    if (isAsked || literals.has(key) || literals.has(name) || !first) return [];
    return [{ where: first.file, what: `nothing uses ${name}`, advice: "Delete it in all three languages." }];
  });
}
