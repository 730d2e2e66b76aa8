import type { FastifyInstance } from "fastify";
import { isObject } from "../whatsapp/read-fields.ts";
import { refusals } from "./openai-errors.ts";
import { newId } from "./responses.ts";

interface Conversation {
  id: string;
  createdAt: number;
  metadata: unknown;
  items: object[];
}

const maxKept = 1000;

/** Conversations by id, the latest thousand, for as long as the sandbox runs. */
export function createConversations() {
  const kept = new Map<string, Conversation>();
  return {
    create(items: object[], metadata: unknown): Conversation {
      const conversation = { id: newId("conv"), createdAt: Math.floor(Date.now() / 1000), metadata, items };
      kept.set(conversation.id, conversation);
      const oldest = kept.keys().next().value;
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
      return conversation;
    },
    find: (id: string) => kept.get(id),
    remove: (id: string) => kept.delete(id),
  };
}

type Conversations = ReturnType<typeof createConversations>;
type ById = { Params: { id: string } };

/** Calls for conversations: create, read, list items, delete. */
export async function conversationRoutes(
  app: FastifyInstance,
  { conversations }: { conversations: Conversations },
): Promise<void> {
  const found = (id: string) => {
    const conversation = conversations.find(id);
    if (!conversation) throw refusals.notFound(`Conversation ${id}`);
    return conversation;
  };
  app.post("/conversations", async (request) => {
    const { items, metadata } = isObject(request.body) ? request.body : {};
    const said = itemsOf(items).map(({ role, text }) => ({
      type: "message",
      id: newId("msg"),
      role,
      content: [{ type: "input_text", text }],
    }));
    return present(conversations.create(said, metadata ?? {}));
  });
  app.get<ById>("/conversations/:id", async ({ params }) => present(found(params.id)));
  app.delete<ById>("/conversations/:id", async ({ params }) => {
    found(params.id);
    conversations.remove(params.id);
    return { id: params.id, object: "conversation.deleted", deleted: true };
  });
  app.get<ById>("/conversations/:id/items", async ({ params }) => {
    const data = found(params.id).items;
    return { object: "list", data, first_id: null, last_id: null, has_more: false };
  });
}

function present({ id, createdAt, metadata }: Conversation): object {
  return { id, object: "conversation", created_at: createdAt, metadata };
}

/** The words of an input: one text, or a list of messages whose content is text or parts of it. */
export function itemsOf(input: unknown): { role: string; text: string }[] {
  if (typeof input === "string") return [{ role: "user", text: input }];
  if (!Array.isArray(input)) return [];
  return input
    .filter(isObject)
    .map((item) => ({ role: typeof item["role"] === "string" ? item["role"] : "user", text: textOf(item["content"]) }));
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .filter(isObject)
    .map((part) => (typeof part["text"] === "string" ? part["text"] : ""))
    .join("\n");
}
