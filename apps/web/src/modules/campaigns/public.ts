import { lazy } from "react";
import { loadTexts } from "#platform/i18n/i18n.ts";

/** The way of a lead from ads and pages to its sale, on its card. */
export const LeadPathSection = lazy(async () => {
  const [{ LeadPathSection: Loaded }] = await Promise.all([
    import("./components/lead-path.tsx"),
    loadTexts(["campaigns"]),
  ]);
  return { default: Loaded };
});
