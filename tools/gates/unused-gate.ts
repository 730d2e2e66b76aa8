import type { Gate, Offence } from "./gate.ts";
import { readJsonOutput, runTool } from "./run-tool.ts";

type Finding = { name: string; line?: number };
type FileFindings = { file: string } & Partial<Record<keyof typeof kinds, Finding[]>>;

const program = "knip/bin/knip.js";
const removeOrUse = "Delete it, or use it where it was meant to be used.";
const kinds = {
  files: ["nothing uses this file", removeOrUse],
  exports: ["nothing imports", "Delete it, or drop `export` if its own file needs it."],
  nsExports: ["nothing imports", "Delete it, or drop `export` if its own file needs it."],
  types: ["nothing imports the type", "Delete it, or drop `export` if its own file needs it."],
  nsTypes: ["nothing imports the type", "Delete it, or drop `export` if its own file needs it."],
  duplicates: ["is exported twice as", "Keep one name."],
  dependencies: ["nothing uses the package", "Remove it from package.json and from the lockfile."],
  devDependencies: ["nothing uses the package", "Remove it from package.json and from the lockfile."],
  unlisted: ["package.json does not list", "Add it to the workspace that imports it, with an exact version."],
  unresolved: ["there is nothing at", "Correct the address of the import."],
  binaries: ["package.json does not bring the program", "Add the package that brings it."],
} as const;

/** No unused files, exports or packages. */
export const unusedGate: Gate = {
  name: "unused",
  separate: true,
  async inspect(tree) {
    const result = await runTool(program, ["--reporter", "json", "--no-progress", "--no-config-hints"], tree.root);
    const report = readJsonOutput(program, result) as { issues: FileFindings[] };
    return report.issues.flatMap((findings) =>
      (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((kind) =>
        (findings[kind] ?? []).flat().map((finding) => toOffence(findings.file, kind, finding)),
      ),
    );
  },
};

function toOffence(file: string, kind: keyof typeof kinds, { name, line }: Finding): Offence {
  const [what, advice] = kinds[kind];
  return {
    where: line === undefined ? file : `${file}:${line}`,
    what: kind === "files" ? what : `${what} ${name}`,
    advice,
  };
}
