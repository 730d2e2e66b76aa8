import { join } from "node:path";
import { openSourceTree } from "./gates/source-tree.ts";
import { measure } from "./house/measures.ts";

const numbers = new Intl.NumberFormat("en-GB");

console.log(`${"what is counted".padEnd(66)}${"now".padStart(8)}${"target".padStart(9)}`);
for (const { what, value, target, moreIsBetter } of measure(openSourceTree(join(import.meta.dirname, "..")))) {
  const reached = moreIsBetter ? value >= target : value <= target;
  const figures = `${numbers.format(value).padStart(8)}${numbers.format(target).padStart(9)}`;
  console.log(`${what.padEnd(66)}${figures}${reached ? "  reached" : ""}`);
}
