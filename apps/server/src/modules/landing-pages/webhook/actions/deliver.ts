import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import type { Actor } from "#platform/auth/actor";
import { removeOldRows } from "#platform/db/remove-old-rows";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import type { Platform } from "#platform/server-module";
import { deliveryDue } from "../../events.ts";
import { reachPages } from "../../policy.ts";
import { loadPage } from "../../queries/pages.ts";
import { loadDelivery, lockDelivery } from "../queries.ts";
import { nextWaitMs, signedHeaders, signingKey } from "../rules/signature.ts";
import { callWebhook } from "./call-webhook.ts";

/** Queues a body for a page's webhook, in the transaction of the change that it reports. */
export async function queueDelivery(
  tx: Tx,
  scope: Scope,
  { pageId, facts }: { pageId: RecordId; facts: Record<string, unknown> },
): Promise<void> {
  const deliveryId = v7() as RecordId;
  await tx
    .insertInto("landing_delivery")
    .values({
      organization_id: scope.organizationId,
      delivery_id: deliveryId,
      page_id: pageId,
      body: JSON.stringify(facts),
      next_at: new Date(),
    })
    .execute();
  await announce(tx, scope, deliveryId, new Date());
}

/** The same time as for the form itself. */
const keepDays = 30;

/**
 * Removes old deliveries with what visitors wrote in them. All attempts are over in a day: one that still waits belongs to a page
 * that has no webhook any more. Answers whether there may be more.
 */
export function removeOldDeliveries(db: Database): Promise<boolean> {
  const isOld = sql`created_at < now() - make_interval(days => ${keepDays})`;
  return removeOldRows(db, "landing_delivery", isOld);
}

/** Schedules an attempt of a delivery. */
export async function announce(tx: Tx, { organizationId }: Scope, deliveryId: RecordId, at: Date): Promise<void> {
  const payload = { deliveryId, at: at.toISOString() };
  await emit(tx, deliveryDue, { organizationId, aggregateId: deliveryId, payload });
}

/**
 * Calls a page's webhook with a waiting delivery. A failure is retried with growing delays and given up after the
 * sixth attempt. A receiver may get a delivery twice after an interruption; its id is then the same.
 */
export async function deliver(platform: Platform, scope: Scope, deliveryId: RecordId): Promise<void> {
  const { db, secrets, settings } = platform;
  const waiting = await inTransaction(db, scope, (tx) => loadDelivery(tx, scope, deliveryId));
  if (waiting?.state !== "waiting" || waiting.url === "") return;
  const { body, pageId, url, attempts } = waiting;
  const headers = signedHeaders(signingKey(secrets, pageId), { body, deliveryId, now: Date.now() });
  const { status, problem } = await callWebhook(url, { body, headers, serving: settings.serving });
  const isDone = status !== null && status >= 200 && status < 300;
  await inTransaction(db, scope, async (tx) => {
    const held = await lockDelivery(tx, scope, deliveryId);
    if (held?.state !== "waiting" || held.attempts !== attempts) return;
    const wait = isDone ? null : nextWaitMs(attempts + 1);
    const next = wait === null ? null : new Date(Date.now() + wait);
    const ended = isDone ? "done" : "failed";
    await tx
      .updateTable("landing_delivery")
      .set({ state: next ? "waiting" : ended, attempts: attempts + 1, status, problem, next_at: next })
      .where("organization_id", "=", scope.organizationId)
      .where("delivery_id", "=", deliveryId)
      .execute();
    if (next) await announce(tx, scope, deliveryId, next);
  });
}

/** Sends a delivery again, as if for the first time; one that waits is sent at once. Throws NOT_FOUND. */
export function replayDelivery(db: Database, actor: Actor, deliveryId: RecordId): Promise<void> {
  const scope = reachPages(actor, "ad:landing:edit");
  return inTransaction(db, scope, async (tx) => {
    const held = await lockDelivery(tx, scope, deliveryId);
    if (!held) throw new AppError("NOT_FOUND");
    await loadPage(tx, scope, held.pageId);
    const now = new Date();
    await tx
      .updateTable("landing_delivery")
      .set({ state: "waiting", attempts: 0, next_at: now })
      .where("organization_id", "=", scope.organizationId)
      .where("delivery_id", "=", deliveryId)
      .execute();
    await announce(tx, scope, deliveryId, now);
  });
}
