import { customLists } from "@homeroom/contract/media";
import { themePicture } from "@homeroom/contract/page-design/choices";
import { itemsOf } from "#modules/lists/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** The landing categories that can be chosen, each with the design of the newest page in it that the scope sees. */
export async function categoryChoices(tx: Tx, scope: Scope) {
  const items = await itemsOf(tx, scope, customLists.landingCategories);
  let newest = tx
    .selectFrom("landing_page")
    .distinctOn("category_id")
    .select(["category_id as categoryId", "theme"])
    .where("organization_id", "=", scope.organizationId)
    .where("category_id", "is not", null)
    .where("deleted_at", "is", null);
  if (scope.branchIds !== null) newest = newest.where("branch_id", "in", [...scope.branchIds]);
  const pages = await newest.orderBy("category_id").orderBy("created_at", "desc").orderBy("page_id").execute();
  const themes = new Map(pages.map(({ categoryId, theme }) => [categoryId, theme]));
  return items
    .filter(({ status, item_id: id }) => status === 1 || themes.has(id))
    .map(({ item_id: value, shownName }) => {
      const theme = themes.get(value);
      return { value, label: shownName, picture: theme ? themePicture(theme) : "" };
    });
}
