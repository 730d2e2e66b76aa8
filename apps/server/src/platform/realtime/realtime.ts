import type { Server as HttpServer } from "node:http";
import { type SocketEvent, socketPath } from "@homeroom/contract/sockets";
import { Server, type Socket } from "socket.io";
import type { Actor } from "#platform/auth/actor";
import type { Log } from "#platform/log/log";
import type { SocketMessage } from "#platform/outbox/events";
import type { JoinedProcesses } from "./joined-processes.ts";

export interface Realtime {
  tell(messages: readonly SocketMessage[]): void;
  /** Closes the sockets of a session or an account, in every process. */
  disconnect(room: string): void;
  socketCount(): number;
  close(): Promise<void>;
}

export interface RealtimeParts {
  /** Without one (a worker process) sockets of other processes can still be told. */
  http?: HttpServer;
  joined: JoinedProcesses;
  authenticate: (token: string) => Promise<Actor | null>;
  /** Rooms beyond the actor's own three. */
  rooms: (actor: Actor) => readonly string[];
  log: Log;
}

/**
 * The socket server of this process, joined with the others'. A socket is let in with a valid
 * accessToken and joins the rooms of what its account may see; it sends nothing but its handshake.
 */
export function startRealtime(parts: RealtimeParts): Realtime {
  const io = new Server({ path: socketPath, serveClient: false, pingInterval: 20_000, pingTimeout: 20_000 });
  io.adapter(parts.joined.adapter);
  io.use((socket, next) => void admit(parts, socket, next));
  io.on("connection", (socket) => void look(parts, socket));
  io.on(ending, (message: SocketMessage) => endHere(io, message));
  io.on(changing, (message: SocketMessage) => void changeHere(io, parts, message));
  if (parts.http) io.attach(parts.http);
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
    disconnect: (room) => io.in(room).disconnectSockets(true),
    socketCount: () => io.engine?.clientsCount ?? 0,
    async close() {
      // Where no browser comes there is no engine, and io.close() would miss it.
      await (parts.http ? io.close() : io.of("/").adapter.close());
      await parts.joined.close();
    },
  };
}

/** What the processes tell each other when a session has ended. */
const ending = "session ended";

/**
 * Whoever is no longer signed in hears that, and then no more. Each process does both for its own sockets: over the
 * adapter the two would go different ways, and the second overtakes the first.
 */
function endHere(io: Server, { rooms, event, payload }: SocketMessage): void {
  io.local.to([...rooms]).emit(event satisfies SocketEvent, payload);
  io.local.in([...rooms]).disconnectSockets(true);
}

/** What the processes tell each other when rights have changed. */
const changing = "rights changed";

/** How many sockets are looked at again at a time: each asks the database who it is. */
const atATime = 8;

/** Sockets whose rights have changed get the rooms that are theirs now, and hear of it after that. */
async function changeHere(io: Server, parts: RealtimeParts, { rooms, event, payload }: SocketMessage): Promise<void> {
  const concerned = [...io.of("/").sockets.values()].filter((socket) => rooms.some((room) => socket.rooms.has(room)));
  for (let from = 0; from < concerned.length; from += atATime) {
    await Promise.all(
      concerned.slice(from, from + atATime).map(async (socket) => {
        if (await look(parts, socket)) socket.emit(event satisfies SocketEvent, payload);
      }),
    );
  }
}

const looks = new WeakMap<Socket, Promise<boolean>>();

/**
 * Looks again at who a socket is; answers whether it stays. One look after the other: of two at once the one that has
 * read the older rights might be the last to act on them.
 */
function look(parts: RealtimeParts, socket: Socket): Promise<boolean> {
  const before = looks.get(socket) ?? Promise.resolve(true);
  const looked = before.then(async () => {
    const actor = await confirm(parts, socket);
    if (actor) await moveTo(socket, roomsOf(parts, actor));
    return actor !== null;
  });
  looks.set(socket, looked);
  return looked;
}

async function moveTo(socket: Socket, rooms: readonly string[]): Promise<void> {
  const wanted = new Set([socket.id, ...rooms]);
  for (const room of socket.rooms) if (!wanted.has(room)) await socket.leave(room);
  await socket.join([...rooms]);
}

/** A restricted session is told about its own rights and its end, and nothing else. */
function roomsOf({ rooms }: RealtimeParts, actor: Actor): string[] {
  if (actor.restriction === "password") return [`session:${actor.sessionId}`];
  const own = [`account:${actor.accountId}`, `session:${actor.sessionId}`];
  return actor.restriction ? own : [...own, `organization:${actor.organizationId}`, ...rooms(actor)];
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
 * Who a socket's session is now; whoever is nobody hears that and is thrown out. Asked once more when a socket has been
 * let in: what happened meanwhile was told to sockets that did not yet hear.
 */
async function confirm({ authenticate, log }: RealtimeParts, socket: Socket): Promise<Actor | null> {
  try {
    const actor = await authenticate(tokenOf(socket) ?? "");
    if (actor) return actor;
    socket.emit("session.changed" satisfies SocketEvent, { ended: true });
  } catch (error) {
    log.warn({ reason: (error as Error).message }, "A socket's session could not be confirmed");
  }
  socket.disconnect(true);
  return null;
}

function tokenOf(socket: Socket): string | null {
  const token: unknown = socket.handshake.auth["accessToken"];
  return typeof token === "string" ? token : null;
}
