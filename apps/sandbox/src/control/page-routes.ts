import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";

const FOLDER = join(import.meta.dirname, "../page");
const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};
/** The address of the product. The LINE phone loads its files from there, as LINE does. */
const OWN_MACHINE = "http://127.0.0.1:* http://localhost:*";
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  `img-src 'self' data: blob: ${OWN_MACHINE}`,
  `media-src 'self' blob: ${OWN_MACHINE}`,
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Files with their own address. */
const pages: Record<string, string> = { "index.html": "/", "line.html": "/line" };
/** Browsers ask for this on the providers' own pages, which name no icon. */
const DEFAULT_ICON = "/favicon.ico";

/** The phone pages: only files of one folder, by name. */
export async function pageRoutes(app: FastifyInstance): Promise<void> {
  const names = (await readdir(FOLDER)).filter((name) => extname(name) in TYPES);
  for (const name of names) app.get(pages[name] ?? `/phone/${name}`, (_request, reply) => sendFile(reply, name));
  app.get(DEFAULT_ICON, (_request, reply) => sendFile(reply, "icon.svg"));
}

async function sendFile(reply: FastifyReply, name: string): Promise<FastifyReply> {
  return (
    reply
      .header("content-type", TYPES[extname(name)])
      .header("cache-control", "no-cache")
      .header("content-security-policy", CONTENT_SECURITY_POLICY)
      .header("x-content-type-options", "nosniff")
      .header("referrer-policy", "no-referrer")
      // Read for every request: the folder is small, and an edit shows at the next reload.
      .send(await readFile(join(FOLDER, name)))
  );
}
