import type { AdLevel, AdPlatformName, AdStatus } from "@homeroom/contract/campaigns";
import type { JsonRecord } from "#platform/calls/read-json";
import type { Scope } from "#platform/db/scope";

/** The result of a person's sign-in at Meta. */
export interface MetaGrant {
  token: string;
  /** Null: it does not expire. */
  expiresAt: Date | null;
  userId: string;
  userName: string;
  /** Required scopes that were not granted. */
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
  /** Its `field_data`, for storing. */
  payload: JsonRecord;
}

export interface PlatformAccount {
  /** Without `act_`. */
  accountId: string;
  name: string;
  currency: string;
  timeZone: string;
}

/** A campaign, ad set or ad; parents are given by the platform's ids. */
export interface PlatformItem {
  level: AdLevel;
  itemId: string;
  campaignId: string;
  adsetId: string;
  name: string;
  status: AdStatus;
}

/** The request of a report: one row for each item of a level and each day. */
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

/** `restMs`: the pause for reports that the platform asks for; 0 if none. */
export interface ReportPause {
  restMs: number;
}

/** The reads from any advertising platform. Every failed call throws AdPlatformFailure, and nothing else. */
export interface AdPlatform {
  adAccounts(token: string): Promise<PlatformAccount[]>;
  /** The campaigns, ad sets and ads of an account, parents before children. */
  adItems(token: string, accountId: string): Promise<PlatformItem[]>;
  /** Has the platform make a report. */
  startReport(token: string, accountId: string, range: AdReportRange): Promise<ReportPause & { reportId: string }>;
  reportState(token: string, reportId: string): Promise<ReportPause & { state: "running" | "done" | "failed" }>;
  reportRows(token: string, reportId: string, level: AdLevel): Promise<PlatformDay[]>;
}

/** The advertising part of Meta's Graph API. Throws like AdPlatform. */
export interface MetaProvider extends AdPlatform {
  /** Where a person signs in; they come back to `returnUrl` with a code and the state. */
  signInUrl(state: string, returnUrl: string): string;
  /** Exchanges a code for a key that lasts for weeks. */
  grantOf(code: string, returnUrl: string): Promise<MetaGrant>;
  pages(token: string): Promise<MetaPageAccess[]>;
  /** Switches Meta's calls for each lead of a page on or off. */
  setSubscription(page: MetaPageAccess, on: boolean): Promise<void>;
  lead(token: string, leadId: string): Promise<MetaLead>;
  /** The leads of all forms of a page since a moment. */
  leadsSince(page: MetaPageAccess, since: Date): Promise<MetaLead[]>;
  /** Whether Meta signed these bytes; and the token with which Meta's console verifies the callback. */
  isSigned(body: Buffer, signature: unknown): boolean;
  isVerifyToken(text: string): boolean;
}

/** A platform whose accounts are fetched, and the source of an organisation's key; undefined without one. */
export interface FetchedPlatform {
  provider: AdPlatform;
  /** Throws AdPlatformFailure. */
  tokenOf: (scope: Scope) => Promise<string | undefined>;
  /** Records in the settings that the key used at a moment is invalid. */
  storeRefusal?: (scope: Scope, usedAt: Date) => Promise<void>;
}

/** Null: this installation has no app there. */
export type FetchedPlatforms = Readonly<Record<AdPlatformName, FetchedPlatform | null>>;

/** The result of a sign-in at Volcengine's advertising: an access token for a day, and a refresh token for the next pair. */
export interface VolcengineGrant {
  token: string;
  tokenEndsAt: Date;
  /** Valid once, until `endsAt`. */
  refreshToken: string;
  endsAt: Date;
}

/** The advertising of Volcengine (Ocean Engine). Throws like AdPlatform. */
export interface VolcengineProvider extends AdPlatform {
  /** Where a person signs in; they come back to `returnUrl` with a code and the state. */
  signInUrl(state: string, returnUrl: string): string;
  grantOf(code: string): Promise<VolcengineGrant>;
  /** The next pair of keys; the sent refresh token is invalid afterwards. */
  renewed(refreshToken: string): Promise<VolcengineGrant>;
}

/** Meta's Conversions API. Throws AdPlatformFailure, and nothing else. */
export interface ConversionSender {
  /** Sends events to a dataset with the dataset's own key; all are accepted, or none. Returns Meta's trace id of the call. */
  send(token: string, datasetId: string, events: readonly Record<string, unknown>[]): Promise<string>;
}

/** `reconnect`: the key is invalid. `refused`: retrying will not help. */
export type AdPlatformFailureReason = "reconnect" | "refused" | "rateLimited" | "unavailable";

/** The reason why a call of an advertising platform failed. */
export class AdPlatformFailure extends Error {
  override readonly name = "AdPlatformFailure";
  readonly reason: AdPlatformFailureReason;
  /** The pause that the platform asks for. */
  readonly retryAfterMs: number | undefined;
  /** The request was too large: a shorter range of days may succeed. */
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
