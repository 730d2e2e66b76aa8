import { lazy } from "react";
import { loadTexts } from "#platform/i18n/i18n.ts";

/** Import, template and export of staff, for the head of their list. */
export const StaffImport = lazy(async () => {
  const [{ StaffImport }] = await Promise.all([import("./components/table-menus.tsx"), loadTexts(["imports"])]);
  return { default: StaffImport };
});

/** Import of leads, for the head of their list. */
export const LeadImport = lazy(async () => {
  const [{ LeadImport }] = await Promise.all([import("./components/lead-import.tsx"), loadTexts(["imports"])]);
  return { default: LeadImport };
});

/** Import, template and export of products, for the head of the catalogue. */
export const ProductImport = lazy(async () => {
  const [{ ProductImport }] = await Promise.all([import("./components/table-menus.tsx"), loadTexts(["imports"])]);
  return { default: ProductImport };
});
