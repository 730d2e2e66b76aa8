import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";

type Answer = (call: { request: IncomingMessage; body: string }, response: ServerResponse) => void;

/**
 * For a test file: an HTTP server for our code to call, from the first test to the last. It answers a call after
 * reading all of it. `origin` is its address.
 */
export function prepareListener(answer: Answer): { origin: string } {
  const listener = { origin: "" };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => answer({ request, body: Buffer.concat(chunks).toString() }, response));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    listener.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return listener;
}
