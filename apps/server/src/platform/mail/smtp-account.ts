import { createTransport } from "nodemailer";
import { addressOutside } from "#platform/calls/outside-host";
import { asRecord, numberOf, textOf } from "#platform/calls/read-json";
import type { Letter } from "./carrier.ts";

/** An account at a mail server that somebody typed in. */
export interface SmtpAccount {
  readonly server: string;
  readonly port: number;
  /** `tls` from the first byte, `starttls` before anything is said, `none` not at all. */
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

const longestAnswer = 300;

/** A mail server did not take a letter. `answer`: its own words, empty when it said none. */
export class SmtpFailure extends Error {
  override readonly name = "SmtpFailure";
  readonly reason: SmtpFailureReason;
  readonly answer: string;

  constructor(reason: SmtpFailureReason, { answer = "", cause }: { answer?: string; cause?: unknown } = {}) {
    super(`The mail server failed: ${reason} ${answer}`.trim(), { cause });
    this.reason = reason;
    this.answer = answer.replace(/\s+/g, " ").slice(0, longestAnswer);
  }
}

/**
 * Hands a letter to an account's mail server and resolves once the server has taken it. Throws SmtpFailure. With
 * `insideAllowed` false, servers that are not on the internet are refused.
 */
export async function sendBySmtp(
  account: SmtpAccount,
  { recipient, subject, text, html }: Letter,
  { insideAllowed }: { insideAllowed: boolean },
): Promise<void> {
  const { server, port, security, username, password, sender, senderName } = account;
  try {
    const host = insideAllowed ? server : await addressOutside(server);
    const transport = createTransport({
      ...{
        host,
        port,
        secure: security === "tls",
        requireTLS: security === "starttls",
        ignoreTLS: security === "none",
      },
      tls: { servername: server },
      ...(username && { auth: { user: username, pass: password } }),
      ...{ connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 5_000 },
      ...{ disableFileAccess: true, disableUrlAccess: true },
    });
    const from = { name: senderName, address: sender };
    await transport.sendMail({ from, to: { name: "", address: recipient }, subject, text, html });
  } catch (error) {
    throw new SmtpFailure(reasonOf(error), { answer: textOf(asRecord(error)["response"]) ?? "", cause: error });
  }
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

/** nodemailer's code says how far it came, and the command what the server refused. */
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
