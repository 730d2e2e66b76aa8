import type { SourceTree } from "./source-tree.ts";

/** Which file imports which, and at what line: `path:line`. */
export type ImportGraph = Map<string, Map<string, string>>;

/** The imports of every source, including type-only and dynamic ones (`import()`). */
export function allImports(tree: SourceTree): ImportGraph {
  const graph: ImportGraph = new Map();
  for (const file of tree.sources) {
    for (const { specifier, where } of tree.parse(file).imports) {
      const target = tree.resolve(file, specifier);
      if (target !== undefined) addEdge(graph, [file, target], where);
    }
  }
  return graph;
}

export function addEdge(graph: ImportGraph, [from, to]: readonly [string, string], where: string): void {
  const targets = graph.get(from) ?? new Map<string, string>();
  graph.set(from, targets);
  if (!targets.has(to)) targets.set(to, where);
}

/** The groups of nodes that reach one another; each cycle is inside one group (Tarjan's algorithm). */
export function knotsOf(graph: ImportGraph): string[][] {
  const knots: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const lower = (node: string, value: number): void => {
    lowest.set(node, Math.min(lowest.get(node) ?? value, value));
  };
  const visit = (node: string): void => {
    order.set(node, order.size);
    lower(node, order.size - 1);
    open.push(node);
    for (const next of graph.get(node)?.keys() ?? []) {
      if (!order.has(next)) {
        visit(next);
        lower(node, lowest.get(next) ?? 0);
      } else if (open.includes(next)) lower(node, order.get(next) ?? 0);
    }
    if (lowest.get(node) !== order.get(node)) return;
    const knot = open.splice(open.indexOf(node));
    if (knot.length > 1 || graph.get(node)?.has(node)) knots.push(knot);
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return knots;
}
