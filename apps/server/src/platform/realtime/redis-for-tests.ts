import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

export interface TestRedis {
  url: string;
  /** Breaks every connection, as a restart of Redis does. */
  breakConnections(): void;
  close(): Promise<void>;
}

type Reply = string | number | null | Reply[];

interface Entry {
  id: number;
  fields: string[];
}

interface State {
  streams: Map<string, Entry[]>;
  /** Readers that wait for the next entry. */
  waiting: Set<() => void>;
  listeners: Map<string, Set<Socket>>;
}

/** The part of Redis that connects processes: streams, and publishing to channels. */
export async function startTestRedis(): Promise<TestRedis> {
  const state: State = { streams: new Map(), waiting: new Set(), listeners: new Map() };
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    let rest: Buffer = Buffer.alloc(0);
    socket.on("data", (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (let read = readCommand(rest); read; read = readCommand(rest)) {
        rest = rest.subarray(read.length);
        answer(state, socket, read.words);
      }
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sockets.delete(socket);
      for (const subscribed of state.listeners.values()) subscribed.delete(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const breakConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakConnections,
    async close() {
      breakConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** One command of RESP: `*<words>`, then `$<length>` and the bytes of each; latin1 keeps bytes as they are. */
function readCommand(bytes: Buffer): { words: string[]; length: number } | null {
  const text = bytes.toString("latin1");
  const head = /^\*(\d+)\r\n/.exec(text);
  if (!head) return null;
  const words: string[] = [];
  let at = head[0].length;
  while (words.length < Number(head[1])) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at));
    if (!size) return null;
    const from = at + size[0].length;
    const to = from + Number(size[1]);
    if (text.length < to + 2) return null;
    words.push(text.slice(from, to));
    at = to + 2;
  }
  return { words, length: at };
}

function answer(state: State, socket: Socket, [name = "", ...words]: string[]): void {
  switch (name.toUpperCase()) {
    case "XADD":
      return reply(socket, addEntry(state, words));
    case "XREAD":
      return readStream(state, socket, words);
    case "SUBSCRIBE":
      return words.forEach((channel) => subscribe(state, socket, channel));
    case "PUBLISH":
      return reply(socket, publish(state, words));
    case "PUBSUB":
      return reply(socket, [words[1] ?? "", state.listeners.get(words[1] ?? "")?.size ?? 0]);
    default:
      return void socket.write("+OK\r\n");
  }
}

function addEntry(state: State, [stream = "", ...words]: string[]): string {
  const entries = state.streams.get(stream) ?? [];
  const id = entries.length + 1;
  state.streams.set(stream, [...entries, { id, fields: words.slice(words.indexOf("*") + 1) }]);
  for (const wake of [...state.waiting]) wake();
  return `${id}-0`;
}

/** `... BLOCK <ms> STREAMS <stream> <last seen id>` */
function readStream(state: State, socket: Socket, words: string[]): void {
  const [stream = "", after = "$"] = words.slice(-2);
  const seen = after === "$" ? (state.streams.get(stream) ?? []).length : Number.parseInt(after, 10);
  const give = () => {
    const fresh = (state.streams.get(stream) ?? []).filter((entry) => entry.id > seen);
    clearTimeout(patience);
    state.waiting.delete(give);
    if (fresh.length === 0) return reply(socket, null);
    return reply(socket, [[stream, fresh.map(({ id, fields }) => [`${id}-0`, fields])]]);
  };
  const patience = setTimeout(give, Number(words[words.indexOf("BLOCK") + 1]));
  if ((state.streams.get(stream) ?? []).length > seen) give();
  else state.waiting.add(give);
}

function subscribe(state: State, socket: Socket, channel: string): void {
  const subscribed = state.listeners.get(channel) ?? new Set();
  state.listeners.set(channel, subscribed.add(socket));
  reply(socket, ["subscribe", channel, 1]);
}

function publish(state: State, [channel = "", payload = ""]: string[]): number {
  const subscribed = state.listeners.get(channel) ?? new Set();
  for (const socket of subscribed) reply(socket, ["message", channel, payload]);
  return subscribed.size;
}

function reply(socket: Socket, value: Reply): void {
  if (!socket.destroyed) socket.write(Buffer.from(encode(value), "latin1"));
}

function encode(value: Reply): string {
  if (value === null) return "*-1\r\n";
  if (typeof value === "number") return `:${value}\r\n`;
  if (typeof value === "string") return `$${value.length}\r\n${value}\r\n`;
  return `*${value.length}\r\n${value.map(encode).join("")}`;
}
