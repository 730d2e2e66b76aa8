import { lazy } from "react";
import { loadTexts } from "#platform/i18n/i18n.ts";

/** Hands over what a person holds, in a drawer: `<HandOver accountId onClose />`. */
export const HandOver = lazy(async () => {
  const [{ HandOver }] = await Promise.all([import("./components/hand-over.tsx"), loadTexts(["handOver"])]);
  return { default: HandOver };
});
