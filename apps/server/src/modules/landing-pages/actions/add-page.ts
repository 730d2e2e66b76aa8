import { RecordId } from "@homeroom/contract/ids";
import { type AddPageForm, landingLimits } from "@homeroom/contract/landing-pages";
import { customLists } from "@homeroom/contract/media";
import { sectionsOfTemplate, templateCategories } from "@homeroom/contract/page-design/templates";
import { sql } from "kysely";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { itemsOf } from "#modules/lists/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId, takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { reachPages } from "../policy.ts";
import { countPages, loadPage, lockAnyPage } from "../queries/pages.ts";
import { auditFields } from "../rules/landing-page.ts";
import { checkPage } from "./check-page.ts";
import { refusingTakenNames } from "./refuse-taken-names.ts";

/**
 * Creates a page as a draft. Repeated with the same proposed id it returns the page made the first time. Throws
 * LANDING_NAME_TAKEN, LANDING_LINK_NAME_EXISTS, FIELD_INVALID by field and SETTING_LIMIT_REACHED.
 */
export async function addPage(db: Database, actor: Actor, form: AddPageForm): Promise<{ recordID: RecordId }> {
  const scope = reachPages(actor, "ad:landing:add");
  const pageId = form.recordID ?? RecordId.parse(v7());
  await refusingTakenId(takenId("recordID"), () =>
    refusingTakenNames(() =>
      inTransaction(db, scope, async (tx) => {
        await lockPages(tx, scope);
        const known = await lockAnyPage(tx, sharedScope(actor), pageId);
        const isOutOfReach = known && scope.branchIds?.includes(known.branch_id) === false;
        if (known?.deleted_at || isOutOfReach) throw takenId("recordID");
        if (!known) await insertPage(tx, { actor, scope, form, pageId });
      }),
    ),
  );
  return { recordID: pageId };
}

async function insertPage(
  tx: Tx,
  { actor, scope, form, pageId }: { actor: Actor; scope: Scope; form: AddPageForm; pageId: RecordId },
): Promise<void> {
  if ((await countPages(tx, scope)) >= landingLimits.pages) throw new AppError("SETTING_LIMIT_REACHED");
  const like = form.likeID ? await loadPage(tx, scope, form.likeID) : null;
  const columns = await checkPage(tx, {
    actor,
    scope,
    form: {
      ...form,
      branchID: form.branchID ?? actor.branchId,
      sections: form.sections ?? like?.sections ?? sectionsOfTemplate(form.template, form.language),
      categoryID: form.categoryID ?? (like ? like.category_id : await usualCategory(tx, scope, form)),
    },
    before: null,
  });
  await tx
    .insertInto("landing_page")
    .values({
      ...columns,
      organization_id: scope.organizationId,
      page_id: pageId,
      created_by: actor.accountId,
      updated_by: actor.accountId,
    })
    .execute();
  await recordChange(tx, actor, {
    module: "landing",
    action: "created",
    subject: { type: "landing", id: pageId, name: columns.name },
    after: auditFields(columns),
  });
}

/** Pages are added one at a time, so that concurrent calls cannot exceed the limit or add a page twice. */
async function lockPages(tx: Tx, scope: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.organizationId} landing`}, 7062))`.execute(tx);
}

/** The category of the template; null if the organisation has deleted it or switched it off. */
async function usualCategory(tx: Tx, scope: Scope, { template }: AddPageForm): Promise<RecordId | null> {
  const items = await itemsOf(tx, scope, customLists.landingCategories);
  return items.find(({ code, status }) => code === templateCategories[template] && status === 1)?.item_id ?? null;
}
