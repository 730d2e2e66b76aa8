import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FileId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { sql } from "kysely";
import { liffAccounts } from "#modules/inbox/public";
import { organizationOf } from "#modules/organizations/public";
import type { Settings } from "#platform/config/settings";
import { organizationScope } from "#platform/db/scope";
import { inSystemTransaction, inTransaction, type Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { opensOurs } from "../../liff/rules/liff-address.ts";
import type { PublishedContent } from "../../rules/landing-page.ts";
import { runningSplit, splitEndedSince } from "../../split/queries.ts";

/** A version as presses and forms need it. */
export interface OpenVersion {
  organizationId: OrganizationId;
  pageId: RecordId;
  versionId: RecordId;
  /** The version's number. */
  number: number;
  content: PublishedContent;
}

/** A page that browsers may have open. */
export interface OpenPage {
  /** Of the organisation: how phone numbers without a country are read. */
  country: string;
  /** The LIFF app through which its LINE button leads; null: it opens the chat itself. */
  liffId: string | null;
  shown: OpenVersion;
  /** What every second visitor saw instead, in a test of two versions. */
  other: OpenVersion | null;
}

/** The version that a visitor sees. */
export interface LiveVersion extends OpenVersion {
  pictureIds: ReadonlySet<FileId>;
  hasTracking: boolean;
  html: Buffer;
  compressed: Buffer;
  etag: string;
}

/** A page that visitors can see now. */
export interface LivePage extends OpenPage {
  state: "live";
  pageId: RecordId;
  organizationId: OrganizationId;
  /** The host of the organisation's own that the page was published at. */
  domainId: RecordId | null;
  shown: LiveVersion;
  /** What every second visitor sees instead, while a test of two versions runs. */
  other: LiveVersion | null;
}

/** A page that was published once. */
export interface OfflinePage {
  state: "offline";
  language: Language;
  /** What browsers may have open since before, and until when that is taken; null: nothing is. */
  late: { page: OpenPage; until: number } | null;
}

export interface LivePages {
  find(siteName: string, urlName: string): Promise<FoundPage | null>;
  /** The cached page if it is valid; undefined if `find` must query the database. */
  known(siteName: string, urlName: string): FoundPage | null | undefined;
}
export type FindPage = LivePages["find"];
export type FoundPage = LivePage | OfflinePage;

/** How long clicks and forms of a page are accepted after it went offline. */
const takenForMs = 24 * 3_600_000;
/** How long a page may be shown after a newer one was published. */
const readAgainAfterMs = 1000;
const maxKept = 2000;

type Parts = Pick<Platform, "db" | "settings">;

interface CacheEntry {
  readAt: number;
  page: FoundPage | null;
  reading: Promise<FoundPage | null> | null;
}

/**
 * Finds pages by their address, with a cache: a page with thousands of visitors costs one query a second, and is still
 * shown while the database is unavailable. Addresses without a page are evicted first.
 */
export function livePages(parts: Parts, mostKept = maxKept): LivePages {
  const kept = new Map<string, CacheEntry>();
  const keyOf = (siteName: string, urlName: string) => `${siteName}/${urlName.toLowerCase()}`;
  const isFresh = ({ readAt }: CacheEntry) => performance.now() - readAt < readAgainAfterMs;
  const find: FindPage = async (siteName, urlName) => {
    const key = keyOf(siteName, urlName);
    // Not a valid address, so the database is not queried.
    if (key.includes("\0")) return null;
    const known = kept.get(key);
    if (known) putLast(kept, key, known);
    if (known && isFresh(known)) return known.page;
    if (known?.reading) return known.page ?? known.reading;
    const entry: CacheEntry = known ?? { readAt: Number.NEGATIVE_INFINITY, page: null, reading: null };
    entry.reading = readPage(parts, { siteName, urlName, before: entry.page }).finally(() => (entry.reading = null));
    if (!known) makeRoom(kept, mostKept);
    if (!known) kept.set(key, entry);
    try {
      entry.page = await entry.reading;
      entry.readAt = performance.now();
    } catch (error) {
      if (entry.page) return entry.page;
      if (kept.get(key) === entry) kept.delete(key);
      throw error;
    }
    return entry.page;
  };
  return {
    find,
    known(siteName, urlName) {
      const entry = kept.get(keyOf(siteName, urlName));
      return entry && (isFresh(entry) || (entry.reading && entry.page)) ? entry.page : undefined;
    },
  };
}

/** Evicts the least recently used. */
function putLast(kept: Map<string, CacheEntry>, key: string, entry: CacheEntry): void {
  kept.delete(key);
  kept.set(key, entry);
}

function makeRoom(kept: Map<string, CacheEntry>, mostKept: number): void {
  if (kept.size < mostKept) return;
  const [leastAsked] = kept.keys();
  const leaving = keyWithoutPage(kept) ?? leastAsked;
  if (leaving !== undefined) kept.delete(leaving);
}

function keyWithoutPage(kept: Map<string, CacheEntry>): string | undefined {
  for (const [key, { page }] of kept) if (page === null) return key;
  return undefined;
}

interface PageAddress {
  siteName: string;
  urlName: string;
  before: FoundPage | null;
}

async function readPage(
  { db, settings }: Parts,
  { siteName, urlName, before }: PageAddress,
): Promise<FoundPage | null> {
  const site = await inSystemTransaction(db, (tx) =>
    tx.selectFrom("landing_site").select("organization_id").where("site_name", "=", siteName).executeTakeFirst(),
  );
  if (!site) return null;
  const organizationId = site.organization_id;
  return inTransaction(db, organizationScope(organizationId), async (tx) => {
    const page = await tx
      .selectFrom("landing_page")
      .select(["page_id", "live_version_id", "published_at", "language", "published_domain_id"])
      .select(["offline_at", "offline_version_id"])
      .where("organization_id", "=", organizationId)
      .where(sql<boolean>`lower(url_name) = lower(${urlName})`)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (!page?.published_at) return null;
    const { page_id: pageId, live_version_id: versionId, published_domain_id: domainId } = page;
    const organization = await organizationOf(tx, organizationScope(organizationId));
    const country = organization?.country ?? (page.language === "zh-cn" ? "CN" : "HK");
    if (versionId === null) {
      const { language, offline_at: at, offline_version_id: lastId } = page;
      const last = at && lastId && { organizationId, pageId, versionId: lastId, at, country };
      return { state: "offline", language, late: last && (await readLate(tx, last)) };
    }
    const split = await runningSplit(tx, { organizationId }, pageId);
    const version = (id: RecordId) => readVersion(tx, { organizationId, pageId, versionId: id, before });
    const shown = await version(versionId);
    const other = split ? await version(split.b_version_id) : null;
    const liffId = await liffOf(tx, settings, shown);
    return { state: "live", organizationId, pageId, country, liffId, domainId, shown, other };
  });
}

/** The LIFF app of the account that a page's LINE button leads to, if LINE opens our page for it. */
async function liffOf(tx: Tx, settings: Settings, { organizationId, content }: OpenVersion): Promise<string | null> {
  if (content.button_action !== "line") return null;
  const accounts = await liffAccounts(tx, organizationScope(organizationId));
  const led = accounts.find((one) => one.officialId === content.line_id && opensOurs(settings, one));
  return led?.liffId ?? null;
}

interface LastSeen {
  organizationId: OrganizationId;
  pageId: RecordId;
  versionId: RecordId;
  /** When the page went offline. */
  at: Date;
  country: string;
}

/** What visitors saw of a page until it went offline, which ended a test that ran. */
async function readLate(
  tx: Tx,
  { organizationId, pageId, versionId: lastId, at, country }: LastSeen,
): Promise<OfflinePage["late"]> {
  const until = at.getTime() + takenForMs;
  if (until <= Date.now()) return null;
  const version = async (versionId: RecordId): Promise<OpenVersion> => {
    const found = await tx
      .selectFrom("landing_version")
      .select(["number", "content"])
      .where("organization_id", "=", organizationId)
      .where("version_id", "=", versionId)
      .executeTakeFirstOrThrow();
    return { organizationId, pageId, versionId, ...found };
  };
  const split = await splitEndedSince(tx, { organizationId }, { pageId, since: at });
  const other = split ? await version(split.b_version_id) : null;
  return { page: { country, liffId: null, shown: await version(lastId), other }, until };
}

interface WantedVersion {
  organizationId: OrganizationId;
  pageId: RecordId;
  versionId: RecordId;
  before: FoundPage | null;
}

/** A version, which never changes: one that was read before is taken from there. */
async function readVersion(tx: Tx, { organizationId, pageId, versionId, before }: WantedVersion): Promise<LiveVersion> {
  const known = before?.state === "live" ? [before.shown, before.other] : [];
  const same = known.find((one) => one?.versionId === versionId);
  if (same) return same;
  const version = await tx
    .selectFrom("landing_version")
    .select(["number", "html", "content", "picture_ids", "has_tracking"])
    .where("organization_id", "=", organizationId)
    .where("version_id", "=", versionId)
    .executeTakeFirstOrThrow();
  return {
    ...{ organizationId, pageId, versionId, number: version.number, content: version.content },
    pictureIds: new Set(version.picture_ids),
    hasTracking: version.has_tracking,
    ...(await packed(version.html)),
  };
}

async function packed(text: string): Promise<Pick<LiveVersion, "html" | "compressed" | "etag">> {
  const html = Buffer.from(text);
  const etag = `"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
  return { html, compressed: await promisify(gzip)(html, { level: 9 }), etag };
}
