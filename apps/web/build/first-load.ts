import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

type Chunk = Rolldown.OutputChunk;

/** A page that people wait for: the source files that it needs before it shows anything, and their size limit. */
interface FirstLoad {
  readonly page: string;
  readonly sources: readonly string[];
  /** Kilobytes, gzipped. */
  readonly atMost: number;
}

export const firstLoads: readonly FirstLoad[] = [
  {
    page: "the sign-in page",
    sources: ["src/main.tsx", "app/public-pages.tsx", "sign-in/screens/sign-in.tsx"],
    atMost: 104,
  },
  {
    page: "the registration",
    sources: ["src/main.tsx", "app/public-pages.tsx", "registration/screens/register.tsx"],
    atMost: 112,
  },
  { page: "the page on which customers pay", sources: ["app/pay-page.tsx", "payments/screens/pay.tsx"], atMost: 104 },
  {
    page: "the signed-in shell with the lead list",
    sources: ["src/main.tsx", "app/routed-app.tsx", "app/shell/shell.tsx", "leads/screens/lead-list.tsx"],
    atMost: 320,
  },
  {
    page: "the lead list with the parts that it asks for before anybody clicks",
    sources: [
      "src/main.tsx",
      "app/routed-app.tsx",
      "app/shell/shell.tsx",
      "leads/screens/lead-list.tsx",
      "leads/components/bulk/list-menu.tsx",
      "leads/components/bulk/bulk-strip.tsx",
      "imports/components/lead-import.tsx",
      "inbox/components/inbox-watch.tsx",
    ],
    atMost: 374,
  },
];

/** Fails the build if the scripts of a page exceed its limit, and lists the size of each file. */
export function firstLoadLimits(): Plugin {
  return {
    name: "first-load-limits",
    apply: "build",
    // After Vite has written the dependencies of lazy imports into each chunk.
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((part): part is Chunk => part.type === "chunk");
        for (const { page, sources, atMost } of firstLoads) {
          const needed = chunksOf(chunks, sources);
          const weight = kilobytesOf(needed);
          if (weight <= atMost) continue;
          const parts = needed.map((chunk) => `${chunk.fileName} ${kilobytesOf([chunk]).toFixed(1)}`).join(", ");
          this.error(`The scripts of ${page} weigh ${weight.toFixed(1)} KB, ${atMost} at most: ${parts}`);
        }
      },
    },
  };
}

/** The files that contain these sources, and all their static imports. Throws for a source that is in none. */
export function chunksOf(chunks: readonly Chunk[], sources: readonly string[]): Chunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const needed = new Set<Chunk>();
  const need = (chunk: Chunk) => {
    if (needed.has(chunk)) return;
    needed.add(chunk);
    for (const imported of chunk.imports.flatMap((name) => byName.get(name) ?? [])) need(imported);
  };
  for (const source of sources) {
    const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.split("?")[0]?.endsWith(source)));
    if (!found) throw new Error(`${source} is not in the build`);
    need(found);
  }
  return [...needed];
}

/** Gzipped, as transferred. */
export function kilobytesOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 6 }).length, 0) / 1024;
}
