import { loadTexts } from "#platform/i18n/i18n.ts";
import { lazyPart } from "#platform/lazy-part.ts";

/** A lead's path from ads and pages to its sale, for its card. */
export const LeadPathSection = lazyPart(async () => {
  const [{ LeadPathSection: Loaded }] = await Promise.all([
    import("./components/lead-path.tsx"),
    loadTexts(["campaigns"]),
  ]);
  return Loaded;
});
