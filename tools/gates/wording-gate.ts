import { type JSXAttribute, type Node, type PropertyKey, Visitor } from "oxc-parser";
import { isChinese } from "./chinese.ts";
import type { Gate, Offence } from "./gate.ts";
import { isTestFile, type SourceTree } from "./source-tree.ts";

const advice = "Write it in the three files of platform/i18n and use its key.";
const shown = new Set(
  "title label placeholder alt tooltip description subTitle message extra header okText cancelText emptyText"
    .split(" ")
    .concat(["aria-label", "aria-description", "aria-placeholder", "aria-roledescription"]),
);

/** Texts for people are in the text files, never in the code. */
export const wordingGate: Gate = {
  name: "wording",
  inspect: (tree) =>
    tree.sources
      .filter((file) => file.startsWith("apps/web/src/") && !isTestFile(file))
      .flatMap((file) => inspectFile(tree, file)),
};

function inspectFile(tree: SourceTree, file: string): Offence[] {
  const { program, at } = tree.parse(file);
  const offences: Offence[] = [];
  const report = (start: number, text: string | undefined): void => {
    if (text === undefined) return;
    offences.push({ where: at(start), what: `says "${text.trim().slice(0, 40)}" in the code`, advice });
  };
  const visitor = new Visitor({
    JSXText: ({ value, start }) => report(start, isWord(value) ? value : undefined),
    JSXAttribute: (attribute) => report(attribute.start, shownText(attribute)),
    Property: (property) => report(property.start, propertyText(property)),
    Literal: ({ value, start }) => report(start, typeof value === "string" && isChinese(value) ? value : undefined),
    TemplateElement: ({ value, start }) => report(start, isChinese(value.raw) ? value.raw : undefined),
  });
  visitor.visit(program);
  return offences;
}

function isWord(text: string): boolean {
  return /\p{L}{2}/u.test(text);
}

function shownText({ name, value }: JSXAttribute): string | undefined {
  if (name.type !== "JSXIdentifier" || !shown.has(name.name) || value?.type !== "Literal") return undefined;
  return typeof value.value === "string" && isWord(value.value) ? value.value : undefined;
}

// `title: "Name"` of a column; `label: "name"` is more likely a key, so a text needs a capital or a space.
function propertyText({ key, value }: { key: PropertyKey; value: Node }): string | undefined {
  if (key.type !== "Identifier" || !shown.has(key.name) || value.type !== "Literal") return undefined;
  const text = value.value;
  return typeof text === "string" && /^\p{Lu}\p{Ll}|\p{L} \p{L}/u.test(text) ? text : undefined;
}
