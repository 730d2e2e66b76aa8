import { createHmac } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { adsRoutes, lookAtReport } from "./ads-routes.ts";
import { controlMetaRoutes } from "./control-routes.ts";
import { datasetRoutes } from "./dataset-routes.ts";
import { MetaDesk } from "./meta-desk.ts";
import { metaApp, metaUser, readyPages } from "./ready-business.ts";
import { MetaRefusal } from "./refusals.ts";
import { signInRoutes } from "./sign-in-routes.ts";

type Id = { Params: { id: string }; Querystring: Record<string, string> };

/** The parts of graph.facebook.com and of Facebook's sign-in for advertising; webhooks go to the product at `callTo`. */
export async function metaRoutes(app: FastifyInstance, { callTo }: { callTo: string }): Promise<void> {
  const desk = new MetaDesk(callTo);
  await app.register(
    async (graph) => {
      graph.setErrorHandler((failure: Error & { statusCode?: number }, _request, reply) => {
        if (!(failure instanceof MetaRefusal))
          return reply.code(failure.statusCode ?? 500).send({ error: { message: failure.message, code: 1 } });
        const { status, error, headers = {} } = failure.answer;
        return reply
          .code(status)
          .headers(headers)
          .send({ error: { ...error, fbtrace_id: "A1b2C3" } });
      });
      signInRoutes(graph, desk);
      businessRoutes(graph, desk);
      adsRoutes(graph, desk, (request) => userToken(desk, request));
      datasetRoutes(graph, desk);
      leadRoutes(graph, desk);
    },
    { prefix: "/meta/v25.0" },
  );
  await app.register(controlMetaRoutes, { prefix: "/sandbox/meta/api", desk });
}

function businessRoutes(app: FastifyInstance, desk: MetaDesk): void {
  app.get("/me", async (request) => {
    userToken(desk, request);
    return metaUser;
  });
  app.get("/me/permissions", async (request) => {
    userToken(desk, request);
    return { data: desk.granted.map((permission) => ({ permission, status: "granted" })) };
  });
  app.get("/me/accounts", async (request) => {
    userToken(desk, request);
    return { data: readyPages.map(({ id, name, token }) => ({ id, name, access_token: token })) };
  });
  for (const method of ["POST", "DELETE"] as const) {
    app.route<Id>({
      method,
      url: "/:id/subscribed_apps",
      handler: async (request) => {
        const page = pageToken(desk, request);
        if (page.id !== request.params.id) throw new MetaRefusal("unknownObject");
        if (method === "POST") desk.subscribed.add(page.id);
        else desk.subscribed.delete(page.id);
        return { success: true };
      },
    });
  }
}

function leadRoutes(app: FastifyInstance, desk: MetaDesk): void {
  app.get<Id>("/:id/leadgen_forms", async (request) => {
    const page = pageToken(desk, request);
    if (page.id !== request.params.id) throw new MetaRefusal("unknownObject");
    return { data: [{ id: page.formId, name: "預約試堂", status: "ACTIVE" }], paging: { cursors: {} } };
  });
  app.get<Id>("/:id/leads", async (request) => {
    const page = pageToken(desk, request);
    if (page.formId !== request.params.id) throw new MetaRefusal("unknownObject");
    const [filter] = JSON.parse(request.query["filtering"] ?? "[]") as { value?: number }[];
    const since = (filter?.value ?? 0) * 1000;
    const found = desk.leads.filter((lead) => lead.page === page && lead.createdAt.getTime() > since);
    return { data: found.map(describeLead) };
  });
  app.get<Id>("/:id", async (request, reply) => {
    const report = lookAtReport(desk, request.params.id);
    if (report) {
      userToken(desk, request);
      return reply.headers(report.headers).send(report.body);
    }
    const page = pageToken(desk, request);
    const lead = desk.leads.find(({ id }) => id === request.params.id);
    if (lead?.page !== page) throw new MetaRefusal("unknownObject");
    return describeLead(lead);
  });
}

function describeLead({ id, page, createdAt, adId, fields }: MetaDesk["leads"][number]): object {
  const ofAd = adId && { ad_id: adId, adset_id: `2${adId.slice(1)}`, campaign_id: `1${adId.slice(1)}` };
  return {
    id,
    created_time: createdAt.toISOString().replace(/\.\d+Z$/, "+0000"),
    ...ofAd,
    form_id: page.formId,
    is_organic: adId === "",
    platform: "fb",
    field_data: fields,
  };
}

/** The key of a request. It proves that the request comes from the app, and is never part of the address. */
function tokenOf(desk: MetaDesk, request: FastifyRequest): string {
  if (desk.trouble) throw new MetaRefusal(desk.trouble);
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const fields = { ...(request.query as Record<string, string>), ...(request.body as Record<string, string> | null) };
  const proof = createHmac("sha256", metaApp.appSecret).update(token).digest("hex");
  if (fields["appsecret_proof"] !== proof || request.url.includes(token)) throw new MetaRefusal("reconnect");
  return token;
}

function userToken(desk: MetaDesk, request: FastifyRequest): void {
  if (!desk.tokens.has(tokenOf(desk, request))) throw new MetaRefusal("reconnect");
}

function pageToken(desk: MetaDesk, request: FastifyRequest) {
  const page = desk.pageOf(tokenOf(desk, request));
  if (!page) throw new MetaRefusal("reconnect");
  return page;
}
