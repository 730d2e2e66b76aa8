import type { FileId } from "@homeroom/contract/ids";
import type { PageInfo, PageRow, PageVersion } from "@homeroom/contract/landing-pages";
import { peopleByIds, presentWriting } from "#modules/accounts/public";
import { fileAddress, filesByIds } from "#modules/files/public";
import { itemsByIds } from "#modules/lists/public";
import { branchNames } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { countStuck } from "./intake/queries.ts";
import { countsOf, spendOf } from "./queries/pages.ts";
import { placesOfPages } from "./queries/site.ts";
import type { versionsOf } from "./queries/versions.ts";
import { formOf, type LandingPage, statusOf } from "./rules/landing-page.ts";
import { pagesWithSplit } from "./split/queries.ts";
import { hasFailed } from "./webhook/queries.ts";

/** Pages with the names that they point at and what they brought: a handful of queries, however many there are. */
export async function presentPages(
  platform: Platform,
  tx: Tx,
  { scope, pages, seesSpend }: { scope: Scope; pages: readonly LandingPage[]; seesSpend: boolean },
): Promise<PageRow[]> {
  const people = await peopleByIds(tx, scope, [
    ...new Set(pages.flatMap((one) => [one.created_by ?? [], one.updated_by ?? []].flat())),
  ]);
  const categories = await itemsByIds(tx, scope, [...new Set(pages.flatMap((one) => one.category_id ?? []))]);
  const branches = await branchNames(tx, scope);
  const pageIds = pages.map((one) => one.page_id);
  const counts = await countsOf(tx, scope, pageIds);
  const spends = await spendOf(tx, scope, seesSpend ? pageIds : []);
  const stuck = await countStuck(tx, scope, pageIds);
  const tested = await pagesWithSplit(tx, scope, pageIds);
  const seenAt = pages.map((one) => (one.live_version_id ? { ...one, domain_id: one.published_domain_id } : one));
  const places = await placesOfPages(platform.settings, tx, { scope, pages: seenAt });
  return pages.map((one) => {
    const category = one.category_id && categories.get(one.category_id);
    return {
      recordID: one.page_id,
      name: one.name,
      urlName: one.url_name,
      url: places.get(one.page_id)?.url ?? "",
      theme: one.theme,
      category: category ? { recordID: category.recordID, name: category.name } : null,
      language: one.language,
      branch: { branchID: one.branch_id, name: branches.get(one.branch_id) ?? "" },
      buttonAction: one.button_action,
      publishStatus: statusOf(one),
      publishTime: one.published_at?.toISOString() ?? null,
      urlNameLocked: one.published_at !== null,
      domainID: one.domain_id,
      isSplit: tested.has(one.page_id),
      stuckCount: stuck.get(one.page_id) ?? 0,
      viewCount: counts.get(one.page_id)?.views ?? 0,
      clickCount: counts.get(one.page_id)?.clicks ?? 0,
      leadCount: counts.get(one.page_id)?.leads ?? 0,
      spend: spends.get(one.page_id) ?? [],
      ...presentWriting(one, people),
    };
  });
}

/** One page whole, with where its pictures can be seen. */
export async function presentPage(
  platform: Platform,
  tx: Tx,
  { scope, page, seesSpend }: { scope: Scope; page: LandingPage; seesSpend: boolean },
): Promise<PageInfo | undefined> {
  const [row] = await presentPages(platform, tx, { scope, pages: [page], seesSpend });
  const { branchID: _branch, categoryID: _category, ...form } = formOf(page);
  if (!row) return undefined;
  return {
    ...row,
    ...form,
    webhookFailed: await hasFailed(tx, scope, page.page_id),
    pictures: await picturesOf(platform, tx, { scope, ids: page.picture_ids }),
  };
}

async function picturesOf(platform: Platform, tx: Tx, { scope, ids }: { scope: Scope; ids: readonly FileId[] }) {
  const files = await filesByIds(tx, scope, ids);
  return [...files.values()].flatMap((file) => {
    const url = fileAddress(platform, file);
    return url ? [{ fileID: file.file_id, url, width: file.width ?? 0, height: file.height ?? 0 }] : [];
  });
}

/** The versions of a page for people to choose from. */
export async function presentVersions(
  tx: Tx,
  { scope, page, versions }: { scope: Scope; page: LandingPage; versions: Awaited<ReturnType<typeof versionsOf>> },
): Promise<PageVersion[]> {
  const people = await peopleByIds(tx, scope, [...new Set(versions.flatMap((one) => one.created_by ?? []))]);
  return versions.map((one) => ({
    recordID: one.version_id,
    number: one.number,
    creator: (one.created_by && people.get(one.created_by)?.nickname) ?? "",
    createTime: one.created_at.toISOString(),
    isLive: one.version_id === page.live_version_id,
  }));
}
