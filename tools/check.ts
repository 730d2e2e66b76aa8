import { join } from "node:path";
import { allGates } from "./gates/all-gates.ts";
import type { Gate, Offence } from "./gates/gate.ts";
import { openSourceTree, type SourceTree } from "./gates/source-tree.ts";

const mostShown = 60;
const atOnce = 2;

const names = process.argv.slice(2);
const unknown = names.filter((name) => !allGates.some((gate) => gate.name === name));
if (unknown.length > 0) {
  console.error(`There is no gate ${unknown.join(", ")}. There are: ${allGates.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}
const failed = await check(allGates.filter(({ name }) => names.length === 0 || names.includes(name)));
if (failed.length > 0) {
  console.error(
    `\n${failed.length} of the checks failed: ${failed.join(", ")}. Again alone: npm run check ${failed[0]}`,
  );
}
process.exitCode = failed.length === 0 ? 0 : 1;

async function check(gates: readonly Gate[]): Promise<string[]> {
  const tree = openSourceTree(join(import.meta.dirname, ".."));
  const waiting = [...gates].sort((one, other) => Number(other.separate ?? false) - Number(one.separate ?? false));
  const failures: string[] = [];
  const work = async (): Promise<void> => {
    for (let gate = waiting.shift(); gate; gate = waiting.shift()) {
      if (!(await pass(gate, tree))) failures.push(gate.name);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failures;
}

async function pass(gate: Gate, tree: SourceTree): Promise<boolean> {
  const start = performance.now();
  const offences = await inspect(gate, tree);
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(5);
  if (offences.length === 0) {
    console.log(`ok    ${gate.name.padEnd(14)}${seconds} s`);
    return true;
  }
  console.log(`FAILS ${gate.name.padEnd(14)}${seconds} s  ${offences.length}`);
  tell(offences);
  return false;
}

// A gate that cannot read its input has not passed.
async function inspect(gate: Gate, tree: SourceTree): Promise<readonly Offence[]> {
  try {
    return await gate.inspect(tree);
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    return [{ where: gate.name, what, advice: "The gate could not run: repair what it stumbled over." }];
  }
}

function tell(offences: readonly Offence[]): void {
  for (const [advice, some] of Map.groupBy(offences.slice(0, mostShown), (offence) => offence.advice)) {
    for (const { where, what } of some) console.log(`      ${where}  ${what.replaceAll("\n", " ")}`);
    console.log(`      -> ${advice}`);
  }
  if (offences.length > mostShown) console.log(`      and ${offences.length - mostShown} more`);
}
