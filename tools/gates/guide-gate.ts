import { guideChapters } from "@homeroom/contract/guide-chapters";
import {
  type Block,
  type Chapter,
  readChapter,
  type Words,
} from "../../apps/web/src/modules/guide/rules/read-chapter.ts";
import { wrongCharacters, wrongWords } from "./chinese.ts";
import type { Gate, Offence } from "./gate.ts";
import type { SourceTree } from "./source-tree.ts";
import { readTexts } from "./text-files.ts";

const languages = ["zh-tw", "zh-cn", "en"] as const;
type Language = (typeof languages)[number];
type InAll<Value> = Record<Language, Value>;

/** One chapter in its three languages. */
interface TranslatedChapter {
  name: string;
  chapters: InAll<Chapter>;
}

/** A part of a chapter, called `intro` before its first heading. */
interface Part {
  id: string;
  blocks: readonly Block[];
}

const pathOf = (language: Language, name: string) => `apps/web/src/modules/guide/chapters/${language}/${name}.md`;

/** The guide has the same structure in all three languages, and names only labels of the screens. */
export const guideGate: Gate = {
  name: "guide",
  inspect(tree) {
    const files = inAll((language) => guideChapters.map((name) => pathOf(language, name)));
    const missing = languages.flatMap((language) => files[language]).filter((file) => !tree.files.includes(file));
    if (missing.length > 0)
      return missing.map((where) => ({ where, what: "is not there", advice: "Write the chapter in every language." }));
    const guide = guideChapters.map((name) => ({
      name,
      chapters: inAll((language) => readChapter(tree.read(pathOf(language, name)))),
    }));
    const labels = labelsOf(tree);
    return [
      ...guide.flatMap(unequalParts),
      ...guide.flatMap((guided) => unknownLabels(guided, labels)),
      ...guide.flatMap((guided) => brokenLinks(guided, guide)),
      ...languages.flatMap((language) => files[language].flatMap((file) => wrongUsage(tree, language, file))),
    ];
  },
};

function inAll<Value>(of: (language: Language) => Value): InAll<Value> {
  return { "zh-tw": of("zh-tw"), "zh-cn": of("zh-cn"), en: of("en") };
}

function partsOf({ intro, sections }: Chapter): Part[] {
  return [{ id: "intro", blocks: intro }, ...sections];
}

const shapeOf = (part: Part | undefined) =>
  part && [part.id, ...part.blocks.map((block) => block.kind + ("items" in block ? block.items.length : ""))].join(" ");

function unequalParts({ name, chapters }: TranslatedChapter): Offence[] {
  const expected = partsOf(chapters.en);
  return languages.flatMap((language) => {
    const own = partsOf(chapters[language]);
    const length = Math.max(own.length, expected.length);
    const at = Array.from({ length }, (_, index) => index).find(
      (index) => shapeOf(own[index]) !== shapeOf(expected[index]),
    );
    if (at === undefined) return [];
    const what = `has "${shapeOf(own[at])}" where English has "${shapeOf(expected[at])}"`;
    return [{ where: pathOf(language, name), what, advice: "Give every language the same headings, lists and notes." }];
  });
}

/** What the product shows, by its key, in all languages. */
function labelsOf(tree: SourceTree): InAll<string>[] {
  const texts = readTexts(tree).filter(({ namespace }) => namespace !== "guide");
  const byKey = Map.groupBy(texts, ({ namespace, key }) => `${namespace}:${key}`);
  return [...byKey.values()].map((same) =>
    inAll((language) => same.find((text) => text.language === language)?.value ?? ""),
  );
}

// A label that is renamed in one place only, or translated by hand, has no key whose three texts are in the same part.
function unknownLabels({ name, chapters }: TranslatedChapter, labels: readonly InAll<string>[]): Offence[] {
  return partsOf(chapters.en).flatMap(({ id }) => {
    const quoted = inAll((language) => new Set(quotedIn(partsOf(chapters[language]).find((part) => part.id === id))));
    const shown = labels.filter((label) => languages.every((language) => quoted[language].has(label[language])));
    return languages.flatMap((language) =>
      [...quoted[language]]
        .filter((quote) => !shown.some((label) => label[language] === quote))
        .map((quote) => ({
          where: pathOf(language, name),
          what: `no screen shows "${quote}" as the other languages name it in {#${id}}`,
          advice: "Name buttons and fields as platform/i18n does, in every language.",
        })),
    );
  });
}

function quotedIn(part: Part | undefined): string[] {
  return wordsIn(part).flatMap((words) => (words.kind === "label" ? [words.text] : []));
}

function wordsIn(part: Part | undefined): Words[] {
  return (part?.blocks ?? []).flatMap((block) => ("items" in block ? block.items.flat() : block.words));
}

function brokenLinks({ name, chapters }: TranslatedChapter, guide: readonly TranslatedChapter[]): Offence[] {
  const addresses = new Set(
    guide.flatMap((one) => [
      `/guide/${one.name}`,
      ...one.chapters.en.sections.map(({ id }) => `/guide/${one.name}#${id}`),
    ]),
  );
  return languages.flatMap((language) =>
    partsOf(chapters[language])
      .flatMap(wordsIn)
      .flatMap((words) => (words.kind === "link" && !addresses.has(words.address) ? [words.address] : []))
      .map((address) => ({
        where: pathOf(language, name),
        what: `leads to ${address}, which is not in the guide`,
        advice: "Link to /guide/<chapter> or /guide/<chapter>#<section>.",
      })),
  );
}

function wrongUsage(tree: SourceTree, language: Language, file: string): Offence[] {
  const lines = tree.read(file).split("\n");
  return lines.flatMap((line, index) =>
    [...wrongCharacters(language, line), ...wrongWords(language, line)].map((finding) => ({
      where: `${file}:${index + 1}`,
      what: finding.what,
      advice: finding.advice,
    })),
  );
}
