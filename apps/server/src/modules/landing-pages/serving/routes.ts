import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import type { FileId, OrganizationId } from "@homeroom/contract/ids";
import { type Language, languageFromHeader } from "@homeroom/contract/language";
import { html } from "@homeroom/contract/page-design/markup";
import { languageTags, pageScriptPaths } from "@homeroom/contract/page-design/render-page";
import { pageWords } from "@homeroom/contract/page-design/words";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { fileById, narrowOne } from "#modules/files/public";
import type { Settings } from "#platform/config/settings";
import { organizationScope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { pathOf } from "#platform/http/failure";
import type { AnswerAtOnce } from "#platform/http/server";
import type { Platform } from "#platform/server-module";
import type { OwnHost, OwnHosts } from "../domain/queries/own-hosts.ts";
import { pagesOrigin, urlNameAt } from "../rules/addresses.ts";
import type { ViewCounter } from "./actions/count-views.ts";
import type { FoundPage, LivePage, LivePages, LiveVersion } from "./queries/live-pages.ts";
import { pagePolicy } from "./rules/headers.ts";
import { type PageAnswer, type PageRequest, pageAnswer } from "./rules/page-answer.ts";
import { pageScript } from "./rules/page-script.ts";
import { openPage, pickVersion, seenVersion } from "./rules/pick-version.ts";
import { isRobot } from "./rules/robots.ts";

export interface PageAddress {
  site: string;
  urlName: string;
}

/** What pages are answered with. */
export interface Serving {
  platform: Platform;
  pages: LivePages;
  hosts: OwnHosts;
  views: ViewCounter;
  /** The headers of the server's every answer, as the hooks set them with the first page. */
  everyAnswer: OutgoingHttpHeaders | null;
}

/** Search engines read the pages and leave the office alone. */
const forRobots = "User-agent: *\nAllow: /p/\nDisallow: /\n";

const forAYear = "public, max-age=31536000, immutable";

/** Answers visitors: the pages, their script and their pictures. */
export function servePages(app: FastifyInstance, serving: Serving): void {
  const { platform, pages, hosts } = serving;
  for (const path of pageScriptPaths) {
    app.get(path, (_request, reply) =>
      reply
        .headers({ "cache-control": forAYear, "cross-origin-resource-policy": "cross-origin" })
        .type("text/javascript; charset=utf-8")
        .send(pageScript),
    );
  }
  app.get("/robots.txt", (_request, reply) =>
    reply
      .headers({ "cache-control": "public, max-age=86400", "cross-origin-resource-policy": "cross-origin" })
      .type("text/plain; charset=utf-8")
      .send(forRobots),
  );
  app.get<{ Params: PageAddress }>("/p/:site/:urlName", async (request, reply) => {
    const elsewhere = elsewhereOf(platform, request);
    if (elsewhere && !(await hosts.find(request.host))) return reply.redirect(elsewhere, 308);
    const page = await pages.find(request.params.site, request.params.urlName);
    return answerFound(request, reply, { serving, page });
  });
  app.get<{ Params: PictureAddress }>("/p/:site/:urlName/pictures/:fileId", (request, reply) =>
    answerPictureOfPage(reply, serving, request.params),
  );
  app.get<{ Params: PictureAddress }>("/p/:site/:urlName/pictures/:fileId/:width", (request, reply) =>
    answerPictureOfPage(reply, serving, request.params),
  );
}

type PictureAddress = PageAddress & { fileId: string; width?: string };

async function answerPictureOfPage(reply: FastifyReply, { platform, pages }: Serving, asked: PictureAddress) {
  const page = await pages.find(asked.site, asked.urlName);
  const id = asked.fileId as FileId;
  const isThere = page?.state === "live" && [page.shown, page.other].some((one) => one?.pictureIds.has(id));
  if (!isThere) throw new AppError("NOT_FOUND");
  const width = asked.width === undefined ? null : Number(asked.width);
  if (width !== null && !(Number.isInteger(width) && width < 10_000)) throw new AppError("NOT_FOUND");
  return answerPicture(reply, { platform, organizationId: page.organizationId, id, width, cache: forAYear });
}

/**
 * Answers hosts of organisations' own with the pages that are there and with nothing else of the product: what runs on a
 * page is of the same origin as everything at its host. A host that is not known to point to us is not one of these.
 */
export function guardOwnHosts(app: FastifyInstance, serving: Serving): void {
  const { settings } = serving.platform;
  const office = officeHosts(settings);
  app.addHook("onRequest", async (request, reply) => {
    // Health checks and Caddy come by an address.
    if (!settings.PAGES_URL || office.has(request.host) || isIP(request.hostname) !== 0) return;
    const own = await serving.hosts.find(request.host);
    if (!own) return;
    const path = pathOf(request);
    if (path.startsWith("/p/")) return refuseOthers(serving, own, path);
    const urlName = urlNameAt(path);
    const isReading = request.method === "GET" || request.method === "HEAD";
    if (urlName === null || !isReading) throw new AppError("NOT_FOUND");
    const page = await serving.pages.find(own.siteName, urlName);
    const isHere = page?.state !== "live" || page.domainId === own.domainId;
    await answerFound(request, reply, { serving, page: isHere ? page : null });
  });
}

/** The hosts at which no organisation has its own pages alone. */
function officeHosts({ PUBLIC_URL, PAGES_URL }: Settings): ReadonlySet<string> {
  return new Set([PUBLIC_URL, PAGES_URL].flatMap((url) => (url ? [new URL(url).host] : [])));
}

/**
 * At a host, pages of other organisations are not there, nor those of the same one that are elsewhere. Presses and forms are
 * taken at every host of the organisation: a visitor may have had the page open since before it moved.
 */
async function refuseOthers({ pages: { find } }: Serving, own: OwnHost, path: string): Promise<void> {
  if (pageScriptPaths.includes(path)) return;
  const [, , siteName = "", urlName = "", part = ""] = path.split("/");
  const page = siteName === own.siteName ? await find(siteName, urlName) : null;
  const isHere = page?.state === "live" && page.domainId === own.domainId;
  const isTaken = (part === "send" || part === "go") && openPage(page) !== null;
  if (!isHere && !isTaken) throw new AppError("NOT_FOUND");
}

/** Where a page is that was asked for at another origin than that of pages; null: it is there. */
export function elsewhereOf(
  { settings }: Pick<Platform, "settings">,
  request: Pick<FastifyRequest, "host" | "url">,
): string | null {
  if (!settings.PAGES_URL) return null;
  const origin = pagesOrigin(settings);
  return request.host === new URL(origin).host ? null : `${origin}${request.url}`;
}

function answerFound(
  request: FastifyRequest,
  reply: FastifyReply,
  { serving, page }: { serving: Serving; page: FoundPage | null },
): FastifyReply {
  if (page?.state !== "live") return answerWithout(request, reply, page);
  if (!serving.everyAnswer) {
    const { "x-trace-id": _, ...headers } = reply.getHeaders() as OutgoingHttpHeaders;
    serving.everyAnswer = headers;
  }
  const { headers, ip } = request;
  const { version, cookie } = pickVersion(page, {
    ...{ cookies: headers.cookie ?? "", ip, userAgent: headers["user-agent"] ?? "" },
  });
  count(serving, request.raw, version);
  if (cookie) reply.header("set-cookie", `${cookie}; Path=${pathOf(request)}`);
  const { status, headers: own, body } = pageAnswer(version, askedIn(serving, page, headers));
  return reply.code(status).headers(own).send(body);
}

function askedIn({ platform }: Serving, page: LivePage, headers: IncomingHttpHeaders): PageRequest {
  return {
    isTested: page.other !== null,
    ownOrigin: platform.settings.PAGES_URL !== undefined,
    acceptEncoding: String(headers["accept-encoding"] ?? ""),
    ifNoneMatch: headers["if-none-match"],
  };
}

function count({ views }: Serving, { method, headers }: IncomingMessage, version: LiveVersion): void {
  const purpose = String(headers["sec-purpose"] ?? headers["purpose"] ?? "");
  if (method === "GET" && !isRobot(headers["user-agent"] ?? "", purpose)) views.add(version);
}

/**
 * Answers pages that are in memory before any hook of the server: an advertised page is asked for thousands of times a
 * second, and a log line and a trace cost more than the page. Every other request is left to the routes, as is the first one
 * of each second, which asks the database, and who is to be shown one of two versions by chance.
 */
export function knownPages(serving: Serving): AnswerAtOnce {
  const heads = new WeakMap<PageAnswer, OutgoingHttpHeaders>();
  const office = officeHosts(serving.platform.settings);
  return (request, response) => {
    const { method, headers } = request;
    if (!serving.everyAnswer || (method !== "GET" && method !== "HEAD") || headers["content-encoding"]) return false;
    const page = knownPage(serving, office, request);
    if (page?.state !== "live") return false;
    const picked = page.other ? seenVersion(page, headers.cookie ?? "") : page.shown;
    if (!picked) return false;
    const answer = pageAnswer(picked, askedIn(serving, page, headers));
    const head = heads.get(answer) ?? { ...serving.everyAnswer, ...answer.headers };
    heads.set(answer, head);
    count(serving, request, picked);
    response.writeHead(answer.status, head);
    response.end(method === "GET" ? answer.body : null);
    return true;
  };
}

/** The page that a request names, if memory tells whose host and page it is. */
function knownPage(serving: Serving, office: ReadonlySet<string>, request: IncomingMessage): FoundPage | null {
  const { pages, hosts, platform } = serving;
  const { host = "", "x-forwarded-host": forwarded = host } = request.headers;
  const [path = ""] = (request.url ?? "").split("?", 1);
  const pagesUrl = platform.settings.PAGES_URL;
  if (!pagesUrl || host === new URL(pagesUrl).host) {
    const [, site = "", urlName = ""] = /^\/p\/([\w-]+)\/([\w-]+)$/.exec(path) ?? [];
    // Another host that a proxy may speak for is the routes' to judge.
    return (forwarded === host && pages.known(site, urlName)) || null;
  }
  const own = forwarded === host && !office.has(host) ? hosts.known(host) : null;
  const urlName = urlNameAt(path);
  const page = own && urlName !== null ? pages.known(own.siteName, urlName) : null;
  return page?.state === "live" && page.domainId === own?.domainId ? page : null;
}

/** A page that was there is spoken of in its own language; else the visitor's is the only one known. */
function answerWithout({ headers }: FastifyRequest, reply: FastifyReply, page: FoundPage | null): FastifyReply {
  const language = page?.state === "offline" ? page.language : languageFromHeader(headers["accept-language"]);
  const words = pageWords[language];
  return reply
    .code(page ? 410 : 404)
    .headers({
      "cache-control": "no-store",
      "content-security-policy": pagePolicy({ hasTracking: false, ownOrigin: true }),
    })
    .type("text/html; charset=utf-8")
    .send(noticePage({ said: page ? words.gone : words.missing, language }));
}

interface Notice {
  said: string;
  language: Language;
  back?: { href: string; label: string };
}

/** A page that says one thing. */
export function noticePage({ said, language, back }: Notice): string {
  return html`<!doctype html><html lang="${languageTags[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${said}</title><style>body{font:18px/1.6 system-ui,sans-serif;max-width:640px;margin:20vh auto;padding:0 20px;text-align:center;color:#16181d}a{color:#1a56bd}</style></head><body><p>${said}</p>${back && html`<p><a href="${back.href}">${back.label}</a></p>`}</body></html>`
    .text;
}

/** Sends a picture of a page, or what was drawn of it for a width, to whichever origin shows it: pages may have one that nobody shares. */
export async function answerPicture(
  reply: FastifyReply,
  {
    platform,
    organizationId,
    id,
    width = null,
    cache,
  }: { platform: Platform; organizationId: OrganizationId; id: FileId; width?: number | null; cache: string },
): Promise<FastifyReply> {
  const scope = organizationScope(organizationId);
  const file = await inTransaction(platform.db, scope, (tx) =>
    width === null ? fileById(tx, scope, id) : narrowOne(tx, scope, { pictureId: id, width }),
  );
  if (!file?.storage_key) throw new AppError("NOT_FOUND");
  return reply
    .headers({
      "cache-control": cache,
      "content-length": file.size,
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    })
    .type(file.content_type)
    .send(await platform.files.open(file.storage_key));
}
