import { lazy } from "react";
import { loadTexts } from "#platform/i18n/i18n.ts";

/** The progress of the person's bulk changes of leads, on every screen. */
export const LeadBulkStrip = lazy(async () => {
  const [{ BulkStrip }] = await Promise.all([import("./components/bulk/bulk-strip.tsx"), loadTexts(["leads"])]);
  return { default: BulkStrip };
});

export { answerNext } from "./components/beside-next.ts";
export { AskedField, askedFields } from "./components/in-place/asked-field.ts";
export { LeadPanel, prefetchPanel } from "./components/lazy-lead-panel.ts";
export { type LeadSlots, LeadSlotsContext } from "./components/lead-slots.ts";

/** The follow-up of a lead in one narrow column, for screens that show something else of theirs. */
export const LeadFollowUp = lazy(async () => {
  const [{ FollowUp }] = await Promise.all([import("./components/follow/follow-up.tsx"), loadTexts(["leads"])]);
  return { default: FollowUp };
});
