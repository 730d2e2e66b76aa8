import { type AiSwitches, createAiSwitches } from "../ai/ai-switches.ts";
import { type Catalogues, createCatalogues } from "../catalogue/catalogues.ts";
import { type ChannelSettings, type Channels, createChannels } from "./channel.ts";
import { type Chats, createChats } from "./chats.ts";
import { createMediaStore, type MediaStore } from "./media-store.ts";
import { createNews, type News } from "./news.ts";
import { createPhoneBook, type PhoneBook } from "./phone-book.ts";
import { createRateLimits, type RateLimits } from "./rate-limits.ts";
import { readyCustomers } from "./ready-customers.ts";
import { createRequestLog, type RequestLog } from "./request-log.ts";
import { createSwitches, type Switches, type Timing } from "./switches.ts";
import { createTemplates, type Templates } from "./templates.ts";
import { createTimers, type Timers } from "./timers.ts";
import { WebhookQueue } from "./webhook-queue.ts";

/** The part of pino's logger that is used here. */
export interface SandboxLog {
  info(detail: object, text: string): void;
  warn(detail: object, text: string): void;
  error(detail: object, text: string): void;
}

/** Everything that the stand-in for WhatsApp holds in memory. */
export interface WhatsAppSandbox {
  channels: Channels;
  phoneBook: PhoneBook;
  chats: Chats;
  media: MediaStore;
  templates: Templates;
  catalogues: Catalogues;
  webhooks: WebhookQueue;
  requests: RequestLog;
  switches: Switches;
  aiSwitches: AiSwitches;
  limits: RateLimits;
  news: News;
  timers: Timers;
  log: SandboxLog;
  /** The number of open pages that show a chat, by "phone number id, customer". */
  viewers: Map<string, number>;
  /** Refusals so far for customers whose refusals are limited. */
  refusals: Map<string, { times: number; firstAt: number }>;
  /** Customers' messages by the delivery that contains them. */
  carried: Map<number, string>;
}

export interface WhatsAppSandboxOptions {
  channels: readonly ChannelSettings[];
  mediaFolder: string;
  log: SandboxLog;
  timing?: Partial<Timing>;
  retryDelaysMs?: readonly number[];
  webhookTimeoutMs?: number;
  /** Webhooks in progress at a time. With 1 they arrive in order; Meta guarantees no order. */
  webhooksAtOnce?: number;
  /** Treat strangers' windows as open: their messages may be in the demo's database. */
  strangersOpen?: boolean;
  /** How many messages of a chat are kept. */
  messagesPerChat?: number;
}

/** Meta retries for days; the sandbox gives up after about 25 minutes and shows that. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000];

export function createWhatsAppSandbox(options: WhatsAppSandboxOptions): WhatsAppSandbox {
  const chats = createChats(options.messagesPerChat);
  const news = createNews();
  const sandbox: WhatsAppSandbox = {
    channels: createChannels(options.channels),
    phoneBook: createPhoneBook((customer) => chats.forget(customer.id)),
    chats,
    media: createMediaStore(options.mediaFolder),
    catalogues: createCatalogues(),
    templates: createTemplates(options.channels.map((channel) => channel.businessAccountId)),
    webhooks: new WebhookQueue({
      retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
      timeoutMs: options.webhookTimeoutMs ?? 20_000,
      maxAtOnce: options.webhooksAtOnce ?? 48,
    }),
    requests: createRequestLog(() => news.panelChanged()),
    switches: createSwitches(options.timing, options.strangersOpen),
    aiSwitches: createAiSwitches(),
    limits: createRateLimits(),
    news,
    timers: createTimers(),
    log: options.log,
    viewers: new Map(),
    refusals: new Map(),
    carried: new Map(),
  };
  for (const customer of readyCustomers) sandbox.phoneBook.add({ ...customer, origin: "ready" });
  return sandbox;
}

export function viewKey(phoneNumberId: string, customerId: string): string {
  return `${phoneNumberId} ${customerId}`;
}
