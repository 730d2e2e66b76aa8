import { loadTexts } from "#platform/i18n/i18n.ts";
import { lazyPart } from "#platform/lazy-part.ts";

/** A lead over the right two thirds of a list. The list loads without the panel's fields and country data. */
export const LeadPanel = lazyPart(async () => {
  const [{ LeadPanel }] = await Promise.all([import("./lead-panel.tsx"), loadTexts(["leads"])]);
  return LeadPanel;
});

/** Preloads the panel with its parts. A failure is retried when it is opened. */
export async function prefetchPanel(): Promise<void> {
  LeadPanel.prefetch();
  await import("./lead-detail.tsx").then(({ prefetchSections }) => prefetchSections()).catch(() => undefined);
}
