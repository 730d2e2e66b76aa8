import type { LineTrackingProblem } from "@homeroom/contract/line-tracking";
import { sql } from "kysely";
import { organizationScope, type Scope } from "#platform/db/scope";
import { inSystemTransaction, inTransaction } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { type LineConversion, type LineTracker, LineTrackingFailure } from "../../port.ts";
import { pagesOrigin } from "../../rules/addresses.ts";
import { type DueEvent, dueEvents, type StoredTracking } from "../queries.ts";

type Parts = Pick<Platform, "db" | "secrets" | "log" | "settings">;

/** After this time other processes take over the organisation of a dead process. */
const leaseMs = 5 * 60_000;
const everyMs = 60_000;
/** One bad event makes LINE drop the whole batch, so batches are small. */
const maxAtOnce = 100;
const maxAttempts = 10;
const longestRestMs = 6 * 3_600_000;
/** LINE attributes a conversion by its name. */
const names = { press: "Contact", form: "Lead" } as const;

/** Sends the conversions of the organisation that is due longest; answers whether another may be due. */
export async function sendNextTracked(parts: Parts, tracker: LineTracker, now = new Date()): Promise<boolean> {
  const setting = await claimSetting(parts.db, now);
  if (!setting) return false;
  const scope = organizationScope(setting.organization_id);
  const events = await inTransaction(parts.db, scope, (tx) => dueEvents(tx, scope, { now, limit: maxAtOnce }));
  const problem = await sendAll(parts, tracker, { scope, setting, events, now });
  const restMs = events.length === maxAtOnce && problem === null ? 0 : everyMs;
  await inTransaction(parts.db, scope, (tx) =>
    tx
      .updateTable("line_tracking_setting")
      .set({ problem, due_at: new Date(now.getTime() + restMs) })
      .where("organization_id", "=", scope.organizationId)
      // A setting saved meanwhile keeps its own due time.
      .where("version", "=", setting.version)
      .execute(),
  );
  return true;
}

function claimSetting(db: Platform["db"], now: Date): Promise<StoredTracking | undefined> {
  return inSystemTransaction(db, async (tx) => {
    const { rows } = await sql<StoredTracking>`
      with due as materialized (
        select organization_id from line_tracking_setting where status = 1 and due_at <= ${now}
        order by due_at limit 1 for update skip locked)
      update line_tracking_setting setting set due_at = ${new Date(now.getTime() + leaseMs)} from due
      where setting.organization_id = due.organization_id returning setting.*`.execute(tx);
    return rows[0];
  });
}

interface EventBatch {
  scope: Scope;
  setting: StoredTracking;
  events: readonly DueEvent[];
  now: Date;
}

/** Sends events, those of each LINE account in a call of their own; answers what keeps LINE from taking any, or null. */
async function sendAll(parts: Parts, tracker: LineTracker, work: EventBatch): Promise<LineTrackingProblem | null> {
  if (work.events.length === 0) return work.setting.problem;
  for (const events of Map.groupBy(work.events, ({ lineChannel }) => lineChannel).values()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, until the key itself is refused
    const problem = await send(parts, tracker, { ...work, events });
    if (problem !== null) return problem;
  }
  return null;
}

/** Sends events of one account and stores how that went; answers what keeps LINE from taking any, or null. */
async function send(parts: Parts, tracker: LineTracker, work: EventBatch): Promise<LineTrackingProblem | null> {
  const { scope, setting, events } = work;
  const channel = events[0]?.lineChannel ?? "";
  const tag = { tagId: setting.tag_id, token: parts.secrets.open(setting.secrets)["token"] ?? "", channel };
  try {
    await tracker.send(
      tag,
      events.map((event) => conversionOf(event, pagesOrigin(parts.settings))),
    );
    await store(parts, work, { state: "sent", detail: "" });
    return null;
  } catch (error) {
    if (!(error instanceof LineTrackingFailure)) throw error;
    const { reason, message } = error;
    parts.log.warn({ organizationId: scope.organizationId, reason }, "Conversions were not taken by LINE");
    if (reason !== "refused") {
      await delay(parts, work, { reason, detail: message });
      return reason;
    }
    if (events.length === 1) {
      await store(parts, work, { state: "failed", detail: message });
      return null;
    }
  }
  // One of them is refused: each goes alone.
  for (const event of events) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, until the key itself is refused
    const problem = await send(parts, tracker, { ...work, events: [event] });
    if (problem !== null) return problem;
  }
  return null;
}

function conversionOf({ eventId, kind, ...event }: DueEvent, url: string): LineConversion {
  const { at, click, phoneHash, emailHash, lineUser } = event;
  return { key: eventId, name: names[kind], at, click, phoneHash, emailHash, lineUser, url };
}

async function store(
  { db }: Parts,
  { scope, events }: EventBatch,
  { state, detail }: { state: "sent" | "failed"; detail: string },
): Promise<void> {
  await inTransaction(db, scope, (tx) =>
    sql`
      update line_tracking_event set state = ${state}, detail = ${detail.slice(0, 300)}, attempts = attempts + 1
      where organization_id = ${scope.organizationId} and event_id = any(${idsOf(events)}::uuid[])`.execute(tx),
  );
}

/**
 * Tries events again later, each after a time that grows with its own attempts, until it has had its last one; with a key that
 * is not valid nothing is lost.
 */
async function delay(
  { db }: Parts,
  { scope, events, now }: EventBatch,
  { reason, detail }: { reason: LineTrackingProblem; detail: string },
): Promise<void> {
  const isOver = sql`${reason === "unavailable"} and attempts + 1 >= ${maxAttempts}`;
  const restMs = sql`least(${everyMs} * power(2, attempts), ${longestRestMs})`;
  await inTransaction(db, scope, (tx) =>
    sql`
      update line_tracking_event set state = case when ${isOver} then 'failed' else 'waiting' end,
        detail = ${detail.slice(0, 300)}, due_at = ${now}::timestamptz + ${restMs} * interval '1 millisecond',
        attempts = attempts + 1
      where organization_id = ${scope.organizationId} and event_id = any(${idsOf(events)}::uuid[])`.execute(tx),
  );
}

function idsOf(events: readonly DueEvent[]) {
  return sql.val(events.map(({ eventId }) => eventId));
}
