import type { Gate, Offence } from "./gate.ts";
import { placeOf } from "./places.ts";
import { isTestFile, type SourceTree } from "./source-tree.ts";

/** What points to what, and where it says so. */
type Graph = Map<string, Map<string, string>>;

/** No file needs itself at load time, and no two modules need one another. */
export const cyclesGate: Gate = {
  name: "cycles",
  inspect(tree) {
    const fileAdvice = "Move what both need into a third file that imports neither.";
    const moduleAdvice = "Let one of them announce an event, or let app pass in what it needs.";
    return [...describe(filesOf(tree), fileAdvice), ...describe(modulesOf(tree), moduleAdvice)];
  },
};

function filesOf(tree: SourceTree): Graph {
  const graph: Graph = new Map();
  for (const file of tree.sources) {
    for (const { specifier, typeOnly, dynamic, where } of tree.parse(file).imports) {
      const target = typeOnly || dynamic ? undefined : tree.resolve(file, specifier);
      if (target !== undefined) point(graph, [file, target], where);
    }
  }
  return graph;
}

function modulesOf(tree: SourceTree): Graph {
  const graph: Graph = new Map();
  for (const file of tree.sources.filter((source) => !isTestFile(source))) {
    const from = placeOf(file);
    if (from.kind !== "server module" && from.kind !== "web module") continue;
    for (const { specifier, where } of tree.parse(file).imports) {
      const target = tree.resolve(file, specifier);
      const to = target === undefined ? undefined : placeOf(target);
      if (to?.kind !== from.kind || to.unit === from.unit) continue;
      point(graph, [`${from.kind} ${from.unit}`, `${to.kind} ${to.unit}`], where);
    }
  }
  return graph;
}

function point(graph: Graph, [from, to]: readonly [string, string], where: string): void {
  const targets = graph.get(from) ?? new Map<string, string>();
  graph.set(from, targets);
  if (!targets.has(to)) targets.set(to, where);
}

function describe(graph: Graph, advice: string): Offence[] {
  return findCycles(graph).map((cycle) => {
    const [first = "", second = first] = cycle;
    const where = graph.get(first)?.get(second) ?? first;
    return { where, what: `goes in a circle: ${[...cycle, first].join(" -> ")}`, advice };
  });
}

// Depth first; an edge back into the path under way closes a circle. Each circle is told once, by its first edge found.
function findCycles(graph: Graph): string[][] {
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
