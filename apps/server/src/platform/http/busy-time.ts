import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { v7 } from "uuid";
import { type Database, inSystemTransaction } from "#platform/db/transaction";

/** How much time a process has spent on people's requests. */
export interface BusyTime {
  /** Milliseconds up to now in which a call was in progress; overlapping calls count once. */
  ms(): number;
  /** Follows the calls of a server from now on: providers' webhooks and files of the web app are not among them. */
  follow(app: FastifyInstance): void;
}

/** Starts at 0 ms and follows nothing yet. `now` is a clock in milliseconds that never goes back. */
export function busyTime(now: () => number = () => performance.now()): BusyTime {
  let underWay = 0;
  let since = 0;
  let passed = 0;
  const isCall = (url: string) => url.startsWith("/api_") && !url.startsWith("/api_webhook/");
  return {
    ms: () => passed + (underWay > 0 ? now() - since : 0),
    follow(app) {
      // A call that an earlier hook refused was not counted.
      const counted = new WeakSet<FastifyRequest>();
      app.addHook("onRequest", async (request) => {
        if (!isCall(request.url)) return;
        counted.add(request);
        if (underWay === 0) since = now();
        underWay += 1;
      });
      app.addHook("onResponse", async (request) => {
        if (!counted.has(request)) return;
        underWay -= 1;
        if (underWay === 0) passed += now() - since;
      });
    },
  };
}

/** Time that all processes together spend on people's requests, as one of them knows it. */
export interface SharedBusyTime extends BusyTime {
  /** Reads the other processes' figures if enough time has passed; `ms` includes them from then on. */
  look(): Promise<void>;
}

/** How often a process at most reports how busy it is and reads the others' reports. */
const everyMs = 500;
/** Older reports do not count: the process has had no calls since, or has ended. */
const staleMs = 2000;

/**
 * Follows the calls of this process, and those of the others through a table with one row per process. The busiest of the
 * others counts: they work in parallel. With `tells` this process reports how busy it is while it gets calls.
 */
export function sharedBusyTime(
  db: Database,
  { tells, now = () => performance.now() }: { tells: boolean; now?: () => number },
): SharedBusyTime {
  const processId = v7();
  const own = busyTime(now);
  let others = { share: 0, since: now(), passed: 0 };
  let lookedAt = Number.NEGATIVE_INFINITY;
  const othersMs = () => others.passed + others.share * Math.min(now() - others.since, staleMs);
  return {
    ms: () => own.ms() + othersMs(),
    follow(app) {
      own.follow(app);
      if (tells) tellBusyTime(app, { db, processId, own, now });
    },
    async look() {
      if (now() - lookedAt < everyMs) return;
      lookedAt = now();
      const share = await busiestOther(db, processId);
      others = { share, since: now(), passed: othersMs() };
    },
  };
}

/** Runs after a call that ended long enough after the last report: a process without calls writes nothing. */
function tellBusyTime(
  app: FastifyInstance,
  { db, processId, own, now }: { db: Database; processId: string; own: BusyTime; now: () => number },
): void {
  let told = { at: now(), ms: own.ms() };
  let telling: Promise<unknown> = Promise.resolve();
  app.addHook("onResponse", async () => {
    const passed = now() - told.at;
    if (passed < everyMs || own.ms() === told.ms) return;
    const share = Math.min(1, (own.ms() - told.ms) / passed);
    told = { at: now(), ms: own.ms() };
    // Best effort: without it broadcasts give way to this process half a second later.
    telling = tell(db, processId, share).catch((error: unknown) => {
      app.log.debug({ err: error }, "The other processes were not told how busy this one is");
    });
  });
  app.addHook("onClose", async () => {
    await telling;
  });
}

function tell(db: Database, processId: string, share: number): Promise<unknown> {
  return inSystemTransaction(db, async (tx) => {
    await sql`delete from process_load where told_at < clock_timestamp() - interval '1 day'`.execute(tx);
    await sql`
      insert into process_load (process_id, busy_share) values (${processId}, ${share})
      on conflict (process_id) do update set busy_share = excluded.busy_share, told_at = clock_timestamp()`.execute(tx);
  });
}

async function busiestOther(db: Database, processId: string): Promise<number> {
  const found = await inSystemTransaction(db, (tx) =>
    sql<{ share: number }>`
      select coalesce(max(busy_share), 0) as share from process_load
      where process_id <> ${processId} and told_at > clock_timestamp() - make_interval(secs => ${staleMs / 1000})`.execute(
      tx,
    ),
  );
  return found.rows[0]?.share ?? 0;
}
