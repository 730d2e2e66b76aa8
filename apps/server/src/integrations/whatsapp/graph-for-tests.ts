import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A fake Graph API for one test: it records requests and answers as the test says. */
export interface GraphServer {
  url: string;
  seen: SeenRequest[];
  answer(handler: (request: SeenRequest, response: ServerResponse) => void): void;
  close(): Promise<void>;
}

export async function startGraphServer(): Promise<GraphServer> {
  const seen: SeenRequest[] = [];
  let handler = (_request: SeenRequest, response: ServerResponse) => json(response, 200, {});
  const hear = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url = "", headers } = request;
    const one = { method, url, headers, body: Buffer.concat(chunks).toString("utf8") };
    seen.push(one);
    handler(one, response);
  };
  const server: Server = createServer((request, response) => void hear(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    answer: (given) => {
      handler = given;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

export function graphError(code: number, extra: Record<string, unknown> = {}) {
  return {
    error: {
      message: `(#${code}) It did not work`,
      type: "OAuthException",
      code,
      error_data: { messaging_product: "whatsapp", details: "Because." },
      fbtrace_id: "A1",
      ...extra,
    },
  };
}
