import type { FastifyInstance } from "fastify";
import type { WhatsAppSandbox } from "../whatsapp/whatsapp-sandbox.ts";
import { ControlRefusal } from "./control-request.ts";

/** What came in from the business, and how our webhooks were answered. */
export async function logRoutes(app: FastifyInstance, { sandbox }: { sandbox: WhatsAppSandbox }): Promise<void> {
  app.get<{ Querystring: { after?: string; path?: string; limit?: string } }>("/requests", async (request) => {
    const { after = "0", path = "", limit = "1000" } = request.query;
    const list = sandbox.requests.list().filter((one) => one.id > Number(after) && one.path.includes(path));
    return { total: sandbox.requests.total(), requests: list.slice(-Math.max(1, Number(limit) || 1)) };
  });
  app.delete("/requests", async () => {
    sandbox.requests.clear();
    return { cleared: true };
  });
  app.get<{ Querystring: { limit?: string } }>("/deliveries", async (request) => {
    const list = sandbox.webhooks.recent().slice(0, Math.max(1, Number(request.query.limit) || 100));
    return {
      waiting: sandbox.webhooks.waiting(),
      deliveries: list.map(({ body, ...delivery }) => ({ ...delivery, bytes: body.length })),
    };
  });
  app.get<{ Params: { id: string } }>("/deliveries/:id", async (request) => {
    const delivery = sandbox.webhooks.recent().find((one) => String(one.id) === request.params.id);
    if (delivery === undefined) throw new ControlRefusal(404, "no such delivery");
    return delivery;
  });
  app.post<{ Params: { id: string } }>("/deliveries/:id/resend", async (request) => {
    if (!sandbox.webhooks.resend(Number(request.params.id))) throw new ControlRefusal(404, "no such delivery");
    sandbox.news.panelChanged();
    return { resent: true };
  });
}
