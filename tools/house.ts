import { join } from "node:path";
import { openSourceTree } from "./gates/source-tree.ts";
import { measure } from "./house/measures.ts";
import { countList } from "./new/count-list.ts";

const root = join(import.meta.dirname, "..");
const numbers = new Intl.NumberFormat("en-GB");
const list = await countList(root);
const figures = [
  ...measure(openSourceTree(root)),
  { what: "files of a new list, as npm run new makes it", value: list.files, target: 20 },
  { what: "lines of a new list, as npm run new makes it", value: list.lines, target: 650 },
];

console.log(`${"what is counted".padEnd(66)}${"now".padStart(8)}${"target".padStart(9)}`);
for (const { what, value, target, moreIsBetter } of figures) {
  const reached = moreIsBetter ? value >= target : value <= target;
  const shown = `${numbers.format(value).padStart(8)}${numbers.format(target).padStart(9)}`;
  console.log(`${what.padEnd(66)}${shown}${reached ? "  reached" : ""}`);
}
