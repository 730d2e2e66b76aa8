import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const builtWebApp = fileURLToPath(new URL("../../../../web/dist", import.meta.url));
const hashed = join(builtWebApp, "assets");

/** Serves the built web app's files: those whose names carry a hash for a year, the others asked for again each time. */
export async function serveWebApp(app: FastifyInstance): Promise<void> {
  if (!existsSync(builtWebApp)) return;
  await app.register(fastifyStatic, {
    root: builtWebApp,
    index: false,
    wildcard: false,
    cacheControl: false,
    setHeaders: (response, path) =>
      void response.header("cache-control", path.includes(hashed) ? "public, max-age=31536000, immutable" : "no-cache"),
  });
}

/** The page of every address that is nobody else's: one page, which decides by its address what to load. */
export function webAppPage(_request: FastifyRequest, reply: FastifyReply): unknown {
  if (!existsSync(builtWebApp))
    return reply.code(503).type("text/plain").send("The web app is not built: run npm run build:web.");
  return reply.header("cache-control", "no-cache").sendFile("index.html", builtWebApp, { cacheControl: false });
}
