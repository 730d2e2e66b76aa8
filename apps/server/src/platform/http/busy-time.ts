import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { v7 } from "uuid";
import { type Database, inSystemTransaction } from "#platform/db/transaction";

/** How much of the time a process has worked for people. */
export interface BusyTime {
  /** Milliseconds up to now in which a call of the product was under way; two at once count once. */
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
      // A call that an earlier hook has refused is answered without having been counted.
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

/** Time in which all processes together work for people, as one of them knows it. */
export interface SharedBusyTime extends BusyTime {
  /** Reads what the other processes say, if some time has passed since; `ms` counts their part from then on. */
  look(): Promise<void>;
}

/** A process says this often at most how busy it is, and asks the others as often. */
const everyMs = 500;
/** What a process said longer ago does not count: nobody has called it since, or it has ended. */
const staleMs = 2000;

/**
 * Follows the calls of this process, and those of the others through a table of one row a process. The busiest of the
 * others counts: they work side by side. With `tells` this process says to them how busy it is, while it is called.
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

/** After a call that ended long enough after the last time: a process that nobody calls writes nothing. */
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
