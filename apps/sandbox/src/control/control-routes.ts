import type { FastifyInstance } from "fastify";
import { DraftRefusal } from "../whatsapp/inbound-content.ts";
import type { WhatsAppSandbox } from "../whatsapp/whatsapp-sandbox.ts";
import { aiRoutes } from "./ai-routes.ts";
import { ControlRefusal } from "./control-request.ts";
import { customerRoutes } from "./customer-routes.ts";
import { eventRoutes } from "./event-routes.ts";
import { loadRoutes } from "./load-routes.ts";
import { logRoutes } from "./log-routes.ts";
import { mailRoutes } from "./mail-routes.ts";
import { messageRoutes } from "./message-routes.ts";
import { switchRoutes } from "./switch-routes.ts";

/** What the phone page and tests use to play the customer and to break things. Not part of any provider. */
export async function controlRoutes(
  app: FastifyInstance,
  { sandbox, mailDir }: { sandbox: WhatsAppSandbox; mailDir: string | undefined },
): Promise<void> {
  app.addHook("onRequest", async (request) => {
    // Another site open in the same browser must not press our buttons.
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
