import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { ChannelAccess } from "#modules/inbox/port";
import { asRecord } from "#platform/calls/read-json";
import { storable } from "#platform/calls/storable";
import { takeRawBodies } from "#platform/http/raw-bodies";
import { callbackPath, maxWebhookBytes } from "./config.ts";
import { openEnvelope } from "./envelope.ts";
import { type SplitEvent, split } from "./split.ts";
import { rememberChannels, type WebhookChannel, type WebhookChannels } from "./webhook-channels.ts";

/** One event to store under its channel. */
export interface DeliveryRow {
  organizationId: string;
  channelId: string;
  eventId: string;
  payload: unknown;
  isStatus?: boolean;
}

export interface DeliveryStore {
  /** Stores the rows, skipping those whose (channel, event) exists. Resolves after the commit. */
  append(rows: readonly DeliveryRow[]): Promise<void>;
}

export interface WebhookLog {
  warn(facts: object, text: string): void;
}

/** A call for numbers and accounts without a channel, or with a signature that no channel secret matches. */
export interface UnclaimedCall {
  names: readonly string[];
  rawBody: Buffer;
  signature: string;
  receivedAt: Date;
}

export interface WebhookParts {
  channels: WebhookChannels;
  store: DeliveryStore;
  /** Stores an unverified call for a channel that may be connected or get the right secret later; false: there is no room. */
  storeUnclaimed(call: UnclaimedCall): Promise<boolean>;
  log: WebhookLog;
}

/** A body from Meta belongs to one app; only a probing attacker needs more secrets than this. */
const maxSecrets = 16;

/** The number of apps whose secrets are tried on a body without a channel. */
const maxApps = 64;

/** Meta puts at most a thousand changes into one body. */
const maxNamed = 1000;

/**
 * WhatsApp's callback: the handshake, and deliveries, which are verified on their raw bytes, stored, and answered with 200
 * before they are processed. Only a wrong signature is refused: Meta retries everything else for seven days.
 */
export function whatsappWebhook(parts: WebhookParts): FastifyPluginAsync {
  const known = { ...parts, channels: rememberChannels(parts.channels) };
  return async (app: FastifyInstance) => {
    takeRawBodies(app, maxWebhookBytes);
    app.get(callbackPath, (request, reply) => answerHandshake(known, request, reply));
    app.post(callbackPath, { bodyLimit: maxWebhookBytes }, (request, reply) => receive(known, request, reply));
  };
}

async function answerHandshake({ channels }: WebhookParts, request: FastifyRequest, reply: FastifyReply) {
  const query = asRecord(request.query);
  const [mode, token, challenge] = ["hub.mode", "hub.verify_token", "hub.challenge"].map((name) => query[name]);
  if (mode !== "subscribe" || typeof token !== "string" || typeof challenge !== "string") return refuse(reply);
  const credentials = await channels.credentials();
  // Every token is compared, so that the time reveals nothing about near matches.
  const fits = credentials.map((one) => one.verifyToken !== "" && sameText(one.verifyToken, token)).includes(true);
  if (!fits) return refuse(reply);
  return reply.code(200).type("text/plain; charset=utf-8").header("x-content-type-options", "nosniff").send(challenge);
}

function refuse(reply: FastifyReply) {
  return reply.code(403).type("text/plain; charset=utf-8").send("");
}

async function receive(parts: WebhookParts, request: FastifyRequest, reply: FastifyReply) {
  const { channels, store, log } = parts;
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const header = request.headers["x-hub-signature-256"];
  if (!isSignature(header)) return reply.code(401).send("");
  const receivedAt = new Date();
  const body = readJson(rawBody);
  const names = namesIn(body);
  const named = await channelsNamedIn(names, channels);
  const unclaimed = { rawBody, signature: header, receivedAt };
  if (named.length === 0) {
    const kept = await keep(parts, { ...unclaimed, names: [...names.numbers, ...names.accounts] });
    const isApp = await isSignedByApp(channels, rawBody, header);
    log.warn({ bytes: rawBody.length, kept, signed: isApp }, "WhatsApp delivery for no channel of ours");
    return reply.code(isApp ? 200 : 401).send("");
  }
  const believed = believedChannels(named, rawBody, header);
  if (believed.length === 0) {
    // Meta repeats it ever more rarely. A secret that was reset there is entered here hours later, and reads it at once.
    const kept = await keep(parts, { ...unclaimed, names: [...names.numbers, ...names.accounts] });
    log.warn({ channelId: named[0]?.channelId, kept }, "WhatsApp delivery with a wrong signature");
    return reply.code(401).send("");
  }
  const { rows, homeless } = rowsFor(body, { believed, receivedAt });
  if (homeless > 0) {
    const kept = await keep(parts, { ...unclaimed, names: namesOfNobody(names, named) });
    log.warn({ events: homeless, kept }, "WhatsApp events for no channel of this app");
  }
  if (rows.length > 0) await store.append(rows);
  return reply.code(200).send("");
}

/**
 * Whether a known app signed a body without a channel: such a number was removed here, and Meta need not
 * retry it. All others get the answer of a wrong signature, which does not reveal our numbers.
 */
async function isSignedByApp(channels: WebhookChannels, rawBody: Buffer, header: string): Promise<boolean> {
  const secrets = new Set((await channels.credentials()).map(({ appSecret }) => appSecret));
  return [...secrets].slice(0, maxApps).some((secret) => signatureFits(rawBody, header, secret));
}

async function keep({ storeUnclaimed }: WebhookParts, call: UnclaimedCall): Promise<boolean> {
  return call.names.length > 0 && storeUnclaimed(call);
}

function namesOfNobody({ numbers, accounts }: Names, named: readonly WebhookChannel[]): string[] {
  return [
    ...numbers.filter((id) => !named.some(({ externalId }) => externalId === id)),
    ...accounts.filter((id) => !named.some(({ businessAccountId }) => businessAccountId === id)),
  ];
}

interface Names {
  numbers: string[];
  accounts: string[];
}

/** Read before the body is trusted, only to find the secret that it must be signed with. */
function namesIn(body: unknown): Names {
  const { changes, unreadable } = openEnvelope(storable(body));
  const numbers = new Set(changes.flatMap(({ phoneNumberId }) => phoneNumberId ?? []));
  const accounts = new Set(
    [...changes.filter(({ phoneNumberId }) => phoneNumberId === undefined), ...unreadable].flatMap(
      ({ businessAccountId }) => businessAccountId ?? [],
    ),
  );
  return { numbers: [...numbers], accounts: [...accounts] };
}

async function channelsNamedIn(
  { numbers, accounts }: Names,
  channels: WebhookChannels,
): Promise<readonly WebhookChannel[]> {
  const named = numbers.length + accounts.length;
  if (named === 0 || named > maxNamed) return [];
  return channels.findByExternalIds(numbers, accounts);
}

/**
 * The events for this channel in a call that came before it was connected; null if its app did not sign
 * the call.
 */
export function verifyUnclaimed(
  channel: ChannelAccess,
  { rawBody, signature, receivedAt }: Omit<UnclaimedCall, "names">,
): { eventId: string; payload: unknown }[] | null {
  const appSecret = channel.secrets["appSecret"] ?? "";
  if (!signatureFits(rawBody, signature, appSecret)) return null;
  const known = {
    organizationId: "",
    channelId: "",
    externalId: channel.externalId,
    businessAccountId: channel.settings["businessAccountId"] ?? "",
    appSecret,
    verifyToken: "",
  };
  const { rows } = rowsFor(readJson(rawBody), { believed: [known], receivedAt });
  return rows.map(({ eventId, payload }) => ({ eventId, payload }));
}

/** The channels whose app signed the body: naming another channel beside one's own gives no access to it. */
function believedChannels(named: readonly WebhookChannel[], rawBody: Buffer, header: string): WebhookChannel[] {
  const secrets = [...new Set(named.map(({ appSecret }) => appSecret))].slice(0, maxSecrets);
  const fitting = new Set(secrets.filter((secret) => signatureFits(rawBody, header, secret)));
  return named.filter(({ appSecret }) => fitting.has(appSecret));
}

function rowsFor(
  body: unknown,
  { believed, receivedAt }: { believed: readonly WebhookChannel[]; receivedAt: Date },
): { rows: DeliveryRow[]; homeless: number } {
  const { events, leftovers } = split(body, receivedAt);
  const rows = new Map<string, DeliveryRow>();
  let homeless = 0;
  for (const event of [...events, ...leftovers]) {
    const targets = targetsOf(event, believed);
    if (targets.length === 0) homeless += 1;
    for (const { organizationId, channelId } of targets) {
      const key = JSON.stringify([channelId, event.eventId]);
      if (rows.has(key)) continue;
      const { eventId, payload, isStatus } = event;
      rows.set(key, { organizationId, channelId, eventId, payload, ...(isStatus && { isStatus }) });
    }
  }
  return { rows: [...rows.values()], homeless };
}

function targetsOf(event: SplitEvent, believed: readonly WebhookChannel[]): readonly WebhookChannel[] {
  const { phoneNumberId, businessAccountId, accountWide } = event;
  if (phoneNumberId !== undefined) return believed.filter(({ externalId }) => externalId === phoneNumberId);
  const ofAccount = believed.filter((channel) => channel.businessAccountId === businessAccountId);
  return accountWide ? ofAccount : (ofAccount.length > 0 ? ofAccount : believed).slice(0, 1);
}

function readJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** The value of `X-Hub-Signature-256` for a body: HMAC-SHA256 over its raw bytes, in hex. */
export function signatureOf(rawBody: Uint8Array, appSecret: string): string {
  return `sha256=${createHmac("sha256", appSecret).update(rawBody).digest("hex")}`;
}

/** Whether a header has the form of a signature; without one, nothing is looked up. */
export function isSignature(header: unknown): header is string {
  return typeof header === "string" && /^sha256=[0-9a-f]{64}$/i.test(header);
}

/**
 * Whether Meta signed these bytes with this app's secret. They must be the raw bytes: Meta escapes slashes and
 * non-ASCII characters, and a body that was parsed and serialised again has another signature.
 */
export function signatureFits(rawBody: Uint8Array, header: string, appSecret: string): boolean {
  // Without a secret no signature is valid: anyone can sign with an empty key.
  if (appSecret === "" || !isSignature(header)) return false;
  // Both have the length of a signature, so they are compared directly.
  return timingSafeEqual(Buffer.from(header.toLowerCase()), Buffer.from(signatureOf(rawBody, appSecret)));
}

/** Compares in constant time, also for texts of different lengths. */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
