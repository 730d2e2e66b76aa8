import type { Gate, Offence } from "./gate.ts";
import { isTestFile, type SourceTree } from "./source-tree.ts";

/** The shared layout, whose classes are also used as words: laid("row gap8"). */
const sharedLayout = "apps/web/src/ui/layout.module.css";
const laidWords = /\blaid\(\s*"([^"]*)"/g;
const stylesImport = /^import (\w+) from "([^"]+\.module\.css)";$/gm;

/** A CSS module defines the classes that components read, and no others. */
export const stylesGate: Gate = {
  name: "styles",
  inspect: (tree) => {
    const readers = readersOfStyles(tree);
    return tree.files
      .filter((file) => file.startsWith("apps/web/src/") && file.endsWith(".module.css"))
      .flatMap((file) => [
        ...unreadClasses(tree, file, readers.get(file) ?? []),
        ...undefinedClasses(tree, file, readers.get(file) ?? []),
      ]);
  },
};

/** How a file uses a CSS module: the file's text, and the import name of the classes. */
interface Reader {
  file: string;
  text: string;
  name: string;
}

function readersOfStyles(tree: SourceTree): Map<string, Reader[]> {
  const readers = new Map<string, Reader[]>();
  const add = (styles: string, reader: Reader) => readers.set(styles, [...(readers.get(styles) ?? []), reader]);
  for (const file of tree.sources) {
    if (!file.startsWith("apps/web/src/") || isTestFile(file)) continue;
    const text = tree.read(file);
    for (const [, name = "", specifier = ""] of text.matchAll(stylesImport)) {
      const styles = tree.resolve(file, specifier);
      if (styles !== undefined) add(styles, { file, text, name });
    }
    const words = Array.from(text.matchAll(laidWords), ([, listed = ""]) => listed.split(" ")).flat();
    if (words.length > 0)
      add(sharedLayout, { file, text: words.map((word) => `laid.${word}`).join(" "), name: "laid" });
  }
  return readers;
}

function unreadClasses(tree: SourceTree, file: string, readers: readonly Reader[]): Offence[] {
  // A computed name, such as styles[tone], may be any class.
  if (readers.some(({ text, name }) => new RegExp(`\\b${name}\\[(?!")`).test(text))) return [];
  return classesOf(tree.read(file))
    .filter((className) => !readers.some((reader) => reads(reader, className)))
    .map((className) => ({
      where: file,
      what: `no component uses .${className}`,
      advice: "Delete the class, or the file when nothing is left.",
    }));
}

function undefinedClasses(tree: SourceTree, styles: string, readers: readonly Reader[]): Offence[] {
  const defined = new Set(classesOf(tree.read(styles)));
  return readers.flatMap(({ file, text, name }) => {
    const read = Array.from(
      text.replace(stylesImport, "").matchAll(new RegExp(`(?<![-\\w])${name}\\.([a-zA-Z_]\\w*)`, "g")),
      ([, className = ""]) => className,
    );
    return [...new Set(read)]
      .filter((className) => !defined.has(className))
      .map((className) => ({
        where: file,
        what: `${styles} has no class .${className}`,
        advice: "Define it, or take one that is there.",
      }));
  });
}

function classesOf(css: string): string[] {
  const selectors = css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/:global\([^)]*\)/g, "")
    .replace(/\{[^{}]*\}/g, "{}");
  return [...new Set(Array.from(selectors.matchAll(/\.([a-zA-Z_][\w-]*)/g), ([, name = ""]) => name))];
}

function reads({ text, name }: Reader, className: string): boolean {
  return new RegExp(`\\b${name}(\\.${className}\\b|\\["${className}"\\])`).test(text);
}
