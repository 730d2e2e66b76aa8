import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import { webPages } from "@homeroom/contract/web-pages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { pathOf } from "./failure.ts";

const builtWebApp = fileURLToPath(new URL("../../../../web/dist", import.meta.url));

/**
 * Serves the built web app's files: hashed ones are cached for a year, the others (icon, first paint) revalidated each time. The
 * `webAppPages` answers the pages.
 */
export async function serveWebApp(app: FastifyInstance, built = builtWebApp): Promise<void> {
  if (!existsSync(built)) return;
  await app.register(fastifyStatic, {
    root: join(built, "assets"),
    prefix: "/assets/",
    immutable: true,
    maxAge: "365d",
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

/** Built as separate files, which load nothing of the app. */
const pagesOfTheirOwn = ["pay"];

/**
 * Answers every address without a route with the page of the web app: 200 for the app's own pages and for those of
 * the menu, whose paths `menuPaths` reads; 404 for any other, for which the app shows "not found".
 */
export function webAppPages(menuPaths: () => Promise<readonly string[]>, built = builtWebApp) {
  const isMenuPage = rememberPaths(menuPaths);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (!existsSync(built))
      return reply.code(503).type("text/plain").send("The web app is not built: run npm run build:web.");
    reply.header("cache-control", "no-cache");
    const path = pathOf(request);
    const own = pagesOfTheirOwn.find((one) => fitsAny([`/${one}`], path));
    if (own) return reply.sendFile(`${own}.html`, built, { cacheControl: false });
    if (fitsAny(webPages, path) || (await isMenuPage(path)))
      return reply.sendFile("index.html", built, { cacheControl: false });
    return reply
      .code(404)
      .type("text/html; charset=utf-8")
      .send(await readFile(join(built, "index.html")));
  };
}

const readAgainAfterMs = 1000;

/** Reads the menu at most once a second, and not at all for known paths. */
function rememberPaths(read: () => Promise<readonly string[]>): (path: string) => Promise<boolean> {
  let known: readonly string[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  return async (path) => {
    if (fitsAny(known, path)) return true;
    if (performance.now() - readAt < readAgainAfterMs) return false;
    try {
      readAt = performance.now();
      known = await read();
    } catch {
      // The page itself shows that the server cannot be reached.
      readAt = Number.NEGATIVE_INFINITY;
      return true;
    }
    return fitsAny(known, path);
  };
}

/** Whether a path matches a route pattern: `:name` is one segment, a trailing `*` any number. Case-insensitive. */
function fitsAny(patterns: readonly string[], path: string): boolean {
  const steps = stepsOf(path);
  return patterns.some((pattern) => {
    const wanted = stepsOf(pattern);
    const isOpen = wanted.at(-1) === "*";
    if (isOpen ? steps.length < wanted.length - 1 : steps.length !== wanted.length) return false;
    return wanted.every((step, place) => step === "*" || step.startsWith(":") || step === steps[place]);
  });
}

const stepsOf = (path: string) =>
  path
    .toLowerCase()
    .split("/")
    .filter((step) => step !== "");
