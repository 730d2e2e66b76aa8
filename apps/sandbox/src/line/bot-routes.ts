import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { pngOf } from "../png.ts";
import type { LineAccount } from "./account.ts";
import { accountOf, LineRefusal, takeForced, throwForced, withRequestId } from "./answers.ts";
import { checkMessages, isBody } from "./check-message.ts";
import {
  type AcceptedSend,
  canBeQuoted,
  chatOf,
  type LineMessage,
  type LineSandbox,
  newMessageId,
  newToken,
} from "./line-sandbox.ts";
import { type LinePerson, strangerPerson } from "./people.ts";
import { post } from "./webhooks.ts";

/** LINE's reply tokens are valid for about a minute. */
const replyTokenGoodFor = 60_000;
const maxLogged = 500;

/** The Messaging API at its own addresses: https://api.line.me and https://api-data.line.me. */
export async function botRoutes(app: FastifyInstance, { sandbox }: { sandbox: LineSandbox }): Promise<void> {
  app.setErrorHandler((failure: Error & { statusCode?: number }, _request, reply) => {
    const status = failure.statusCode ?? 500;
    if (status === 500 && !(failure instanceof LineRefusal))
      sandbox.log.error({ err: failure }, "the LINE sandbox failed");
    const details = failure instanceof LineRefusal && failure.details.length > 0 ? { details: failure.details } : {};
    return reply.code(status).send({ message: failure.message, ...details });
  });
  app.addHook("onResponse", async (request, reply) => {
    if (request.method !== "GET") sandbox.changed();
    const retryKey = request.headers["x-line-retry-key"];
    sandbox.requests.push({
      at: Date.now(),
      method: request.method,
      path: request.url.split("?")[0] ?? "",
      status: reply.raw.writableEnded ? reply.statusCode : 0,
      body: request.url.startsWith("/v2/bot") ? request.body : undefined,
      ...(typeof retryKey === "string" && { retryKey }),
    });
    if (sandbox.requests.length > maxLogged) sandbox.requests.shift();
  });
  sendRoutes(app, sandbox);
  readRoutes(app, sandbox);
  tokenRoutes(app, sandbox);
}

function sendRoutes(app: FastifyInstance, sandbox: LineSandbox): void {
  app.post("/v2/bot/message/reply", async (request, reply) => {
    const { account, body, broken } = openSend(sandbox, request, reply);
    if (request.headers["x-line-retry-key"] !== undefined)
      throw new LineRefusal(400, "The retry key is not supported by this API");
    const token = typeof body.replyToken === "string" ? sandbox.replyTokens.get(body.replyToken) : undefined;
    const isGood =
      token && !token.used && token.channelId === account.channelId && Date.now() - token.at < replyTokenGoodFor;
    const messages = checkMessages(body.messages);
    if (!isGood) throw new LineRefusal(400, "Invalid reply token");
    token.used = true;
    const sentMessages = place(sandbox, account, { userId: token.userId, messages, by: "reply" });
    return finish(reply, { sentMessages }, broken);
  });
  app.post("/v2/bot/message/push", async (request, reply) => {
    const { account, body, requestId, broken } = openSend(sandbox, request, reply);
    const key = retryKeyOf(request);
    const before = key === undefined ? undefined : sandbox.accepted.get(`${account.channelId} ${key}`);
    if (before) return answerAccepted(reply, before);
    const messages = checkMessages(body.messages);
    const userId = String(body.to);
    if (!/^[UCR][0-9a-f]{32}$/.test(userId))
      throw new LineRefusal(400, "The property, 'to', in the request body is invalid (line: -, column: -)");
    const person = sandbox.people.get(userId) ?? meet(sandbox, account, userId);
    if (!person) throw new LineRefusal(400, "Failed to send messages");
    requireQuota(account, 1);
    // People who have blocked the account get nothing, and LINE does not report that.
    const arrives = person.relations.get(account.channelId) === "friend";
    const sentMessages = arrives
      ? place(sandbox, account, { userId, messages, by: "push" })
      : messages.map((body) => sentMessage(newMessageId(), body));
    if (arrives) account.quotaUsed += 1;
    if (key !== undefined) sandbox.accepted.set(`${account.channelId} ${key}`, { requestId, sentMessages });
    return finish(reply, { sentMessages }, broken);
  });
  app.post("/v2/bot/message/multicast", async (request, reply) => {
    const { account, body, requestId, broken } = openSend(sandbox, request, reply);
    const key = retryKeyOf(request);
    const before = key === undefined ? undefined : sandbox.accepted.get(`${account.channelId} ${key}`);
    if (before) return answerAccepted(reply, before);
    const messages = checkMessages(body.messages);
    const to = Array.isArray(body.to) ? body.to.map(String) : [];
    if (to.length < 1 || to.length > 500) throw new LineRefusal(400, "Size must be between 1 and 500");
    requireQuota(account, to.length);
    for (const userId of to) {
      const isFriend = sandbox.people.get(userId)?.relations.get(account.channelId) === "friend";
      if (isFriend) place(sandbox, account, { userId, messages, by: "push" });
    }
    account.quotaUsed += to.length;
    if (key !== undefined) sandbox.accepted.set(`${account.channelId} ${key}`, { requestId, sentMessages: [] });
    return finish(reply, {}, broken);
  });
}

interface OpenedSend {
  account: LineAccount;
  body: Record<string, unknown>;
  requestId: string;
  broken: "cut" | "hang" | undefined;
}

function openSend(sandbox: LineSandbox, request: FastifyRequest, reply: FastifyReply): OpenedSend {
  const requestId = withRequestId(reply);
  const account = accountOf(sandbox, request);
  const what = takeForced(sandbox, "send");
  throwForced(what);
  const broken = what === "cut" || what === "hang" ? what : undefined;
  return { account, body: isBody(request.body) ? request.body : {}, requestId, broken };
}

/** A person the sandbox has not met before. */
function meet(sandbox: LineSandbox, { channelId }: LineAccount, userId: string): LinePerson | undefined {
  if (!sandbox.strangersOpen) return undefined;
  const person = strangerPerson(userId, channelId);
  sandbox.people.set(userId, person);
  return person;
}

function retryKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers["x-line-retry-key"];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key))
    throw new LineRefusal(400, "Invalid retry key");
  return key;
}

function answerAccepted(reply: FastifyReply, { requestId, sentMessages }: AcceptedSend) {
  return reply
    .code(409)
    .header("x-line-accepted-request-id", requestId)
    .send({ message: "The retry key is already accepted", ...(sentMessages.length > 0 && { sentMessages }) });
}

function requireQuota({ quotaLimit, quotaUsed }: LineAccount, more: number): void {
  if (quotaLimit !== null && quotaUsed + more > quotaLimit)
    throw new LineRefusal(429, "You have reached your monthly limit.");
}

function place(
  sandbox: LineSandbox,
  { channelId }: LineAccount,
  sent: { userId: string; messages: Record<string, unknown>[]; by: "reply" | "push" },
): AcceptedSend["sentMessages"] {
  const chat = chatOf(sandbox, channelId, sent.userId);
  const quoted = sent.messages.map(({ quoteToken }) => quotedIn(chat, quoteToken));
  return sent.messages.map(({ quoteToken: _, ...body }, index) => {
    const answer = sentMessage(newMessageId(), body);
    const quotedMessageId = quoted[index]?.id;
    const said: LineMessage = { ...answer, at: Date.now(), from: "account", body, by: sent.by };
    chat.push(quotedMessageId === undefined ? said : { ...said, quotedMessageId });
    return answer;
  });
}

function sentMessage(id: string, body: Record<string, unknown>): AcceptedSend["sentMessages"][number] {
  return { id, ...(canBeQuoted(body) && { quoteToken: newToken() }) };
}

/** A token is only valid in its own chat. */
function quotedIn(chat: readonly LineMessage[], quoteToken: unknown): LineMessage | undefined {
  if (quoteToken === undefined) return undefined;
  const quoted = chat.find((message) => message.quoteToken === quoteToken);
  if (!quoted) throw new LineRefusal(400, "The quote token is invalid");
  return quoted;
}

/** `cut`: the request is carried out, but its answer is lost. */
function finish(reply: FastifyReply, answer: object, broken: OpenedSend["broken"]) {
  if (broken === undefined) return reply.send(answer);
  reply.hijack();
  if (broken === "cut") reply.raw.destroy();
  return reply;
}

function readRoutes(app: FastifyInstance, sandbox: LineSandbox): void {
  const open = (request: FastifyRequest, reply: FastifyReply) => {
    withRequestId(reply);
    const account = accountOf(sandbox, request);
    throwForced(takeForced(sandbox, "other"));
    return account;
  };
  app.get("/v2/bot/info", async (request, reply) => {
    const { userId, basicId, displayName } = open(request, reply);
    const pictureUrl = `http://${request.host}/sandbox/line/pictures/${userId}.jpg`;
    return { userId, basicId, displayName, pictureUrl, chatMode: "chat", markAsReadMode: "manual" };
  });
  app.get<{ Params: { userId: string } }>("/v2/bot/profile/:userId", async (request, reply) => {
    const account = open(request, reply);
    const person = sandbox.people.get(request.params.userId);
    if (person?.relations.get(account.channelId) !== "friend") throw new LineRefusal(404, "Not found");
    const { userId, displayName, statusMessage } = person;
    const pictureUrl = `http://${request.host}/sandbox/line/pictures/${userId}.jpg`;
    return { userId, displayName, pictureUrl, language: "zh-Hant", ...(statusMessage && { statusMessage }) };
  });
  app.get("/v2/bot/message/quota", async (request, reply) => {
    const { quotaLimit } = open(request, reply);
    return quotaLimit === null ? { type: "none" } : { type: "limited", value: quotaLimit };
  });
  app.get("/v2/bot/message/quota/consumption", async (request, reply) => ({
    totalUsage: open(request, reply).quotaUsed,
  }));
  app.post("/v2/bot/chat/markAsRead", async (request, reply) => {
    open(request, reply);
    return {};
  });
  webhookRoutes(app, open);
  contentRoutes(app, sandbox);
}

function webhookRoutes(app: FastifyInstance, open: (request: FastifyRequest, reply: FastifyReply) => LineAccount) {
  app.get("/v2/bot/channel/webhook/endpoint", async (request, reply) => {
    const { webhookUrl, webhookActive } = open(request, reply);
    if (webhookUrl === "") throw new LineRefusal(404, "Webhook endpoint not found");
    return { endpoint: webhookUrl, active: webhookActive };
  });
  app.put("/v2/bot/channel/webhook/endpoint", async (request, reply) => {
    const account = open(request, reply);
    const endpoint = isBody(request.body) ? request.body.endpoint : undefined;
    if (typeof endpoint !== "string" || !isTaken(endpoint)) throw new LineRefusal(400, "Invalid webhook endpoint URL");
    account.webhookUrl = endpoint;
    return {};
  });
  app.post("/v2/bot/channel/webhook/test", async (request, reply) => {
    const account = open(request, reply);
    const body = JSON.stringify({ destination: account.userId, events: [] });
    const { status: statusCode, reason } = await post(account, body);
    const timestamp = new Date().toISOString();
    return { success: reason === "OK", timestamp, statusCode, reason, detail: String(statusCode || reason) };
  });
}

/** LINE accepts https only; for this machine the sandbox also accepts http. */
function isTaken(endpoint: string): boolean {
  if (!URL.canParse(endpoint) || endpoint.length > 500) return false;
  const { protocol, hostname } = new URL(endpoint);
  return protocol === "https:" || (protocol === "http:" && ["127.0.0.1", "localhost"].includes(hostname));
}

function contentRoutes(app: FastifyInstance, sandbox: LineSandbox): void {
  const find = (request: FastifyRequest<{ Params: { id: string } }>) => {
    accountOf(sandbox, request);
    throwForced(takeForced(sandbox, "content"));
    const content = sandbox.content.get(request.params.id);
    if (!content) throw new LineRefusal(404, "Not found");
    return content;
  };
  app.get<{ Params: { id: string } }>("/v2/bot/message/:id/content", async (request, reply) => {
    const content = find(request);
    if (content.readyAt > Date.now()) return reply.code(202).send({});
    return reply.header("content-type", content.contentType).send(content.bytes);
  });
  app.get<{ Params: { id: string } }>("/v2/bot/message/:id/content/transcoding", async (request) => ({
    status: find(request).readyAt > Date.now() ? "processing" : "succeeded",
  }));
  app.get<{ Params: { userId: string } }>("/sandbox/line/pictures/:userId.jpg", async (request, reply) =>
    reply.header("content-type", "image/jpeg").send(await personPicture(request.params.userId)),
  );
  app.get<{ Params: { id: string } }>("/stickershop/v1/sticker/:id/android/sticker.png", async (request, reply) =>
    reply.header("content-type", "image/png").send(sampleSticker(request.params.id)),
  );
}

function tokenRoutes(app: FastifyInstance, sandbox: LineSandbox): void {
  const fieldsOf = (request: FastifyRequest) => (isBody(request.body) ? request.body : {});
  app.post("/v2/oauth/verify", async (request, reply) => {
    throwForced(takeForced(sandbox, "other"));
    const token = fieldsOf(request).access_token;
    const account = sandbox.accounts.find((one) => one.accessToken === token && !one.tokenRevoked);
    if (!account) return reply.code(400).send({ error: "invalid_request", error_description: "access token expired" });
    return { client_id: account.channelId, expires_in: 3_138_007_490, scope: "P CM" };
  });
  app.post("/oauth2/v3/token", async (request, reply) => {
    const { client_id: id, client_secret: secret } = fieldsOf(request);
    const account = sandbox.accounts.find((one) => one.channelId === id && one.channelSecret === secret);
    if (!account) return reply.code(400).send({ error: "invalid_client", error_description: "invalid client_secret" });
    return { token_type: "Bearer", access_token: newToken(), expires_in: 899 };
  });
}

/** The picture of every profile: the sample photo. */
function personPicture(_userId: string): Promise<Buffer> {
  return readFile(new URL("../samples/photo.jpg", import.meta.url));
}

const side = 128;

/** A sticker's picture: a round face in a colour of its own, with nothing around it. */
function sampleSticker(stickerId: string): Buffer {
  const tint = [...stickerId].reduce((sum, digit) => sum * 31 + digit.charCodeAt(0), 7);
  const colour = [180 + (tint % 70), 170 + ((tint >> 3) % 80), 60 + ((tint >> 5) % 90)];
  const rows = Array.from({ length: side }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: side }, (_unused, x) => pixel(x, y, colour)).flat()]),
  );
  return pngOf(Buffer.concat(rows), { width: side, height: side, alpha: true });
}

function pixel(x: number, y: number, colour: readonly number[]): number[] {
  const far = Math.hypot(x - side / 2, y - side / 2);
  if (far > 58) return [0, 0, 0, 0];
  const eye = Math.hypot(x - 45, y - 52) < 7 || Math.hypot(x - 83, y - 52) < 7;
  const mouth = y > 68 && Math.abs(Math.hypot(x - 64, y - 62) - 30) < 3.5;
  return eye || mouth || far > 54 ? [70, 50, 30, 255] : [...colour, 255];
}
