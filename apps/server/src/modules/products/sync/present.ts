import type { CatalogueSync, SyncItem } from "@homeroom/contract/catalogue-sync";
import { isRefusalName, messageOf } from "@homeroom/contract/errors/catalogue";
import type { Language } from "@homeroom/contract/language";
import { peopleByIds } from "#modules/accounts/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { cataloguesOf, newestSyncs, type SyncItemRow } from "./queries.ts";

/** The newest run of each catalogue, with names. */
export async function presentSyncs(
  tx: Tx,
  scope: Scope,
  language: Language,
): Promise<{ list: CatalogueSync[]; isSetUp: boolean }> {
  const catalogues = await cataloguesOf(tx, scope);
  const runs = await newestSyncs(tx, scope);
  const people = await peopleByIds(tx, scope, [...new Set(runs.map((run) => run.created_by))]);
  const list = runs.map(
    (run): CatalogueSync => ({
      taskID: run.sync_id,
      catalogueID: run.catalogue_id,
      channel: catalogues.find(({ catalogueId }) => catalogueId === run.catalogue_id)?.name ?? "",
      state: run.state,
      total: run.total,
      processed: run.processed,
      listedCount: run.listed,
      removedCount: run.removed,
      failedCount: run.failed,
      message: isRefusalName(run.problem) ? messageOf(run.problem, language) : "",
      detail: run.detail,
      creator: people.get(run.created_by)?.nickname ?? "",
      createTime: run.created_at.toISOString(),
      finishTime: run.finished_at?.toISOString() ?? null,
    }),
  );
  return { list, isSetUp: catalogues.length > 0 };
}

export function presentItem(item: SyncItemRow): SyncItem {
  return {
    recordID: item.product_id,
    retailerID: item.retailer_id,
    name: item.name,
    method: item.method,
    state: item.state,
    reason: item.reason,
    detail: item.detail,
  };
}
