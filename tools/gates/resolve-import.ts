import { posix } from "node:path";

interface Workspace {
  folder: string;
  name: string;
  imports: Pattern[];
  exports: Pattern[];
}

/** `#platform/*` to `./src/platform/*.ts`, split at the star. */
interface Pattern {
  before: string;
  after: string;
  target: string;
}

interface PackageFile {
  name?: string;
  imports?: Record<string, unknown>;
  exports?: Record<string, unknown> | string;
}

/**
 * Resolves like Node, as far as this repository needs it: relative paths with extension, and one-star patterns of
 * package.json.
 */
export function createImportResolver(
  files: readonly string[],
  read: (file: string) => string,
): (from: string, specifier: string) => string | undefined {
  const known = new Set(files);
  const workspaces = files
    .filter((file) => file === "package.json" || file.endsWith("/package.json"))
    .map((file) => readWorkspace(posix.dirname(file), JSON.parse(read(file)) as PackageFile))
    .sort((one, other) => other.folder.length - one.folder.length);
  return (from, specifier) => {
    const path = addressOf(workspaces, from, specifier.replace(/\?.*$/, ""));
    return path !== undefined && known.has(path) ? path : undefined;
  };
}

function readWorkspace(folder: string, file: PackageFile): Workspace {
  const exports = typeof file.exports === "object" ? file.exports : {};
  return { folder, name: file.name ?? "", imports: patternsOf(file.imports ?? {}), exports: patternsOf(exports) };
}

function patternsOf(map: Record<string, unknown>): Pattern[] {
  return Object.entries(map).flatMap(([key, target]) => {
    const [before = "", after = ""] = key.split("*");
    return typeof target === "string" ? [{ before, after, target }] : [];
  });
}

function addressOf(workspaces: readonly Workspace[], from: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return posix.join(posix.dirname(from), specifier);
  if (specifier.startsWith("#")) {
    const own = workspaces.find(({ folder }) => folder === "." || from.startsWith(`${folder}/`));
    return own && matched(own, own.imports, specifier);
  }
  const owner = workspaces.find(({ name }) => name !== "" && specifier.startsWith(`${name}/`));
  return owner && matched(owner, owner.exports, `.${specifier.slice(owner.name.length)}`);
}

function matched(workspace: Workspace, patterns: readonly Pattern[], specifier: string): string | undefined {
  const pattern = patterns.find(({ before, after }) => specifier.startsWith(before) && specifier.endsWith(after));
  if (!pattern) return undefined;
  const middle = specifier.slice(pattern.before.length, specifier.length - pattern.after.length);
  return posix.join(
    workspace.folder,
    pattern.target.replace("*", () => middle),
  );
}
