import type { ExclusionReason } from "@homeroom/contract/broadcast-estimate";
import { planEnded } from "@homeroom/contract/broadcast-plans";
import type { FailureReason } from "@homeroom/contract/failure-reasons";
import type { MailFailure } from "@homeroom/contract/plan-pauses";
import type { SmtpFailure } from "#platform/mail/smtp-account";

/** The result of one mail. */
export interface MailOutcome {
  readonly id: number;
  readonly state: "accepted" | "failed" | "excluded" | "waiting" | "unsure";
  readonly reason?: FailureReason | ExclusionReason | typeof planEnded;
  /** The server's own words. */
  readonly detail?: string;
  /** The time of the next try. */
  readonly waitSeconds?: number;
  readonly tries?: number;
  /** The address accepts no more mail. */
  readonly stopsAddress?: boolean;
  /** The server is unusable. */
  readonly isServerDown?: boolean;
  /** The reason. */
  readonly serverFailure?: MailFailure["reason"];
  /** It does not accept our user or sender: retrying does not help. */
  readonly isAccountRefused?: boolean;
}

/** Retries of a mail that its server defers: after 1, 4, 16 and 64 minutes. */
const maxTries = 5;
const minute = 60;

/** The outcome of a mail server's failure for one mail. The server's reply decides, then how far the connection got. */
export function outcomeOf(failure: SmtpFailure, { id, tries }: { id: number; tries: number }): MailOutcome {
  const { status, answer: detail, reason } = failure;
  if (!failure.isUnsent) return { id, state: "unsure", detail: failure.message };
  const serverFailure = isUsedUp(detail) ? ("usedUp" as const) : reason;
  const down = { id, state: "waiting" as const, detail, tries, isServerDown: true, serverFailure };
  const isForGood = status === null || (status >= 500 && !isUsedUp(detail));
  const isOfUs = isOurs(reason) || failure.isOfConnection;
  if (isOfUs && isForGood) return { ...down, isAccountRefused: true };
  if (status === null || isUsedUp(detail)) return { ...down, waitSeconds: minute };
  if (status < 500) {
    const waitSeconds = minute * 4 ** (Math.min(tries, maxTries - 1) - 1);
    if (isOfUs) return { ...down, waitSeconds };
    if (tries < maxTries) return { id, state: "waiting", detail, tries, waitSeconds };
    return { id, state: "failed", reason: isFull(detail) ? "mailboxFull" : "mailRefused", detail };
  }
  if (isFull(detail)) return { id, state: "failed", reason: "mailboxFull", detail };
  if (reason === "receiver" && isUnknown(status, detail))
    return { id, state: "failed", reason: "mailboxUnknown", detail, stopsAddress: true };
  return { id, state: "failed", reason: "mailRefused", detail };
}

/** The same for a plan that was ended meanwhile: a deferred mail is not retried. */
export function outcomeOfEnded(outcome: MailOutcome): MailOutcome {
  const { id, state, detail = "" } = outcome;
  return state === "waiting" ? { id, state: "failed", reason: planEnded, detail } : outcome;
}

/** Enhanced codes (RFC 3463): x.2.2 is a full mailbox. */
function isFull(answer: string): boolean {
  return /\b[45]\.2\.2\b|quota|mailbox (is )?full/i.test(answer);
}

/** 5.1.x and 5.2.1: the address does not exist. 5.7.x is about the sender, not the address. */
function isUnknown(status: number, answer: string): boolean {
  const [, subject] = /\b5\.(\d{1,3})\.\d{1,3}\b/.exec(answer) ?? [];
  if (subject !== undefined) return subject === "1" || /\b5\.2\.1\b/.test(answer);
  return status === 550 && /no such|unknown|does not exist|not exist|invalid (recipient|mailbox|user)/i.test(answer);
}

/** The server refused our user, our sender or its own address, and not a letter. */
function isOurs(reason: SmtpFailure["reason"]): boolean {
  return reason === "signIn" || reason === "sender" || reason === "notPublic" || reason === "encryption";
}

/** Gmail's code for an account that has reached its daily limit: later mails of the plan would be refused too. */
function isUsedUp(answer: string): boolean {
  return /\b5\.4\.5\b/.test(answer);
}
