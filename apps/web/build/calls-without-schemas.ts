import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Plugin, parseSync } from "vite";
import { type DividedModule, divideModule, requestsReadBy } from "./divide-module.ts";

/**
 * Divides each module of the contract, for the browser's build, into what needs the schema library and what does not: the
 * client sends a call by its method, path and body, and only the server checks it. A page then loads tables of strings; a
 * schema and the library load with the form that uses it. A call keeps its request schema where some source file reads it
 * (`schema={orders.refund.request}`). The plain parts are the modules `<file>?plain`.
 */
export function callsWithoutSchemas(contract: string, web: string): Plugin {
  const modules = new Map<string, DividedModule>();
  let requestsRead = new Set<string>();
  const moduleOf = (file: string): DividedModule => {
    const known = modules.get(file);
    if (known) return known;
    const source = readFileSync(file, "utf8");
    const plainNamesOf = (specifier: string) =>
      specifier.startsWith(".") ? moduleOf(join(dirname(file), specifier)).plainNames : new Set<string>();
    const program = parseSync(file, source).program;
    const divided = divideModule(`./${basename(file)}`, source, program, { requestsRead, plainNamesOf });
    modules.set(file, divided);
    return divided;
  };
  return {
    name: "calls-without-schemas",
    apply: "build",
    enforce: "pre",
    buildStart() {
      modules.clear();
      requestsRead = new Set(sourcesIn(web).flatMap(requestsReadBy));
    },
    resolveId: {
      filter: { id: /\?plain$/ },
      handler: (id, importer = "") => ({ id: join(dirname(importer), id), moduleSideEffects: false }),
    },
    load: {
      filter: { id: /\.ts(\?plain)?$/ },
      handler(id) {
        const [file = "", query] = id.split("?");
        if (!file.startsWith(contract)) return;
        const { plain, rest } = moduleOf(file);
        return { code: query === "plain" ? plain : rest, moduleType: "ts", moduleSideEffects: false };
      },
    },
  };
}

function sourcesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  return files.map((file) => readFileSync(join(folder, file), "utf8"));
}
