import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { LineAccount } from "./account.ts";
import { isBody } from "./check-message.ts";
import {
  canBeQuoted,
  chatOf,
  type ForcedAnswer,
  type LineMessage,
  type LineSandbox,
  newMessageId,
  newToken,
} from "./line-sandbox.ts";
import { type LinePerson, newPerson } from "./people.ts";
import { notifyOfAccountEvent } from "./webhooks.ts";

class ControlRefusal extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

type PersonCall = { Params: { userId: string } };

/** The API with which the LINE phone page and tests act as the customer and cause failures. Not part of LINE. */
export async function lineControlRoutes(app: FastifyInstance, { sandbox }: { sandbox: LineSandbox }): Promise<void> {
  app.addHook("onRequest", async (request) => {
    // Another site open in the same browser must not make these calls.
    const { origin } = request.headers;
    if (origin !== undefined && origin !== `http://${request.host}`) throw new ControlRefusal(403, "another origin");
  });
  app.addHook("onResponse", async (request) => {
    if (request.method !== "GET") sandbox.changed();
  });
  app.setErrorHandler((failure: Error & { statusCode?: number }, _request, reply) => {
    const status = failure.statusCode ?? 500;
    if (status >= 500) sandbox.log.error({ err: failure }, "the LINE control API failed");
    return reply.code(status).send({ error: status >= 500 ? "internal error" : failure.message });
  });
  stateRoutes(app, sandbox);
  personRoutes(app, sandbox);
}

function stateRoutes(app: FastifyInstance, sandbox: LineSandbox): void {
  app.get("/state", async () => ({
    // Never the keys.
    accounts: sandbox.accounts.map(({ channelSecret: _, accessToken: __, ...account }) => account),
    people: [...sandbox.people.values()].map((person) => presentPerson(sandbox, person)),
    forced: sandbox.forced,
    waiting: sandbox.deliveries.filter(({ state }) => state === "waiting").length,
  }));
  app.get("/requests", async () => ({ requests: sandbox.requests }));
  app.get("/deliveries", async () => ({ deliveries: sandbox.deliveries }));
  app.post("/forced", async (request) => {
    const { what, on = "send", times = 1 } = fieldsOf(request);
    const known = [400, 401, 403, 404, 409, 429, 500, "quota", "cut", "hang"];
    if (!known.includes(what as number)) throw new ControlRefusal(400, `what must be one of ${known.join(", ")}`);
    const left = Math.min(Math.max(Number(times) || 1, 1), 1000);
    sandbox.forced.push({ what: what as ForcedAnswer["what"], on: on as ForcedAnswer["on"], left });
    return { forced: sandbox.forced };
  });
  app.delete("/forced", async () => {
    sandbox.forced = [];
    return { forced: [] };
  });
  app.patch<{ Params: { channelId: string } }>("/accounts/:channelId", async (request) => {
    const account = accountNamed(sandbox, request.params.channelId);
    const { quotaLimit, quotaUsed, tokenRevoked, webhookActive, webhookUrl, liffEndpoint, channelSecret } =
      fieldsOf(request);
    // As if it had been reissued in the console.
    if (typeof channelSecret === "string" && channelSecret !== "") account.channelSecret = channelSecret;
    if (quotaLimit === null || typeof quotaLimit === "number") account.quotaLimit = quotaLimit;
    if (typeof quotaUsed === "number") account.quotaUsed = quotaUsed;
    if (typeof tokenRevoked === "boolean") account.tokenRevoked = tokenRevoked;
    if (typeof webhookActive === "boolean") account.webhookActive = webhookActive;
    if (typeof webhookUrl === "string") account.webhookUrl = webhookUrl;
    if (typeof liffEndpoint === "string") account.liffEndpoint = liffEndpoint;
    return { changed: true };
  });
}

function personRoutes(app: FastifyInstance, sandbox: LineSandbox): void {
  app.post("/people", async (request, reply) => {
    const { name } = fieldsOf(request);
    if (typeof name !== "string" || name.trim() === "" || name.length > 50)
      throw new ControlRefusal(400, "name is missing or too long");
    const person = newPerson(name.trim());
    if (sandbox.people.has(person.userId)) throw new ControlRefusal(409, "somebody has this name");
    sandbox.people.set(person.userId, person);
    return reply.code(201).send(presentPerson(sandbox, person));
  });
  app.get<PersonCall>("/people/:userId/messages", async (request) => {
    const { person, account } = named(sandbox, request);
    const messages = chatOf(sandbox, account.channelId, person.userId);
    for (const message of messages) if (message.from === "account") message.seen = true;
    return { person: presentPerson(sandbox, person), messages };
  });
  app.post<PersonCall>("/people/:userId/follow", async (request) => {
    const { person, account } = named(sandbox, request);
    const isUnblocked = person.relations.get(account.channelId) === "blocked";
    person.relations.set(account.channelId, "friend");
    notifyOfAccountEvent(sandbox, account, person, {
      type: "follow",
      answerable: true,
      fields: { follow: { isUnblocked } },
    });
    return presentPerson(sandbox, person);
  });
  app.post<PersonCall>("/people/:userId/unfollow", async (request) => {
    const { person, account } = named(sandbox, request);
    person.relations.set(account.channelId, "blocked");
    notifyOfAccountEvent(sandbox, account, person, { type: "unfollow", answerable: false, fields: {} });
    return presentPerson(sandbox, person);
  });
  app.post<PersonCall>("/people/:userId/messages", async (request, reply) => {
    const { person, account } = named(sandbox, request);
    if (person.relations.get(account.channelId) !== "friend")
      throw new ControlRefusal(409, "not a friend of the account");
    const message = await say(sandbox, { person, account, draft: fieldsOf(request) });
    return reply.code(201).send(message);
  });
  app.post<PersonCall>("/people/:userId/postback", async (request) => {
    const { person, account } = named(sandbox, request);
    const { data, params } = fieldsOf(request);
    const postback = { data: textOf(data).slice(0, 300), ...(isBody(params) && { params }) };
    notifyOfAccountEvent(sandbox, account, person, { type: "postback", answerable: true, fields: { postback } });
    return { sent: true };
  });
  app.post<{ Params: { userId: string; id: string } }>("/people/:userId/messages/:id/unsend", async (request) => {
    const { person, account } = named(sandbox, request);
    const message = chatOf(sandbox, account.channelId, person.userId).find(({ id }) => id === request.params.id);
    if (message?.from !== "person") throw new ControlRefusal(404, "no such message");
    message.unsent = true;
    notifyOfAccountEvent(sandbox, account, person, {
      type: "unsend",
      answerable: false,
      fields: { unsend: { messageId: message.id } },
    });
    return { unsent: true };
  });
}

interface PersonMessage {
  person: LinePerson;
  account: LineAccount;
  draft: Record<string, unknown>;
}

const samples = {
  image: { file: "photo.jpg", contentType: "image/jpeg" },
  video: { file: "clip.mp4", contentType: "video/mp4" },
  audio: { file: "voice.ogg", contentType: "audio/x-m4a" },
  file: { file: "timetable.pdf", contentType: "application/pdf" },
} as const;

async function say(sandbox: LineSandbox, { person, account, draft }: PersonMessage): Promise<LineMessage> {
  const id = newMessageId();
  const body = await bodyOf(sandbox, id, draft);
  const tokens = { ...(canBeQuoted(body) && { quoteToken: newToken() }), markAsReadToken: newToken() };
  const quoted = typeof draft.quotedMessageId === "string" ? { quotedMessageId: draft.quotedMessageId } : {};
  const { quoteToken } = tokens;
  const message: LineMessage = {
    id,
    at: Date.now(),
    from: "person",
    body,
    ...quoted,
    ...(quoteToken && { quoteToken }),
  };
  chatOf(sandbox, account.channelId, person.userId).push(message);
  const fields = { message: { id, ...body, ...tokens, ...quoted } };
  notifyOfAccountEvent(sandbox, account, person, { type: "message", answerable: true, fields });
  return message;
}

async function bodyOf(
  sandbox: LineSandbox,
  id: string,
  draft: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  switch (draft.type ?? "text") {
    case "text": {
      const text = textOf(draft.text).slice(0, 5000);
      if (text === "") throw new ControlRefusal(400, "text is missing");
      return { type: "text", text };
    }
    case "image":
    case "video":
    case "audio":
    case "file":
      return fileBody(sandbox, id, draft.type as keyof typeof samples);
    case "sticker":
      return {
        type: "sticker",
        packageId: "446",
        stickerId: textOf(draft.stickerId) || "1988",
        stickerResourceType: "STATIC",
        keywords: ["hello"],
      };
    case "location":
      return {
        type: "location",
        title: "台北 101",
        address: "台北市信義區信義路五段 7 號",
        latitude: 25.033964,
        longitude: 121.564468,
      };
    default:
      throw new ControlRefusal(400, `unknown type "${String(draft.type)}"`);
  }
}

async function fileBody(
  sandbox: LineSandbox,
  id: string,
  type: keyof typeof samples,
): Promise<Record<string, unknown>> {
  const { file, contentType } = samples[type];
  const bytes = await readFile(new URL(`../samples/${file}`, import.meta.url));
  const prepared = type === "video" || type === "audio";
  sandbox.content.set(id, { bytes, contentType, readyAt: Date.now() + (prepared ? sandbox.transcodingMs : 0) });
  if (type === "file") return { type, fileName: "課表.pdf", fileSize: bytes.length };
  return { type, contentProvider: { type: "line" }, ...(prepared && { duration: 3000 }) };
}

function presentPerson(sandbox: LineSandbox, person: LinePerson) {
  const { userId, displayName, relations } = person;
  return {
    userId,
    displayName,
    relations: Object.fromEntries(relations),
    last: Object.fromEntries(
      sandbox.accounts.map(({ channelId }) => [channelId, chatOf(sandbox, channelId, userId).at(-1) ?? null]),
    ),
    unseen: sandbox.accounts.reduce(
      (sum, { channelId }) =>
        sum + chatOf(sandbox, channelId, userId).filter((one) => one.from === "account" && !one.seen).length,
      0,
    ),
  };
}

/** The person in the path and the account in the query or body, or the first. */
function named(sandbox: LineSandbox, request: FastifyRequest<PersonCall>) {
  const { userId } = request.params;
  const person = sandbox.people.get(userId) ?? [...sandbox.people.values()].find((one) => one.displayName === userId);
  if (!person) throw new ControlRefusal(404, "no such person");
  const query = isBody(request.query) ? request.query.channel : undefined;
  const channelId = query ?? fieldsOf(request).channel ?? sandbox.accounts[0]?.channelId;
  return { person, account: accountNamed(sandbox, textOf(channelId)) };
}

function accountNamed(sandbox: LineSandbox, channelId: string): LineAccount {
  const account = sandbox.accounts.find((one) => one.channelId === channelId);
  if (!account) throw new ControlRefusal(404, "no such account");
  return account;
}

function fieldsOf(request: FastifyRequest): Record<string, unknown> {
  return isBody(request.body) ? request.body : {};
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
