import formbody from "@fastify/formbody";
import multipart from "@fastify/multipart";
import fastify, { type FastifyInstance } from "fastify";
import { arkRoutes } from "./ark/ark-routes.ts";
import { backupRoutes } from "./backup/backup-routes.ts";
import { controlRoutes } from "./control/control-routes.ts";
import { pageRoutes } from "./control/page-routes.ts";
import { difyRoutes } from "./dify/dify-routes.ts";
import { botRoutes } from "./line/bot-routes.ts";
import { lineControlRoutes } from "./line/control-routes.ts";
import { conversionRoutes } from "./line/conversion-routes.ts";
import { liffRoutes } from "./line/liff-routes.ts";
import type { LineSandbox } from "./line/line-sandbox.ts";
import { metaRoutes } from "./meta/meta-routes.ts";
import { oceanRoutes } from "./ocean/ocean-routes.ts";
import { openaiRoutes } from "./openai/openai-routes.ts";
import { paymentRoutes } from "./payments/payment-routes.ts";
import { graphRoutes } from "./whatsapp/graph-routes.ts";
import { downloadRoutes } from "./whatsapp/media-routes.ts";
import type { WhatsAppSandbox } from "./whatsapp/whatsapp-sandbox.ts";

const VERSIONED = /^\/v\d+\.\d+(?=\/)/;
const BARE_OBJECT = /^\/\d{5,}(?=[/?]|$)/;

/** One server: the providers' addresses, the control API under /sandbox/api and the phone page at /. */
export async function buildServer(
  sandbox: WhatsAppSandbox,
  line: LineSandbox,
  { mailDir, shopUrl }: { mailDir: string | undefined; shopUrl: string },
): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    bodyLimit: 2 * 1_024 * 1_024,
    // An answer that hangs must not keep the process from stopping.
    forceCloseConnections: true,
    rewriteUrl: (request) => toGraphPath(request.url ?? "/"),
  });
  await app.register(formbody);
  await app.register(multipart, { throwFileSizeLimit: false });
  await app.register(graphRoutes, { prefix: "/graph", sandbox });
  await app.register(openaiRoutes, { prefix: "/v1", sandbox });
  await app.register(difyRoutes, { prefix: "/v1", sandbox });
  await app.register(arkRoutes, { prefix: "/api/v3", sandbox });
  await app.register(downloadRoutes, { sandbox });
  await app.register(paymentRoutes, { notifyBase: shopUrl });
  await app.register(metaRoutes, { callTo: shopUrl });
  await app.register(oceanRoutes);
  await app.register(backupRoutes, { prefix: "/backup" });
  await app.register(controlRoutes, { prefix: "/sandbox/api", sandbox, mailDir });
  await app.register(conversionRoutes);
  await app.register(liffRoutes, { sandbox: line });
  await app.register(botRoutes, { sandbox: line });
  await app.register(lineControlRoutes, { prefix: "/sandbox/line/api", sandbox: line });
  await app.register(pageRoutes);
  return app;
}

/** All Graph versions share the same routes. */
function toGraphPath(url: string): string {
  if (VERSIONED.test(url)) return url.replace(VERSIONED, "/graph");
  return BARE_OBJECT.test(url) ? `/graph${url}` : url;
}
