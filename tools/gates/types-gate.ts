import type { Gate, Offence } from "./gate.ts";
import { runTool } from "./run-tool.ts";
import type { SourceTree } from "./source-tree.ts";

const projects = ["tsconfig.json", "apps/web/tsconfig.json"];
const advice = "Make the types true; a cast or a suppression needs a reason that a reader would accept.";

/** Every TypeScript project compiles. */
export const typesGate: Gate = {
  name: "types",
  separate: true,
  async inspect(tree) {
    const offences: Offence[] = [];
    for (const project of projects.filter((file) => tree.files.includes(file))) {
      offences.push(...(await compile(tree, project)));
    }
    return offences;
  },
};

/** On one thread: several would check the same types twice, and other gates use the other processors. */
async function compile(tree: SourceTree, project: string): Promise<Offence[]> {
  const result = await runTool(
    "typescript/bin/tsc",
    ["-p", project, "--singleThreaded", "--pretty", "false"],
    tree.root,
  );
  const offences = result.stdout.split("\n").flatMap((line) => {
    const error = /^(.+?)\((\d+),\d+\): error (TS\d+: .*)$/.exec(line);
    return error ? [{ where: `${error[1]}:${error[2]}`, what: error[3] ?? "", advice }] : [];
  });
  if (result.code === 0 || offences.length > 0) return offences;
  return [{ where: project, what: (result.stdout + result.stderr).trim(), advice: "Repair the project file." }];
}
