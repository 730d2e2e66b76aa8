import type { Gate, Offence } from "./gate.ts";
import type { SourceTree } from "./source-tree.ts";

const registry = "apps/web/src/app/views.ts";
const shell = "apps/web/src/app/router.tsx";
const view = /import\("([^"]+)"\)[\s\S]*?texts: \[([^\]]*)\]/g;

/**
 * A screen loads the texts of all its static parts before it opens. Texts that load later would hide the screen meanwhile,
 * along with anything typed. Lazy parts load their own texts.
 */
export const screenTextsGate: Gate = {
  name: "screen-texts",
  inspect(tree) {
    if (!tree.files.includes(registry)) return [];
    const always = new Set(
      Array.from(tree.read(shell).matchAll(/loadTexts\(\[([^\]]*)\]/g), ([, list = ""]) => quoted(list)).flat(),
    );
    return Array.from(tree.read(registry).matchAll(view), ([, specifier = "", list = ""]) => ({
      screen: tree.resolve(registry, specifier),
      loaded: new Set([...always, ...quoted(list)]),
    })).flatMap(({ screen, loaded }) => (screen === undefined ? [] : lateTexts(tree, screen, loaded)));
  },
};

function lateTexts(tree: SourceTree, screen: string, loaded: ReadonlySet<string>): Offence[] {
  const late = new Map<string, string>();
  for (const file of comingWith(tree, screen))
    for (const [, name = ""] of tree.read(file).matchAll(/\buseTranslation\("(\w+)"\)/g))
      if (!loaded.has(name) && !late.has(name)) late.set(name, file);
  return [...late].map(([name, file]) => ({
    where: registry,
    what: `${screen} opens without the texts "${name}" of ${file}`,
    advice: "Name them in `texts` of the view, or load that part later with its texts.",
  }));
}

/** A file and everything that it imports at once. */
function comingWith(tree: SourceTree, screen: string): Set<string> {
  const found = new Set([screen]);
  for (const file of found)
    for (const { specifier, typeOnly, dynamic } of tree.parse(file).imports) {
      const target = typeOnly || dynamic ? undefined : tree.resolve(file, specifier);
      if (target?.startsWith("apps/web/src/") && /\.tsx?$/.test(target)) found.add(target);
    }
  return found;
}

function quoted(list: string): string[] {
  return Array.from(list.matchAll(/"([^"]+)"/g), ([, name = ""]) => name);
}
