import type { ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { readChat } from "../whatsapp/message-life.ts";
import { viewKey, type WhatsAppSandbox } from "../whatsapp/whatsapp-sandbox.ts";
import { channelOf } from "./control-request.ts";

const HEARTBEAT_MS = 20_000;

/**
 * Server-sent events for the page: which chats changed, and whether the panel did. While a stream that names a customer in
 * `viewing` is open, that customer has the chat open and reads new messages.
 */
export async function eventRoutes(app: FastifyInstance, { sandbox }: { sandbox: WhatsAppSandbox }): Promise<void> {
  const streams = new Set<ServerResponse>();
  app.addHook("preClose", async () => {
    for (const stream of streams) stream.end();
  });
  app.get<{ Querystring: { channel?: string; viewing?: string } }>("/events", (request, reply) => {
    const channel = channelOf(sandbox, request.query.channel);
    const customer = sandbox.phoneBook.find(request.query.viewing ?? "");
    reply.hijack();
    const stream = reply.raw;
    stream.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    stream.write("retry: 1000\n\n");
    const stopListening = sandbox.news.listen((change) => stream.write(`data: ${JSON.stringify(change)}\n\n`));
    const heartbeat = setInterval(() => stream.write(":\n\n"), HEARTBEAT_MS);
    const stopViewing = customer === undefined ? undefined : startViewing(sandbox, channel.phoneNumberId, customer.id);
    streams.add(stream);
    stream.on("close", () => {
      streams.delete(stream);
      stopListening();
      clearInterval(heartbeat);
      stopViewing?.();
    });
  });
}

function startViewing(sandbox: WhatsAppSandbox, phoneNumberId: string, customerId: string): () => void {
  const key = viewKey(phoneNumberId, customerId);
  sandbox.viewers.set(key, (sandbox.viewers.get(key) ?? 0) + 1);
  const chat = sandbox.chats.find(phoneNumberId, customerId);
  if (chat !== undefined) readChat(sandbox, chat);
  return () => {
    const left = (sandbox.viewers.get(key) ?? 1) - 1;
    if (left > 0) sandbox.viewers.set(key, left);
    else sandbox.viewers.delete(key);
  };
}
