import { allImports, knotsOf } from "../gates/import-graph.ts";
import { placeOf } from "../gates/places.ts";
import { isTestFile, type SourceTree } from "../gates/source-tree.ts";
import { filesBesideFolders } from "../gates/words-of-modules.ts";
import { countSharedPairs } from "./shared-lines.ts";
import { filesOfWalk, walkOfSavedLead } from "./walks.ts";

/** One row of the table: the measure, its current value, and its target. */
export interface Measure {
  what: string;
  value: number;
  target: number;
  /** Whether larger is better. */
  moreIsBetter?: boolean;
}

const smallFile = 40;
const largeFolder = 25;
const web = "apps/web/";

/** The measures of docs/house.md, counted from the files. */
export function measure(tree: SourceTree): Measure[] {
  return [
    { what: "files of at most 40 lines with one reader, in the same module", value: smallFiles(tree), target: 60 },
    { what: "words of a module that are a file and a folder", value: filesBesideFolders(tree).length, target: 0 },
    { what: "import cycles, type imports included", value: cycles(tree), target: 0 },
    { what: "lines of CSS in the web app", value: linesIn(tree, (file) => isWeb(file, /\.css$/)), target: 7500 },
    { what: "folders of a module with more than 25 files", value: largeFolders(tree), target: 0 },
    { what: "pairs of files that share six lines, per 1,000 lines", value: sharedPairs(tree), target: 4.5 },
    {
      what: "lines of tests per line of the web app",
      value: webTests(tree),
      target: 0.25,
      moreIsBetter: true,
    },
    { what: "lint suppressions in the web app", value: suppressions(tree), target: 15 },
    { what: "files from Save on a lead to the row", value: filesOfWalk(tree, walkOfSavedLead).length, target: 9 },
  ];
}

function smallFiles(tree: SourceTree): number {
  const readers = new Map<string, string[]>();
  for (const [file, targets] of allImports(tree)) {
    if (isTestFile(file)) continue;
    for (const target of targets.keys()) readers.set(target, [...(readers.get(target) ?? []), file]);
  }
  return product(tree).filter((file) => {
    const [reader, another] = readers.get(file) ?? [];
    if (reader === undefined || another !== undefined || lineCount(tree, file) > smallFile) return false;
    const [place, readersPlace] = [placeOf(file), placeOf(reader)];
    return place.kind === readersPlace.kind && place.unit === readersPlace.unit;
  }).length;
}

function cycles(tree: SourceTree): number {
  return knotsOf(allImports(tree)).length;
}

function largeFolders(tree: SourceTree): number {
  const inModules = product(tree).filter((file) => placeOf(file).kind.endsWith(" module"));
  const byFolder = Map.groupBy(inModules, (file) => file.slice(0, file.lastIndexOf("/")));
  return [...byFolder.values()].filter((files) => files.length > largeFolder).length;
}

// Migrations are history: their repetitions are not fixed.
function sharedPairs(tree: SourceTree): number {
  const compared = tree.files.filter(
    (file) => /\.(tsx?|js|mjs|css)$/.test(file) && !file.startsWith("database/migrations/"),
  );
  const pairs = countSharedPairs(compared.map((file) => tree.read(file)));
  return rounded((pairs * 1000) / linesIn(tree, (file) => compared.includes(file)), 1);
}

function webTests(tree: SourceTree): number {
  const tests = linesIn(tree, (file) => isWeb(file, /\.tsx?$/) && isTestFile(file));
  return rounded(tests / linesIn(tree, (file) => isWeb(file, /\.tsx?$/) && !isTestFile(file)), 2);
}

function suppressions(tree: SourceTree): number {
  const directive = /^\s*(oxlint-disable|biome-ignore|@ts-expect-error)/;
  const files = tree.sources.filter((file) => isWeb(file, /\.tsx?$/));
  return files.flatMap((file) => tree.parse(file).comments.filter(({ value }) => directive.test(value))).length;
}

function product(tree: SourceTree): string[] {
  return tree.sources.filter((file) => !isTestFile(file) && placeOf(file).kind !== "around");
}

function isWeb(file: string, ending: RegExp): boolean {
  return file.startsWith(web) && ending.test(file);
}

function linesIn(tree: SourceTree, matches: (file: string) => boolean): number {
  return tree.files.filter(matches).reduce((sum, file) => sum + lineCount(tree, file), 0);
}

function lineCount(tree: SourceTree, file: string): number {
  return tree.read(file).split("\n").length - 1;
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
