import type { FastifyInstance, FastifyRequest } from "fastify";
import { type LiffAccount, liffAccountByNumber } from "#modules/inbox/public";
import { AppError } from "#platform/errors/app-error";
import { createLocalRateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import type { LineLogin } from "../port.ts";
import { lineChat, preparedText } from "../rules/line-chat.ts";
import { elsewhereOf } from "../serving/routes.ts";
import { keepVisitor, pressOf } from "./actions/keep-visitor.ts";
import { liffPath, loginChannelOf, opensOurs, pressIn } from "./rules/liff-address.ts";
import { liffPage, liffPolicy, liffScript, liffScriptPath } from "./rules/liff-page.ts";

type LiffRequest = FastifyRequest<{ Params: { number: string } }>;

/** LIFF apps: the page on which LINE says who pressed the button of a landing page, and what it tells. */
export function answerLiff(app: FastifyInstance, platform: Platform, login: LineLogin): void {
  const takes = createLocalRateLimit(platform.settings, { points: 30, seconds: 60 });
  const { PAGES_URL, LINE_LIFF_SDK_URL: sdk } = platform.settings;
  app.get(liffScriptPath, (_request, reply) =>
    reply
      .headers({
        "cache-control": "public, max-age=31536000, immutable",
        "cross-origin-resource-policy": "cross-origin",
      })
      .type("text/javascript; charset=utf-8")
      .send(liffScript),
  );
  app.get(`${liffPath}/:number`, async (request: LiffRequest, reply) => {
    const elsewhere = elsewhereOf(platform, request);
    if (elsewhere) return reply.redirect(elsewhere, 308);
    const account = await accountOf(platform, request);
    const code = pressIn(new URLSearchParams(request.url.split("?", 2)[1] ?? ""));
    const press = await pressOf(platform, account, code);
    const { liffId, officialId } = account;
    const page = liffPage({
      ...{ liffId, sdk, send: `${liffPath}/${account.number}/visitor`, press: press ? code : "" },
      chat: lineChat(officialId, press ? preparedText(press.content, code) : ""),
      language: press?.content.language ?? "zh-tw",
    });
    return reply
      .headers({
        "cache-control": "no-store",
        "content-security-policy": liffPolicy({ sdk, ownOrigin: PAGES_URL !== undefined }),
      })
      .type("text/html; charset=utf-8")
      .send(page);
  });
  app.post(`${liffPath}/:number/visitor`, async (request: LiffRequest, reply) => {
    // Without a host of its own the page has an origin that nobody shares.
    reply.headers({ "access-control-allow-origin": "*", "cache-control": "no-store" });
    await takes.take(request.ip);
    const account = await accountOf(platform, request);
    const sent = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const code = sent.get("press") ?? "";
    const press = await pressOf(platform, account, code);
    if (!press) throw new AppError("NOT_FOUND");
    const userId = await login.userOf(sent.get("token") ?? "", loginChannelOf(account.liffId));
    if (userId === null || !(await keepVisitor(platform, account, { code, userId }))) throw new AppError("NOT_FOUND");
    return reply.send({ chat: lineChat(account.officialId, preparedText(press.content, null)) });
  });
}

/** The account in the address, if LINE opens our page for it. Throws NOT_FOUND. */
async function accountOf({ db, settings }: Platform, { params }: LiffRequest): Promise<LiffAccount> {
  const isNumber = /^\d{5,20}$/.test(params.number);
  const account = isNumber ? await liffAccountByNumber(db, params.number) : undefined;
  if (!account || !opensOurs(settings, account)) throw new AppError("NOT_FOUND");
  return account;
}
