import { lazy } from "react";
import { loadTexts } from "#platform/i18n/i18n.ts";

/** How far one's bulk changes of leads are, on every screen. */
export const LeadBulkStrip = lazy(async () => {
  const [{ BulkStrip }] = await Promise.all([import("./components/bulk/bulk-strip.tsx"), loadTexts(["leads"])]);
  return { default: BulkStrip };
});

export { answerNext } from "./components/beside-next.ts";
export { AskedField, askedFields } from "./components/in-place/asked-field.ts";
export { LeadPanel, prefetchPanel } from "./components/lazy-lead-panel.ts";
export { type LeadSlots, LeadSlotsContext } from "./components/lead-slots.ts";

/** What is done with a lead, in one narrow column beside something else of theirs. */
export const LeadFollowUp = lazy(async () => {
  const [{ FollowUp }] = await Promise.all([import("./components/follow/follow-up.tsx"), loadTexts(["leads"])]);
  return { default: FollowUp };
});
