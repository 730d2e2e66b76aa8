import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { isDatabaseAway, isStatementTimeout } from "#platform/db/failures";
import type { Log } from "#platform/log/log";

/** Publishes messages on a channel of PostgreSQL, in order. */
export interface Publisher {
  /** Queues one message; never waits and never throws. */
  publish(message: string): void;
  /** Whether the last attempt failed and messages are queued. */
  isFailing(): boolean;
  /** Publishes what is queued if the database answers in time, and drops the rest. */
  close(): Promise<void>;
}

/** PostgreSQL refuses notifications of 8000 bytes and more. */
const maxPayloadLength = 7900;
const maxBatchSize = 500;
const longestQueue = 20_000;
const retryAfterMs = 500;
const closeWithinMs = 1000;
/** Prefix of a notification that names a stored message instead of containing one. */
const storedPrefix = "#";

/**
 * Messages queued during a round trip are sent together in the next statement: at some hundred messages a second the round
 * trips are the cost. A batch that fails because the database is unavailable is retried until it is published, so a message may
 * arrive twice. Of equal messages in one batch PostgreSQL delivers one.
 */
export function createPublisher(pool: Pool, channel: string, log: Log): Publisher {
  const queue: string[] = [];
  let sending: Promise<void> | null = null;
  let failing = false;
  let closing = false;

  async function sendAll(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, maxBatchSize);
      const problem = await notifyAll(pool, channel, batch).catch((error: Error) => error);
      if (problem && (isDatabaseAway(problem) || isStatementTimeout(problem))) {
        if (!failing) log.warn({ reason: problem.message }, "Publishing to the other processes failed; retrying");
        failing = true;
        if (closing) return;
        await sleep(retryAfterMs);
        continue;
      }
      if (problem) log.error({ err: problem }, "PostgreSQL refused messages for the other processes");
      failing = false;
      queue.splice(0, batch.length);
    }
  }

  return {
    publish(message) {
      if (closing) return;
      if (queue.length >= longestQueue) queue.shift();
      queue.push(message);
      sending ??= sendAll().finally(() => (sending = null));
    },
    isFailing: () => failing,
    async close() {
      closing = true;
      await Promise.race([sending, sleep(closeWithinMs, undefined, { ref: false })]);
      queue.length = 0;
    },
  };
}

/** The message that a notification stands for; null when its stored text has been removed. */
export async function readNotification(pool: Pool, payload: string): Promise<string | null> {
  if (!payload.startsWith(storedPrefix)) return payload;
  const found = await pool.query<{ payload: Buffer }>("select payload from socket_io_attachments where id = $1", [
    payload.slice(storedPrefix.length),
  ]);
  return found.rows[0]?.payload.toString("utf8") ?? null;
}

async function notifyAll(pool: Pool, channel: string, messages: readonly string[]): Promise<void> {
  const payloads: string[] = [];
  for (const message of messages) {
    payloads.push(Buffer.byteLength(message) < maxPayloadLength ? message : await store(pool, message));
  }
  await pool.query(
    `select pg_notify($1, payload)
     from unnest($2::text[]) with ordinality as queued(payload, place) order by place`,
    [channel, payloads],
  );
}

/** Stores a message too long for a notification for the minutes in which the other processes read it. */
async function store(pool: Pool, message: string): Promise<string> {
  await pool.query("delete from socket_io_attachments where created_at < now() - interval '10 minutes'");
  const stored = await pool.query<{ id: string }>(
    "insert into socket_io_attachments (payload) values ($1) returning id",
    [Buffer.from(message)],
  );
  return `${storedPrefix}${stored.rows[0]?.id}`;
}
