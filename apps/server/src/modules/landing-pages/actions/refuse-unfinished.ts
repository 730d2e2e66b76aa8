import { customLists } from "@homeroom/contract/media";
import { itemsOf } from "#modules/lists/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import type { LandingPage } from "../rules/landing-page.ts";
import { canTrack } from "../tracking/queries.ts";

const on = 1;

/** Throws LANDING_LINE_TRACKING_NOT_CONFIGURED for a page that reports to a missing LINE tag: its reports would be lost. */
export async function refuseUntracked(tx: Tx, scope: Scope, page: Pick<LandingPage, "line_tracking">): Promise<void> {
  if (page.line_tracking && !(await canTrack(tx, scope))) throw new AppError("LANDING_LINE_TRACKING_NOT_CONFIGURED");
}

/**
 * Throws what `refuseUntracked` throws, and LANDING_TRACKING_CODE_REQUIRED and LANDING_CATEGORY_REQUIRED, by field, for one
 * that is not ready for visitors. A category is required if the organisation has any.
 */
export async function refuseUnfinished(tx: Tx, scope: Scope, page: LandingPage): Promise<void> {
  await refuseUntracked(tx, scope, page);
  const categories = page.category_id === null ? await itemsOf(tx, scope, customLists.landingCategories) : [];
  const lacksCategory = categories.some(({ status }) => status === on);
  refuseFaults([
    ...(page.tracking_code.trim() === ""
      ? [{ field: "trackingCode", name: "LANDING_TRACKING_CODE_REQUIRED" as const }]
      : []),
    ...(lacksCategory ? [{ field: "categoryID", name: "LANDING_CATEGORY_REQUIRED" as const }] : []),
  ]);
}
