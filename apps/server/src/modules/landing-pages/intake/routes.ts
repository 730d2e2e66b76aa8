import { createHash } from "node:crypto";
import { RecordId } from "@homeroom/contract/ids";
import { pageWords } from "@homeroom/contract/page-design/words";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { organizationOf } from "#modules/organizations/public";
import { organizationScope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { createLocalRateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { pagePath } from "../rules/addresses.ts";
import type { FoundPage, LivePage } from "../serving/queries/live-pages.ts";
import { noticePage, type PageAddress } from "../serving/routes.ts";
import { keepClick } from "./actions/keep-click.ts";
import { keepEntry } from "./actions/keep-entry.ts";
import { targetOf } from "./rules/target.ts";
import { fieldsOf, isRobot, problemOf, sourceOf, type VisitorFields } from "./rules/visitor.ts";

type FindPage = (siteName: string, urlName: string) => Promise<FoundPage | null>;
type PageRequest = FastifyRequest<{ Params: PageAddress }>;

const largestForm = 32 * 1024;
/** Nobody reads and fills in a form in less. */
const fewestSeconds = 2;
/** The same fields within this time are one form, for browsers without our script. */
const sameFormMs = 600_000;

/** What visitors send: presses of buttons, and forms. */
export function takeFromVisitors(app: FastifyInstance, platform: Platform, find: FindPage): void {
  const presses = createLocalRateLimit(platform.settings, { points: 30, seconds: 60 });
  const forms = createLocalRateLimit(platform.settings, { points: 10, seconds: 600 });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: largestForm },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  app.get<{ Params: PageAddress }>("/p/:site/:urlName/go", async (request, reply) => {
    const page = await livePage(find, request);
    const code = await codeOfPress(platform, { page, request, take: presses.take });
    const target = targetOf(page.content, code);
    reply.header("cache-control", "no-store");
    return reply.redirect(target ?? pagePath(request.params.site, request.params.urlName), 303);
  });
  app.post<{ Params: PageAddress }>("/p/:site/:urlName/send", async (request, reply) => {
    // The page may be embedded at any origin.
    reply.headers({ "access-control-allow-origin": "*", "cache-control": "no-store" });
    const page = await livePage(find, request);
    const sent = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const words = pageWords[page.content.language];
    if (!(await mayGo(forms.take, request.ip)))
      return answer(request, reply, { page, said: words.tooMany, status: 429 });
    const fields = fieldsOf(sent);
    const problem = problemOf(fields, await countryOf(platform, page), words);
    if (problem !== null) return answer(request, reply, { page, said: problem, status: 422 });
    await keepEntry(platform.db, page, {
      entryId: entryIdOf(sent, page, fields),
      fields,
      source: sourceOf(sent),
      isTrap: isTrap(sent),
    });
    return answer(request, reply, { page, said: words.thanks, status: 200 });
  });
}

async function livePage(find: FindPage, { params }: PageRequest): Promise<LivePage> {
  const page = await find(params.site, params.urlName);
  if (page?.state !== "live") throw new AppError("NOT_FOUND");
  return page;
}

/** The code of a press that a person made; null for robots and too many, who are led on all the same. */
async function codeOfPress(
  { db, log }: Platform,
  { page, request, take }: { page: LivePage; request: PageRequest; take: (key: string) => Promise<void> },
): Promise<string | null> {
  const { headers, ip } = request;
  const purpose = String(headers["sec-purpose"] ?? headers["purpose"] ?? "");
  if (request.method === "HEAD" || isRobot(headers["user-agent"] ?? "", purpose)) return null;
  if (!(await mayGo(take, ip))) return null;
  const query = new URLSearchParams(request.url.split("?", 2)[1] ?? "");
  try {
    return await keepClick(db, page, sourceOf(query));
  } catch (error) {
    // A visitor who wants to talk to us does not wait for our figures.
    log.error({ err: error, pageId: page.pageId }, "A press of a page's button was not kept");
    return null;
  }
}

async function mayGo(take: (key: string) => Promise<void>, ip: string): Promise<boolean> {
  try {
    await take(ip);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

async function countryOf({ db }: Platform, { organizationId, content }: LivePage): Promise<string> {
  const scope = organizationScope(organizationId);
  const organization = await inTransaction(db, scope, (tx) => organizationOf(tx, scope));
  return organization?.country ?? (content.language === "zh-cn" ? "CN" : "HK");
}

function isTrap(sent: URLSearchParams): boolean {
  const seconds = sent.get("seconds");
  return Boolean(sent.get("website")) || (seconds !== null && Number(seconds) < fewestSeconds);
}

/** The id that the page's script proposed, else one made of what was sent. */
function entryIdOf(sent: URLSearchParams, page: LivePage, fields: VisitorFields): RecordId {
  const proposed = RecordId.safeParse(sent.get("entry"));
  if (proposed.success) return proposed.data;
  const stretch = Math.floor(Date.now() / sameFormMs);
  const hash = createHash("sha256")
    .update(JSON.stringify([page.pageId, fields, stretch]))
    .digest("hex");
  const groups = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ];
  return RecordId.parse(groups.join("-"));
}

function answer(
  request: PageRequest,
  reply: FastifyReply,
  { page, said, status }: { page: LivePage; said: string; status: number },
): FastifyReply {
  const { site, urlName } = request.params;
  reply.code(status);
  if (request.headers.accept?.includes("application/json")) return reply.send({ message: said });
  const back = { href: pagePath(site, urlName), label: pageWords[page.content.language].back };
  return reply.type("text/html; charset=utf-8").send(noticePage(said, back));
}
