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
/** What is listened to, by event: the connection opens later than the screens do. */
const handlers = new Map<string, Set<Handler>>();
const state = createStore<ConnectionState>("connecting");
let wasOnline = false;
interface Connection {
  /** Something that was read may be out of date, and the server will not say so. */
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

/** Opens the connection with a library that is loaded after the screen, which can be shown without it. */
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
      // Of the first connection the server says what changed before it.
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

/** Connects at once instead of after the present wait: what the server refused the session for has passed. */
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

/** Calls back like `onConnect`, but not for a first connection of which the server says what changed before it. */
export function onMissed(listener: () => void): () => void {
  return onConnect(({ mayHaveMissed }) => mayHaveMissed && listener());
}

/**
 * Calls back each time the connection stands. What is on screen may have changed after it was read and before changes were
 * heard: read it again, the first time as well. Rights, leads and conversations (`late` in the server's reactions) only need
 * that when `mayHaveMissed`.
 */
export function onConnect(listener: (connection: Connection) => void): () => void {
  connectListeners.add(listener);
  return () => connectListeners.delete(listener);
}

/** Whether the connection stands, for the quiet line that says so when it does not. */
export const useConnectionState = state.useValue;
