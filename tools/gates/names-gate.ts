import type { Gate, Offence } from "./gate.ts";
import { type FilePlace, placeOf } from "./places.ts";
import { isTestFile, type SourceTree } from "./source-tree.ts";
import { filesBesideFolders } from "./words-of-modules.ts";

type Finding = Omit<Offence, "where">;

const vague = new Set(["util", "utils", "helper", "helpers", "misc", "common", "manager", "managers", "core"]);
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/;

// docs/style.md. A word is a file or, when that grows too long, a folder: queries/lead-list.ts. Never both.
const serverWords =
  "routes actions writes queries rules policy present jobs mails reactions events port public for-tests".split(" ");

// Words of a single module, each with its reason.
const ownWords: Record<string, readonly string[]> = {
  // Deliveries are stored first and processed later: the storing part, the processing loop, and the clean-up. And the
  // parameters of its actions.
  inbox: ["inbox", "intake", "drain", "upkeep"],
  // Texts on phones, as `mails` are the texts of mails.
  notifications: ["pushes"],
};
const webWords = ["screens", "components", "api", "realtime", "rules", "public"];

/** Names say what a thing is: kebab-case, no catch-all words, no barrels, each module's closed list of files. */
export const namesGate: Gate = {
  name: "names",
  inspect: (tree) => [
    ...tree.files
      .filter((file) => /\.(ts|tsx|js|mjs|css|json|html|md)$/.test(file))
      .flatMap((file) => findings(tree, file).map((finding) => ({ where: file, ...finding }))),
    ...filesBesideFolders(tree).map(besideFolder),
  ],
};

function besideFolder(file: string): Offence {
  const folder = file.replace(/\.tsx?$/, "/");
  const advice = "Move the file into the folder, under the name of what it holds.";
  return { where: file, what: `is beside ${folder}`, advice };
}

function findings(tree: SourceTree, file: string): Finding[] {
  return [...vagueWords(file), ...notKebab(file), ...barrel(tree, file), ...outsideVocabulary(file)];
}

function vagueWords(file: string): Finding[] {
  const found = wordsOf(file).filter((word) => vague.has(word));
  return found.map((word) => ({ what: `is called ${word}`, advice: "Name it after what it does or holds." }));
}

function notKebab(file: string): Finding[] {
  const name = file.slice(file.lastIndexOf("/") + 1);
  if (/^[A-Z]+\.md$/.test(name) || name.startsWith(".") || file.includes("/i18n/")) return [];
  const odd = [
    ...file
      .split("/")
      .slice(0, -1)
      .filter((folder) => !folder.startsWith(".")),
    ...name.split(".").slice(0, -1),
  ];
  return odd
    .filter((part) => !kebab.test(part))
    .map((part) => ({ what: `${part} is not in kebab-case`, advice: "Write file and folder names in kebab-case." }));
}

function barrel(tree: SourceTree, file: string): Finding[] {
  const advice = "Import from the file that defines it; only a module's public.ts passes names on.";
  if (/(^|\/)index\.(ts|tsx|js)$/.test(file)) return [{ what: "is an index file", advice }];
  if (!tree.sources.includes(file) || file.endsWith("/public.ts")) return [];
  const { program } = tree.parse(file);
  const passesOn =
    program.body.length > 0 &&
    program.body.every(
      (statement) => "source" in statement && statement.source !== null && statement.type.startsWith("Export"),
    );
  return passesOn ? [{ what: "only passes on what other files define", advice }] : [];
}

function outsideVocabulary(file: string): Finding[] {
  const place = placeOf(file);
  const words = vocabularyOf(place);
  if (!words || file.endsWith(".md")) return [];
  // A larger module is divided into rooms, each with the same words inside: leads/bulk/queries.ts.
  const [top = "", ...below] = place.inside.split("/");
  const [first = "", ...rest] = words.includes(top) || below.length === 0 ? [top, ...below] : below;
  const word = first.replace(/(\.test)?\.(ts|tsx)$/, "");
  if (words.includes(word) || (isTestFile(file) && rest.length === 0)) return [];
  return [
    {
      what: `${first} is no part of a module`,
      advice: `A ${place.kind} is made of ${words.join(", ")} (docs/style.md).`,
    },
  ];
}

function vocabularyOf({ kind, unit }: FilePlace): readonly string[] | undefined {
  if (kind === "server module") return [...serverWords, ...(ownWords[unit] ?? [])];
  return kind === "web module" ? webWords : undefined;
}

function wordsOf(file: string): string[] {
  return file.split(/[/.-]/).map((word) => word.toLowerCase());
}
