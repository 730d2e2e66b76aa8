import { randomBytes, randomUUID } from "node:crypto";
import { createTimers, type Timers } from "../whatsapp/timers.ts";
import type { SandboxLog } from "../whatsapp/whatsapp-sandbox.ts";
import type { LineAccount, LineAccountSettings } from "./account.ts";
import { type LinePerson, newPerson, readyPeople } from "./people.ts";

/** A message in the chat of a person and an account. */
export interface LineMessage {
  id: string;
  at: number;
  from: "person" | "account" | "system";
  /** LINE's own message object, as sent. */
  body: Record<string, unknown>;
  /** Only of kinds that can be quoted. */
  quoteToken?: string;
  /** The message that this one quotes. */
  quotedMessageId?: string;
  unsent?: boolean;
  /** Whether it was a free reply or a counted push. */
  by?: "reply" | "push";
  seen?: boolean;
}

export interface LineContent {
  bytes: Buffer;
  contentType: string;
  /** When LINE has finished preparing a video or a voice; until then it answers 202. */
  readyAt: number;
}

interface ReplyToken {
  channelId: string;
  userId: string;
  at: number;
  used: boolean;
}

/** The answer of a send, stored under its retry key. */
export interface AcceptedSend {
  requestId: string;
  sentMessages: { id: string; quoteToken?: string }[];
}

/** A forced failure. `cut` accepts the message and loses the answer, `hang` never answers. */
export interface ForcedAnswer {
  what: 400 | 401 | 403 | 404 | 409 | 429 | 500 | "quota" | "cut" | "hang";
  on: "send" | "content" | "any";
  left: number;
}

/** The whole state of the stand-in for LINE, in memory. */
export interface LineSandbox {
  accounts: LineAccount[];
  people: Map<string, LinePerson>;
  chats: Map<string, LineMessage[]>;
  content: Map<string, LineContent>;
  replyTokens: Map<string, ReplyToken>;
  /** The people and channels that the tokens of LIFF apps are for. */
  idTokens: Map<string, { userId: string; loginChannel: string }>;
  accepted: Map<string, AcceptedSend>;
  forced: ForcedAnswer[];
  /** The business's latest five hundred calls; tokens are never stored. */
  requests: { at: number; method: string; path: string; status: number; body: unknown; retryKey?: string }[];
  deliveries: LineDelivery[];
  log: SandboxLog;
  timers: Timers;
  /** Pauses before a refused webhook is delivered again. */
  redeliverAfterMs: readonly number[];
  /** How long videos and voices are prepared. */
  transcodingMs: number;
  /** The business writes only to friends: the demo's conversations are in its database. */
  strangersOpen: boolean;
  /** Called after every change that must be saved. */
  changed: () => void;
}

export interface LineDelivery {
  at: number;
  channelId: string;
  about: string;
  body: string;
  state: "waiting" | "delivered" | "given up";
  attempts: number;
  lastStatus: number;
}

export interface LineSandboxOptions {
  accounts: readonly LineAccountSettings[];
  log: SandboxLog;
  redeliverAfterMs?: readonly number[];
  transcodingMs?: number;
  strangersOpen?: boolean;
}

export function createLineSandbox(options: LineSandboxOptions): LineSandbox {
  const accounts = options.accounts.map((one) => ({
    ...one,
    tokenRevoked: false,
    webhookActive: true,
    quotaLimit: 500,
    quotaUsed: 36,
  }));
  const people = new Map<string, LinePerson>();
  for (const { name, friend } of readyPeople) {
    const person = newPerson(name);
    for (const { channelId } of accounts) person.relations.set(channelId, friend ? "friend" : "none");
    people.set(person.userId, person);
  }
  return {
    accounts,
    people,
    chats: new Map(),
    content: new Map(),
    replyTokens: new Map(),
    idTokens: new Map(),
    accepted: new Map(),
    forced: [],
    requests: [],
    deliveries: [],
    log: options.log,
    timers: createTimers(),
    redeliverAfterMs: options.redeliverAfterMs ?? [1_000, 3_000, 8_000, 20_000, 60_000, 120_000],
    transcodingMs: options.transcodingMs ?? 1_500,
    strangersOpen: options.strangersOpen ?? false,
    changed: () => undefined,
  };
}

export function chatOf(sandbox: LineSandbox, channelId: string, userId: string): LineMessage[] {
  const key = `${channelId} ${userId}`;
  const chat = sandbox.chats.get(key) ?? [];
  sandbox.chats.set(key, chat);
  return chat;
}

/** Message ids are long, increasing numbers. */
export function newMessageId(): string {
  const serial = Number(randomBytes(3).readUIntBE(0, 3)) % 1_000_000;
  return `5${String(Date.now()).slice(-11)}${String(serial).padStart(6, "0")}`;
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A ULID: ten characters of time and sixteen random ones. */
export function newEventId(now = Date.now()): string {
  let time = now;
  let head = "";
  for (let place = 0; place < 10; place += 1) {
    head = (crockford[time % 32] ?? "0") + head;
    time = Math.floor(time / 32);
  }
  const tail = [...randomBytes(16)].map((byte) => crockford[byte % 32]).join("");
  return head + tail;
}

/** The kinds that can be quoted; LINE gives their messages a quote token. */
export function canBeQuoted(body: Record<string, unknown>): boolean {
  return ["text", "sticker", "image", "video", "template"].includes(String(body.type));
}

export function newToken(): string {
  return randomBytes(16).toString("hex");
}

export function newRequestId(): string {
  return randomUUID();
}
