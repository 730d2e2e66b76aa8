import type { FastifyInstance } from "fastify";
import { demoLiffId, demoLineAccount, liffEndpointOf } from "./account.ts";
import { type LineSandbox, newToken } from "./line-sandbox.ts";

/** The part of LINE's script that pages need: the token is in the address that LINE opened. */
const sdk = `window.liff=(function(){
var token=null;
return{
init:function(){
token=new URLSearchParams(location.hash.slice(1)).get("id_token");
return Promise.resolve()},
isLoggedIn:function(){return token!==null},
getIDToken:function(){return token}}})();
`;

/** LIFF apps at liff.line.me, LINE's script for them, and the check of their tokens. */
export async function liffRoutes(app: FastifyInstance, { sandbox }: { sandbox: LineSandbox }): Promise<void> {
  app.get("/liff/sdk.js", async (_request, reply) =>
    reply.header("cross-origin-resource-policy", "cross-origin").type("text/javascript; charset=utf-8").send(sdk),
  );
  app.get<{ Params: { liffId: string }; Querystring: Record<string, string> }>(
    "/liff/:liffId",
    async ({ params, query, url }, reply) => {
      const account = sandbox.accounts.find(({ channelId }) => channelId === demoLineAccount.channelId);
      if (params.liffId !== demoLiffId || !account) return reply.code(404).send({ message: "Not found" });
      const { as, ...rest } = query;
      if (as === undefined) return reply.type("text/html; charset=utf-8").send(choicePage(sandbox, url));
      const person = sandbox.people.get(as);
      const address = new URL(liffEndpointOf(account));
      // Like LINE, this packs the rest of the address into one value.
      address.searchParams.set("liff.state", `?${new URLSearchParams(rest).toString()}`);
      if (person) address.hash = `id_token=${tokenOf(sandbox, person.userId)}`;
      return reply.header("cache-control", "no-store").redirect(address.href, 302);
    },
  );
  app.post<{ Body: Record<string, string> }>("/oauth2/v2.1/verify", async ({ body }, reply) => {
    const { id_token: token = "", client_id: client = "" } = body ?? {};
    const known = sandbox.idTokens.get(token);
    if (!known || known.loginChannel !== client)
      return reply.code(400).send({ error: "invalid_request", error_description: "Invalid IdToken." });
    const seconds = Math.floor(Date.now() / 1000);
    const name = sandbox.people.get(known.userId)?.displayName;
    return {
      ...{ iss: "https://access.line.me", sub: known.userId, aud: client },
      ...{ exp: seconds + 3600, iat: seconds, name },
    };
  });
}

function tokenOf(sandbox: LineSandbox, userId: string): string {
  const token = newToken();
  sandbox.idTokens.set(token, { userId, loginChannel: demoLiffId.split("-", 1)[0] ?? "" });
  return token;
}

function choicePage({ people }: LineSandbox, url: string): string {
  const open = (as: string, name: string) =>
    `<li><a href="${escaped(`${url}${url.includes("?") ? "&" : "?"}as=${as}`)}">${escaped(name)}</a></li>`;
  const everybody = [...people.values()].map(({ userId, displayName }) => open(userId, displayName));
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>LINE sandbox</title><style>body{font:18px/1.8 system-ui,sans-serif;max-width:640px;margin:10vh auto;padding:0 20px}</style><h1>Open as</h1><ul>${everybody.join("")}${open("nobody", "Not signed in to LINE")}</ul></html>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
