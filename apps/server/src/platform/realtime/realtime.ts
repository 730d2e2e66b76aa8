import type { Server as HttpServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { OrganizationId } from "@homeroom/contract/ids";
import { maxRightsGapMs, type SocketEvent, socketPath } from "@homeroom/contract/sockets";
import { Server, type Socket } from "socket.io";
import type { Actor } from "#platform/auth/actor";
import { isDatabaseAway } from "#platform/db/failures";
import { fewAtOnce } from "#platform/db/few-at-once";
import type { Log } from "#platform/log/log";
import type { SocketMessage } from "#platform/outbox/events";
import { accountRoom, organizationRoom, sessionRoom } from "#platform/outbox/rooms";
import type { JoinedProcesses } from "./joined-processes.ts";

export interface Realtime {
  tell(messages: readonly SocketMessage[]): void;
  /** Whether live updates work: this process is connected with the others. */
  isJoined(): boolean;
  /** Closes the sockets of a session or an account, in every process. */
  disconnect(room: string): void;
  socketCount(): number;
  close(): Promise<void>;
}

export interface RealtimeParts {
  /** Without one (a worker process) messages still reach sockets of other processes. */
  http?: HttpServer;
  joined: JoinedProcesses;
  /** The actor of a session. Must not extend it. */
  authenticate: (token: string) => Promise<Actor | null>;
  /** Returns the tokens whose session has ended or expired. Must not extend the others. */
  findEnded?: (tokens: readonly string[]) => Promise<readonly string[]>;
  /** Rooms beyond the actor's own three. */
  rooms: (actor: Actor) => readonly string[];
  /** Reads the messages of the last `seconds` from all processes: after an outage some of them may not have arrived. */
  readMissed?: (seconds: number) => Promise<readonly SocketMessage[]>;
  /**
   * Reads the changes of an organisation's rights, leads and conversations in the last `seconds`: a client loads them before
   * its socket is connected. Null if there are too many.
   */
  readLate?: (since: { organizationId: OrganizationId; seconds: number }) => Promise<readonly SocketMessage[] | null>;
  log: Log;
}

/**
 * The socket server of this process, connected with the others'. A socket needs a valid accessToken, joins the rooms
 * of what its account may see, and is disconnected when its session ends. It sends only its handshake.
 */
export function startRealtime(parts: RealtimeParts): Realtime {
  const io = new Server({ path: socketPath, serveClient: false, pingInterval: 20_000, pingTimeout: 20_000 });
  io.adapter(parts.joined.adapter);
  io.use((socket, next) => void admit(parts, socket, next));
  io.on("connection", async (socket) => {
    const actor = await look(parts, socket);
    if (actor) await emitMissed(parts, socket, actor);
  });
  io.on(ending, (message: SocketMessage) => endHere(io, message));
  io.on(changing, (message: SocketMessage) => void changeHere(io, parts, message));
  if (parts.http) io.attach(parts.http);
  const stopCatchingUp = catchUpAfterBreaks(io, parts);
  const stopSweeping = disconnectExpired(io, parts);
  return {
    tell(messages) {
      for (const message of messages) {
        if (endsSession(message)) {
          endHere(io, message);
          io.serverSideEmit(ending, message);
        } else if (message.event === "session.changed") {
          void changeHere(io, parts, message);
          io.serverSideEmit(changing, message);
        } else io.to([...message.rooms]).emit(message.event satisfies SocketEvent, message.payload);
      }
    },
    isJoined: () => parts.joined.isJoined(),
    disconnect: (room) => io.in(room).disconnectSockets(true),
    socketCount: () => io.engine?.clientsCount ?? 0,
    async close() {
      stopCatchingUp();
      stopSweeping();
      // Without browser connections there is no engine, and io.close() fails.
      await (parts.http ? io.close() : io.of("/").adapter.close());
      await parts.joined.close();
    },
  };
}

/** Published messages become visible to readers a moment after their publication began. */
const marginSeconds = 5;

/**
 * After an outage between processes, sends the sockets of this process what was published meanwhile. Duplicates are
 * harmless, since messages carry ids and versions. Returns a function that stops it.
 */
function catchUpAfterBreaks(io: Server, parts: RealtimeParts): () => void {
  let missingSince: number | null = null;
  let retry: NodeJS.Timeout | undefined;
  const { readMissed } = parts;
  if (!parts.http || !readMissed) return () => undefined;

  const catchUp = async () => {
    const since = missingSince;
    if (since === null) return;
    missingSince = null;
    try {
      const seconds = (performance.now() - since) / 1000 + marginSeconds;
      for (const message of await readMissed(seconds)) emitHere(io, parts, message);
    } catch (error) {
      parts.log.warn({ reason: (error as Error).message }, "Missed messages could not be read; retrying");
      missingSince = Math.min(since, missingSince ?? since);
      clearTimeout(retry);
      retry = setTimeout(() => void catchUp(), 1000);
    }
  };
  parts.joined.onReturn((silentMs) => {
    missingSince = Math.min(performance.now() - silentMs, missingSince ?? Number.POSITIVE_INFINITY);
    void catchUp();
  });
  return () => clearTimeout(retry);
}

const sweepEveryMs = 60_000;

/**
 * Disconnects sockets whose session has expired, at most a minute later: no event announces that a session was not used.
 * Asks for all sockets of this process together and re-authenticates only those found. Returns a function that stops it.
 */
function disconnectExpired(io: Server, parts: RealtimeParts): () => void {
  let sweeping: Promise<void> | null = null;
  const { findEnded } = parts;
  if (!parts.http || !findEnded) return () => undefined;

  const sweep = async () => {
    const byToken = Map.groupBy(io.of("/").sockets.values(), (socket) => tokenOf(socket) ?? "");
    if (byToken.size === 0) return;
    try {
      const ended = await findEnded([...byToken.keys()]);
      const inTurn = fewAtOnce(atATime);
      const concerned = ended.flatMap((token) => byToken.get(token) ?? []);
      await Promise.all(concerned.map((socket) => inTurn(() => look(parts, socket))));
    } catch (error) {
      parts.log.warn({ reason: (error as Error).message }, "Expired sessions could not be read; retrying");
    }
  };
  const timer = setInterval(() => {
    sweeping ??= sweep().finally(() => (sweeping = null));
  }, sweepEveryMs);
  return () => clearInterval(timer);
}

function emitHere(io: Server, parts: RealtimeParts, message: SocketMessage): void {
  if (endsSession(message)) endHere(io, message);
  else if (message.event === "session.changed") void changeHere(io, parts, message);
  else io.local.to([...message.rooms]).emit(message.event satisfies SocketEvent, message.payload);
}

/** Message between processes: a session has ended. */
const ending = "session ended";

/**
 * Notifies sockets whose session has ended, then disconnects them. Each process does both for its own sockets: through the
 * adapter the disconnect could overtake the message.
 */
function endHere(io: Server, { rooms, event, payload }: SocketMessage): void {
  io.local.to([...rooms]).emit(event satisfies SocketEvent, payload);
  io.local.in([...rooms]).disconnectSockets(true);
}

/** Message between processes: rights have changed. */
const changing = "rights changed";

/** Sockets re-authenticated at a time: each costs a query. */
const atATime = 8;

/** Moves sockets whose rights have changed to their new rooms, then notifies them. */
async function changeHere(io: Server, parts: RealtimeParts, { rooms, event, payload }: SocketMessage): Promise<void> {
  const concerned = [...io.of("/").sockets.values()].filter((socket) => rooms.some((room) => socket.rooms.has(room)));
  const inTurn = fewAtOnce(atATime);
  await Promise.all(
    concerned.map((socket) =>
      inTurn(async () => {
        if (await look(parts, socket)) socket.emit(event satisfies SocketEvent, payload);
      }),
    ),
  );
}

const looks = new WeakMap<Socket, Promise<Actor | null>>();

/**
 * Re-authenticates a socket; null if it was disconnected. Runs one after the other per socket: of two at once, the one
 * with the older rights might win.
 */
function look(parts: RealtimeParts, socket: Socket): Promise<Actor | null> {
  const before = looks.get(socket) ?? Promise.resolve(null);
  const looked = before.then(async () => {
    const actor = await confirm(parts, socket);
    if (actor) await moveTo(socket, roomsOf(parts, actor));
    return actor;
  });
  looks.set(socket, looked);
  return looked;
}

/**
 * Sends a new socket what changed after its client had loaded it. If that is unknown or too much, the connection is
 * closed: a client that reconnects reloads everything.
 */
async function emitMissed({ readLate, log }: RealtimeParts, socket: Socket, { organizationId }: Actor): Promise<void> {
  const msAgo: unknown = socket.handshake.auth["rightsReadMsAgo"];
  if (!readLate || typeof msAgo !== "number" || !(msAgo >= 0 && msAgo <= maxRightsGapMs)) return;
  try {
    const messages = await readLate({ organizationId, seconds: msAgo / 1000 + marginSeconds });
    if (!messages) socket.conn.close();
    for (const { rooms, event, payload } of messages ?? []) {
      if (rooms.some((room) => socket.rooms.has(room))) socket.emit(event satisfies SocketEvent, payload);
    }
  } catch (error) {
    log.warn({ reason: (error as Error).message }, "A socket could not be told what it missed");
    socket.conn.close();
  }
}

async function moveTo(socket: Socket, rooms: readonly string[]): Promise<void> {
  const wanted = new Set([socket.id, ...rooms]);
  for (const room of socket.rooms) if (!wanted.has(room)) await socket.leave(room);
  await socket.join([...rooms]);
}

/** A restricted session receives changes of its own rights and its end, nothing else. */
function roomsOf({ rooms }: RealtimeParts, actor: Actor): string[] {
  const { organizationId, accountId, sessionId } = actor;
  const session = sessionRoom(organizationId, sessionId);
  if (actor.restriction === "password") return [session];
  const own = [accountRoom(organizationId, accountId), session];
  return actor.restriction ? own : [...own, organizationRoom(organizationId), ...rooms(actor)];
}

function endsSession(message: SocketMessage): boolean {
  return message.event === "session.changed" && "ended" in message.payload && message.payload.ended;
}

async function admit(parts: RealtimeParts, socket: Socket, next: (error?: Error) => void): Promise<void> {
  try {
    const token = tokenOf(socket);
    const actor = token === null ? null : await parts.authenticate(token);
    if (!actor) return next(new Error("TOKEN_INVALID"));
    if (actor.restriction === "password") return next(new Error("ACCOUNT_PASSWORD_CHANGE_REQUIRED"));
    await socket.join(roomsOf(parts, actor));
    next();
  } catch (error) {
    parts.log.warn({ reason: (error as Error).message }, "A socket could not be let in");
    next(new Error("SYSTEM_ERROR"));
  }
}

/**
 * The actor of a socket's session. Notifies and disconnects sockets whose session has ended. Runs again after a socket has been
 * admitted: changes in between went to sockets that did not listen yet. While the database is away it waits, since
 * clients do not reconnect by themselves after a server disconnects them.
 */
async function confirm(
  { authenticate, log }: Pick<RealtimeParts, "authenticate" | "log">,
  socket: Socket,
): Promise<Actor | null> {
  try {
    const actor = await authenticate(tokenOf(socket) ?? "");
    if (actor) return actor;
    socket.emit("session.changed" satisfies SocketEvent, { ended: true });
  } catch (error) {
    log.warn({ reason: (error as Error).message }, "A socket's session could not be confirmed");
    if (isDatabaseAway(error)) {
      await sleep(confirmAgainMs, undefined, { ref: false });
      return socket.connected ? confirm({ authenticate, log }, socket) : null;
    }
  }
  socket.disconnect(true);
  return null;
}

const confirmAgainMs = 500;

function tokenOf(socket: Socket): string | null {
  const token: unknown = socket.handshake.auth["accessToken"];
  return typeof token === "string" ? token : null;
}
