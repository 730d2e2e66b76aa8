import type { Plugin, Rolldown } from "vite";

/**
 * Fails the build if files of the bundle import one another in a cycle. Such a page stops with "is not a function" before it
 * shows anything, and only the browser would notice.
 */
export function noChunkCycles(): Plugin {
  return {
    name: "no-chunk-cycles",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part): part is Rolldown.OutputChunk => part.type === "chunk");
      const cycle = findCycle(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])));
      if (cycle) this.error(`Files of the bundle need one another: ${cycle.join(" -> ")}`);
    },
  };
}

/** A path from a file back to itself; null if there is none. */
export function findCycle(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of imports.get(file) ?? []) {
      const cycle = visit(next, [...way, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return null;
  };
  for (const file of imports.keys()) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return null;
}
