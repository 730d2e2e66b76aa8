import type { FastifyInstance } from "fastify";
import { type AiFailure, aiFailures } from "../ai/ai-switches.ts";
import { DraftRefusal } from "../whatsapp/inbound-content.ts";
import type { WhatsAppSandbox } from "../whatsapp/whatsapp-sandbox.ts";
import { ControlRefusal, channelOf, fieldsOf, numberField } from "./control-request.ts";
import { customerRoutes } from "./customer-routes.ts";
import { eventRoutes } from "./event-routes.ts";
import { type LoadRun, startLoad } from "./load-run.ts";
import { mailRoutes } from "./mail-routes.ts";
import { messageRoutes } from "./message-routes.ts";
import { switchRoutes } from "./switch-routes.ts";

/** The switches of the stand-ins for AI providers, and their calls. */
async function aiRoutes(app: FastifyInstance, { sandbox }: { sandbox: WhatsAppSandbox }): Promise<void> {
  app.get("/ai", async () => presentAi(sandbox));
  app.patch("/ai", async (request) => {
    const fields = fieldsOf(request);
    const trouble = fields["trouble"] ?? null;
    const known = aiFailures.find((one) => one === trouble);
    if (trouble !== null && known === undefined) throw new ControlRefusal(400, "unknown trouble");
    const left = numberField(fields, "count", { min: 1, max: 1_000_000, otherwise: 1 });
    Object.assign(sandbox.aiSwitches, { trouble: known ?? null, left: known ? left : 0 });
    sandbox.news.panelChanged();
    return presentAi(sandbox);
  });
}

const shown = 30;

function presentAi({ aiSwitches, requests }: WhatsAppSandbox): {
  troubles: readonly AiFailure[];
  trouble: AiFailure | null;
  left: number;
  requests: object[];
} {
  const asked = requests.list().filter(({ path }) => path.startsWith("/v1/") || path.startsWith("/api/v3/"));
  return { troubles: aiFailures, ...aiSwitches, requests: asked.slice(-shown).toReversed() };
}

/** The API with which the phone page and tests act as the customer and cause failures. Not part of any provider. */
export async function controlRoutes(
  app: FastifyInstance,
  { sandbox, mailDir }: { sandbox: WhatsAppSandbox; mailDir: string | undefined },
): Promise<void> {
  app.addHook("onRequest", async (request) => {
    // Another site open in the same browser must not make these calls.
    const { origin } = request.headers;
    if (origin !== undefined && origin !== `http://${request.host}`) throw new ControlRefusal(403, "another origin");
  });
  app.setErrorHandler((failure: Error & { statusCode?: number }, _request, reply) => {
    if (failure instanceof DraftRefusal) return reply.code(400).send({ error: failure.message });
    const status = failure.statusCode ?? 500;
    if (status >= 500) sandbox.log.error({ err: failure }, "the control API failed");
    return reply.code(status).send({ error: status >= 500 ? "internal error" : failure.message });
  });
  await app.register(customerRoutes, { sandbox });
  await app.register(messageRoutes, { sandbox });
  await app.register(switchRoutes, { sandbox, mailDir });
  await app.register(aiRoutes, { sandbox });
  await app.register(logRoutes, { sandbox });
  await app.register(loadRoutes, { sandbox });
  await app.register(eventRoutes, { sandbox });
  await app.register(mailRoutes, { mailDir });
}

/** Many inbound messages at a given rate, for benchmarks. One run at a time. */
async function loadRoutes(app: FastifyInstance, { sandbox }: { sandbox: WhatsAppSandbox }): Promise<void> {
  let run: LoadRun | undefined;
  app.addHook("onClose", async () => run?.stop());
  app.post("/load", async (request, reply) => {
    if (run?.progress().state === "running") throw new ControlRefusal(409, "a load run is under way");
    const fields = fieldsOf(request);
    run = startLoad(sandbox, {
      channel: channelOf(sandbox, fields.channel),
      rate: numberField(fields, "rate", { min: 1, max: 20_000 }),
      count: numberField(fields, "count", { min: 1, max: 5_000_000 }),
      customers: numberField(fields, "customers", { min: 1, max: 1_000_000, otherwise: 100 }),
      batch: numberField(fields, "batch", { min: 1, max: 500, otherwise: 1 }),
      text: typeof fields.text === "string" ? fields.text.slice(0, 500) : "想請問課程時間",
    });
    return reply.code(202).send(run.progress());
  });
  app.get("/load", async () => {
    if (run === undefined) throw new ControlRefusal(404, "no load run yet");
    return run.progress();
  });
  app.delete("/load", async () => {
    run?.stop();
    return { stopped: true };
  });
}

/** The business's calls, and the answers to our webhooks. */
async function logRoutes(app: FastifyInstance, { sandbox }: { sandbox: WhatsAppSandbox }): Promise<void> {
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
