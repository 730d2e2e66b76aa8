import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const contrast = "color-contrast";

/** A result of axe from the page: the violations with their places, and how many elements passed or are unknown. */
interface Finding {
  id: string;
  impact: string | null;
  violations: { target: string; summary: string }[];
  passed: number;
  unknown: number;
}

/** Serious faults that axe finds on the current page, by the colour rules, by all other rules or by both. */
export async function seriousFaults(page: Page, rules: "all" | "colours" | "not colours" = "all"): Promise<string[]> {
  // Parsed once per page, since parsing takes longer than most rules.
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
  // An overlay that axe cannot see through hides the page: then nothing is proved about its colours.
  if (passed <= unknown) faults.push(`${contrast}: ${passed} texts measured, ${unknown} could not be`);
  return faults;
}

/** Runs in the page. Returns no selectors of passes: there are thousands, which would take longer than the rules. */
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
