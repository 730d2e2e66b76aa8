import type { JsonRecord } from "#platform/calls/read-json";

/** What a person's sign-in at Meta gives. */
export interface MetaGrant {
  token: string;
  /** Null: it does not end by itself. */
  expiresAt: Date | null;
  userId: string;
  userName: string;
  /** Scopes that we need and were not given. */
  missingScopes: string[];
}

export interface MetaPageAccess {
  pageId: string;
  name: string;
  token: string;
}

/** A lead as Meta's form sent it. */
export interface MetaLead {
  leadId: string;
  formId: string;
  campaignId: string;
  adsetId: string;
  adId: string;
  /** Sent by Meta's test tool. */
  isTest: boolean;
  createdAt: Date;
  /** Its `field_data`, fit to be stored. */
  payload: JsonRecord;
}

/** Meta's Graph API as far as advertisements go. Every call throws MetaFailure, and nothing else, when it does not succeed. */
export interface MetaProvider {
  /** Where a person signs in; they come back to `returnUrl` with a code and the state. */
  signInUrl(state: string, returnUrl: string): string;
  /** What a code is worth: a key that lasts for weeks. */
  grantOf(code: string, returnUrl: string): Promise<MetaGrant>;
  pages(token: string): Promise<MetaPageAccess[]>;
  /** Has Meta call us for each lead of a page, or no longer. */
  setSubscription(page: MetaPageAccess, on: boolean): Promise<void>;
  lead(token: string, leadId: string): Promise<MetaLead>;
  /** The leads of all forms of a page since a moment. */
  leadsSince(page: MetaPageAccess, since: Date): Promise<MetaLead[]>;
  /** Whether Meta signed these bytes; what Meta's console is given to prove itself with. */
  isSigned(body: Buffer, signature: unknown): boolean;
  isVerifyToken(text: string): boolean;
}

/** `reconnect`: the key is worth nothing any more. `refused`: asking again will not help. */
export type MetaFailureReason = "reconnect" | "refused" | "rateLimited" | "unavailable";

/** Why Meta did not do what it was asked. */
export class MetaFailure extends Error {
  override readonly name = "MetaFailure";
  readonly reason: MetaFailureReason;
  /** How long Meta wants to be left alone. */
  readonly retryAfterMs: number | undefined;

  constructor(
    reason: MetaFailureReason,
    detail: string,
    { retryAfterMs, cause }: { retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(`Meta failed (${reason}): ${detail}`, { cause });
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}
