import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** What axe finds serious on the page as it stands: rule, place and what is wrong. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // Our pages have no frames: the rules run in the page itself, without a second one to put the results together.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"], elementRef: false });
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return serious.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}
