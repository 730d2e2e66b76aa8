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

/** How long PostgreSQL may take to answer on this connection, which is otherwise idle. */
const answerWithinMs = 10_000;
const heartbeatMs = 10_000;
const closeWithinMs = 500;
const firstRetryMs = 250;
const maxRetryMs = 5000;

/**
 * Calls `onWake` for every notification on `channel`, and once after each connect, since notifications may have been missed.
 * Never throws: it reconnects with backoff for as long as it is not stopped. A connection that stalls counts as broken.
 */
export function listen(url: string, channel: string, handlers: NotificationHandlers): Notifications {
  return new Listener(url, channel, handlers);
}

class Listener implements Notifications {
  readonly #url: string;
  readonly #channel: string;
  readonly #handlers: NotificationHandlers;
  readonly #first = Promise.withResolvers<void>();
  readonly #heartbeat: NodeJS.Timeout;
  #current: Connection | null = null;
  #retry: NodeJS.Timeout | undefined;
  #isListening = false;
  #hasListened = false;
  #isStopped = false;
  #failures = 0;
  #aliveAt = performance.now();

  constructor(url: string, channel: string, handlers: NotificationHandlers) {
    this.#url = url;
    this.#channel = channel;
    this.#handlers = handlers;
    this.#heartbeat = setInterval(() => void this.#beat(), heartbeatMs);
    void this.#connect();
  }

  get ready(): Promise<void> {
    return this.#first.promise;
  }

  isListening(): boolean {
    return this.#isListening;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    clearInterval(this.#heartbeat);
    const connection = this.#current;
    if (!connection) return;
    this.#current = null;
    this.#isListening = false;
    const cut = setTimeout(() => connection.socket.destroy(), closeWithinMs);
    await connection.client.end().catch(() => undefined);
    clearTimeout(cut);
  }

  async #connect(): Promise<void> {
    const connection = openConnection(this.#url, this.#channel);
    const { client } = connection;
    this.#current = connection;
    client.on("notification", ({ payload }) => {
      this.#aliveAt = performance.now();
      this.#handlers.onWake(payload ?? "");
    });
    client.on("error", () => this.#lose(connection));
    client.on("end", () => this.#lose(connection));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(this.#channel)}`);
    } catch (error) {
      const facts = { channel: this.#channel, reason: (error as Error).message };
      this.#handlers.log.warn(facts, "Listening to the database failed; retrying");
      return this.#lose(connection);
    }
    if (this.#current === connection) this.#settle();
  }

  #settle(): void {
    const silentMs = performance.now() - this.#aliveAt;
    this.#isListening = true;
    this.#failures = 0;
    this.#aliveAt = performance.now();
    if (this.#hasListened) this.#handlers.onReturn?.(silentMs);
    this.#hasListened = true;
    this.#first.resolve();
    this.#handlers.onWake("");
  }

  #lose(connection: Connection): void {
    if (connection !== this.#current) return;
    this.#current = null;
    this.#isListening = false;
    connection.socket.destroy();
    if (this.#isStopped) return;
    // Jitter: processes that lost the same database reconnect at different times.
    const delay = Math.min(firstRetryMs * 2 ** this.#failures, maxRetryMs) * (0.5 + Math.random() / 2);
    this.#failures += 1;
    this.#retry = setTimeout(() => void this.#connect(), delay);
  }

  async #beat(): Promise<void> {
    const connection = this.#current;
    if (!connection || !this.#isListening) return;
    try {
      await connection.client.query("select 1");
      this.#aliveAt = performance.now();
    } catch {
      this.#lose(connection);
    }
  }
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
