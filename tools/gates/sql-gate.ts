import type { Gate, Offence } from "./gate.ts";
import { placeOf } from "./places.ts";
import { isTestFile } from "./source-tree.ts";
import { type TableUse, tableNames, tableUses } from "./table-uses.ts";

/** SQL is in queries, actions and writes, on the module's own tables (docs/style.md, Imports). */
export const sqlGate: Gate = {
  name: "sql",
  inspect(tree) {
    const files = tree.sources.filter((file) => speaksForProduct(file) && !isTestFile(file));
    const tables = tableNames(tree);
    const uses = files.flatMap((file) => tableUses(tree, file, tables).map((use) => ({ file, ...use })));
    return [...misplaced(uses), ...foreign(uses.filter(({ file }) => placeOf(file).kind === "server module"))];
  },
};

type Use = TableUse & { file: string };

function speaksForProduct(file: string): boolean {
  return ["server app", "server module", "integration"].includes(placeOf(file).kind);
}

function misplaced(uses: readonly Use[]): Offence[] {
  const outside = uses.filter(({ file }) => {
    const { kind, inside } = placeOf(file);
    return kind !== "server module" || !/^([a-z-]+\/)?(queries|actions|writes)(\.ts$|\/)/.test(inside);
  });
  return [...Map.groupBy(outside, ({ file }) => file).values()].flatMap(([first]) => {
    if (!first) return [];
    return [{ where: first.where, what: "holds SQL", advice: "Move it into the module's queries.ts or an action." }];
  });
}

// The module that writes a table owns it; a view or a table that no module writes can be read by all.
function foreign(uses: readonly Use[]): Offence[] {
  const owners = ownersOf(uses);
  return uses.flatMap(({ file, table, where }) => {
    const own = placeOf(file).unit;
    const owner = table === undefined ? undefined : owners.get(table);
    if (owner === undefined || owner === own) return [];
    const advice = `Ask modules/${owner}/public.ts for it, or read a database view that ${owner} owns.`;
    return [{ where, what: `module ${own} works on table ${table}, which ${owner} writes`, advice }];
  });
}

function ownersOf(uses: readonly Use[]): Map<string, string> {
  const writes = new Map<string, Map<string, number>>();
  for (const { file, table, writes: isWrite } of uses) {
    if (table === undefined || !isWrite) continue;
    const { unit } = placeOf(file);
    const counts = writes.get(table) ?? new Map<string, number>();
    writes.set(table, counts.set(unit, (counts.get(unit) ?? 0) + 1));
  }
  const most = (counts: Map<string, number>): string =>
    [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? "";
  return new Map([...writes].map(([table, counts]) => [table, most(counts)]));
}
