import { connect, type Socket } from "node:net";

/**
 * Visitors of a page at an even rate, as a separate program, so that the cost of requesting does not delay the measured
 * server. The message `{ port }` starts it and `{}` stops it; it then reports the answers a second.
 */
const perSecond = Number(process.env["PAGE_RATE"]);
const path = process.env["PAGE_PATH"] ?? "/";
const connections = 32;
const tickMs = 5;
const request = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-encoding: gzip\r\nuser-agent: Mozilla/5.0 (iPhone)\r\n\r\n`;

interface Visitor {
  socket: Socket;
  isWaiting: boolean;
  /** The missing bytes of the answer; null while its header is incomplete. */
  missing: number | null;
  head: string;
}

let answered = 0;
let waiting = 0;
let visitors: Visitor[] = [];
let timer: NodeJS.Timeout | undefined;
let start = 0;

process.on("message", ({ port }: { port?: number }) => (port ? begin(port) : finish()));
process.on("SIGTERM", () => process.exit(0));
// Keeps the program alive while nobody visits.
process.channel?.ref();
process.send?.(0);

function begin(port: number): void {
  [answered, waiting, start] = [0, 0, performance.now()];
  visitors = Array.from({ length: connections }, () => visitor(port));
  let asked = 0;
  timer = setInterval(() => {
    const due = Math.floor(((performance.now() - start) / 1000) * perSecond);
    waiting += due - asked;
    asked = due;
    for (const one of visitors) ask(one);
  }, tickMs);
}

function finish(): void {
  clearInterval(timer);
  for (const { socket } of visitors) socket.destroy();
  process.send?.((answered / (performance.now() - start)) * 1000);
}

function visitor(port: number): Visitor {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  const one: Visitor = { socket, isWaiting: false, missing: null, head: "" };
  socket.on("data", (bytes) => take(one, bytes));
  return one;
}

function ask(one: Visitor): void {
  if (one.isWaiting || waiting < 1) return;
  waiting -= 1;
  one.isWaiting = true;
  one.socket.write(request);
}

function take(one: Visitor, bytes: Buffer): void {
  let rest = bytes.length;
  if (one.missing === null) {
    one.head += bytes.toString("latin1");
    const end = one.head.indexOf("\r\n\r\n");
    if (end < 0) return;
    const [, status] = one.head.split(" ", 2);
    if (status !== "200") throw new Error(one.head.slice(0, 200));
    const length = /\r\ncontent-length: (\d+)/i.exec(one.head)?.[1];
    one.missing = Number(length);
    rest = one.head.length - end - 4;
    one.head = "";
  }
  one.missing -= rest;
  if (one.missing > 0) return;
  one.missing = null;
  one.isWaiting = false;
  answered += 1;
  ask(one);
}
