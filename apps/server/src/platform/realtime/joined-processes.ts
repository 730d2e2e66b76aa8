import { createAdapter as createPostgresAdapter } from "@socket.io/postgres-adapter";
import { createAdapter as createRedisAdapter } from "@socket.io/redis-streams-adapter";
import { createClient } from "redis";
import type { Server } from "socket.io";
import { SettingsError } from "#platform/config/settings";
import { createPool } from "#platform/db/pool";
import type { Log } from "#platform/log/log";
import { notifyTogether } from "./notify-together.ts";

export type SocketAdapter = NonNullable<Parameters<Server["adapter"]>[0]>;

/** What joins the sockets of several processes. */
export interface JoinedProcesses {
  readonly adapter: SocketAdapter;
  /** Ends its connections; to be called once the sockets are closed. */
  close(): Promise<void>;
}

/** The processes tell one another through the database, by notifications. */
export async function joinByDatabase(url: string, log: Log): Promise<JoinedProcesses> {
  const pool = createPool({ connectionString: url, max: 3, application_name: "homeroom sockets" }, log);
  // Where the adapter puts messages too large for a notification; made by migration, a miss is told at start.
  await pool.query("select 1 from socket_io_attachments limit 0");
  let closing = false;
  const errorHandler = (error: Error) => {
    if (!closing) log.warn({ reason: error.message }, "The socket adapter met an error");
  };
  return {
    adapter: createPostgresAdapter(notifyTogether(pool), { errorHandler }),
    async close() {
      closing = true;
      await pool.end();
    },
  };
}

/**
 * The processes tell one another through a Redis stream. Throws SettingsError when nothing answers at `url` at start;
 * later breaks are waited out, and what was told meanwhile is what clients ask for when they come back.
 */
export async function joinByRedis(url: string, log: Log): Promise<JoinedProcesses> {
  let reached = false;
  const client = createClient({
    url,
    // The protocol that the adapter is written for.
    RESP: 2,
    socket: {
      connectTimeout: 5000,
      reconnectStrategy: (tries, cause) => (reached ? Math.min(100 * (tries + 1), 2000) : cause),
    },
  });
  client.on("error", (error: Error) => {
    if (reached) log.warn({ reason: error.message }, "The connection to Redis broke; trying again");
  });
  await client.connect().catch((error: Error) => {
    throw new SettingsError(`Setting REDIS_URL is wrong: no Redis answers there (${error.message}).`);
  });
  reached = true;
  const publish = client.publish.bind(client);
  // The adapter does not wait for what it publishes: a refusal that nobody hears would end the process.
  Object.assign(client, {
    publish: async (channel: string, message: Buffer) =>
      publish(channel, message).catch((error: Error) => {
        log.warn({ reason: error.message }, "Telling the other processes failed");
        return 0;
      }),
  });
  return {
    adapter: createRedisAdapter(client, {
      streamName: "homeroom:sockets",
      channelPrefix: "homeroom",
      blockTimeInMs: 1000,
    }),
    close: async () => client.destroy(),
  };
}
