import type { Gate } from "./gate.ts";
import { readJsonOutput, runTool } from "./run-tool.ts";

interface LintReport {
  diagnostics: {
    message: string;
    code?: string;
    help?: string;
    filename: string;
    labels: { span: { line: number } }[];
  }[];
}

const program = "oxlint/bin/oxlint";

/** oxlint with type information, by the rules of .oxlintrc.json. */
export const lintGate: Gate = {
  name: "lint",
  separate: true,
  async inspect(tree) {
    const result = await runTool(program, ["--type-aware", "--format", "json"], tree.root);
    const report = readJsonOutput(program, result) as LintReport;
    return report.diagnostics.map(({ message, code, help, filename, labels }) => ({
      where: `${filename}:${labels[0]?.span.line ?? 1}`,
      what: code === undefined ? message : `${message.trim()} [${code}]`,
      advice: help ?? "Write it the way the rule asks; where that makes it worse, suppress the line with a reason.",
    }));
  },
};
