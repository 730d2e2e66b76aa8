import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const contrast = "color-contrast";

/** What axe answers from the page: of violations what and where, of all else how many. */
interface Finding {
  id: string;
  impact: string | null;
  violations: { target: string; summary: string }[];
  passed: number;
  unknown: number;
}

/** What axe finds serious on the page as it stands, by the rules of colours, by all the others or by both. */
export async function seriousFaults(page: Page, rules: "all" | "colours" | "not colours" = "all"): Promise<string[]> {
  // Parsing it takes longer than most rules: once per page is enough.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe);
  const options: RunOptions = {
    reporter: "raw",
    ...(rules === "colours" && { runOnly: [contrast] }),
    ...(rules === "not colours" && { rules: { [contrast]: { enabled: false } } }),
  };
  const findings = await page.evaluate<Finding[]>(`axe.run(document, ${JSON.stringify(options)}).then(${toFindings})`);
  const serious = findings.filter(({ impact }) => impact === "serious" || impact === "critical");
  const faults = serious.flatMap(({ id, violations }) =>
    violations.map(({ target, summary }) => `${id} at ${target}: ${summary}`),
  );
  if (findings.every(({ passed }) => passed === 0)) faults.push("axe found nothing on the page to judge");
  if (rules === "not colours") return faults;
  const { passed = 0, unknown = 0 } = findings.find(({ id }) => id === contrast) ?? {};
  // Something lies over the page that axe cannot look through: then it has proved nothing about colours.
  if (passed <= unknown) faults.push(`${contrast}: ${passed} texts measured, ${unknown} could not be`);
  return faults;
}

/** Runs in the page. Selectors of what passed, thousands of them, would take longer than the rules. */
const toFindings = `(results) => results.map(({ id, violations, passes, incomplete }) => ({
  id,
  impact: violations.map(({ impact }) => impact).find((impact) => impact === "critical" || impact === "serious") ?? null,
  violations: violations.map(({ node, any, all, none }) => ({
    target: [node.selector].flat().join(" "),
    summary: [...any, ...all, ...none].map(({ message }) => message).join(" "),
  })),
  passed: passes.length,
  unknown: incomplete.length,
}))`;
