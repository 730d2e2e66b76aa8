import { isIP } from "node:net";
import { createTransport } from "nodemailer";
import type SmtpConnection from "nodemailer/lib/smtp-connection/index.js";
import { asRecord, numberOf, textOf } from "#platform/calls/read-json";
import { isOutside, lookupOutside } from "../calls/outside-address.ts";
import { type Letter, unsubscribeHeaders } from "./carrier.ts";

/** An account at a mail server, as a person entered it. */
export interface SmtpAccount {
  readonly server: string;
  readonly port: number;
  /** `tls`: encrypted from the first byte; `starttls`: encrypted before any data; `none`: unencrypted. */
  readonly security: "tls" | "starttls" | "none";
  /** Empty: the server asks for no password. */
  readonly username: string;
  readonly password: string;
  readonly sender: string;
  readonly senderName: string;
}

export type SmtpFailureReason =
  | "notFound"
  | "notPublic"
  | "unreachable"
  | "timeout"
  | "encryption"
  | "signIn"
  | "sender"
  | "receiver"
  | "refused"
  | "other";

const maxAnswerLength = 300;

/** A mail server did not accept a letter. `answer`: its own words; empty if there were none. */
export class SmtpFailure extends Error {
  override readonly name = "SmtpFailure";
  readonly reason: SmtpFailureReason;
  readonly answer: string;
  /** The server's reply code, such as 550; null if it did not answer. */
  readonly status: number | null;
  /** The letter was certainly not accepted. If false, the connection broke while it was handed over. */
  readonly isUnsent: boolean;
  /** The server refused the connection, regardless of the letter. */
  readonly isOfConnection: boolean;

  constructor(reason: SmtpFailureReason, { answer = "", cause }: { answer?: string; cause?: unknown } = {}) {
    super(`The mail server failed: ${reason} ${answer}`.trim(), { cause });
    this.reason = reason;
    this.answer = answer.replace(/\s+/g, " ").slice(0, maxAnswerLength);
    const facts = asRecord(cause);
    this.status = numberOf(facts["responseCode"]) ?? null;
    this.isUnsent = this.status !== null || isBeforeSending(facts);
    this.isOfConnection = this.status !== null && /^(CONN|EHLO|HELO)\b/.test(textOf(facts["command"]) ?? "");
  }
}

/** nodemailer's codes of failures before a letter is handed over. */
const beforeSending = new Set(["EACCES", "EDNS", "ENOTFOUND", "EAI_AGAIN", "ETLS", "EAUTH", "ENOAUTH", "ECONNREFUSED"]);
/** Its timeouts while connecting; the timeout of an open connection is `SOCKET_TIMEOUT`. */
const beforeOpen = new Set(["CONNECT_TIMEOUT", "GREETING_TIMEOUT", "UPGRADE_TIMEOUT"]);
/** Node's codes of a TLS handshake that failed, most often for the server's certificate. nodemailer calls them all ESOCKET. */
const inHandshake =
  /CERT|SELF_SIGNED|LEAF_SIGNATURE|WRONG_VERSION_NUMBER|HANDSHAKE_FAILURE|PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/;

/** Whether a failure without an answer came before the letter was sent, as nodemailer 10 reports it. */
function isBeforeSending(facts: Record<string, unknown>): boolean {
  const code = textOf(facts["code"]) ?? "";
  // Errors of its pool: closed before the greeting, or a pooled connection dropped before a byte of the letter was sent.
  const isPooled = code === "ECONNECTION" && facts["command"] === undefined;
  return (
    isPooled ||
    facts["syscall"] === "connect" ||
    beforeSending.has(code) ||
    beforeOpen.has(textOf(facts["timeoutType"]) ?? "") ||
    inHandshake.test(textOf(facts["originalCode"]) ?? "")
  );
}

/**
 * Hands a letter to an account's mail server and resolves once the server has accepted it. Throws SmtpFailure. With
 * `insideAllowed` false, servers that are not on the internet are refused.
 */
export async function sendBySmtp(
  account: SmtpAccount,
  { recipient, subject, text, html, attachments = [], messageId }: Letter & { readonly messageId?: string },
  { insideAllowed }: { insideAllowed: boolean },
): Promise<void> {
  try {
    const transport = createTransport(await optionsOf(account, insideAllowed));
    await transport.sendMail({
      from: fromOf(account),
      to: { name: "", address: recipient },
      subject,
      text,
      html,
      attachments: [...attachments],
      ...(messageId && { messageId: `<${messageId}>` }),
    });
  } catch (error) {
    throw failureOf(error);
  }
}

/** One letter of a bulk mail. */
export interface BulkLetter extends Letter {
  /** Identifies the letter in replies of mail servers; without brackets. */
  readonly messageId: string;
  /** Null: it is not marketing. */
  readonly unsubscribe: string | null;
}

/** Connections to an account's mail server that are reused for several letters. */
export interface Mailer {
  /** Resolves once the server has accepted the letter. Throws SmtpFailure. A letter is handed over at most once. */
  send(letter: BulkLetter): Promise<void>;
  close(): void;
}

/** Maximum connections of one process to a mail server: many providers refuse more. */
const maxConnections = 5;

/** Prepares to send many letters through an account; throws SmtpFailure for a server that is not allowed. */
export async function openMailer(account: SmtpAccount, { insideAllowed }: { insideAllowed: boolean }): Promise<Mailer> {
  const options = await optionsOf(account, insideAllowed).catch((error: unknown) => {
    throw failureOf(error);
  });
  // A letter whose connection broke may have been accepted, so nodemailer must not send it again.
  const pool = { pool: true as const, maxConnections, maxMessages: Infinity, maxRequeues: 0 };
  const transport = createTransport({ ...options, ...pool });
  const from = fromOf(account);
  return {
    async send({ recipient, subject, text, html, messageId, unsubscribe }) {
      const headers = unsubscribeHeaders(unsubscribe);
      try {
        await transport.sendMail({
          ...{ from, to: { name: "", address: recipient }, subject, text, html },
          ...{ messageId: `<${messageId}>`, headers },
        });
      } catch (error) {
        throw failureOf(error);
      }
    },
    close: () => transport.close(),
  };
}

async function optionsOf(
  { server, port, security, username, password }: SmtpAccount,
  insideAllowed: boolean,
): Promise<SmtpConnection.Options> {
  return {
    host: insideAllowed ? server : await addressOutside(server),
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    tls: { servername: server },
    ...(username && { auth: { user: username, pass: password } }),
    ...{ connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 5_000 },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  };
}

function fromOf({ sender, senderName }: SmtpAccount) {
  return { name: senderName, address: sender };
}

function failureOf(error: unknown): SmtpFailure {
  return new SmtpFailure(reasonOf(error), { answer: textOf(asRecord(error)["response"]) ?? "", cause: error });
}

const reasonsByCode: Readonly<Record<string, SmtpFailureReason>> = {
  EACCES: "notPublic",
  EDNS: "notFound",
  ENOTFOUND: "notFound",
  EAI_AGAIN: "notFound",
  ECONNECTION: "unreachable",
  ECONNREFUSED: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ESOCKET: "unreachable",
  ETIMEDOUT: "timeout",
  ETLS: "encryption",
  EAUTH: "signIn",
  ENOAUTH: "signIn",
};

/** nodemailer's code shows how far it got, and the command shows what the server refused. */
function reasonOf(error: unknown): SmtpFailureReason {
  const facts = asRecord(error);
  const command = textOf(facts["command"]) ?? "";
  if (error instanceof Error && /certificate|ssl|tls/i.test(error.message) && !numberOf(facts["responseCode"]))
    return "encryption";
  if (command.startsWith("MAIL")) return "sender";
  if (command.startsWith("RCPT")) return "receiver";
  const known = reasonsByCode[textOf(facts["code"]) ?? ""];
  if (known) return known;
  return numberOf(facts["responseCode"]) ? "refused" : "other";
}

/**
 * The IP address to connect to for a host that somebody entered. Rejects with EACCES when the host is not on the
 * internet. Connect to this address, not to the name: the name could resolve differently the second time.
 */
async function addressOutside(host: string): Promise<string> {
  if (isIP(host) !== 0) {
    if (isOutside(host)) return host;
    throw Object.assign(new Error(`${host} is not on the internet`), { code: "EACCES" });
  }
  return new Promise((resolve, reject) => {
    lookupOutside(host, {}, (error, address) => {
      if (typeof address === "string") resolve(address);
      else reject(error ?? new Error(`${host} has no address`));
    });
  });
}
