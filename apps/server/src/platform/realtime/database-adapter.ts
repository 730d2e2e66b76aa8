import { setTimeout as sleep } from "node:timers/promises";
import type { Namespace } from "socket.io";
import { ClusterAdapter, type ClusterMessage, type ClusterResponse } from "socket.io-adapter";
import { listen } from "#platform/db/notifications";
import { createPool } from "#platform/db/pool";
import type { Log } from "#platform/log/log";
import type { JoinedProcesses } from "./joined-processes.ts";
import { createPublisher, readNotification } from "./publisher.ts";

const channel = "sockets";

/**
 * Joins the sockets of several processes by LISTEN and NOTIFY. One connection listens and reconnects for ever; a pool of two
 * publishes. A dead connection never blocks either. Resolves once it listens.
 */
export async function joinByDatabase(url: string, log: Log): Promise<JoinedProcesses> {
  const config = { connectionTimeoutMillis: 10_000, query_timeout: 10_000, application_name: "homeroom publisher" };
  const pool = createPool({ connectionString: url, max: 2, ...config }, log);
  // Stores long messages; a missing table fails the start.
  await pool.query("select 1 from socket_io_attachments limit 0");
  const publisher = createPublisher(pool, channel, log);
  const adapters = new Set<DatabaseAdapter>();
  const returnListeners: ((silentMs: number) => void)[] = [];
  const onReturn = (silentMs: number) => {
    for (const listener of returnListeners) listener(silentMs);
  };

  // One after the other: while a stored message is read, the next one must not overtake it.
  let received = Promise.resolve();
  const receive = (payload: string) => {
    if (payload === "") return;
    received = received.then(async () => {
      try {
        const text = await readNotification(pool, payload);
        if (text === null) return onReturn(0);
        const message = JSON.parse(text) as ClusterMessage;
        for (const adapter of adapters) adapter.receive(message);
      } catch (error) {
        log.warn({ reason: (error as Error).message }, "A message of another process could not be read");
        onReturn(0);
      }
    });
  };

  const notifications = listen(url, channel, { log, onWake: receive, onReturn });
  await notifications.ready;
  return {
    // A class: socket.io calls it with `new`.
    adapter: class extends DatabaseAdapter {
      constructor(namespace: Namespace) {
        super(namespace, publisher.publish);
        adapters.add(this);
      }
    },
    isJoined: () => notifications.isListening() && !publisher.isFailing(),
    onReturn: (listener) => void returnListeners.push(listener),
    async close() {
      adapters.clear();
      await notifications.stop();
      await publisher.close();
      // Not awaited: a connection that hangs must not keep the process alive.
      await Promise.race([pool.end(), sleep(1000, undefined, { ref: false })]);
    },
  };
}

/** The transport between processes, which socket.io's adapter leaves open. */
class DatabaseAdapter extends ClusterAdapter {
  readonly #publish: (message: string) => void;

  constructor(namespace: Namespace, publish: (message: string) => void) {
    super(namespace);
    this.#publish = publish;
  }

  receive(message: ClusterMessage): void {
    this.onMessage(message);
  }

  /** Does not wait for the database: sockets of this process receive the message at once, even during an outage. */
  protected override async doPublish(message: ClusterMessage): Promise<string> {
    this.#publish(JSON.stringify(message));
    return "";
  }

  protected override async doPublishResponse(_requester: string, response: ClusterResponse): Promise<void> {
    this.#publish(JSON.stringify(response));
  }
}
