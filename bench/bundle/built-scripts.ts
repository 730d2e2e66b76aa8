import { build, type InlineConfig, type Rolldown } from "vite";

/** Builds in memory as `npm start` builds, writing nothing. */
export async function builtScripts(config: InlineConfig): Promise<Rolldown.OutputChunk[]> {
  const built = await build({ ...config, logLevel: "error", build: { ...config.build, write: false } });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !("output" in output)) throw new Error("Vite built nothing");
  return output.output.filter((part): part is Rolldown.OutputChunk => part.type === "chunk");
}
