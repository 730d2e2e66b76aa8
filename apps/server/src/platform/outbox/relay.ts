import type { OrganizationId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { listen } from "#platform/db/notifications";
import { removeOldRows } from "#platform/db/remove-old-rows";
import { type Database, inSystemTransaction, type SystemTx } from "#platform/db/transaction";
import type { JobRequest } from "#platform/jobs/job";
import type { Jobs } from "#platform/jobs/jobs";
import { hourlyRemoval, type ScheduledWork } from "#platform/jobs/scheduled-work";
import type { Log } from "#platform/log/log";
import type { Reaction, SocketMessage } from "./events.ts";

const batchSize = 500;
/** Only the process that holds this advisory lock publishes, which keeps the order. */
const relayLock = 4_811_001;
const pollMs = 1000;
/** Readers that catch up look back some minutes. */
const isOld = sql`published_at < now() - interval '3 days'`;

interface OutboxRow {
  outbox_id: number;
  organization_id: OrganizationId;
  event: string;
  aggregate_id: string;
  payload: Record<string, unknown>;
  trace_id: string;
}

export interface Relay {
  /** Finishes the current batch and stops publishing. */
  stop(): Promise<void>;
}

/**
 * Publishes the outbox: jobs are enqueued in the transaction that marks the rows, socket messages are sent just
 * before it commits. A crash in between publishes the batch again: at least once, never lost. An event that a reaction
 * cannot read, or whose jobs the queue refuses, does not block others: it is logged, and its row keeps the problem.
 */
export function startRelay(parts: {
  db: Database;
  url: string;
  jobs: Jobs;
  reactions: readonly Reaction[];
  tellSockets: (messages: readonly SocketMessage[]) => void;
  log: Log;
}): Relay {
  const { log } = parts;
  const byEvent = Map.groupBy(parts.reactions, (one) => one.event.name);
  let stopped = false;
  let again = false;
  let running: Promise<void> | null = null;

  const publishAll = async () => {
    do {
      again = false;
      try {
        while (!stopped && (await publishNext(parts, byEvent)) === batchSize);
      } catch (error) {
        log.warn({ reason: (error as Error).message }, "Publishing the outbox failed; trying again");
      }
    } while (again && !stopped);
  };
  const wake = () => {
    if (stopped) return;
    if (running) again = true;
    else running = publishAll().finally(() => (running = null));
  };

  const notifications = listen(parts.url, "outbox", { log, onWake: wake });
  const poll = setInterval(wake, pollMs);
  return {
    async stop() {
      stopped = true;
      clearInterval(poll);
      await notifications.stop();
      await running;
    },
  };
}

/** Removes events that were published long enough ago. */
export function outboxRemoval(db: Database): ScheduledWork {
  return hourlyRemoval("outbox", () => removeOldRows(db, "outbox", isOld));
}

/**
 * The socket messages of everything published in the last `seconds`, in order. Waits for the current batch, so that the
 * answer contains everything published before.
 */
export async function readPublishedMessages(
  db: Database,
  reactions: readonly Reaction[],
  seconds: number,
): Promise<SocketMessage[]> {
  const byEvent = Map.groupBy(reactions, (one) => one.event.name);
  return inSystemTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${relayLock})`.execute(tx);
    const { rows } = await sql<OutboxRow>`
      select outbox_id, organization_id, event, aggregate_id, payload, trace_id
      from outbox where published_at > now() - make_interval(secs => ${seconds}) order by outbox_id`.execute(tx);
    return messagesOf(rows, byEvent);
  });
}

const mostLate = 300;

/**
 * The socket messages of reactions marked `late`, from the last `seconds` and from unpublished events: for a socket of
 * this organisation that was not connected yet. Does not wait for the current batch, whose events still count as
 * unpublished. Null if there are too many.
 */
export async function readLateMessages(
  db: Database,
  reactions: readonly Reaction[],
  { organizationId, seconds }: { organizationId: OrganizationId; seconds: number },
): Promise<SocketMessage[] | null> {
  const late = reactions.filter((one) => one.late);
  const namesOf = (whose: Reaction["late"]) => late.filter((one) => one.late === whose).map(({ event }) => event.name);
  return inSystemTransaction(db, async (tx) => {
    const { rows } = await sql<OutboxRow>`
      select outbox_id, organization_id, event, aggregate_id, payload, trace_id
      from outbox
      where (published_at is null or published_at > now() - make_interval(secs => ${seconds}))
        and (organization_id = ${organizationId} and event = any(${sql.val(namesOf("own"))}::text[])
          or event = any(${sql.val(namesOf("everybody"))}::text[]))
      order by outbox_id limit ${mostLate + 1}`.execute(tx);
    if (rows.length > mostLate) return null;
    const byEvent = Map.groupBy(late, (one) => one.event.name);
    return messagesOf(rows, byEvent);
  });
}

function messagesOf(rows: readonly OutboxRow[], byEvent: Map<string, Reaction[]>): SocketMessage[] {
  const messages: SocketMessage[] = [];
  // Events that a reaction could not read were logged when they were published.
  for (const row of rows) reactTo(row, byEvent, { jobs: [], messages });
  return messages;
}

type Parts = Parameters<typeof startRelay>[0];

/** Publishes a batch; if the queue refuses the jobs of an event, those jobs are left out. */
async function publishNext(parts: Parts, byEvent: Map<string, Reaction[]>): Promise<number> {
  try {
    return await publishBatch(parts, byEvent, enqueueAll);
  } catch (error) {
    if (!isRefusedValue(error)) throw error;
    return publishBatch(parts, byEvent, enqueueOneByOne);
  }
}

type Enqueue = (parts: Parts, tx: SystemTx, asked: readonly AskedJobs[]) => Promise<void>;

interface AskedJobs {
  row: OutboxRow;
  jobs: JobRequest[];
}

async function publishBatch(parts: Parts, byEvent: Map<string, Reaction[]>, enqueue: Enqueue): Promise<number> {
  return inSystemTransaction(parts.db, async (tx) => {
    const lock = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${relayLock}) as got`.execute(tx);
    if (!lock.rows[0]?.got) return 0;
    const rows = await nextRows(tx);
    if (rows.length === 0) return 0;
    const messages: SocketMessage[] = [];
    const asked: AskedJobs[] = [];
    for (const row of rows) {
      const jobs: JobRequest[] = [];
      const problem = reactTo(row, byEvent, { jobs, messages });
      if (problem !== null) await keepProblem(tx, row, { problem, log: parts.log });
      asked.push({ row, jobs });
    }
    await enqueue(parts, tx, asked);
    const ids = rows.map((row) => row.outbox_id);
    await sql`update outbox set published_at = now() where outbox_id = any(${sql.val(ids)}::bigint[])`.execute(tx);
    parts.tellSockets(messages);
    return rows.length;
  });
}

async function enqueueAll({ jobs: queue }: Parts, tx: SystemTx, asked: readonly AskedJobs[]): Promise<void> {
  await queue.enqueue(
    asked.flatMap(({ jobs }) => jobs),
    tx,
  );
}

/** In the order of the events. If an event's jobs are refused, its row keeps the reason. */
async function enqueueOneByOne({ jobs: queue, log }: Parts, tx: SystemTx, asked: readonly AskedJobs[]): Promise<void> {
  for (const { row, jobs } of asked) {
    if (jobs.length === 0) continue;
    await sql`savepoint enqueueing`.execute(tx);
    try {
      await queue.enqueue(jobs, tx);
    } catch (error) {
      if (!isRefusedValue(error)) throw error;
      await sql`rollback to savepoint enqueueing`.execute(tx);
      await keepProblem(tx, row, { problem: error.message.slice(0, 500), log });
    }
    await sql`release savepoint enqueueing`.execute(tx);
  }
}

/** Whether the database refuses the value itself (SQLSTATE classes 22, 23 and 54): retrying would not help. */
function isRefusedValue(error: unknown): error is Error {
  return error instanceof Error && "code" in error && /^(?:22|23|54)...$/.test(String(error.code));
}

async function nextRows(tx: SystemTx): Promise<OutboxRow[]> {
  const found = await sql<OutboxRow>`
    select outbox_id, organization_id, event, aggregate_id, payload, trace_id
    from outbox where published_at is null order by outbox_id limit ${batchSize}`.execute(tx);
  return found.rows;
}

async function keepProblem(tx: SystemTx, row: OutboxRow, { problem, log }: { problem: string; log: Log }) {
  const { outbox_id: outboxId, event, trace_id: eventTrace } = row;
  log.error({ outboxId, event, eventTrace, problem }, "An event could not be published whole");
  await sql`update outbox set problem = ${problem} where outbox_id = ${outboxId}`.execute(tx);
}

interface ReactionResults {
  jobs: JobRequest[];
  messages: SocketMessage[];
}

/** Collects the effects of an event. Returns the problem of the reactions that failed, or null. */
function reactTo(row: OutboxRow, byEvent: Map<string, Reaction[]>, into: ReactionResults): string | null {
  const problems: string[] = [];
  for (const one of byEvent.get(row.event) ?? []) {
    try {
      react(one, row, into);
    } catch (error) {
      problems.push(error instanceof Error ? error.message : "unknown");
    }
  }
  return problems.length === 0 ? null : problems.join("; ").slice(0, 500);
}

function react(one: Reaction, row: OutboxRow, into: ReactionResults): void {
  const meta = { organizationId: row.organization_id, aggregateId: row.aggregate_id, traceId: row.trace_id };
  const payload = one.event.payload.parse(row.payload);
  const jobs = one.jobs?.(payload, meta) ?? [];
  const messages = one.sockets?.(payload, meta) ?? [];
  into.jobs.push(...jobs);
  into.messages.push(...messages);
}
