import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Gate, Offence } from "./gate.ts";
import { isTestFile, type SourceTree } from "./source-tree.ts";

const endpointsFile = "packages/contract/src/all-endpoints.ts";
const server = "apps/server/src/";

/**
 * The permission of a call is stated once, in the contract: its action refers to the call instead of repeating the
 * permission.
 */
export const permissionsGate: Gate = {
  name: "permissions",
  async inspect(tree) {
    const accessOf = await readAccess(tree);
    return boundActions(tree).flatMap((bound) => judge(bound, accessOf(bound.table, bound.call), tree));
  },
};

/** A call of the contract and the action that its route calls. */
interface BoundAction {
  table: string;
  call: string;
  file: string;
  action: string;
}

function judge(bound: BoundAction, access: string | undefined, tree: SourceTree): Offence[] {
  const { table, call, file, action } = bound;
  const stated = access && statedPermission(tree.read(file), action);
  if (stated !== access || stated === undefined) return [];
  return [
    {
      where: file,
      what: `${action} states ${stated} again, which is the permission of ${table}.${call}`,
      advice: `Write requireAccess(actor, ${table}.${call}).`,
    },
  ];
}

/** The permission that an exported function always checks first; undefined for none. */
function statedPermission(text: string, action: string): string | undefined {
  const body = new RegExp(`^export (?:async )?function ${action}\\b[\\s\\S]*?^}`, "m").exec(text)?.[0] ?? "";
  return /^ {2}requirePermission\(actor, "([^"]+)"\);/m.exec(body)?.[1];
}

/** The actions that the routes call. */
function boundActions(tree: SourceTree): BoundAction[] {
  const routes = tree.sources.filter(
    (file) => file.startsWith(server) && /\/(?:routes[./]|public\.ts$)/.test(file) && !isTestFile(file),
  );
  return routes.flatMap((file) => {
    const text = tree.read(file);
    const actions = importedActions(tree, file, text);
    return text.split(/\bbind\(\s*(?=\w+\.\w+,)/).flatMap((part, at) => {
      const [, table, call] = at === 0 ? [] : (/^(\w+)\.(\w+),/.exec(part) ?? []);
      if (table === undefined || call === undefined) return [];
      const named = Array.from(part.matchAll(/\b(\w+)\(/g), (match) => match[1] ?? "");
      return [...new Set(named)].flatMap((action) => {
        const from = actions.get(action);
        return from === undefined ? [] : [{ table, call, file: from, action }];
      });
    });
  });
}

/** The functions that a file imports from actions, with their files. */
function importedActions(tree: SourceTree, file: string, text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, names = "", specifier = ""] of text.matchAll(/^import \{([^}]+)\} from "([^"]+)";/gm)) {
    const from = specifier.includes("actions") ? tree.resolve(file, specifier) : undefined;
    if (from === undefined) continue;
    for (const name of names.split(",")) found.set(name.trim(), from);
  }
  return found;
}

type Access = string | readonly string[];

/** The single permission of a call, by the name of its table; tables of the same name are distinguished by the call. */
async function readAccess(tree: SourceTree): Promise<(table: string, call: string) => string | undefined> {
  if (!tree.files.includes(endpointsFile)) return () => undefined;
  const { allEndpoints } = (await import(pathToFileURL(join(tree.root, endpointsFile)).href)) as {
    allEndpoints: Record<string, Record<string, { access: Access }>>;
  };
  return (table, call) => {
    const access = allEndpoints[table]?.[call]?.access;
    return typeof access === "string" && access.includes(":") ? access : undefined;
  };
}
