/** The part of the repository that a file belongs to; `unit` is the module, the integration or the workspace. */
export interface FilePlace {
  kind:
    | "server app"
    | "server module"
    | "integration"
    | "server platform"
    | "web app"
    | "web module"
    | "web ui"
    | "web platform"
    | "contract"
    | "database"
    | "sandbox"
    | "around";
  unit: string;
  /** The path inside the unit. */
  inside: string;
}

const places: readonly (readonly [prefix: string, kind: FilePlace["kind"], hasUnits?: boolean])[] = [
  ["apps/server/src/modules/", "server module", true],
  ["apps/server/src/integrations/", "integration", true],
  ["apps/server/src/platform/", "server platform"],
  ["apps/server/src/", "server app"],
  ["apps/web/src/modules/", "web module", true],
  ["apps/web/src/app/", "web app"],
  ["apps/web/src/ui/", "web ui"],
  ["apps/web/src/platform/", "web platform"],
  ["apps/web/src/", "web app"],
  ["apps/sandbox/", "sandbox"],
  ["packages/contract/", "contract"],
  ["database/", "database"],
];

/** The place of a file; tools, tests, benchmarks and settings files are around the product. */
export function placeOf(file: string): FilePlace {
  for (const [prefix, kind, hasUnits] of places) {
    if (!file.startsWith(prefix)) continue;
    const rest = file.slice(prefix.length);
    if (!hasUnits) return { kind, unit: kind, inside: rest };
    const slash = rest.indexOf("/");
    if (slash > 0) return { kind, unit: rest.slice(0, slash), inside: rest.slice(slash + 1) };
  }
  return { kind: "around", unit: "around", inside: file };
}
