import { createHmac, timingSafeEqual } from "node:crypto";
import type { AddressInfo } from "node:net";
import { fastify } from "fastify";
import pg from "pg";
import { Server } from "socket.io";
import { webhookPath } from "./signed-webhook.ts";

/**
 * The reference: a bare handler that verifies a webhook's signature, inserts one row, notifies the sockets of the number and
 * answers. It identifies no customers, makes no leads and keeps no order.
 */
interface WebhookBody {
  entry: { changes: { value: { metadata: { phone_number_id: string }; messages: { id: string }[] } }[] }[];
}

const secrets = new Map(Object.entries(JSON.parse(process.env["SECRETS"] ?? "{}") as Record<string, string>));
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 20 });
await pool.query(
  `create table if not exists bare_delivery (delivery_id bigint generated always as identity primary key,
     number text not null, event_id text not null, payload jsonb not null, unique (number, event_id))`,
);

const app = fastify();
const io = new Server(app.server, { serveClient: false });
io.on("connection", (socket) => void socket.join(String(socket.handshake.auth["number"])));
app.removeAllContentTypeParsers();
app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
app.post(webhookPath, async (request, reply) => {
  const raw = request.body as Buffer;
  const body = JSON.parse(raw.toString("utf8")) as WebhookBody;
  const value = body.entry[0]?.changes[0]?.value;
  const number = value?.metadata.phone_number_id ?? "";
  const messageId = value?.messages[0]?.id ?? "";
  const signature = createHmac("sha256", secrets.get(number) ?? "")
    .update(raw)
    .digest("hex");
  const given = String(request.headers["x-hub-signature-256"]);
  const fits = given.length === 71 && timingSafeEqual(Buffer.from(given), Buffer.from(`sha256=${signature}`));
  if (!fits) return reply.code(401).send("");
  await pool.query(
    "insert into bare_delivery (number, event_id, payload) values ($1, $2, $3) on conflict (number, event_id) do nothing",
    [number, messageId, raw.toString("utf8")],
  );
  io.to(number).emit("message.changed", { messageId });
  return reply.code(200).send("");
});
await app.listen({ host: "127.0.0.1", port: 0 });
process.send?.((app.server.address() as AddressInfo).port);
process.on("SIGTERM", () => process.exit(0));
