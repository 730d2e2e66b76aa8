import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** What axe finds serious on the page as it stands, by all of its rules or by some: rule, place and what is wrong. */
export async function seriousFaults(page: Page, rules?: string[]): Promise<string[]> {
  // Our pages have no frames: the rules run in the page itself, without a second one to put the results together.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations, passes, incomplete } = await (rules ? axe.withRules(rules) : axe).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const faults = serious.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
  const [measured, unknown] = [contrastsIn(passes), contrastsIn(incomplete)];
  // Something lies over the page that axe cannot look through: then it has proved nothing about colours.
  if (measured <= unknown) faults.push(`color-contrast: ${measured} texts measured, ${unknown} could not be`);
  return faults;
}

function contrastsIn(results: readonly { id: string; nodes: readonly unknown[] }[]): number {
  return results.find(({ id }) => id === "color-contrast")?.nodes.length ?? 0;
}
