import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { ChannelAccess } from "#modules/inbox/port";
import { asList, asRecord, isRecord, textOf } from "#platform/calls/read-json";
import { storable } from "#platform/calls/storable";
import { takeRawBodies } from "#platform/http/raw-bodies";
import { callbackPath, maxWebhookBytes } from "./config.ts";

/** The fields of a LINE channel that the webhook needs. */
export interface LineWebhookChannel {
  organizationId: string;
  channelId: string;
  channelSecret: string;
}

/** One event to store under its channel. */
export interface DeliveryRow {
  organizationId: string;
  channelId: string;
  eventId: string;
  payload: unknown;
}

export interface LineWebhookParts {
  /** The channel by the id in its address: ours or LINE's. Called without a signed-in actor. */
  findChannel(address: string): Promise<LineWebhookChannel | undefined>;
  store: {
    /** Stores the rows, skipping those whose (channel, event) exists. Resolves after the commit. */
    append(rows: readonly DeliveryRow[]): Promise<void>;
  };
  /** Stores an unverified call for a channel that may be connected, or get the right secret, later; false: there is no room. */
  storeUnclaimed(call: {
    names: readonly string[];
    rawBody: Buffer;
    signature: string;
    receivedAt: Date;
  }): Promise<boolean>;
  log: { warn(facts: object, text: string): void };
}

/**
 * LINE's callback: deliveries are verified on their raw bytes with the secret of the channel in the address, stored,
 * and answered with 200 before they are processed. Only a wrong signature is refused.
 */
export function lineWebhook(parts: LineWebhookParts): FastifyPluginAsync {
  const known = { ...parts, findChannel: rememberChannels(parts.findChannel) };
  return async (app: FastifyInstance) => {
    takeRawBodies(app, maxWebhookBytes);
    app.post<{ Params: { channel: string } }>(
      `${callbackPath}/:channel`,
      { bodyLimit: maxWebhookBytes },
      (request, reply) => receive(known, request, reply),
    );
  };
}

/** Our id of a channel, or LINE's. Anything else is not looked up. */
const addressOfChannel = /^[\w-]{1,64}$/;

type CallbackRequest = FastifyRequest<{ Params: { channel: string } }>;

async function receive(parts: LineWebhookParts, request: CallbackRequest, reply: FastifyReply) {
  const { findChannel, store, storeUnclaimed, log } = parts;
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const header = request.headers["x-line-signature"];
  if (!isSignature(header)) return reply.code(401).send("");
  const { channel: address } = request.params;
  const channel = addressOfChannel.test(address) ? await findChannel(address) : undefined;
  // Both cases get the same answer, so it does not reveal whether the channel exists.
  if (!channel || !signatureFits(rawBody, header, channel.channelSecret)) {
    // LINE does not retry a call for long, and a reissued secret may be entered here hours later.
    const isStored =
      addressOfChannel.test(address) &&
      hasEvents(rawBody) &&
      (await storeUnclaimed({ names: [address.toLowerCase()], rawBody, signature: header, receivedAt: new Date() }));
    log.warn(
      { bytes: rawBody.length, channelId: channel?.channelId, isStored },
      "LINE delivery with a wrong signature",
    );
    return reply.code(401).send("");
  }
  const rows = rowsOf(rawBody, channel);
  if (rows.length > 0) await store.append(rows);
  return reply.code(200).send("");
}

function hasEvents(rawBody: Buffer): boolean {
  return asList(asRecord(readJson(rawBody))["events"]).length > 0;
}

/** The events of a call that came before the channel was connected; null if the channel's secret did not sign it. */
export function verifyUnclaimed(
  channel: ChannelAccess,
  { rawBody, signature }: { rawBody: Buffer; signature: string },
): { eventId: string; payload: unknown }[] | null {
  if (!signatureFits(rawBody, signature, channel.secrets["channelSecret"] ?? "")) return null;
  const rows = rowsOf(rawBody, { organizationId: "", channelId: "", channelSecret: "" });
  return rows.map(({ eventId, payload }) => ({ eventId, payload }));
}

/** One row per event. The console's "Verify" sends none, which is fine. */
function rowsOf(rawBody: Buffer, { organizationId, channelId }: LineWebhookChannel): DeliveryRow[] {
  const body = storable(readJson(rawBody));
  if (!isRecord(body)) {
    const unreadable = rawBody.toString("utf8").slice(0, 2000);
    const payload = storable({ unreadable });
    return [{ organizationId, channelId, eventId: `unreadable:${hash(unreadable)}`, payload }];
  }
  const { destination } = body;
  const rows = new Map<string, DeliveryRow>();
  for (const event of asList(body["events"])) {
    const eventId = eventIdOf(event);
    if (!rows.has(eventId))
      rows.set(eventId, { organizationId, channelId, eventId, payload: { destination, events: [event] } });
  }
  return [...rows.values()];
}

/** Longer ids are replaced by their hash: a database index takes only so much. */
const maxIdLength = 300;

/** An event that is delivered again has the same id. */
function eventIdOf(event: unknown): string {
  const id = textOf(asRecord(event)["webhookEventId"]);
  return id === undefined || id.length > maxIdLength ? `sha256:${hash(JSON.stringify(event) ?? "")}` : id;
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function readJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8"));
  } catch {
    return undefined;
  }
}

const foundForMs = 5_000;
/** Short, so that a new channel gets its first message. */
const missingForMs = 1_000;
const maxRemembered = 10_000;

/** Caches results for a few seconds, also misses, and shares one lookup among simultaneous callers. */
function rememberChannels(find: LineWebhookParts["findChannel"]): LineWebhookParts["findChannel"] {
  const known = new Map<string, { value: ReturnType<typeof find>; until: number }>();
  return (address) => {
    const found = known.get(address);
    if (found && found.until > Date.now()) return found.value;
    if (known.size >= maxRemembered) known.clear();
    const entry = { value: find(address), until: Date.now() + foundForMs };
    known.set(address, entry);
    entry.value.then(
      (channel) => {
        if (!channel) entry.until = Date.now() + missingForMs;
      },
      () => {
        if (known.get(address) === entry) known.delete(address);
      },
    );
    return entry.value;
  };
}

/** The value of `x-line-signature` for a body: HMAC-SHA256 over its raw bytes, in base64. */
export function signatureOf(rawBody: Uint8Array, channelSecret: string): string {
  return createHmac("sha256", channelSecret).update(rawBody).digest("base64");
}

/** Whether a header has the form of a signature; without one, nothing is looked up. */
function isSignature(header: unknown): header is string {
  return typeof header === "string" && /^[A-Za-z0-9+/]{43}=$/.test(header);
}

/** Whether LINE signed these raw bytes with this channel's secret. */
export function signatureFits(rawBody: Uint8Array, header: string, channelSecret: string): boolean {
  // Without a secret no signature is valid: anyone can sign with an empty key.
  if (channelSecret === "" || !isSignature(header)) return false;
  return timingSafeEqual(digest(header), digest(signatureOf(rawBody, channelSecret)));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
