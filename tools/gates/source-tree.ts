import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Comment, type Program, parseSync } from "oxc-parser";
import { type Import, importsOf } from "./imports-of.ts";
import { createImportResolver } from "./resolve-import.ts";

export interface ParsedFile {
  program: Program;
  comments: readonly Comment[];
  imports: readonly Import[];
  /** The position of an offset: `path:line`. */
  at(offset: number): string;
}

/** The files of the repository, read and parsed once for all gates. Paths are relative to the root, with slashes. */
export interface SourceTree {
  readonly root: string;
  readonly files: readonly string[];
  /** TypeScript and JavaScript files only. */
  readonly sources: readonly string[];
  read(file: string): string;
  parse(file: string): ParsedFile;
  /** The file of ours that an import resolves to; undefined for a package, a built-in module, or nothing. */
  resolve(from: string, specifier: string): string | undefined;
}

const skippedFolders = new Set(["node_modules", "dist", ".git", ".cache", "coverage"]);
const skippedPaths = new Set(["data", "docs/pictures"]);

/** Opens the tree under a root, without installed, built or run-time files. */
export function openSourceTree(root: string): SourceTree {
  const files = listFiles(root, "").sort();
  const texts = new Map<string, string>();
  const parsed = new Map<string, ParsedFile>();
  const read = (file: string): string => remember(texts, file, () => readFileSync(join(root, file), "utf8"));
  return {
    root,
    files,
    sources: files.filter((file) => /\.(ts|tsx|js|mjs)$/.test(file)),
    read,
    parse: (file) => remember(parsed, file, () => parseFile(file, read(file))),
    resolve: createImportResolver(files, read),
  };
}

/** Whether a file is a test or used only by tests. */
export function isTestFile(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || /[/-]for-tests\.ts$/.test(file) || file.startsWith("tests/");
}

function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (skippedFolders.has(entry.name) || skippedPaths.has(path)) return [];
    if (entry.isDirectory()) return listFiles(root, path);
    return entry.isFile() ? [path] : [];
  });
}

function parseFile(file: string, text: string): ParsedFile {
  const { program, comments, module } = parseSync(file, text);
  const starts = [0, ...Array.from(text.matchAll(/\n/g), (match) => match.index + 1)];
  const at = (offset: number): string => `${file}:${starts.findLastIndex((start) => start <= offset) + 1}`;
  return { program, comments, imports: importsOf(module, text, at), at };
}

function remember<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}
