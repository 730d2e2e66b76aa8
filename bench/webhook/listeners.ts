import { setTimeout as sleep } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";

export interface Listener {
  /** The messages received since `forget`, one for each socket, with the time on this process's clock. */
  heard(): readonly { messageId: string; at: number }[];
  forget(): void;
  /** Resolves after this number of receptions, or when none has arrived for some seconds. */
  quiet(count: number): Promise<void>;
  close(): Promise<void>;
}

const givesUpAfterMs = 8000;

/** Opens one socket for each handshake, like a browser tab, and listens for changed messages. */
export async function openListeners(
  port: number,
  { path, handshakes }: { path: string; handshakes: readonly Record<string, string>[] },
): Promise<Listener> {
  let heard: { messageId: string; at: number }[] = [];
  let last = performance.now();
  const hear = ({ messageId }: { messageId: string }) => {
    last = performance.now();
    heard.push({ messageId, at: last });
  };
  const sockets = handshakes.map((auth) => {
    const socket = io(`http://127.0.0.1:${port}`, { path, auth, transports: ["websocket"], forceNew: true });
    socket.on("message.changed", hear);
    return socket;
  });
  await Promise.all(sockets.map(connected));
  return {
    heard: () => heard,
    forget() {
      heard = [];
    },
    async quiet(count) {
      last = performance.now();
      while (heard.length < count && performance.now() - last < givesUpAfterMs) await sleep(50);
    },
    async close() {
      for (const socket of sockets) socket.disconnect();
    },
  };
}

function connected(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("connect", () => resolve());
    socket.once("connect_error", reject);
  });
}
