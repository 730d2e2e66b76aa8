import type { Gate, Offence } from "./gate.ts";
import { type FilePlace, placeOf } from "./places.ts";
import { isTestFile, type SourceTree } from "./source-tree.ts";

type Kind = FilePlace["kind"];

const mayImport: Record<Exclude<Kind, "around">, readonly Kind[]> = {
  "server app": ["server app", "server module", "integration", "server platform", "contract", "database"],
  "server module": ["server module", "server platform", "contract", "database"],
  integration: ["integration", "server module", "server platform", "contract"],
  "server platform": ["server platform", "contract", "database"],
  "web app": ["web app", "web module", "web ui", "web platform", "contract"],
  "web module": ["web module", "web ui", "web platform", "contract"],
  "web ui": ["web ui", "web platform", "contract"],
  "web platform": ["web platform", "contract"],
  contract: ["contract"],
  database: ["database", "contract"],
  sandbox: ["sandbox"],
};

const advice: Partial<Record<Kind, string>> = {
  "server module": "Let product-modules.ts pass in what the module needs, or declare it in the module's port.ts.",
  integration: "Implement the module's port.ts and let product-modules.ts register the integration.",
  "server platform": "Platform knows nothing of the product: take it as an argument or a registration.",
  "web module": "Compose it in web/app, or take it as a slot.",
  "web ui": "Take it as a property: ui could ship in another product.",
  "web platform": "Take it as an argument: web platform knows neither screens nor components.",
  contract: "Move what both sides need into the contract; it imports nothing else of ours.",
  sandbox: "The sandbox speaks over HTTP only: write down what it needs of the provider's protocol.",
};

/** The allowed imports, and modules used only through public.ts (docs/style.md, Imports). */
export const importsGate: Gate = {
  name: "imports",
  inspect: (tree) => tree.sources.flatMap((file) => inspectFile(tree, file)),
};

function inspectFile(tree: SourceTree, file: string): Offence[] {
  const from = placeOf(file);
  return tree.parse(file).imports.flatMap(({ specifier, where }) => {
    const target = tree.resolve(file, specifier);
    if (target === undefined) return [];
    const refusal = testOnly(file, target) ?? wrongDirection(file, from, target) ?? notPublic(file, from, target);
    return refusal ? [{ where, ...refusal }] : [];
  });
}

function testOnly(file: string, target: string): Omit<Offence, "where"> | undefined {
  if (!isTestFile(target) || isTestFile(file) || placeOf(file).kind === "around") return undefined;
  return { what: `imports ${target}, which is only for tests`, advice: "Move what the product needs out of the test." };
}

function wrongDirection(file: string, from: FilePlace, target: string): Omit<Offence, "where"> | undefined {
  const to = placeOf(target);
  if (from.kind === "around" || mayImport[from.kind].includes(to.kind)) return undefined;
  if (isTestFile(file) && sideOf(from.kind) === sideOf(to.kind)) return undefined;
  const outside = `is part of the product and imports ${target}, which is not`;
  const what = to.kind === "around" ? outside : `${from.kind} imports ${to.kind}: ${target}`;
  return { what, advice: advice[from.kind] ?? "Turn the import round, or move the file to where it belongs." };
}

function notPublic(file: string, from: FilePlace, target: string): Omit<Offence, "where"> | undefined {
  const to = placeOf(target);
  if (from.kind === "around" || (from.kind === to.kind && from.unit === to.unit)) return undefined;
  if (to.kind === "integration" && from.kind === "integration" && !isTestFile(file)) {
    const what = `integration ${from.unit} imports another: ${target}`;
    return { what, advice: "Integrations do not know one another: meet in a module's port." };
  }
  if (to.kind !== "server module" && to.kind !== "web module") return undefined;
  if (openTo(file, from).some((allowed) => to.inside.startsWith(allowed))) return undefined;
  const what = `reaches into module ${to.unit}: ${target}`;
  return { what, advice: `Use modules/${to.unit}/public.ts; what it lacks, its owner adds there.` };
}

function openTo(file: string, from: FilePlace): string[] {
  const open = ["public.ts"];
  if (from.kind === "integration") open.push("port.ts");
  if (from.kind === "web app") open.push("screens/");
  if (isTestFile(file)) open.push("port.ts", "for-tests.ts");
  return open;
}

function sideOf(kind: Kind): string {
  if (kind.startsWith("web")) return "web";
  return kind === "sandbox" || kind === "contract" || kind === "around" ? kind : "server";
}
