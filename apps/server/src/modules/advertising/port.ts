import type { AdLevel, AdPlatformName, AdStatus } from "@homeroom/contract/campaigns";
import type { JsonRecord } from "#platform/calls/read-json";
import type { Scope } from "#platform/db/scope";

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
  /** When its form was filled in. */
  createdAt: Date;
  /** Its `field_data`, fit to be stored. */
  payload: JsonRecord;
}

export interface PlatformAccount {
  /** Without `act_`. */
  accountId: string;
  name: string;
  currency: string;
  timeZone: string;
}

/** A campaign, ad set or ad; parents are named by the platform's ids. */
export interface PlatformItem {
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
export interface PlatformDay {
  /** From the top to the item itself, with the names that they have now. */
  path: readonly { level: AdLevel; itemId: string; name: string }[];
  day: string;
  impressions: number;
  reach: number;
  clicks: number;
  results: number;
  spend: number;
}

/** `restMs`: how long the platform asks to be left alone with reports; 0 when there is room. */
export interface Rest {
  restMs: number;
}

/** What is read of any platform of advertisements. Every call throws AdPlatformFailure, and nothing else, when it does not succeed. */
export interface AdPlatform {
  adAccounts(token: string): Promise<PlatformAccount[]>;
  /** The campaigns, ad sets and ads of an account, parents before children. */
  adItems(token: string, accountId: string): Promise<PlatformItem[]>;
  /** Has the platform make a report. */
  startReport(token: string, accountId: string, range: AdReportRange): Promise<Rest & { reportId: string }>;
  reportState(token: string, reportId: string): Promise<Rest & { state: "running" | "done" | "failed" }>;
  reportRows(token: string, reportId: string, level: AdLevel): Promise<PlatformDay[]>;
}

/** Meta's Graph API as far as advertisements go. Throws as AdPlatform does. */
export interface MetaProvider extends AdPlatform {
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

/** A platform whose accounts are fetched, and where the key of an organisation comes from; without one, undefined. */
export interface FetchedPlatform {
  provider: AdPlatform;
  /** Throws AdPlatformFailure. */
  tokenOf: (scope: Scope) => Promise<string | undefined>;
  /** The key that was used at a moment is worth nothing any more: the settings say so. */
  storeRefusal?: (scope: Scope, usedAt: Date) => Promise<void>;
}

/** Null: this installation has no app there. */
export type FetchedPlatforms = Readonly<Record<AdPlatformName, FetchedPlatform | null>>;

/** What a person's sign-in at Volcengine's advertising is worth: a key of a day, and one that gets the next pair. */
export interface VolcengineGrant {
  token: string;
  tokenEndsAt: Date;
  /** Good once, and until `endsAt`. */
  refreshToken: string;
  endsAt: Date;
}

/** The advertising of Volcengine (Ocean Engine). Throws as AdPlatform does. */
export interface VolcengineProvider extends AdPlatform {
  /** Where a person signs in; they come back to `returnUrl` with a code and the state. */
  signInUrl(state: string, returnUrl: string): string;
  grantOf(code: string): Promise<VolcengineGrant>;
  /** The next pair of keys; the refresh token that was sent is worth nothing after it. */
  renewed(refreshToken: string): Promise<VolcengineGrant>;
}

/** Meta's Conversions API. Throws AdPlatformFailure, and nothing else. */
export interface ConversionSender {
  /** Sends events to a dataset with the dataset's own key; all are taken, or none. Answers Meta's trace of the call. */
  send(token: string, datasetId: string, events: readonly Record<string, unknown>[]): Promise<string>;
}

/** `reconnect`: the key is worth nothing any more. `refused`: asking again will not help. */
export type AdPlatformFailureReason = "reconnect" | "refused" | "rateLimited" | "unavailable";

/** Why a platform of advertisements did not do what it was asked. */
export class AdPlatformFailure extends Error {
  override readonly name = "AdPlatformFailure";
  readonly reason: AdPlatformFailureReason;
  /** How long the platform wants to be left alone. */
  readonly retryAfterMs: number | undefined;
  /** More was asked for than it answers at once: a shorter range of days may succeed. */
  readonly isTooMuch: boolean;

  constructor(
    reason: AdPlatformFailureReason,
    detail: string,
    {
      retryAfterMs,
      isTooMuch = false,
      cause,
    }: { retryAfterMs?: number | undefined; isTooMuch?: boolean; cause?: unknown } = {},
  ) {
    super(`The ad platform failed (${reason}): ${detail}`, { cause });
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
    this.isTooMuch = isTooMuch;
  }
}
