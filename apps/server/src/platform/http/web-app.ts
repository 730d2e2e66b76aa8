import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const builtWebApp = fileURLToPath(new URL("../../../../web/dist", import.meta.url));

/**
 * Serves the built web app's files: hashed ones for a year, the others (icon, first paint) asked for anew each time. The
 * pages are answered by `webAppPage`.
 */
export async function serveWebApp(app: FastifyInstance, built = builtWebApp): Promise<void> {
  if (!existsSync(built)) return;
  await app.register(fastifyStatic, {
    root: join(built, "assets"),
    prefix: "/assets/",
    immutable: true,
    maxAge: "365d",
    wildcard: false,
    decorateReply: false,
  });
  await app.register(fastifyStatic, {
    root: built,
    wildcard: false,
    index: false,
    serveDotFiles: false,
    globIgnore: ["assets/**", "*.html"],
    cacheControl: false,
    setHeaders: (reply) => void reply.header("cache-control", "no-cache"),
  });
}

/** The page of every address that is nobody else's: the sign-in page for the public ones, else the app. */
export function webAppPage(_request: FastifyRequest, reply: FastifyReply): unknown {
  if (!existsSync(builtWebApp))
    return reply.code(503).type("text/plain").send("The web app is not built: run npm run build:web.");
  return reply.header("cache-control", "no-cache").sendFile("index.html", builtWebApp, { cacheControl: false });
}
