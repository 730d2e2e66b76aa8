import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type BackupGroup, readyBackup, readyGroups } from "./ready-groups.ts";

type Params = { product: string; phone: string; group: string; media: string };

/** The failure of the stand-in: the status of all its answers. */
export interface BackupSwitches {
  failWith: 401 | 429 | 500 | null;
}

/** The backup service's addresses, with its own group chats. `PUT /backup/sandbox {failWith}` makes it fail. */
export async function backupRoutes(app: FastifyInstance): Promise<void> {
  const switches: BackupSwitches = { failWith: null };
  const groups = readyGroups();
  app.put<{ Body: { failWith?: number | null } | null }>("/sandbox", async (request) => {
    const wanted = request.body?.failWith ?? null;
    switches.failWith = wanted === 401 || wanted === 429 || wanted === 500 ? wanted : null;
    return switches;
  });
  await app.register(
    async (phone) => {
      phone.addHook("onRequest", async (request, reply) => refuse(request, reply, switches));
      phone.get("/", async () => ({ name: readyBackup.phoneName }));
      phone.get("/groups", async (request) => groupPage(groups, request.query));
      phone.get<{ Params: Params }>("/groups/:group/messages", async (request, reply) => {
        const group = groups.find(({ id }) => id === request.params.group);
        return group ? messagePage(group, request.query) : fail(reply, 404, "no such group");
      });
      phone.get<{ Params: Params }>("/groups/:group/media/:media", async (request, reply) => {
        if (request.params.media !== "photo") return fail(reply, 404, "no such picture");
        const photo = await readFile(new URL("../samples/photo.jpg", import.meta.url));
        return reply.type("image/jpeg").send(photo);
      });
    },
    { prefix: "/v1/products/:product/phones/:phone" },
  );
}

async function refuse(request: FastifyRequest, reply: FastifyReply, { failWith }: BackupSwitches): Promise<void> {
  const { product, phone } = request.params as Params;
  if (failWith !== null) await fail(reply, failWith, "as the sandbox was told");
  else if (request.headers.authorization !== `Bearer ${readyBackup.token}`) await fail(reply, 401, "wrong token");
  else if (product !== readyBackup.productId || phone !== readyBackup.phoneId) await fail(reply, 404, "no such phone");
}

function fail(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.status(status).send({ error: { code: status, message } });
}

function groupPage(groups: readonly BackupGroup[], query: unknown): object {
  const { words, from, to } = pageOf(query);
  const found = groups.filter(({ name }) => name.toLowerCase().includes(words));
  return {
    total: found.length,
    groups: found.slice(from, to).map(({ id, name, members, messages }) => ({
      id,
      name,
      members,
      messages: messages.length,
      last_message_at: messages[0]?.sent_at ?? null,
    })),
  };
}

function messagePage({ messages }: BackupGroup, query: unknown): object {
  const { words, from, to } = pageOf(query);
  const found = messages.filter(({ text, sender }) => `${text}\n${sender.name}`.toLowerCase().includes(words));
  return { total: found.length, messages: found.slice(from, to) };
}

function pageOf(query: unknown): { words: string; from: number; to: number } {
  const { q = "", page = "1", size = "20" } = query as Record<string, string | undefined>;
  const count = Math.min(100, Math.max(1, Number(size) || 20));
  const from = (Math.max(1, Number(page) || 1) - 1) * count;
  return { words: q.toLowerCase(), from, to: from + count };
}
