import type { FileId } from "@homeroom/contract/ids";
import { html } from "@homeroom/contract/page-design/markup";
import { pageScriptPath } from "@homeroom/contract/page-design/render-page";
import { pageWords } from "@homeroom/contract/page-design/words";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { fileById } from "#modules/files/public";
import { organizationScope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import { pagesOrigin } from "../rules/addresses.ts";
import type { FoundPage, LivePage } from "./queries/live-pages.ts";
import { pagePolicy } from "./rules/headers.ts";
import { pageScript } from "./rules/page-script.ts";

export interface PageAddress {
  site: string;
  urlName: string;
}
type FindPage = (siteName: string, urlName: string) => Promise<FoundPage | null>;
type PageRequest = FastifyRequest<{ Params: PageAddress }>;

const forAYear = "public, max-age=31536000, immutable";

/** Answers visitors: the pages, their script and their pictures. */
export function servePages(app: FastifyInstance, platform: Platform, find: FindPage): void {
  const ownOrigin = platform.settings.PAGES_URL !== undefined;
  app.get(pageScriptPath, (_request, reply) =>
    reply
      .headers({ "cache-control": forAYear, "cross-origin-resource-policy": "cross-origin" })
      .type("text/javascript; charset=utf-8")
      .send(pageScript),
  );
  app.get<{ Params: PageAddress }>("/p/:site/:urlName", async (request, reply) => {
    const elsewhere = elsewhereOf(platform, request);
    if (elsewhere) return reply.redirect(elsewhere, 308);
    const page = await findBy(find, request);
    if (page?.state !== "live") return answerWithout(reply, page);
    return answerPage(request, reply, { page, ownOrigin });
  });
  app.get<{ Params: PageAddress & { fileId: string } }>(
    "/p/:site/:urlName/pictures/:fileId",
    async (request, reply) => {
      const page = await find(request.params.site, request.params.urlName);
      const id = request.params.fileId as FileId;
      if (page?.state !== "live" || !page.pictureIds.has(id)) throw new AppError("NOT_FOUND");
      return answerPicture(reply, { platform, page, id });
    },
  );
}

function findBy(find: FindPage, { params }: PageRequest): Promise<FoundPage | null> {
  return find(params.site, params.urlName);
}

/** Where a page is that was asked for at another origin than its own. */
function elsewhereOf({ settings }: Platform, request: FastifyRequest): string | null {
  if (!settings.PAGES_URL) return null;
  const origin = pagesOrigin(settings);
  return request.host === new URL(origin).host ? null : `${origin}${request.url}`;
}

function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, ownOrigin }: { page: LivePage; ownOrigin: boolean },
): FastifyReply {
  reply.headers({
    "content-security-policy": pagePolicy({ hasTracking: page.hasTracking, ownOrigin }),
    "cache-control": "public, max-age=0, must-revalidate",
    vary: "accept-encoding",
    etag: page.etag,
  });
  if (request.headers["if-none-match"] === page.etag) return reply.code(304).send();
  reply.type("text/html; charset=utf-8");
  const takesGzip = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  if (!takesGzip) return reply.send(page.html);
  return reply.header("content-encoding", "gzip").send(page.compressed);
}

function answerWithout(reply: FastifyReply, page: FoundPage | null): FastifyReply {
  const words = pageWords[page?.state === "offline" ? page.language : "zh-tw"];
  return reply
    .code(page ? 410 : 404)
    .headers({
      "cache-control": "no-store",
      "content-security-policy": pagePolicy({ hasTracking: false, ownOrigin: true }),
    })
    .type("text/html; charset=utf-8")
    .send(noticePage(page ? words.gone : words.missing));
}

/** A page that says one thing. */
export function noticePage(said: string, back?: { href: string; label: string }): string {
  return html`<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${said}</title><style>body{font:18px/1.6 system-ui,sans-serif;max-width:640px;margin:20vh auto;padding:0 20px;text-align:center;color:#16181d}a{color:#1a56bd}</style></head><body><p>${said}</p>${back && html`<p><a href="${back.href}">${back.label}</a></p>`}</body></html>`
    .text;
}

/** Pictures of published pages are public. */
async function answerPicture(
  reply: FastifyReply,
  { platform, page, id }: { platform: Platform; page: LivePage; id: FileId },
): Promise<FastifyReply> {
  const scope = organizationScope(page.organizationId);
  const file = await inTransaction(platform.db, scope, (tx) => fileById(tx, scope, id));
  if (!file?.storage_key) throw new AppError("NOT_FOUND");
  return reply
    .headers({
      "cache-control": forAYear,
      "content-length": file.size,
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    })
    .type(file.content_type)
    .send(await platform.files.open(file.storage_key));
}
