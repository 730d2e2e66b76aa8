import { loadTexts } from "#platform/i18n/i18n.ts";
import { lazyPart } from "#platform/lazy-part.ts";

/** A lead over the right two thirds of a list. The list is there without the panel's fields and phone books. */
export const LeadPanel = lazyPart(async () => {
  const [{ LeadPanel }] = await Promise.all([import("./lead-panel.tsx"), loadTexts(["leads"])]);
  return LeadPanel;
});

/** Loads the panel before it is opened, with what stands on it. What fails is loaded again when it is opened. */
export async function prefetchPanel(): Promise<void> {
  LeadPanel.prefetch();
  await import("./lead-detail.tsx").then(({ prefetchSections }) => prefetchSections()).catch(() => undefined);
}
