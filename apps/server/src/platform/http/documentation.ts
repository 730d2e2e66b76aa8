import { createReadStream } from "node:fs";
import { createRequire } from "node:module";
import { allEndpoints } from "@homeroom/contract/all-endpoints";
import { openApiDocument } from "@homeroom/contract/openapi";
import type { FastifyInstance } from "fastify";

const find = createRequire(import.meta.url).resolve;

/** The files of Swagger UI that the page needs, by the name that they are served under. */
const assets = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
} as const;

/**
 * The description of every call at `/openapi.json`, and a page to read and try them at `/docs`. All of it comes from
 * this server and needs nothing that the security headers forbid.
 */
export function registerDocumentation(app: FastifyInstance, { version }: { version: string }): void {
  // Built on the first request: it takes a tenth of the start-up time, and most processes never need it.
  let document: string | undefined;
  app.get("/openapi.json", (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(allEndpoints, { title: "Homeroom", version }));
    return reply.type("application/json; charset=utf-8").send(document);
  });
  app.get("/docs", (_request, reply) => reply.type("text/html; charset=utf-8").send(page));
  app.get("/docs/start.js", (_request, reply) => reply.type("text/javascript; charset=utf-8").send(start));
  for (const [name, contentType] of Object.entries(assets)) {
    app.get(`/docs/${name}`, (_request, reply) =>
      reply
        .type(contentType)
        .header("cache-control", "public, max-age=86400")
        .send(createReadStream(find(`swagger-ui-dist/${name}`))),
    );
  }
}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Homeroom API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
  </head>
  <body>
    <main id="calls"></main>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** Own file, because the security headers allow no script inside the page. No external validator is called. */
const start = `SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#calls",
  docExpansion: "none",
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;
