import type { Gate } from "./gate.ts";
import { readJsonOutput, runTool } from "./run-tool.ts";

interface FormatReport {
  diagnostics: { message: string; category: string; location?: { path: string; start: { line: number } } }[];
}

const program = "@biomejs/biome/bin/biome";
const args = [
  "check",
  "--linter-enabled=false",
  "--reporter=json",
  "--max-diagnostics=none",
  "--no-errors-on-unmatched",
];

/** Every file is formatted by Biome, with sorted imports. */
export const formatGate: Gate = {
  name: "format",
  separate: true,
  async inspect(tree) {
    const report = readJsonOutput(program, await runTool(program, [...args, "."], tree.root)) as FormatReport;
    return report.diagnostics.map(({ message, location }) => ({
      where: location ? `${location.path}:${location.start.line}` : "biome.json",
      what: message,
      advice: "Run `npm run format`.",
    }));
  },
};
