import { hourlyRemoval } from "#platform/jobs/scheduled-work";
import { runParts } from "#platform/runs/run";
import type { Platform, ServerModule } from "#platform/server-module";
import { importRun, importWork } from "./actions/carry-on-import.ts";
import type { Imports } from "./actions/imports.ts";
import { removeOldImports } from "./actions/remove-old-imports.ts";
import type { ImportKind } from "./port.ts";
import { bindImportRoutes } from "./routes.ts";

export { importFinished } from "./events.ts";
export type {
  BatchPlace,
  ImportedRecord,
  ImportFault,
  ImportField,
  ImportKind,
  ImportRemark,
  ImportRequest,
  ImportTemplate,
  ImportWriter,
  ReadRow,
  UndoneRecord,
  WrittenRow,
} from "./port.ts";

/** Imports of tables: reading, mapping, dry run, import and undo. Each kind of record belongs to its module. */
export function importsModule(platform: Platform, kinds: readonly ImportKind[]): ServerModule {
  const imports: Imports = { platform, kinds };
  return {
    name: "imports",
    routes: (bind) => bindImportRoutes(bind, imports),
    ...runParts(platform, importRun, importWork(imports)),
    schedule: [hourlyRemoval("imports", () => removeOldImports(platform))],
  };
}
