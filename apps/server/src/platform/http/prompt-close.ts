import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Lets a closing server close as soon as the requests under way are answered. Node by itself also waits, for a minute, for
 * connections that never sent a request (browsers open some in advance) and for those that fell idle after the close began.
 */
export function closePromptly(app: FastifyInstance): void {
  const silent = new Set<Socket>();
  let isClosing = false;
  const speaks = ({ socket }: { socket: Socket }) => silent.delete(socket);
  app.server.on("connection", (socket) => {
    if (isClosing) return socket.destroy();
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  app.server.on("request", speaks);
  app.server.on("upgrade", speaks);
  app.addHook("preClose", async () => {
    isClosing = true;
    for (const socket of silent) socket.destroy();
  });
  app.addHook("onResponse", async () => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections());
  });
}
