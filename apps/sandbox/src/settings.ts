import type { LineAccountSettings } from "./line/account.ts";
import { demoLineAccount, lineWebhookPath } from "./line/account.ts";
import type { ChannelSettings } from "./whatsapp/channel.ts";
import type { SandboxLog, WhatsAppSandboxOptions } from "./whatsapp/whatsapp-sandbox.ts";

export interface SandboxOptions
  extends Pick<
    WhatsAppSandboxOptions,
    | "channels"
    | "timing"
    | "retryDelaysMs"
    | "webhookTimeoutMs"
    | "webhooksAtOnce"
    | "strangersOpen"
    | "messagesPerChat"
  > {
  /** 0 takes any free port. */
  port: number;
  host: string;
  /** The folder in which chats and files survive restarts; without it they are lost when the process ends. */
  dataDir?: string;
  /** LINE accounts; none by default. */
  lineAccounts?: readonly LineAccountSettings[];
  /** The folder into which the server writes the mails that the page shows. */
  mailDir?: string;
  /** The port of the mail server, which stores accepted mails in `mailDir`; without it there is none. 0 takes any free port. */
  smtpPort?: number;
  /** The address of the product, which payment platforms notify. */
  shopUrl?: string;
  log: SandboxLog;
}

/** The default address of the product. */
export const ownMachine = "http://127.0.0.1:8080";

const WEBHOOK_PATH = "/api_webhook/WhatsApp/Callback";

const demoApp = {
  appId: "400000000000001",
  accessToken: "demo-access-token",
  appSecret: "demo-app-secret",
  verifyToken: "demo-verify-token",
  name: "晨光文理補習班",
};

/** The number of the demo organisation, and four more of the same business that no branch uses yet. */
const demoChannels: readonly Omit<ChannelSettings, "webhookUrl">[] = [1, 2, 3, 4, 5].map((number) => ({
  ...demoApp,
  phoneNumberId: `10000000000000${number}`,
  displayPhoneNumber: `+886 2 7700 000${number}`,
  businessAccountId: "200000000000001",
  catalogueId: "300000000000001",
}));

/**
 * Reads SANDBOX_PORT (8090), SANDBOX_HOST (127.0.0.1), SANDBOX_SMTP_PORT, SANDBOX_DATA_DIR, SANDBOX_STRANGERS (closed), MAIL_DIR,
 * WEBHOOK_BASE (http://127.0.0.1:8080) and SANDBOX_CHANNELS, a JSON list of channels; those without webhookUrl get WEBHOOK_BASE's.
 */
export function readSettings(env: NodeJS.ProcessEnv): Omit<SandboxOptions, "log"> {
  const port = readPort("SANDBOX_PORT", env.SANDBOX_PORT ?? "8090");
  const webhookBase = env.WEBHOOK_BASE ?? ownMachine;
  if (!URL.canParse(webhookBase)) throw new Error("WEBHOOK_BASE must be an address such as http://127.0.0.1:8080");
  const webhookUrl = `${webhookBase.replace(/\/$/, "")}${WEBHOOK_PATH}`;
  const strangers = env.SANDBOX_STRANGERS ?? "closed";
  if (strangers !== "open" && strangers !== "closed") throw new Error("SANDBOX_STRANGERS must be open or closed");
  return {
    port,
    strangersOpen: strangers === "open",
    host: env.SANDBOX_HOST ?? "127.0.0.1",
    channels: readChannels(env.SANDBOX_CHANNELS, webhookUrl),
    lineAccounts: [
      {
        ...demoLineAccount,
        webhookUrl: `${webhookBase.replace(/\/$/, "")}${lineWebhookPath(demoLineAccount.channelId)}`,
      },
    ],
    shopUrl: webhookBase.replace(/\/$/, ""),
    ...(env.SANDBOX_DATA_DIR === undefined ? {} : { dataDir: env.SANDBOX_DATA_DIR }),
    ...(env.SANDBOX_SMTP_PORT === undefined ? {} : { smtpPort: readPort("SANDBOX_SMTP_PORT", env.SANDBOX_SMTP_PORT) }),
    ...(env.MAIL_DIR === undefined ? {} : { mailDir: env.MAIL_DIR }),
  };
}

function readPort(name: string, value: string): number {
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${name} must be a port number`);
  return port;
}

/** One JSON line per event on standard output. */
export const writeLogLine: SandboxLog = {
  info: (detail, text) => writeLine("info", detail, text),
  warn: (detail, text) => writeLine("warn", detail, text),
  error: (detail, text) => writeLine("error", detail, text),
};

function writeLine(level: string, detail: object, text: string): void {
  const plain = Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [name, value instanceof Error ? value.stack : value]),
  );
  process.stdout.write(`${JSON.stringify({ level, time: new Date().toISOString(), msg: text, ...plain })}\n`);
}

function readChannels(json: string | undefined, webhookUrl: string): ChannelSettings[] {
  if (json === undefined) return demoChannels.map((channel) => ({ ...channel, webhookUrl }));
  const list = parseList(json);
  return list.map((entry) => {
    const given = entry as Partial<ChannelSettings>;
    const channel = { ...given, webhookUrl: given.webhookUrl ?? webhookUrl } as ChannelSettings;
    for (const name of [
      "phoneNumberId",
      "displayPhoneNumber",
      "businessAccountId",
      "accessToken",
      "appSecret",
      "verifyToken",
    ] as const) {
      if (typeof channel[name] !== "string" || channel[name] === "")
        throw new Error(`SANDBOX_CHANNELS: ${name} is missing`);
    }
    return channel;
  });
}

function parseList(json: string): unknown[] {
  try {
    const list: unknown = JSON.parse(json);
    if (Array.isArray(list) && list.length > 0) return list;
  } catch {
    // Rejected below, like a value that is not a list.
  }
  throw new Error("SANDBOX_CHANNELS must be a JSON list of channels");
}
