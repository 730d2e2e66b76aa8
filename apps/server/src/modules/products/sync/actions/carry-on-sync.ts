import type { RecordId } from "@homeroom/contract/ids";
import { recordChange } from "#modules/audit/public";
import { type ChannelAccess, ProviderFailure } from "#modules/inbox/public";
import { currentActor } from "#modules/sign-in/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { defineRun, isTimeUp, pauseWithin, type RunWork, type SliceEnd, type SliceLimit } from "#platform/runs/run";
import type { Platform } from "#platform/server-module";
import type { CatalogueKeeper } from "../../port.ts";
import { findSync, type SyncRun } from "../queries.ts";
import { openHandles, storeResult, storeSent, syncFigures } from "../writes/store-results.ts";
import { accessFor, takeBatch } from "./take-batch.ts";

export const syncRun = defineRun("carry-on-catalogue-sync", { table: "product_sync", id: "sync_id" });

/** The interval of queries for Meta's progress, and their longest duration. */
export interface SyncPace {
  readonly pollMs: number;
  readonly giveUpMs: number;
}

export const usualPace: SyncPace = { pollMs: 3000, giveUpMs: 60 * 60_000 };

interface Parts {
  platform: Platform;
  keeper: CatalogueKeeper;
  pace: SyncPace;
}

interface SyncWork extends Parts {
  scope: Scope;
  syncId: RecordId;
  until: SliceLimit;
}

/**
 * Submits changes to Meta in batches and polls until all have an outcome. An interrupted batch is
 * submitted again, which is idempotent. Calls are made between transactions, each of which loads the run and the
 * rights of its person again.
 */
export function syncWork(parts: Parts): RunWork {
  return async (scope, syncId, until) => {
    const work = { ...parts, scope, syncId, until };
    try {
      return await carryOn(work);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      return afterFailure(work, error);
    }
  };
}

async function carryOn(work: SyncWork): Promise<SliceEnd> {
  const { platform, scope, syncId, until } = work;
  for (;;) {
    const run = await inTransaction(platform.db, scope, (tx) => findSync(tx, scope, syncId));
    if (run?.state !== "running") return "finished";
    const access = await inTransaction(platform.db, scope, (tx) => accessFor(tx, platform.secrets, { scope, run }));
    const progress = (await sendBatch(work, run, access)) ? "more" : await askForResults(work, run, access);
    if (progress === "over") {
      await inTransaction(platform.db, scope, (tx) => finish(tx, scope, syncId));
      return "finished";
    }
    if (progress === "waits" && !(await pauseWithin(until, work.pace.pollMs))) return "unfinished";
    if (isTimeUp(until)) return "unfinished";
  }
}

/** Returns whether there was a batch to submit. */
async function sendBatch(
  { platform, keeper, scope, syncId }: SyncWork,
  run: SyncRun,
  access: ChannelAccess,
): Promise<boolean> {
  const batch = await inTransaction(platform.db, scope, (tx) => takeBatch(tx, platform, { scope, syncId }));
  if (batch === null) return false;
  if (batch.requests.length === 0) return true;
  const answer = await keeper.submit(access, run.catalogue_id, batch.requests);
  await inTransaction(platform.db, scope, (tx) => storeSent(tx, scope, { syncId, batch, ...answer }));
  return true;
}

async function askForResults(work: SyncWork, run: SyncRun, access: ChannelAccess): Promise<"more" | "waits" | "over"> {
  const { platform, keeper, scope, syncId, pace } = work;
  const handles = await inTransaction(platform.db, scope, (tx) => openHandles(tx, scope, syncId));
  if (handles.length === 0) return "over";
  let answered = 0;
  for (const { handle, sentAt } of handles) {
    const refused = await keeper.resultOf(access, run.catalogue_id, handle);
    const tooLate = refused === null && Date.now() - sentAt.getTime() > pace.giveUpMs;
    if (refused === null && !tooLate) continue;
    answered += 1;
    await inTransaction(platform.db, scope, (tx) => storeResult(tx, scope, { syncId, handle, refused }));
  }
  return answered > 0 ? "more" : "waits";
}

/** Meta requests a pause, refuses the access, or could not be reached; the run's job retries. */
async function afterFailure(work: SyncWork, { error }: ProviderFailure): Promise<SliceEnd> {
  const { platform, scope, syncId } = work;
  if (error.class === "rate-limited") {
    await pauseWithin(work.until, error.retryAfterMs ?? work.pace.pollMs * 5);
    return "unfinished";
  }
  await inTransaction(platform.db, scope, (tx) =>
    tx
      .updateTable("product_sync")
      .set({ detail: error.detail.slice(0, 500) })
      .where("organization_id", "=", scope.organizationId)
      .where("sync_id", "=", syncId)
      .execute(),
  );
  if (error.class === "retryable") throw new ProviderFailure(error);
  throw new AppError("CATALOG_SYNC_REFUSED");
}

async function finish(tx: Tx, scope: Scope, syncId: RecordId): Promise<void> {
  const run = await findSync(tx, scope, syncId, "lock");
  if (run?.state !== "running") return;
  await tx
    .updateTable("product_sync")
    .set({ state: "done", problem: "", detail: "", finished_at: new Date() })
    .where("organization_id", "=", scope.organizationId)
    .where("sync_id", "=", syncId)
    .execute();
  const { listed, removed, failed } = await syncFigures(tx, scope, syncId);
  if (listed + removed + failed === 0) return;
  await recordChange(tx, await currentActor(tx, scope, run.actor), {
    module: "product",
    action: "catalogueSynced",
    subject: { type: "product", id: "", name: run.catalogue_id },
    after: { listed, removed, failed },
  });
}
