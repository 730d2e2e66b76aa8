import { createHash } from "node:crypto";
import { RecordId } from "@homeroom/contract/ids";
import { pageWords } from "@homeroom/contract/page-design/words";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { v7 } from "uuid";
import { AppError } from "#platform/errors/app-error";
import { checkPhone } from "#platform/phones/phones";
import { createLocalRateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { liffAddress } from "../liff/rules/liff-address.ts";
import { pagePath } from "../rules/addresses.ts";
import type { PublishedContent } from "../rules/landing-page.ts";
import { lineChat, preparedText } from "../rules/line-chat.ts";
import type { FindPage, OpenPage, OpenVersion } from "../serving/queries/live-pages.ts";
import { noticePage, type PageAddress } from "../serving/routes.ts";
import { openPage, versionOf } from "../serving/rules/pick-version.ts";
import { isRobot } from "../serving/rules/robots.ts";
import type { Spool } from "./actions/spool-sent.ts";
import { fieldsOf, newCode, problemOf, sourceOf, type VisitorFields } from "./rules/visitor.ts";

type PageRequest = FastifyRequest<{ Params: PageAddress }>;

const maxFormBytes = 32 * 1024;
/** Nobody reads and fills in a form in less. */
const minSeconds = 2;
/** Limit for one page from one address: parents at an open day share the school's network, and phones their provider's. */
const formsPerPage = { points: 60, seconds: 600 };
/** The same fields within this time are one form, for browsers without our script. */
const sameFormMs = 600_000;

interface IntakeParts {
  platform: Platform;
  find: FindPage;
  keeper: Spool;
}

/** The routes for visitors' clicks and forms. */
export function takeFromVisitors(app: FastifyInstance, { platform, find, keeper }: IntakeParts): void {
  const presses = createLocalRateLimit(platform.settings, { points: 30, seconds: 60 });
  const forms = createLocalRateLimit(platform.settings, formsPerPage);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: maxFormBytes },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  app.get<{ Params: PageAddress }>("/p/:site/:urlName/go", async (request, reply) => {
    const query = new URLSearchParams(request.url.split("?", 2)[1] ?? "");
    const page = await takenPage(find, request);
    const version = versionOf(page, query.get("v"));
    const press = { request, query, version, isAllowed: await mayGo(presses.take, request.ip) };
    const code = await codeOfPress(platform, keeper, press);
    const { liffId } = page;
    const isForLiff = version.content.button_action === "line" && liffId !== null && code !== null;
    const target = isForLiff ? liffAddress(platform.settings, liffId, code) : targetOf(version.content, code);
    reply.header("cache-control", "no-store");
    return reply.redirect(target ?? pagePath(request.params.site, request.params.urlName), 303);
  });
  const errorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    answerTooLong(error, request as PageRequest, { reply, find });
  // oxlint-disable-next-line typescript/no-misused-promises -- Fastify waits for it, which its type does not say
  app.post<{ Params: PageAddress }>("/p/:site/:urlName/send", { errorHandler }, async (request, reply) => {
    // The page may be embedded at any origin.
    reply.headers({ "access-control-allow-origin": "*", "cache-control": "no-store" });
    const page = await takenPage(find, request);
    const sent = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const version = versionOf(page, sent.get("v"));
    const words = pageWords[version.content.language];
    if (!(await mayGo(forms.take, `${request.ip} ${version.pageId}`)))
      return answer(request, reply, { version, said: words.tooMany, status: 429 });
    const fields = fieldsOf(sent);
    const problem = problemOf(fields, { country: page.country, words, asksName: sent.has("name") });
    if (problem !== null) return answer(request, reply, { version, said: problem, status: 422 });
    const entry = {
      ...{
        kind: "entry" as const,
        ...seenIn(version, sent.get("v")),
        entryId: entryIdOf(sent, version, fields),
        fields,
      },
      ...{ source: sourceOf(sent), consentText: version.content.consent_text, isTrap: isTrap(sent) },
    };
    try {
      await keeper.keep(entry);
    } catch (error) {
      platform.log.error({ err: error, pageId: version.pageId }, "A form of a page was not kept");
      return answer(request, reply, { version, said: words.failed, status: 503 });
    }
    return answer(request, reply, { version, said: words.thanks, status: 200 });
  });
}

/** A form that is too large to be read is refused in the page's words, as every other. */
async function answerTooLong(
  error: FastifyError,
  request: PageRequest,
  { reply, find }: { reply: FastifyReply; find: FindPage },
): Promise<FastifyReply> {
  if (error.statusCode !== 413) throw error;
  reply.headers({ "access-control-allow-origin": "*", "cache-control": "no-store" });
  const version = versionOf(await takenPage(find, request), null);
  const said = pageWords[version.content.language].tooLong;
  return answer(request, reply, { version, said, status: 413 });
}

/** `number`: of the version that the visitor's page says it is. */
function seenIn({ organizationId, pageId, versionId, ...live }: OpenVersion, number: string | null) {
  const isOther = number !== null && /^\d{1,9}$/.test(number) && Number(number) !== live.number;
  return {
    organizationId,
    pageId,
    versionId,
    seenNumber: isOther ? Number(number) : null,
    at: new Date().toISOString(),
  };
}

async function takenPage(find: FindPage, { params }: PageRequest): Promise<OpenPage> {
  const page = openPage(await find(params.site, params.urlName));
  if (!page) throw new AppError("NOT_FOUND");
  return page;
}

interface ButtonPress {
  request: PageRequest;
  query: URLSearchParams;
  version: OpenVersion;
  isAllowed: boolean;
}

/** The code of a person's click; null for robots and above the limit, which are still redirected. */
async function codeOfPress({ log }: Platform, keeper: Spool, pressed: ButtonPress): Promise<string | null> {
  const { request, query, version, isAllowed } = pressed;
  const { headers } = request;
  const purpose = String(headers["sec-purpose"] ?? headers["purpose"] ?? "");
  if (request.method === "HEAD" || isRobot(headers["user-agent"] ?? "", purpose) || !isAllowed) return null;
  const code = newCode();
  const clickId = RecordId.parse(v7());
  const { button_action: action } = version.content;
  try {
    await keeper.keep({
      kind: "press",
      ...seenIn(version, query.get("v")),
      clickId,
      code,
      action,
      source: sourceOf(query),
    });
    return code;
  } catch (error) {
    // A visitor who wants to talk to us does not wait for statistics.
    log.error({ err: error, pageId: version.pageId }, "A press of a page's button was not kept");
    return null;
  }
}

async function mayGo(take: (key: string) => Promise<void>, sender: string): Promise<boolean> {
  try {
    await take(sender);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

function isTrap(sent: URLSearchParams): boolean {
  const seconds = sent.get("seconds");
  return Boolean(sent.get("website")) || (seconds !== null && Number(seconds) < minSeconds);
}

/** The id proposed by the page's script, otherwise one derived from the values. */
function entryIdOf(sent: URLSearchParams, version: OpenVersion, fields: VisitorFields): RecordId {
  const proposed = RecordId.safeParse(sent.get("entry"));
  if (proposed.success) return proposed.data;
  const stretch = Math.floor(Date.now() / sameFormMs);
  const hash = createHash("sha256")
    .update(JSON.stringify([version.pageId, fields, stretch]))
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
  { version, said, status }: { version: OpenVersion; said: string; status: number },
): FastifyReply {
  const { site, urlName } = request.params;
  reply.code(status);
  if (request.headers.accept?.includes("application/json")) return reply.send({ message: said });
  const { language } = version.content;
  const back = { href: pagePath(site, urlName), label: pageWords[language].back };
  return reply.type("text/html; charset=utf-8").send(noticePage({ said, language, back }));
}

/**
 * The target of a page's button; null if it has none. The prepared message for the visitor contains `code`, which
 * links it to the click.
 */
function targetOf(content: PublishedContent, code: string | null): string | null {
  const { button_action: action, button_url: url, line_id: lineId } = content;
  const text = preparedText(content, code);
  if (action === "url") return url || null;
  if (action === "line") return lineId === "" ? null : lineChat(lineId, text);
  if (action === "form") return null;
  const phone = checkPhone(content.area_code, content.phone);
  return "e164" in phone && phone.e164 !== null ? `https://wa.me/${phone.e164}?text=${encodeURIComponent(text)}` : null;
}
