import { join, resolve } from "node:path";
import { imageModels, imageResolutions } from "@homeroom/contract/ai-images";
import { passwordFormat } from "@homeroom/contract/password-format";
import { z } from "zod";

const flag = z.enum(["on", "off"]);
const databaseUrl = z.string().regex(/^postgres(ql)?:\/\//, "must start with postgres://");
const url = z.url({ protocol: /^https?$/, error: "must be an address that starts with http:// or https://" });
const addresses = z.union(
  [z.enum(["loopback", "linklocal", "uniquelocal"]), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  "must list addresses, networks such as 10.0.0.0/8, loopback, linklocal or uniquelocal",
);

/** `v1=model-id:1K|2K, ...`: which model each version is, and the resolutions that it makes. */
const arkModels = z
  .string()
  .transform((list) => list.split(",").map((one) => /^\s*(v[123])=([\w.-]+):([12]K(?:\|[12]K)*)\s*$/.exec(one)))
  .refine((found) => found.every((one) => one !== null), "must be like v1=model-id:1K|2K,v2=model-id:2K")
  .transform((found) =>
    found.flatMap((one) => (one ? [{ model: one[1], id: one[2], resolutions: one[3]?.split("|") }] : [])),
  )
  .pipe(
    z.array(
      z.object({
        model: z.enum(imageModels),
        id: z.string(),
        resolutions: z.array(z.enum(imageResolutions)),
      }),
    ),
  )
  .prefault("v1=doubao-seedream-4-0-250828:1K|2K,v2=doubao-seedream-4-5-251128:2K,v3=doubao-seedream-5-0-260128:2K");

const trialParts = /^(\d+):([^:]+):(\d+):(\d*):([^:]+):(\d+(?:\|\d+)*)$/;

/** App, its secret, business account, catalogue and token of the sandbox, and the numbers that it offers. */
const trialNumbers = z
  .string()
  .transform((text) => trialParts.exec(text))
  .refine((found) => found !== null, "must be like app:secret:account:catalogue:token:number|number")
  .transform((found) => {
    const [, appID = "", appSecret = "", businessAccountID = "", catalogueID = "", accessToken = "", ids = ""] =
      found ?? [];
    return { appID, appSecret, businessAccountID, catalogueID, accessToken, phoneNumberIDs: ids.split("|") };
  });

/** Every setting, by its environment variable. A wrong one is named in one line at start. */
export const settingsShape = z.object({
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  PUBLIC_URL: url.optional(),
  DOCUMENTS_URL: url.optional(),
  /** Address of published pages: a different host from PUBLIC_URL, so that their scripts cannot reach the web app. */
  PAGES_URL: url.optional(),
  TRUST_PROXY: z
    .string()
    .transform((list) => list.split(",").map((one) => one.trim()))
    .pipe(z.array(addresses))
    .default([]),
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  PROCESS: z.enum(["all", "api", "worker", "pages"]).default("all"),
  /** Port on which a child process of this one, restarted when it ends, serves published pages. */
  PAGES_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: databaseUrl.optional(),
  /** The same database without the pooler that DATABASE_URL names. */
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  /** A server that follows the database by streaming replication; figures and exports are read from it. */
  DATABASE_REPLICA_URL: databaseUrl.optional(),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, "must start with redis:// or rediss://")
    .optional(),
  SECRET_KEY: z
    .string()
    .refine((key) => Buffer.from(key, "base64").length === 32, "must be 32 bytes in base64")
    .optional(),
  FILES_S3_ENDPOINT: url.optional(),
  FILES_S3_BUCKET: z.string().min(1).optional(),
  FILES_S3_REGION: z.string().min(1).default("us-east-1"),
  FILES_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  FILES_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be an address that starts with smtp:// or smtps://" })
    .optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  LOGIN_CAPTCHA: flag.default("on"),
  CAPTCHA_TEST_HOOK: flag.default("off"),
  RATE_LIMITS: flag.default("on"),
  DEMO: flag.default("off"),
  DEMO_SMTP_PORT: z.coerce.number().int().min(1).max(65535).default(8091),
  STAFF_INITIAL_PASSWORD: z.string().regex(passwordFormat, "must be 6 to 20 letters and digits").optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  WHATSAPP_API_URL: url.default("https://graph.facebook.com"),
  /** Numbers of the sandbox that the form of a WhatsApp number offers to be tried. */
  WHATSAPP_TRIAL_NUMBERS: trialNumbers.optional(),
  META_API_URL: url.default("https://graph.facebook.com"),
  /** Where people sign in at Meta. */
  META_LOGIN_URL: url.default("https://www.facebook.com"),
  /** The installation's app at Meta, with which organisations connect their advertisements. */
  META_APP_ID: z
    .string()
    .regex(/^\d{5,32}$/, "must be digits")
    .optional(),
  META_APP_SECRET: z.string().min(8, "must have at least 8 characters").optional(),
  META_VERIFY_TOKEN: z.string().min(8, "must have at least 8 characters").optional(),
  VOLCENGINE_API_URL: url.default("https://api.oceanengine.com"),
  /** Where people sign in to connect Volcengine's advertising. */
  VOLCENGINE_LOGIN_URL: url.default("https://open.oceanengine.com"),
  VOLCENGINE_APP_ID: z
    .string()
    .regex(/^\d{5,32}$/, "must be digits")
    .optional(),
  VOLCENGINE_APP_SECRET: z.string().min(8, "must have at least 8 characters").optional(),
  LINE_API_URL: url.default("https://api.line.me"),
  LINE_DATA_API_URL: url.default("https://api-data.line.me"),
  LINE_CONVERSION_API_URL: url.default("https://conversion-api.tr.line.me"),
  LINE_LIFF_URL: url.default("https://liff.line.me"),
  LINE_LIFF_SDK_URL: url.default("https://static.line-scdn.net/liff/edge/2/sdk.js"),
  OPENAI_API_URL: url.default("https://api.openai.com/v1"),
  DIFY_API_URL: url.default("https://api.dify.ai/v1"),
  ARK_API_URL: url.default("https://ark.cn-beijing.volces.com/api/v3"),
  ARK_API_KEY: z.string().min(8, "must have at least 8 characters").optional(),
  ARK_IMAGE_MODELS: arkModels,
  PAYPAL_API_URL: url.default("https://api-m.paypal.com"),
  SHOPLINE_API_URL: url.default("https://api.shoplinepayments.com"),
  ECPAY_API_URL: url.default("https://payment.ecpay.com.tw"),
  ECPAY_INVOICE_URL: url.default("https://einvoice.ecpay.com.tw"),
  BACKUP_API_URL: url.optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_AT: z
    .string()
    .regex(/^(off|([01]\d|2[0-3]):[0-5]\d)$/, "must be a time of day such as 03:30, or off")
    .optional(),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(14),
});

export interface Settings extends z.infer<typeof settingsShape> {
  /** Production: needs SECRET_KEY and PUBLIC_URL; no demo, captcha and rate limits cannot be off. */
  readonly serving: boolean;
}

/** A setting is missing or wrong; the message is one line that names it. */
export class SettingsError extends Error {}

/**
 * Reads and checks the settings. `serving` is `npm run serve`. Throws SettingsError naming the first wrong setting; an
 * empty variable counts as not set.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>, serving: boolean): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const read = settingsShape.safeParse(given);
  if (!read.success) {
    const issue = read.error.issues[0];
    throw new SettingsError(`Setting ${String(issue?.path[0])} is wrong: ${issue?.message ?? "not readable"}.`);
  }
  const settings = { ...read.data, serving };
  requireWholeBucket(settings);
  refuseSharedOrigin(settings);
  if (serving) refuseWhenServing(settings);
  return settings;
}

/** The point of PAGES_URL is an origin other than the web app's. */
function refuseSharedOrigin({ PAGES_URL: pages, PUBLIC_URL: web }: Settings): void {
  if (pages && web && new URL(pages).host === new URL(web).host)
    throw new SettingsError("Setting PAGES_URL is wrong: pages need another host than PUBLIC_URL.");
}

/** Files in a bucket need all four; a part of them would silently keep the files here. */
function requireWholeBucket(settings: Settings): void {
  const missing = bucketSettings.filter((name) => !settings[name]);
  if (missing.length === 0 || missing.length === bucketSettings.length) return;
  throw new SettingsError(
    `Setting ${missing[0]} is missing: files in a bucket need all of ${bucketSettings.join(", ")}.`,
  );
}

const bucketSettings = [
  "FILES_S3_ENDPOINT",
  "FILES_S3_BUCKET",
  "FILES_S3_ACCESS_KEY_ID",
  "FILES_S3_SECRET_ACCESS_KEY",
] as const;

/**
 * Settings that are read and checked but not used yet: their features are not in this release. Setting one logs a warning
 * at start.
 */
export const settingsWithoutUse: readonly (keyof Settings)[] = [];

/** When a backup is made every day, such as "03:30"; null: never. In production the embedded database has no other. */
export function backupTimeOf({ BACKUP_AT: at, DATABASE_URL: url, serving }: Settings): string | null {
  if (at === undefined) return serving && !url ? "03:30" : null;
  return at === "off" ? null : at;
}

/** Where backups are kept. */
export function backupFolderOf({ BACKUP_DIR: folder, DATA_DIR: data }: Settings): string {
  return resolve(folder ?? join(data, "backups"));
}

function refuseWhenServing(settings: Settings): void {
  for (const name of ["SECRET_KEY", "PUBLIC_URL"] as const) {
    if (!settings[name]) throw new SettingsError(`Setting ${name} is missing: a production server needs it.`);
  }
  for (const name of ["LOGIN_CAPTCHA", "RATE_LIMITS"] as const) {
    if (settings[name] === "off") throw new SettingsError(`Setting ${name} is wrong: it cannot be off in production.`);
  }
  if (settings.CAPTCHA_TEST_HOOK === "on")
    throw new SettingsError("Setting CAPTCHA_TEST_HOOK is wrong: a production server tells nobody its captchas.");
  if (settings.STAFF_INITIAL_PASSWORD)
    throw new SettingsError(
      "Setting STAFF_INITIAL_PASSWORD is wrong: in production each organisation has its own initial password.",
    );
  if (settings.DEMO === "on") throw new SettingsError("Setting DEMO is wrong: a production server has no demo data.");
  if (settings.WHATSAPP_TRIAL_NUMBERS)
    throw new SettingsError("Setting WHATSAPP_TRIAL_NUMBERS is wrong: a production server gives no numbers away.");
  if (settings.SECRET_KEY && isGuessable(settings.SECRET_KEY))
    throw new SettingsError("Setting SECRET_KEY is wrong: make 32 random bytes, such as with openssl rand -base64 32.");
}

/** Of 32 random bytes, fewer than 16 different ones are practically never seen: such a key was made by hand. */
function isGuessable(key: string): boolean {
  return new Set(Buffer.from(key, "base64")).size < 16;
}
