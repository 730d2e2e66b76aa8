import { type Comment, type Span, Visitor } from "oxc-parser";
import type { Gate, Offence } from "./gate.ts";
import type { SourceTree } from "./source-tree.ts";

interface Rule {
  pattern: RegExp;
  instead: string;
  /** Not in strings, which may quote a person's words. */
  proseOnly?: boolean;
}

/** The words of docs/style.md that a program can find, each with what an engineer in London would write. */
const rules: readonly Rule[] = [
  { pattern: /\b(?:anew|afresh)\b/i, instead: "again, or the precise verb: reload, redraw, recount" },
  { pattern: /\bwhoever\b/i, instead: "the person who, everyone who, or the role" },
  { pattern: /\bwhom\b/i, instead: "a noun: the recipients, the owner" },
  { pattern: /\bthose who\b/i, instead: "people who, or the noun: senders, readers" },
  { pattern: /\bwho may\b/i, instead: "the permission, or people with the right to" },
  { pattern: /\bthat which\b/i, instead: "what" },
  { pattern: /\bheed(?:s|ed|ing)?\b/i, instead: "read, use or obey" },
  { pattern: /\b(?:upon|lest|thereof|thereby|whereby|whence|thence|nought)\b/i, instead: "a word in use today" },
  { pattern: /\bhear(?:s|d|ing)? of\b/i, instead: "receives, is notified, learns about" },
  { pattern: /\b(?:told|tells?|telling|learns?) of\b/i, instead: "notified, reports, announces, contains" },
  { pattern: /\bwhat of\b/i, instead: "which part of, the fields of" },
  { pattern: /\bso many\b/i, instead: "a number of, this number of" },
  { pattern: /\bno news\b/i, instead: "not reported, nothing new" },
  { pattern: /\bdear(?:er|est)?\b/i, instead: "expensive", proseOnly: true },
  { pattern: /\b(?:is|are) nobody's\b/i, instead: "unknown, or without an owner" },
  { pattern: /\bthrown out\b/i, instead: "disconnected, signed out" },
  { pattern: /\bstands? in (?:the(?! way)|a|an|its|it|them|their|both|one)\b/i, instead: "is in, appears in" },
  { pattern: /\b(?:becomes?|became|become) of\b/i, instead: "the outcome, the result, the state" },
  { pattern: /\bfor want of\b/i, instead: "without, because ... is missing" },
  { pattern: /\b(?:noted|noting)\b|^Notes? (?:that|what|how|whether|an?|the)\b/i, instead: "recorded, logged, stored" },
  { pattern: /\bgo(?:es)? round\b/i, instead: "take turns, form a cycle" },
  { pattern: /\bon trial\b|\btrial (?:run|import)s?\b/i, instead: "dry run: a trial is a trial lesson" },
];

// `useBeginAnew`, `begin-anew.ts`.
const namesOut = /(?:^|[-/_]|[a-z](?=[A-Z]))(?:anew|afresh|whoever|whom|heed)(?![a-z])/i;

// The page that lists the words, this list, and SQL that has run already.
const exempt = /^docs\/style\.md$|^tools\/gates\/english-gate|^database\/migrations\//;
const englishTexts = /\/i18n\/en\/\w+\.json$/;

/** Comments, names of tests, messages, docs and English texts are in plain English. */
export const englishGate: Gate = {
  name: "english",
  inspect: (tree) =>
    tree.files
      .filter((file) => !exempt.test(file))
      .flatMap((file) => [...judgeName(file, file), ...inspectFile(tree, file)]),
};

function inspectFile(tree: SourceTree, file: string): Offence[] {
  if (tree.sources.includes(file)) return inspectSource(tree, file);
  if (file.endsWith(".md")) return paragraphsOf(tree.read(file)).flatMap(({ text, line }) => judge(text, file, line));
  if (file.endsWith(".css")) {
    const lines = linesBefore(tree.read(file));
    const comments = tree.read(file).matchAll(/\/\*([\s\S]*?)\*\//g);
    return [...comments].flatMap((match) => judge(plain(match[1] ?? ""), file, lines(match.index)));
  }
  if (!englishTexts.test(file)) return [];
  return tree
    .read(file)
    .split("\n")
    .flatMap((text, index) => judge(text, file, index + 1));
}

function inspectSource(tree: SourceTree, file: string): Offence[] {
  const { program, comments } = tree.parse(file);
  const source = tree.read(file);
  const lines = linesBefore(source);
  const strings: Offence[] = [];
  const add = ({ start }: Span, text: string): void => {
    if (text.includes(" ")) strings.push(...judge(text, file, lines(start), true));
  };
  new Visitor({
    Literal: (node) => (typeof node.value === "string" ? add(node, node.value) : undefined),
    TemplateElement: (node) => add(node, node.value.raw),
    JSXText: (node) => add(node, node.value),
    Identifier: ({ name, start }) => strings.push(...judgeName(name, `${file}:${lines(start)}`)),
  }).visit(program);
  const prose = joined(comments, source).flatMap(({ text, start }) => judge(text, file, lines(start)));
  return [...prose, ...strings];
}

// `//` lines below one another are one text: a phrase may be broken between them.
function joined(comments: readonly Comment[], source: string): { text: string; start: number }[] {
  const blocks: { text: string; start: number; end: number; type: Comment["type"] }[] = [];
  for (const { type, value, start, end } of comments) {
    const last = blocks.at(-1);
    if (type === "Line" && last?.type === "Line" && /^\n[ \t]*$/.test(source.slice(last.end, start))) {
      last.text += ` ${value.trim()}`;
      last.end = end;
    } else blocks.push({ text: plain(value), start, end, type });
  }
  return blocks;
}

/** A comment without its stars and line breaks. */
function plain(comment: string): string {
  return comment
    .replace(/^\*/, "")
    .replace(/\n\s*\*?\s*/g, " ")
    .trim();
}

function paragraphsOf(text: string): { text: string; line: number }[] {
  let line = 1;
  return text.split(/(\n\s*\n|\n(?=\s*(?:[-|*]|\d+\.) ))/).map((part) => {
    const start = line;
    line += part.split("\n").length - 1;
    return { text: part.replace(/\s+/g, " "), line: start };
  });
}

function linesBefore(text: string): (offset: number) => number {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), (match) => match.index + 1)];
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}

function judgeName(name: string, where: string): Offence[] {
  const found = namesOut.exec(name);
  if (!found) return [];
  return [{ where, what: `is named "${name}"`, advice: "Name it with a word in use today: reload, recipients." }];
}

function judge(text: string, file: string, line: number, isString = false): Offence[] {
  return rules.flatMap(({ pattern, instead, proseOnly }) => {
    const found = proseOnly === true && isString ? null : pattern.exec(text);
    if (!found) return [];
    return [{ where: `${file}:${line}`, what: `says "${found[0]}"`, advice: `Rewrite the sentence: ${instead}.` }];
  });
}
