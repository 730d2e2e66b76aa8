import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/**
 * Adds the texts to the build as plain JSON, which browsers parse faster than scripts: `<base>/<language>/<namespace>.json`.
 * The base contains a hash of all of them, so that the scripts need not know the name of each file.
 */
export function textsAsFiles(folder: string): Plugin {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
  const files = names
    .map((name) => ({ name: name.replaceAll("\\", "/"), source: minified(readFileSync(join(folder, name), "utf8")) }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const hash = createHash("sha256");
  for (const { name, source } of files) hash.update(name).update(source);
  const base = `assets/texts-${hash.digest("hex").slice(0, 12)}`;
  return {
    name: "texts-as-files",
    apply: "build",
    config: () => ({ define: { "import.meta.env.TEXTS": JSON.stringify(`/${base}`) } }),
    generateBundle() {
      for (const { name, source } of files) this.emitFile({ type: "asset", fileName: `${base}/${name}`, source });
    },
  };
}

function minified(json: string): string {
  return JSON.stringify(JSON.parse(json));
}
