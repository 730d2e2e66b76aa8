import { gzipSync } from "node:zlib";
import { build, type InlineConfig, type Rolldown } from "vite";

type Chunk = Rolldown.OutputChunk;

/** The scripts of a build, to be added up by what a page needs of them. */
export interface BuiltScripts {
  /**
   * Kilobytes, gzipped, of the scripts that must be there before something is shown: the chunks that these source
   * files went into, and the entry unless one is named among them by `start`, and all that they import at once. Throws when a file is not in the build.
   */
  sizeOf(files: readonly string[], start?: string): number;
}

/** Builds in memory as `npm start` builds, writing nothing. */
export async function buildScripts(config: InlineConfig): Promise<BuiltScripts> {
  const built = await build({ ...config, logLevel: "error", build: { ...config.build, write: false } });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !("output" in output)) throw new Error("Vite built nothing");
  const chunks = output.output.filter((part): part is Chunk => part.type === "chunk");
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const chunkOf = (file: string): Chunk => {
    const found = chunks.find((chunk) => chunk.moduleIds.some((id) => id.split("?")[0]?.endsWith(file)));
    if (!found) throw new Error(`${file} is not in the build`);
    return found;
  };
  return {
    sizeOf(files, start) {
      const needed = new Set<Chunk>();
      const need = (chunk: Chunk) => {
        if (needed.has(chunk)) return;
        needed.add(chunk);
        for (const name of chunk.imports) {
          const imported = byName.get(name);
          if (imported) need(imported);
        }
      };
      // An entry that only imports others is written into its page and is no chunk.
      const entries = start ? [chunkOf(start)] : chunks.filter(({ isEntry }) => isEntry);
      for (const chunk of entries) need(chunk);
      for (const file of files) need(chunkOf(file));
      const bytes = [...needed].map((chunk) => gzipSync(chunk.code, { level: 6 }).length);
      return bytes.reduce((sum, one) => sum + one, 0) / 1024;
    },
  };
}
