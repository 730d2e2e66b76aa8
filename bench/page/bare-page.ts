import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The reference: the same bytes of the page, sent by Node's plain HTTP server. */
const bytes = readFileSync(process.env["PAGE_FILE"] ?? "");
const headers = { "content-type": "text/html; charset=utf-8", "content-encoding": "gzip" };

const server = createServer((_request, response) => {
  response.writeHead(200, { ...headers, "content-length": bytes.length });
  response.end(bytes);
});
process.on("SIGTERM", () => process.exit(0));
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
