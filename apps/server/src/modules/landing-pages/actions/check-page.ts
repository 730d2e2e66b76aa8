import type { FileId } from "@homeroom/contract/ids";
import { customLists } from "@homeroom/contract/media";
import { fileById } from "#modules/files/public";
import { lockChannels, lockItems } from "#modules/lists/public";
import { branchById } from "#modules/organizations/public";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError, type FieldFault } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { domainById } from "../domain/queries/domains.ts";
import { picturesInPages } from "../queries/pages.ts";
import { columnsOf, type LandingPage, type PageColumns, type WholeForm } from "../rules/landing-page.ts";
import { canTrack } from "../tracking/queries.ts";

interface Checking {
  actor: Actor;
  scope: Scope;
  form: WholeForm;
  before: LandingPage | null;
}

/**
 * Checks a form against its rules and references. Throws the first fault with all of them by field, and
 * LANDING_LINE_TRACKING_NOT_CONFIGURED for one that starts reporting to a missing LINE tag.
 */
export async function checkPage(tx: Tx, checking: Checking): Promise<PageColumns> {
  const checked = columnsOf(checking.form);
  refuseFaults([
    ...("faults" in checked ? checked.faults : []),
    ...(await placeFaults(tx, checking)),
    ...(await domainFaults(tx, checking)),
    ...(await channelFaults(tx, checking)),
  ]);
  if ("faults" in checked) throw new AppError("FIELD_INVALID");
  const isNew = checking.form.lineTracking && checking.before?.line_tracking !== true;
  if (isNew && !(await canTrack(tx, checking.scope))) {
    refuseFaults([{ field: "lineTracking", name: "LANDING_LINE_TRACKING_NOT_CONFIGURED" }]);
  }
  refuseFaults(await pictureFaults(tx, checking, checked.columns.picture_ids));
  return checked.columns;
}

async function placeFaults(tx: Tx, { scope, form, before }: Checking): Promise<FieldFault[]> {
  const faults: FieldFault[] = [];
  const isWithin = scope.branchIds === null || scope.branchIds.includes(form.branchID);
  const branch = isWithin ? await branchById(tx, scope, form.branchID) : null;
  const isKept = before?.branch_id === form.branchID;
  if (!isKept && branch?.status !== 1) faults.push({ field: "branchID", name: "FIELD_INVALID" });
  if (form.categoryID !== null) {
    const category = (await lockItems(tx, scope, [form.categoryID])).get(form.categoryID);
    if (category?.projectID !== customLists.landingCategories) {
      faults.push({ field: "categoryID", name: "FIELD_INVALID" });
    }
  }
  return faults;
}

async function domainFaults(tx: Tx, { scope, form: { domainID } }: Checking): Promise<FieldFault[]> {
  if (domainID === null || (await domainById(tx, scope, domainID))) return [];
  return [{ field: "domainID", name: "FIELD_INVALID" }];
}

async function channelFaults(tx: Tx, { scope, form }: Checking): Promise<FieldFault[]> {
  const { channelID, secondaryChannelID } = form;
  const named = [channelID, secondaryChannelID].filter((id) => id !== null);
  const known = await lockChannels(tx, scope, named);
  const faults: FieldFault[] = [];
  if (channelID !== null && known.get(channelID)?.parentID !== null) {
    faults.push({ field: "channelID", name: "FIELD_INVALID" });
  }
  if (secondaryChannelID !== null && (channelID === null || known.get(secondaryChannelID)?.parentID !== channelID)) {
    faults.push({ field: "secondaryChannelID", name: "FIELD_INVALID" });
  }
  return faults;
}

/** A picture must be the actor's upload, one of an existing page, or one that this page had: others may not be visible. */
async function pictureFaults(
  tx: Tx,
  { actor, scope, before }: Checking,
  pictures: readonly FileId[],
): Promise<FieldFault[]> {
  const had = new Set([...(before?.picture_ids ?? []), ...(before?.former_picture_ids ?? [])]);
  const added = pictures.filter((id) => !had.has(id));
  if (added.length === 0) return [];
  const known = await picturesInPages(tx, scope, added);
  for (const id of added.filter((one) => !known.has(one))) {
    const file = await fileById(tx, scope, id);
    const isPicture = file?.content_type === "image/png" || file?.content_type === "image/jpeg";
    if (file?.created_by !== actor.accountId || !isPicture || file.storage_key === null) {
      return [{ field: "sections", name: "FIELD_INVALID" }];
    }
  }
  return [];
}
