import type { FastifyInstance } from "fastify";
import { AppError } from "#platform/errors/app-error";
import { pathOf } from "./failure.ts";

/**
 * Answers only published pages at their host: scripts on a page have the same origin as everything
 * there, so neither the web app nor its calls may be served from it.
 */
export function keepPagesApart(app: FastifyInstance, pagesUrl: string): void {
  const { host } = new URL(pagesUrl);
  app.addHook("onRequest", async (request) => {
    if (writtenHost(request.host) === host && !pathOf(request).startsWith("/p/")) throw new AppError("NOT_FOUND");
  });
}

/** A normalised host: other spellings name the same machine. */
function writtenHost(host: string): string {
  return host.toLowerCase().replace(/\.?(?::(?:80|443))?$/, "");
}
