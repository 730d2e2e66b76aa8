import type { Socket } from "socket.io-client";

/** The part of a socket that is used here. */
export interface KeptSocket {
  on(event: string, listener: (detail: never) => void): unknown;
  connect(): unknown;
  /** Whether the library itself will retry. */
  readonly active: boolean;
}

interface SocketHandlers {
  online(): void;
  offline(): void;
  /** The server has no session for this token. */
  refused(): void;
}

const firstWaitMs = 300;
const maxWaitMs = 10_000;

/**
 * Reconnects a socket where the library gives up: after the server closed it, or refused it for a temporary reason. A
 * browser that missed the message also finds out this way that its session has ended.
 */
export function keepConnected(socket: KeptSocket, handlers: SocketHandlers): void {
  let waitMs = firstWaitMs;
  const knockAgain = () => {
    setTimeout(() => socket.connect(), waitMs);
    waitMs = Math.min(waitMs * 2, maxWaitMs);
  };

  socket.on("connect", () => {
    waitMs = firstWaitMs;
    handlers.online();
  });
  socket.on("disconnect", (reason: Socket.DisconnectReason) => {
    handlers.offline();
    if (reason === "io server disconnect") knockAgain();
  });
  socket.on("connect_error", ({ message }: Error) => {
    handlers.offline();
    if (message === "TOKEN_INVALID") handlers.refused();
    else if (!socket.active) knockAgain();
  });
}
