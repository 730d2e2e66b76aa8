import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface TcpProxy {
  /** The address of the database through the proxy. */
  url: string;
  /** Breaks every connection and refuses new ones, as when the machine behind it goes down. */
  cut(): Promise<void>;
  /** Stops all traffic but keeps connections open, like a stalled network. */
  stall(): void;
  /** Forgets all open connections without a word to their ends; new ones work. */
  forget(): void;
  /** Lets traffic through again. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** A proxy to the database at an address (which may be a Unix socket), whose connections a test can break. */
export async function startTcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const url = new URL(databaseUrl);
  const target = { host: url.hostname, port: Number(url.port) };
  const open = new Set<Socket>();
  const forgotten = new WeakSet<Socket>();
  let stalled = false;
  const server = createServer((inside) => {
    const outside = connect(target);
    for (const [from, to] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      open.add(from);
      if (stalled) from.pause();
      from.on("data", (chunk) => to.write(chunk));
      from.on("error", () => to.destroy());
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  url.port = String(port);
  url.searchParams.delete("host");
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
  return {
    url: url.href,
    cut,
    stall() {
      stalled = true;
      for (const socket of open) socket.pause();
    },
    forget() {
      for (const socket of open) {
        forgotten.add(socket);
        socket.pause();
      }
    },
    async mend() {
      stalled = false;
      for (const socket of open) if (!forgotten.has(socket)) socket.resume();
      if (!server.listening) await listen(port);
    },
    close: cut,
  };
}
