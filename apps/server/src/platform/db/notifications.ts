import pg from "pg";
import type { Log } from "#platform/log/log";

/** One connection that listens to PostgreSQL's notifications and comes back after a break. */
export interface Notifications {
  stop(): Promise<void>;
}

/**
 * Calls `onWake` for every notification on `channel`, and once after each reconnection, since one may have been missed.
 * Never throws: while the database is away it tries again every second.
 */
export function listen(
  url: string,
  channel: string,
  around: { log: Log; onWake: (payload: string) => void },
): Notifications {
  let client: pg.Client | null = null;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = new pg.Client({ connectionString: url, keepAlive: true, application_name: `homeroom ${channel}` });
    client = next;
    next.on("notification", (notification) => around.onWake(notification.payload ?? ""));
    next.on("error", () => undefined);
    next.on("end", () => again(next));
    try {
      await next.connect();
      await next.query(`listen ${next.escapeIdentifier(channel)}`);
      around.onWake("");
    } catch (error) {
      around.log.warn({ channel, reason: (error as Error).message }, "Listening to the database failed; trying again");
      await next.end().catch(() => undefined);
      again(next);
    }
  };
  const again = (from: pg.Client) => {
    if (stopped || from !== client) return;
    clearTimeout(retry);
    retry = setTimeout(() => void connect(), 1000);
  };

  void connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}
