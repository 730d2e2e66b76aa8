import { createAdapter as createRedisAdapter } from "@socket.io/redis-streams-adapter";
import { createClient } from "redis";
import type { Server } from "socket.io";
import { SettingsError } from "#platform/config/settings";
import type { Log } from "#platform/log/log";

export type SocketAdapter = NonNullable<Parameters<Server["adapter"]>[0]>;

/** Connects the sockets of several processes. */
export interface JoinedProcesses {
  readonly adapter: SocketAdapter;
  /** Whether messages reach the other processes and theirs arrive. */
  isJoined(): boolean;
  /** Calls back when messages of the last `silentMs` may not have arrived. */
  onReturn(listener: (silentMs: number) => void): void;
  /** Closes its connections; call it after the sockets are closed. */
  close(): Promise<void>;
}

/**
 * Connects the processes through a Redis stream. Throws SettingsError if `url` does not answer at start; later outages are
 * retried, and clients catch up on what they missed when they reconnect.
 */
export async function joinByRedis(url: string, log: Log): Promise<JoinedProcesses> {
  let reached = false;
  const client = createClient({
    url,
    // The protocol version that the adapter supports.
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
  // The adapter does not await its publishing: an unhandled rejection would end the process.
  Object.assign(client, {
    publish: async (channel: string, message: Buffer) =>
      publish(channel, message).catch((error: Error) => {
        log.warn({ reason: error.message }, "Publishing to the other processes failed");
        return 0;
      }),
  });
  return {
    adapter: createRedisAdapter(client, {
      streamName: "homeroom:sockets",
      channelPrefix: "homeroom",
      blockTimeInMs: 1000,
    }),
    isJoined: () => client.isReady,
    // The stream keeps what was published during a break of this client.
    onReturn: () => undefined,
    close: async () => client.destroy(),
  };
}
