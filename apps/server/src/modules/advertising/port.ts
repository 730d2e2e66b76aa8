import type { AdLevel, AdStatus } from "@homeroom/contract/campaigns";
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

export interface MetaAdAccount {
  /** Without `act_`. */
  accountId: string;
  name: string;
  currency: string;
  timeZone: string;
}

/** A campaign, ad set or ad; parents are named by their ids at Meta. */
export interface MetaAdItem {
  level: AdLevel;
  itemId: string;
  campaignId: string;
  adsetId: string;
  name: string;
  status: AdStatus;
}

/** What a report is to hold: one row for each item of a level and each day. */
export interface AdReportRange {
  level: AdLevel;
  /** YYYY-MM-DD in the account's time zone, both included. */
  firstDay: string;
  lastDay: string;
}

/** The figures of an item on one day. */
export interface MetaAdDay {
  /** From the top to the item itself, with the names that they have now. */
  path: readonly { level: AdLevel; itemId: string; name: string }[];
  day: string;
  impressions: number;
  reach: number;
  clicks: number;
  results: number;
  spend: number;
}

/** `restMs`: how long Meta's usage headers ask to be left alone with reports; 0 when there is room. */
export interface Rest {
  restMs: number;
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
  adAccounts(token: string): Promise<MetaAdAccount[]>;
  /** The campaigns, ad sets and ads of an account, parents before children. */
  adItems(token: string, accountId: string): Promise<MetaAdItem[]>;
  /** Has Meta make a report. */
  startReport(token: string, accountId: string, range: AdReportRange): Promise<Rest & { reportId: string }>;
  reportState(token: string, reportId: string): Promise<Rest & { state: "running" | "done" | "failed" }>;
  reportRows(token: string, reportId: string, level: AdLevel): Promise<MetaAdDay[]>;
  /** Whether Meta signed these bytes; what Meta's console is given to prove itself with. */
  isSigned(body: Buffer, signature: unknown): boolean;
  isVerifyToken(text: string): boolean;
}

/** Meta's Conversions API. Throws MetaFailure, and nothing else. */
export interface ConversionSender {
  /** Sends events to a dataset with the dataset's own key; all are taken, or none. Answers Meta's trace of the call. */
  send(token: string, datasetId: string, events: readonly Record<string, unknown>[]): Promise<string>;
}

/** `reconnect`: the key is worth nothing any more. `refused`: asking again will not help. */
export type MetaFailureReason = "reconnect" | "refused" | "rateLimited" | "unavailable";

/** Why Meta did not do what it was asked. */
export class MetaFailure extends Error {
  override readonly name = "MetaFailure";
  readonly reason: MetaFailureReason;
  /** How long Meta wants to be left alone. */
  readonly retryAfterMs: number | undefined;
  /** More was asked for than Meta answers at once: a shorter range of days may succeed. */
  readonly isTooMuch: boolean;

  constructor(
    reason: MetaFailureReason,
    detail: string,
    {
      retryAfterMs,
      isTooMuch = false,
      cause,
    }: { retryAfterMs?: number | undefined; isTooMuch?: boolean; cause?: unknown } = {},
  ) {
    super(`Meta failed (${reason}): ${detail}`, { cause });
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
    this.isTooMuch = isTooMuch;
  }
}
