import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { wrongCharacters } from "./chinese.ts";
import type { Gate, Offence } from "./gate.ts";
import type { SourceTree } from "./source-tree.ts";

interface Endpoint {
  method: string;
  path: string;
  access?: string | readonly string[];
}

const catalogueFile = "packages/contract/src/errors/catalogue.ts";
const endpointsFile = "packages/contract/src/all-endpoints.ts";
const permissionsFile = "packages/contract/src/permissions.ts";
const languages = ["zh-tw", "zh-cn", "en"] as const;

/** Every error has its text in every language. */
export const errorTextsGate: Gate = {
  name: "errors",
  async inspect(tree) {
    const { errorCatalogue = {} } = await load<{ errorCatalogue: Record<string, { texts?: Record<string, string> }> }>(
      tree,
      catalogueFile,
    );
    return Object.entries(errorCatalogue).flatMap(([name, { texts = {} }]) =>
      languages.flatMap((language) => judgeText(name, language, texts[language])),
    );
  },
};

/** Every call declares its access, once, under an address of its own. */
export const endpointsGate: Gate = {
  name: "endpoints",
  async inspect(tree) {
    const { allEndpoints = {} } = await load<{ allEndpoints: Record<string, Record<string, Endpoint>> }>(
      tree,
      endpointsFile,
    );
    const { permissions = [] } = await load<{ permissions: readonly string[] }>(tree, permissionsFile);
    const calls = Object.values(allEndpoints).flatMap((table) => Object.values(table));
    return [...calls.flatMap((call) => judgeAccess(call, permissions)), ...judgeAddresses(calls)];
  },
};

async function load<Exports>(tree: SourceTree, file: string): Promise<Partial<Exports>> {
  if (!tree.files.includes(file)) return {};
  return (await import(pathToFileURL(join(tree.root, file)).href)) as Exports;
}

function judgeText(name: string, language: (typeof languages)[number], text: string | undefined): Offence[] {
  const where = catalogueFile;
  if (text === undefined || text.trim() === "") {
    return [{ where, what: `${name} has no text in ${language}`, advice: "Write it where the error is declared." }];
  }
  return wrongCharacters(language, text).map((finding) => ({ where, ...finding, what: `${name}: ${finding.what}` }));
}

function judgeAccess({ method, path, access }: Endpoint, permissions: readonly string[]): Offence[] {
  const where = endpointsFile;
  const asked = typeof access === "string" ? [access] : (access ?? []);
  if (asked.length === 0) {
    const advice = 'Give it a permission, or mark it "session" or "public".';
    return [{ where, what: `${method} ${path} does not declare its access`, advice }];
  }
  const known = new Set(["public", "session", ...permissions]);
  return asked
    .filter((permission) => !known.has(permission))
    .map((permission) => {
      const what = `${method} ${path} asks for ${permission}, which does not exist`;
      return { where, what, advice: "Use a permission of permissions.ts, or add it there." };
    });
}

function judgeAddresses(calls: readonly Endpoint[]): Offence[] {
  const byAddress = Map.groupBy(calls, ({ method, path }) => `${method} ${path}`);
  return [...byAddress]
    .filter(([, same]) => same.length > 1)
    .map(([address]) => {
      return { where: endpointsFile, what: `${address} is declared twice`, advice: "Keep one declaration." };
    });
}
