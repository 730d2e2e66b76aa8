import type { Socket } from "socket.io-client";

/** What is used of a socket. */
export interface KeptSocket {
  on(event: string, listener: (detail: never) => void): unknown;
  connect(): unknown;
  /** Whether the library itself tries again. */
  readonly active: boolean;
}

interface Heard {
  online(): void;
  offline(): void;
  /** The server knows no session of this token. */
  refused(): void;
}

const firstWaitMs = 300;
const maxWaitMs = 10_000;

/**
 * Keeps a socket connected where the library gives up: after the server itself has closed it, or has refused it for a
 * reason that passes. Knocking again is also how a browser that missed the news learns that its session has ended.
 */
export function keepConnected(socket: KeptSocket, heard: Heard): void {
  let waitMs = firstWaitMs;
  const knockAgain = () => {
    setTimeout(() => socket.connect(), waitMs);
    waitMs = Math.min(waitMs * 2, maxWaitMs);
  };

  socket.on("connect", () => {
    waitMs = firstWaitMs;
    heard.online();
  });
  socket.on("disconnect", (reason: Socket.DisconnectReason) => {
    heard.offline();
    if (reason === "io server disconnect") knockAgain();
  });
  socket.on("connect_error", ({ message }: Error) => {
    heard.offline();
    if (message === "TOKEN_INVALID") heard.refused();
    else if (!socket.active) knockAgain();
  });
}
