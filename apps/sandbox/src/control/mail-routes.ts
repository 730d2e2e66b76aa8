import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { ControlRefusal } from "./control-request.ts";
import { readMail } from "./read-mail.ts";

const MOST_LISTED = 100;
const MOST_BYTES = 10 * 1_024 * 1_024;
const NAME = /^[\w.@+-]{1,200}\.eml$/;

/** The mails that the server wrote as .eml instead of sending them. */
export async function mailRoutes(app: FastifyInstance, { mailDir }: { mailDir: string | undefined }): Promise<void> {
  app.get("/mails", async () => {
    if (mailDir === undefined) return [];
    const names = (await readdir(mailDir).catch(() => [] as string[])).filter((name) => NAME.test(name));
    const files = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(join(mailDir, name))).mtimeMs })),
    );
    const latest = files.toSorted((a, b) => b.at - a.at).slice(0, MOST_LISTED);
    return Promise.all(
      latest.map(async ({ name, at }) => {
        const { from, to, subject } = await open(mailDir, name);
        return { name, at, from, to, subject };
      }),
    );
  });
  app.get<{ Params: { name: string } }>("/mails/:name", async (request) => {
    const { html, ...mail } = await open(mailDir, request.params.name);
    return { ...mail, hasHtml: html !== undefined };
  });
  app.get<{ Params: { name: string } }>("/mails/:name/html", async (request, reply) => {
    const { html } = await open(mailDir, request.params.name);
    if (html === undefined) throw new ControlRefusal(404, "this mail has no HTML");
    // A mail is foreign content: no scripts, no external resources, its own origin.
    return reply
      .header("content-type", "text/html; charset=utf-8")
      .header(
        "content-security-policy",
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups",
      )
      .header("x-content-type-options", "nosniff")
      .header("referrer-policy", "no-referrer")
      .send(html);
  });
}

async function open(mailDir: string | undefined, name: string) {
  if (mailDir === undefined || !NAME.test(name)) throw new ControlRefusal(404, "no such mail");
  const path = join(mailDir, name);
  const facts = await stat(path).catch(() => undefined);
  if (facts === undefined || !facts.isFile() || facts.size > MOST_BYTES) throw new ControlRefusal(404, "no such mail");
  return readMail(await readFile(path));
}
