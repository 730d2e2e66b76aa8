import { placeOf } from "./places.ts";
import type { SourceTree } from "./source-tree.ts";

/** The files of modules beside a folder of the same name, such as `rules.ts` beside `rules/`. */
export function filesBesideFolders(tree: SourceTree): string[] {
  const inModules = tree.files.filter((file) => placeOf(file).kind.endsWith(" module"));
  const folders = new Set(inModules.flatMap(foldersAbove));
  return inModules.filter((file) => folders.has(file.replace(/\.tsx?$/, "")));
}

function foldersAbove(file: string): string[] {
  const parts = file.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}
