import type { FastifyInstance } from "fastify";
import type { MetaDesk } from "./meta-desk.ts";
import { metaApp, metaUser } from "./ready-business.ts";
import { MetaRefusal } from "./refusals.ts";

type Fields = Record<string, string>;

/** The consent page, and the exchange of codes and keys. */
export function signInRoutes(app: FastifyInstance, desk: MetaDesk): void {
  app.get<{ Querystring: Fields }>("/dialog/oauth", async ({ query }, reply) => {
    const { client_id: appId, redirect_uri: back = "", state = "", scope = "" } = query;
    const isOurs = appId === metaApp.appId && URL.canParse(back);
    return reply
      .code(isOurs ? 200 : 400)
      .type("text/html; charset=utf-8")
      .send(
        isOurs
          ? consentPage("Meta", { back, state, lines: [metaUser.name, scope.replaceAll(",", ", ")] })
          : "Invalid App ID",
      );
  });
  app.post<{ Body: Fields }>("/dialog/oauth", async ({ body }, reply) => {
    const { redirect_uri: back = "", state = "", choice } = body;
    const target = new URL(back);
    const given: Fields =
      choice === "continue" ? { code: desk.newCode(back) } : { error: "access_denied", error_reason: "user_denied" };
    for (const [name, value] of Object.entries({ ...given, state })) target.searchParams.set(name, value);
    return reply.redirect(target.href, 303);
  });
  app.post<{ Body: Fields }>("/oauth/access_token", async ({ body }) => {
    if (desk.trouble) throw new MetaRefusal(desk.trouble);
    if (body["client_id"] !== metaApp.appId || body["client_secret"] !== metaApp.appSecret)
      throw new MetaRefusal("reconnect");
    if (body["grant_type"] === "fb_exchange_token") {
      if (!desk.tokens.has(body["fb_exchange_token"] ?? "")) throw new MetaRefusal("reconnect");
      return { access_token: desk.newToken(), token_type: "bearer", expires_in: desk.keySeconds };
    }
    const code = desk.codes.get(body["code"] ?? "");
    desk.codes.delete(body["code"] ?? "");
    if (code?.redirectUri !== body["redirect_uri"]) throw new MetaRefusal("reconnect");
    return { access_token: desk.newToken(), token_type: "bearer", expires_in: 3600 };
  });
}

/** The sandbox's consent page; its form is sent to the same address. */
export function consentPage(
  title: string,
  { back, state, lines }: { back: string; state: string; lines: readonly string[] },
): string {
  const hidden = Object.entries({ redirect_uri: back, state }).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`,
  );
  return `<!doctype html><html lang="zh-Hant"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)}</title><style>body{font:16px system-ui;max-width:420px;margin:40px auto;padding:0 16px}
button{display:block;width:100%;margin:8px 0;padding:12px;font:inherit}</style>
<h1>${escape(title)} sandbox</h1>${lines.map((line) => `<p>${escape(line)}</p>`).join("")}
<form method="post">${hidden.join("")}<button name="choice" value="continue">繼續 Continue</button>
<button name="choice" value="cancel">取消 Cancel</button></form></html>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
