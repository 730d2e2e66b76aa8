import type { Gate, Offence } from "./gate.ts";
import { addEdge, allImports, type ImportGraph } from "./import-graph.ts";
import { type FilePlace, placeOf } from "./places.ts";
import { isTestFile, type SourceTree } from "./source-tree.ts";

// Here type imports count too: a file that needs its reader's types cannot be read, moved or tested alone.
const strict: ReadonlySet<FilePlace["kind"]> = new Set([
  "server app",
  "server module",
  "integration",
  "server platform",
  "web app",
  "web module",
  "web ui",
  "web platform",
  "contract",
  "sandbox",
]);

/** No file of the product imports itself indirectly, types included; no two modules import each other. */
export const cyclesGate: Gate = {
  name: "cycles",
  inspect(tree) {
    const fileAdvice = "Move what both need into a third file that imports neither.";
    const moduleAdvice = "Let one of them announce an event, or let app pass in what it needs.";
    return [
      ...describe(productFiles(tree), fileAdvice),
      ...describe(filesAround(tree), fileAdvice),
      ...describe(modulesOf(tree), moduleAdvice),
    ];
  },
};

function productFiles(tree: SourceTree): ImportGraph {
  return new Map([...allImports(tree)].filter(([file]) => strict.has(placeOf(file).kind)));
}

// Tools, tests and migrations: only imports that are needed while a file loads.
function filesAround(tree: SourceTree): ImportGraph {
  const graph: ImportGraph = new Map();
  for (const file of tree.sources.filter((source) => !strict.has(placeOf(source).kind))) {
    for (const { specifier, typeOnly, dynamic, where } of tree.parse(file).imports) {
      const target = typeOnly || dynamic ? undefined : tree.resolve(file, specifier);
      if (target !== undefined) addEdge(graph, [file, target], where);
    }
  }
  return graph;
}

function modulesOf(tree: SourceTree): ImportGraph {
  const graph: ImportGraph = new Map();
  for (const file of tree.sources.filter((source) => !isTestFile(source))) {
    const from = placeOf(file);
    if (from.kind !== "server module" && from.kind !== "web module") continue;
    for (const { specifier, where } of tree.parse(file).imports) {
      const target = tree.resolve(file, specifier);
      const to = target === undefined ? undefined : placeOf(target);
      if (to?.kind !== from.kind || to.unit === from.unit) continue;
      addEdge(graph, [`${from.kind} ${from.unit}`, `${to.kind} ${to.unit}`], where);
    }
  }
  return graph;
}

function describe(graph: ImportGraph, advice: string): Offence[] {
  return findCycles(graph).map((cycle) => {
    const [first = "", second = first] = cycle;
    const where = graph.get(first)?.get(second) ?? first;
    return { where, what: `goes in a cycle: ${[...cycle, first].join(" -> ")}`, advice };
  });
}

// Depth first; an edge back into the path under way closes a cycle. Each cycle is reported once, by its first edge found.
function findCycles(graph: ImportGraph): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (node: string): void => {
    path.push(node);
    for (const next of graph.get(node)?.keys() ?? []) {
      const start = path.indexOf(next);
      if (start >= 0) cycles.push(path.slice(start));
      else if (!done.has(next)) visit(next);
    }
    path.pop();
    done.add(node);
  };
  for (const node of graph.keys()) if (!done.has(node)) visit(node);
  return cycles;
}
