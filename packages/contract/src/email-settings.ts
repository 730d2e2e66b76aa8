import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { BranchId } from "./ids.ts";

/** How a connection to a mail server is encrypted. `none`: not at all, refused in production. */
export const emailSecurities = ["tls", "starttls", "none"] as const;
export type EmailSecurity = (typeof emailSecurities)[number];

export const emailProviders = ["gmail", "microsoft365", "ses", "sendgrid", "mailgun", "brevo", "other"] as const;
export type EmailProvider = (typeof emailProviders)[number];

interface EmailPreset {
  readonly server: string;
  readonly port: number;
  readonly security: EmailSecurity;
  /** The user name where it is the same for every customer. */
  readonly username: string;
}

/** The values that are filled in when a provider is chosen. */
export const emailPresets: Readonly<Record<EmailProvider, EmailPreset>> = {
  gmail: { server: "smtp.gmail.com", port: 465, security: "tls", username: "" },
  microsoft365: { server: "smtp.office365.com", port: 587, security: "starttls", username: "" },
  ses: { server: "email-smtp.ap-northeast-1.amazonaws.com", port: 587, security: "starttls", username: "" },
  sendgrid: { server: "smtp.sendgrid.net", port: 587, security: "starttls", username: "apikey" },
  mailgun: { server: "smtp.mailgun.org", port: 587, security: "starttls", username: "" },
  brevo: { server: "smtp-relay.brevo.com", port: 587, security: "starttls", username: "" },
  other: { server: "", port: 587, security: "starttls", username: "" },
};

interface EmailRate {
  /** Mails a minute, low enough that the provider does not defer them. */
  readonly perMinute: number;
  /** Mails in 24 hours; null: no limit that is the same for every customer. */
  readonly perDay: number | null;
}

/** What providers usually accept from one account. */
export const emailRates: Readonly<Record<EmailProvider, EmailRate>> = {
  gmail: { perMinute: 120, perDay: 2000 },
  microsoft365: { perMinute: 30, perDay: 10_000 },
  ses: { perMinute: 840, perDay: 50_000 },
  sendgrid: { perMinute: 6000, perDay: null },
  mailgun: { perMinute: 6000, perDay: null },
  brevo: { perMinute: 6000, perDay: null },
  other: { perMinute: 60_000, perDay: null },
};

/** A host name or an IP address, without a port. A protocol in front of it is removed: port and encryption already say it. */
const server = z
  .string()
  .trim()
  .overwrite((written) => written.replace(/^smtps?:\/\//i, "").replace(/\/$/, ""))
  .max(253)
  .regex(
    /^([a-z0-9]([a-z0-9-]*[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$|^[0-9a-f:.]*:[0-9a-f:.]*$/i,
    "FIELD_INVALID",
  );
/** A value for an SMTP header or command: a single line. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u, "FIELD_INVALID");

const EmailFields = z.object({
  /** The caller's branch unless given. */
  branchID: BranchId.optional(),
  provider: z.enum(emailProviders),
  server,
  port: z.number().int().min(1).max(65_535),
  /** Left out: the saved one, or the usual one for the port. */
  security: z.enum(emailSecurities).optional(),
  /** Empty: the server needs no password. */
  username: line(254),
  /** Empty: keeps the saved one. */
  password: z.string().max(1000).default(""),
  /** The address in `From`. */
  sender: z.email("FIELD_INVALID").max(254),
  /** Left out: keeps the saved one. */
  senderName: line(100).optional(),
});
export type EmailFields = z.infer<typeof EmailFields>;

export const EmailSettingForm = EmailFields.extend({
  /** The token of the test of exactly these values. Empty: the last test that the caller's values passed at the branch. */
  testID: z.string().max(200).default(""),
  /** Left out: the saved setting is replaced whatever its version. */
  version: z.number().int().min(0).optional(),
});
export type EmailSettingForm = z.infer<typeof EmailSettingForm>;

/** Why a mail server did not accept a test message. Each is the key of a text in the web app. */
export const emailFailures = [
  "notFound",
  "notPublic",
  "unreachable",
  "timeout",
  "encryption",
  "signIn",
  "sender",
  "receiver",
  "refused",
  "other",
] as const;
export type EmailFailureReason = (typeof emailFailures)[number];

const EmailSetting = z.object({
  branch: z.object({ branchID: BranchId, name: z.string() }),
  /** Null while nothing is saved for the branch. */
  setting: z
    .object({
      provider: z.enum(emailProviders),
      server: z.string(),
      port: z.number().int(),
      security: z.enum(emailSecurities),
      username: z.string(),
      password: z.object({ hasValue: z.boolean() }),
      sender: z.string(),
      senderName: z.string(),
      /** When the mail server last accepted a test message. */
      verifiedAt: z.string(),
    })
    .nullable(),
  version: z.number().int(),
});
export type EmailSetting = z.infer<typeof EmailSetting>;

/** The DNS records by which receiving servers judge a sender. */
const emailRecords = ["spf", "dkim", "dmarc"] as const;

/** The faults of a record. Each is the key of a text in the web app. */
export const emailAdvices = [
  "good",
  /** There is none. */
  "missing",
  /** More than one: receivers ignore all. */
  "several",
  /** SPF: does not name the provider. */
  "providerMissing",
  /** SPF: allows anybody to send. */
  "open",
  /** DKIM: not found under the names that the provider uses, or those names are not known. */
  "uncertain",
  /** DMARC: has no valid policy. */
  "invalid",
  /** DNS did not answer. */
  "unknown",
] as const;
export type EmailAdvice = (typeof emailAdvices)[number];

const EmailDomain = z.object({
  domain: z.string(),
  records: z.array(
    z.object({
      record: z.enum(emailRecords),
      advice: z.enum(emailAdvices),
      /** The name to look up or to create. */
      name: z.string(),
      /** The value in DNS; empty if nothing was found. */
      found: z.string(),
      /** The value to publish; empty if only the provider knows it. */
      proposal: z.string(),
    }),
  ),
});
export type EmailDomain = z.infer<typeof EmailDomain>;

export const emailSettings = {
  list: endpoint("GET /api_basic/Setting/QueryEmailSetting", {
    summary: "The mail servers of the branches that the caller can see, without passwords; also branches without one.",
    access: "org:email:query",
    request: z.object({}),
    response: z.array(EmailSetting),
  }),
  test: endpoint("POST /api_basic/Setting/SendTestEmail", {
    summary: "Sends a test message with these values. After that the same values can be saved for 15 minutes.",
    access: "org:email:test",
    request: EmailFields.extend({ receiver: z.email("FIELD_INVALID").max(254) }),
    alsoNamed: { serverURL: "server" },
    response: z.object({ testID: z.string(), expireTime: z.string() }),
    errors: ["EMAIL_TEST_FAILED", "TOO_MANY_REQUESTS"],
  }),
  save: endpoint("POST /api_basic/Setting/SaveEmailSetting", {
    summary: "Saves the mail server of a branch. The same values must have passed a test in the last 15 minutes.",
    access: "org:email:edit",
    request: EmailSettingForm,
    alsoNamed: { serverURL: "server" },
    response: z.null(),
    errors: ["SETTING_NOT_VERIFIED", "STALE_DATA"],
  }),
  domain: endpoint("GET /api_basic/Setting/QueryEmailDomain", {
    summary: "Looks up SPF, DKIM and DMARC of a branch's sender domain in DNS.",
    access: "org:email:query",
    request: z.object({ branchID: BranchId }),
    response: EmailDomain,
    errors: ["TOO_MANY_REQUESTS"],
  }),
};
