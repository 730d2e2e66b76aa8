import type { RecordId } from "@homeroom/contract/ids";
import { removeFilesByIds } from "#modules/files/public";
import { currentActor } from "#modules/sign-in/public";
import { can } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { isTimeUp, maxTries, pauseWithin, type RunWork, type SliceEnd, type SliceLimit } from "#platform/runs/run";
import type { Platform } from "#platform/server-module";
import { ImageError, type ImageMaker } from "../port.ts";
import { findTask } from "../queries/images.ts";
import type { Image } from "../rules.ts";
import { claimImages, failImages, finishTask, msUntilFree, releaseImage, storeImage } from "../writes/made-images.ts";
import { drawImage } from "./draw-image.ts";

/** The pause before a worker's retry, and the number of attempts for an image. */
export interface MakingPace {
  readonly retryMs: number;
  readonly attempts: number;
}

export const usualPace: MakingPace = { retryMs: 5000, attempts: 4 };

interface Parts {
  platform: Platform;
  maker: ImageMaker | null;
  pace: MakingPace;
}

interface ImageWork extends Parts {
  scope: Scope;
  taskId: RecordId;
  until: SliceLimit;
}

/**
 * Requests a task's images from the provider, all at once. An image is claimed before its request and stored only while it
 * waits, so it is in the library once even after a crash; one with a lost response is requested again.
 */
export function imageWork(parts: Parts): RunWork {
  return async (scope, taskId, until) => {
    const work = { ...parts, scope, taskId, until };
    try {
      return await carryOn(work);
    } catch (error) {
      await inTransaction(parts.platform.db, scope, (tx) => beforeGivingUp(tx, scope, { taskId, error }));
      throw error;
    }
  };
}

async function carryOn(work: ImageWork): Promise<SliceEnd> {
  const { platform, scope, taskId, until, pace } = work;
  for (;;) {
    const claimed = await inTransaction(platform.db, scope, (tx) => nextImages(tx, work));
    if (claimed === "over") return "finished";
    await Promise.all(claimed.map((image) => makeOne(work, image)));
    const wait = await inTransaction(platform.db, scope, async (tx) => {
      await finishTask(tx, scope, taskId);
      return msUntilFree(tx, scope, taskId);
    });
    // A provider may ask for hours.
    if (Date.now() + wait > until.deadline) return { continueAt: new Date(Date.now() + wait) };
    // Another worker's images may be done long before its claims end.
    const pauseMs = claimed.length === 0 ? Math.min(wait, pace.retryMs) : wait;
    if (pauseMs > 0 && !(await pauseWithin(until, pauseMs))) return "unfinished";
    if (isTimeUp(until)) return "unfinished";
  }
}

/** The unclaimed images, with the present rights of the task's person. */
async function nextImages(tx: Tx, { scope, taskId, pace, maker }: ImageWork): Promise<Image[] | "over"> {
  const task = await findTask(tx, scope, taskId, "lock");
  if (task?.state !== "running") return "over";
  const mayMake = can(await currentActor(tx, scope, task.actor), "ad:aimedia:generate");
  if (!mayMake || !maker) {
    await failImages(tx, scope, { taskId, reason: mayMake ? "keyInvalid" : "rightsRevoked" });
    await finishTask(tx, scope, taskId);
    return "over";
  }
  return claimImages(tx, scope, { taskId, attempts: pace.attempts });
}

/** Settles an image, or releases it to be requested again. */
async function makeOne(work: ImageWork, image: Image): Promise<void> {
  const { platform, scope, pace, until } = work;
  try {
    const drawn = await drawImage(work, image, until.signal);
    const isKept = await inTransaction(platform.db, scope, (tx) => storeImage(tx, scope, { image, drawn }));
    if (!isKept) await removeFilesByIds(platform, scope, [drawn.file_id]);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    const { problem } = error;
    const mayTryAgain = problem.passing && image.attempts < pace.attempts;
    await inTransaction(platform.db, scope, (tx) =>
      mayTryAgain
        ? releaseImage(tx, scope, { imageId: image.image_id, waitMs: problem.retryAfterMs ?? pace.retryMs })
        : failImages(tx, scope, { ...problem, taskId: work.taskId, imageId: image.image_id }),
    );
  }
}

/**
 * A run that fails for the last time leaves no image in progress. After a refusal there is no retry:
 * the account of the task's person may be closed.
 */
async function beforeGivingUp(
  tx: Tx,
  scope: Scope,
  { taskId, error }: { taskId: RecordId; error: unknown },
): Promise<void> {
  const task = await findTask(tx, scope, taskId, "lock");
  const refusal = error instanceof AppError ? error.code : null;
  const isLast = refusal !== null || (task !== undefined && task.tries + 1 >= maxTries);
  if (task?.state !== "running" || !isLast) return;
  const reason = refusal === "RUN_RIGHTS_REVOKED" ? "rightsRevoked" : "unavailable";
  await failImages(tx, scope, { taskId, reason });
}
