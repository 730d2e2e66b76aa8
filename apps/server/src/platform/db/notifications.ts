import { Socket } from "node:net";
import pg from "pg";
import type { Log } from "#platform/log/log";

/** One connection that listens to PostgreSQL's notifications and reconnects after a break. */
export interface Notifications {
  /** Resolves when the connection listens for the first time. */
  readonly ready: Promise<void>;
  isListening(): boolean;
  stop(): Promise<void>;
}

export interface NotificationHandlers {
  log: Log;
  onWake(payload: string): void;
  /** The connection listens again. Notifications of the last `silentMs` may be missing. */
  onReturn?(silentMs: number): void;
}

/** How long PostgreSQL may take to answer on this connection, which has nothing else to do. */
const answerWithinMs = 10_000;
const heartbeatMs = 10_000;
const closeWithinMs = 500;
const firstRetryMs = 250;
const longestRetryMs = 5000;

/**
 * Calls `onWake` for every notification on `channel`, and once after each connect, since notifications may have been missed.
 * Never throws: it reconnects with backoff for as long as it is not stopped. A connection that stalls counts as broken.
 */
export function listen(url: string, channel: string, handlers: NotificationHandlers): Notifications {
  const state = { listening: false, stopped: false, failures: 0, aliveAt: performance.now(), everListened: false };
  const first = Promise.withResolvers<void>();
  let current: Connection | null = null;
  let retry: NodeJS.Timeout | undefined;

  const connect = async () => {
    const connection = openConnection(url, channel);
    const { client } = connection;
    current = connection;
    client.on("notification", ({ payload }) => {
      state.aliveAt = performance.now();
      handlers.onWake(payload ?? "");
    });
    client.on("error", () => lose(connection));
    client.on("end", () => lose(connection));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      handlers.log.warn({ channel, reason: (error as Error).message }, "Listening to the database failed; retrying");
      return lose(connection);
    }
    if (current === connection) settle();
  };
  const settle = () => {
    const silentMs = performance.now() - state.aliveAt;
    Object.assign(state, { listening: true, failures: 0, aliveAt: performance.now() });
    if (state.everListened) handlers.onReturn?.(silentMs);
    state.everListened = true;
    first.resolve();
    handlers.onWake("");
  };
  const lose = (connection: Connection) => {
    if (connection !== current) return;
    current = null;
    state.listening = false;
    connection.socket.destroy();
    if (state.stopped) return;
    // Processes that lost the same database come back at different times.
    const delay = Math.min(firstRetryMs * 2 ** state.failures, longestRetryMs) * (0.5 + Math.random() / 2);
    state.failures += 1;
    retry = setTimeout(() => void connect(), delay);
  };
  const beat = async () => {
    const connection = current;
    if (!connection || !state.listening) return;
    try {
      await connection.client.query("select 1");
      state.aliveAt = performance.now();
    } catch {
      lose(connection);
    }
  };
  const heartbeat = setInterval(() => void beat(), heartbeatMs);

  void connect();
  return {
    ready: first.promise,
    isListening: () => state.listening,
    async stop() {
      state.stopped = true;
      clearTimeout(retry);
      clearInterval(heartbeat);
      const connection = current;
      if (!connection) return;
      current = null;
      state.listening = false;
      const cut = setTimeout(() => connection.socket.destroy(), closeWithinMs);
      await connection.client.end().catch(() => undefined);
      clearTimeout(cut);
    },
  };
}

interface Connection {
  readonly client: pg.Client;
  /** Its socket: destroying it ends a connection that no longer answers. */
  readonly socket: Socket;
}

function openConnection(url: string, channel: string): Connection {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    stream: () => socket,
    keepAlive: true,
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
    application_name: `homeroom ${channel}`,
  });
  return { client, socket };
}
