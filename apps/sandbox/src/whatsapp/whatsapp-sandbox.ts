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

/** The shape of pino's logger, as far as it is used here. */
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
  /** Open pages by "phone number id, customer": how many look at that chat now. */
  viewers: Map<string, number>;
  /** Refusals so far of customers whose behaviour ends by itself. */
  refusals: Map<string, { times: number; firstAt: number }>;
  /** Messages of customers by the delivery that carries them. */
  carried: Map<number, string>;
}

export interface WhatsAppSandboxOptions {
  channels: readonly ChannelSettings[];
  mediaFolder: string;
  log: SandboxLog;
  timing?: Partial<Timing>;
  retryDelaysMs?: readonly number[];
  webhookTimeoutMs?: number;
  /** Webhooks under way at a time. With 1 they arrive in order; Meta promises no order. */
  webhooksAtOnce?: number;
  /** A person the business writes to first has an open window: their messages are in the business's demo database. */
  strangersOpen?: boolean;
}

/** Meta goes on for days; a sandbox gives up after some 25 minutes and shows it. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000];

export function createWhatsAppSandbox(options: WhatsAppSandboxOptions): WhatsAppSandbox {
  const chats = createChats();
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
