import type { SourceTree } from "../gates/source-tree.ts";

/** The start of a leg of a walk: a function in a file. A handover by HTTP starts the next leg. */
type WalkStep = readonly [file: string, name: string];

/** From "Save" on a lead to the row: the call in the web app, and the action behind it. */
export const walkOfSavedLead: readonly WalkStep[] = [
  ["apps/web/src/modules/leads/api/writes.ts", "useEditLead"],
  ["apps/server/src/modules/leads/record/actions/edit-lead.ts", "editLead"],
];

/**
 * The files whose code runs on a walk: those of its legs, and every file of the same module with a function that they
 * call, directly or through others. Platform, contract and other modules are not followed.
 */
export function filesOfWalk(tree: SourceTree, legs: readonly WalkStep[]): string[] {
  const seen = new Set<string>();
  const files = new Set<string>();
  const follow = (file: string, name: string) => {
    const text = tree.files.includes(file) ? tree.read(file) : "";
    const body = bodyOf(text, name);
    if (body === "" || seen.has(`${file} ${name}`)) return;
    seen.add(`${file} ${name}`);
    files.add(file);
    const imported = importsByName(tree, file);
    for (const [called] of body.replaceAll("...", " ").matchAll(/(?<![.\w])[A-Za-z]\w*(?=[(<])/g)) {
      const from = imported.get(called) ?? file;
      if (moduleOf(from) === moduleOf(file)) follow(from, called);
    }
  };
  for (const [file, name] of legs) follow(file, name);
  return [...files].sort();
}

/** The text of a function or a constant at the top of a file; empty for none. */
function bodyOf(text: string, name: string): string {
  const start = new RegExp(`^(?:export )?(?:async )?(?:function\\*? |const )${name}\\b`, "m").exec(text);
  if (!start) return "";
  const rest = text.slice(start.index);
  const end = rest.slice(1).search(/\n(?:export |async |function |const |type |interface |\/\*\*|\/\/)/);
  return end === -1 ? rest : rest.slice(0, end + 1);
}

/** The names that a file imports from our files, each with its file. */
function importsByName(tree: SourceTree, file: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, names = "", specifier = ""] of tree.read(file).matchAll(/^import \{([^}]+)\} from "([^"]+)";/gm)) {
    const from = tree.resolve(file, specifier);
    if (from === undefined) continue;
    for (const name of names.split(",")) found.set(name.trim(), from);
  }
  return found;
}

/** `apps/server/src/modules/leads` of a file in it; its folder for other files. */
function moduleOf(file: string): string {
  return /^apps\/\w+\/src\/modules\/[\w-]+/.exec(file)?.[0] ?? file.replace(/\/[^/]+$/, "");
}
