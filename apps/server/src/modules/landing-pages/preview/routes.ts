import { timingSafeEqual } from "node:crypto";
import { type FileId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import { landingPages } from "@homeroom/contract/landing-pages";
import { languageFromHeader } from "@homeroom/contract/language";
import { pageWords } from "@homeroom/contract/page-design/words";
import type { FastifyInstance } from "fastify";
import { organizationScope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { SecretBox } from "#platform/secrets/secret-box";
import type { Platform } from "#platform/server-module";
import { reachPages } from "../policy.ts";
import { drawPage } from "../queries/draw-page.ts";
import { loadPage } from "../queries/pages.ts";
import { placeOfPage } from "../queries/site.ts";
import { answerPicture, noticePage } from "../serving/routes.ts";

const path = "/api_webhook/LandingPage/Preview";
const forMs = 7 * 86_400_000;
/** Nothing runs, loads or is sent, and only our own page may show it in a frame. */
const policy =
  "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'; sandbox";

interface KeyQuery {
  key?: unknown;
}

interface PreviewQuery extends KeyQuery {
  /** Of the screen around the draft. */
  language?: unknown;
}

/** Binds the call that makes the address at which people without an account see a draft. */
export function bindPreviewRoutes(bind: Binder, platform: Platform): void {
  const { db, secrets, settings } = platform;
  bind(landingPages.previewLink, ({ recordID }, { actor }) => {
    const scope = reachPages(actor, "ad:landing:query");
    return inTransaction(db, scope, async (tx) => {
      const page = await loadPage(tx, scope, recordID);
      const until = Date.now() + forMs;
      const key = previewKey(secrets, { organizationId: scope.organizationId, pageId: page.page_id, until });
      const origin = settings.PUBLIC_URL ?? `http://${settings.HOST}:${settings.PORT}`;
      const url = new URL(`/advert/lppreview?key=${encodeURIComponent(key)}`, origin).href;
      return { url, expireTime: new Date(until).toISOString() };
    });
  });
}

/** Answers drafts to people with a key, for the frame of the preview screen. */
export function answerPreviews(app: FastifyInstance, platform: Platform): void {
  app.get<{ Querystring: PreviewQuery }>(path, async (request, reply) => {
    const { key, language } = request.query;
    const previewed = readKey(platform, key);
    const wanted = languageFromHeader(typeof language === "string" ? language : request.headers["accept-language"]);
    const html = previewed && (await draftOf(platform, { ...previewed, key: String(key) }));
    return reply
      .code(html ? 200 : 404)
      .headers({
        "cache-control": "no-store",
        "content-security-policy": policy,
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
      })
      .type("text/html; charset=utf-8")
      .send(html ?? noticePage({ said: pageWords[wanted].previewEnded, language: wanted }));
  });
  app.get<{ Querystring: KeyQuery; Params: { fileId: string } }>(`${path}/:fileId`, async (request, reply) => {
    const previewed = readKey(platform, request.query.key);
    if (!previewed) throw new AppError("NOT_FOUND");
    const { organizationId, pageId } = previewed;
    const scope = organizationScope(organizationId);
    const page = await inTransaction(platform.db, scope, (tx) => loadPage(tx, scope, pageId));
    const id = page.picture_ids.find((one) => one === request.params.fileId);
    if (!id) throw new AppError("NOT_FOUND");
    return answerPicture(reply, { platform, organizationId, id, cache: "private, max-age=3600" });
  });
}

function readKey({ secrets }: Platform, key: unknown): PreviewKey | null {
  return typeof key === "string" ? readPreviewKey(secrets, key, Date.now()) : null;
}

/** The draft as it is now; null for one that was deleted. */
async function draftOf(
  platform: Platform,
  { organizationId, pageId, key }: PreviewKey & { key: string },
): Promise<string | null> {
  const scope = organizationScope(organizationId);
  const pictureUrl = (file: { file_id: FileId }) => `${path}/${file.file_id}?key=${encodeURIComponent(key)}`;
  try {
    return await inTransaction(platform.db, scope, async (tx) => {
      const page = await loadPage(tx, scope, pageId);
      const place = await placeOfPage(platform.settings, tx, { scope, page });
      return drawPage(tx, { scope, page, place, number: 0, pictureUrl });
    });
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** What a preview shows. */
interface PreviewKey {
  organizationId: OrganizationId;
  pageId: RecordId;
  /** In milliseconds. */
  until: number;
}

const purpose = "landing-preview";

/** A key that shows one draft until a moment: it is signed and stored nowhere. */
export function previewKey(secrets: SecretBox, { organizationId, pageId, until }: PreviewKey): string {
  const text = `${organizationId}.${pageId}.${until}`;
  return `${text}.${secrets.sign(purpose, text)}`;
}

/** Reads a key; null for one that is not ours or has expired. */
export function readPreviewKey(secrets: SecretBox, key: string, now: number): PreviewKey | null {
  const [organization, page, moment, signature = "", ...more] = key.split(".");
  const wanted = Buffer.from(secrets.sign(purpose, `${organization}.${page}.${moment}`));
  const given = Buffer.from(signature);
  if (more.length > 0 || given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  const until = Number(moment);
  if (!(until > now)) return null;
  return { organizationId: OrganizationId.parse(organization), pageId: RecordId.parse(page), until };
}
