import type { FastifyInstance } from "fastify";
import { AppError } from "#platform/errors/app-error";
import { pathOf } from "./failure.ts";

/**
 * Answers nothing but published pages at the host that is theirs: what runs on a page is of the same origin as everything
 * there, so neither the web app nor its calls may be.
 */
export function keepPagesApart(app: FastifyInstance, pagesUrl: string): void {
  const { host } = new URL(pagesUrl);
  app.addHook("onRequest", async (request) => {
    if (writtenHost(request.host) === host && !pathOf(request).startsWith("/p/")) throw new AppError("NOT_FOUND");
  });
}

/** A host as addresses are written: other spellings name the same machine. */
function writtenHost(host: string): string {
  return host.toLowerCase().replace(/\.?(?::(?:80|443))?$/, "");
}
