import { maxRightsGapMs, type SocketEvent, type SocketPayload, socketPath } from "@homeroom/contract/sockets";
import { useEffect } from "react";
import type { Socket } from "socket.io-client";
import { rightsReadAt } from "./access.ts";
import { keepConnected } from "./keep-connected.ts";
import { readFailedAgain } from "./query.ts";
import { reportSessionEnded, storedToken } from "./session.ts";
import { createStore } from "./store.ts";

type Handler = Parameters<Socket["on"]>[1];

export type ConnectionState = "connecting" | "online" | "offline";

let wanted = false;
let socket: Socket | null = null;
/** The listeners by event: screens subscribe before the connection opens. */
const handlers = new Map<string, Set<Handler>>();
const state = createStore<ConnectionState>("connecting");
let wasOnline = false;
interface Connection {
  /** Data may be out of date without the server announcing it. */
  mayHaveMissed: boolean;
}

const connectListeners = new Set<(connection: Connection) => void>();

/** Opens the connection of the signed-in session. Calling it again does nothing. */
export function connectRealtime(): void {
  if (wanted) return;
  wanted = true;
  void open();
}

const libraryAgainMs = 2000;

/** Opens the connection with a library that loads after the screen, since the screen can be shown without it. */
async function open(): Promise<void> {
  const library = await import("socket.io-client").catch(() => null);
  if (!wanted || socket) return;
  if (!library) {
    state.set("offline");
    setTimeout(() => void open(), libraryAgainMs);
    return;
  }
  socket = library.io({
    path: socketPath,
    transports: ["websocket", "polling"],
    auth: (answer) =>
      answer({ accessToken: storedToken() ?? "anonymous", rightsReadMsAgo: wasOnline ? undefined : rightsAge() }),
    reconnectionDelay: 500,
    reconnectionDelayMax: 10_000,
  });
  for (const [name, listeners] of handlers) for (const handler of listeners) socket.on(name, handler);
  keepConnected(socket, {
    online() {
      state.set("online");
      // For the first connection the server sends the changes before it.
      const mayHaveMissed = wasOnline || rightsAge() > maxRightsGapMs;
      for (const listener of connectListeners) listener({ mayHaveMissed });
      if (wasOnline) void readFailedAgain();
      wasOnline = true;
    },
    offline: () => state.set("offline"),
    refused: () => reportSessionEnded(),
  });
}

/** The server looks back as far as rights are old; a page that lost its connection reads everything again anyway. */
const rightsAge = () => performance.now() - rightsReadAt();

/** Connects at once instead of after the current wait: the reason for the server's refusal has passed. */
export function knockRealtime(): void {
  if (socket && !socket.connected) socket.connect();
}

/** Closes the connection, when the session ends. */
export function disconnectRealtime(): void {
  wanted = false;
  socket?.disconnect();
  socket = null;
  wasOnline = false;
  state.set("connecting");
}

/** Listens to one kind of change for as long as the component lives. The handler should be stable. */
export function useRealtime<Event extends SocketEvent>(
  event: Event,
  handler: (payload: SocketPayload<Event>) => void,
): void {
  useEffect(() => {
    const name: string = event;
    const listeners = handlers.get(name) ?? new Set();
    handlers.set(name, listeners.add(handler));
    connectRealtime();
    socket?.on(name, handler);
    return () => {
      listeners.delete(handler);
      socket?.off(name, handler);
    };
  }, [event, handler]);
}

/** Calls back like `onConnect`, but not for a first connection for which the server sends the changes before it. */
export function onMissed(listener: () => void): () => void {
  return onConnect(({ mayHaveMissed }) => mayHaveMissed && listener());
}

/**
 * Calls back after each connection. Data on screen may have changed between being read and the connection: read it again,
 * the first time as well. Rights, leads and conversations (`late` in the server's reactions) need that only if
 * `mayHaveMissed`.
 */
export function onConnect(listener: (connection: Connection) => void): () => void {
  connectListeners.add(listener);
  return () => connectListeners.delete(listener);
}

/** Whether the connection is up, for the line that says when it is not. */
export const useConnectionState = state.useValue;
