import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { appRoutes } from "./app-routes.ts";
import { GraphRefusal, refusalAnswer } from "./graph-errors.ts";
import { authorised, fieldsOf, type Id, logRequest, objectUnknown } from "./graph-request.ts";
import { mediaRoutes } from "./media-routes.ts";
import { numberRoutes } from "./number-routes.ts";
import { objectRoutes } from "./object-routes.ts";
import { sendRoutes } from "./send-routes.ts";
import { templateRoutes } from "./template-routes.ts";
import type { WhatsAppSandbox } from "./whatsapp-sandbox.ts";

/** The part of graph.facebook.com for WhatsApp. Registered under /graph, to which versioned paths are rewritten. */
export async function graphRoutes(app: FastifyInstance, { sandbox }: { sandbox: WhatsAppSandbox }): Promise<void> {
  app.addHook("onSend", async (_request, reply) => {
    reply.header("facebook-api-version", "v23.0");
  });
  app.setErrorHandler((failure: Error & { statusCode?: number }, request, reply) =>
    answerFailure(sandbox, failure, { request, reply }),
  );
  app.setNotFoundHandler((request, reply) => {
    const details = `Unknown path components: ${request.url.split("?")[0]}`;
    return answerFailure(sandbox, new GraphRefusal("invalidParameter", details), { request, reply });
  });
  await app.register(appRoutes, { sandbox });
  await app.register(sendRoutes, { sandbox });
  await app.register(mediaRoutes, { sandbox });
  await app.register(objectRoutes, { sandbox });
  await app.register(templateRoutes, { sandbox });
  await app.register(catalogueRoutes, { sandbox });
  await app.register(numberRoutes, { sandbox });
}

function answerFailure(
  sandbox: WhatsAppSandbox,
  failure: Error & { statusCode?: number },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  const refusal = failure instanceof GraphRefusal ? failure : undefined;
  const isOurs = refusal === undefined && (failure.statusCode === undefined || failure.statusCode >= 500);
  if (isOurs) sandbox.log.error({ err: failure }, "the sandbox could not answer");
  const name = refusal?.error ?? (isOurs ? "unknownApi" : "invalidParameter");
  const { status, body } = refusalAnswer(name, refusal === undefined && !isOurs ? failure.message : refusal?.details);
  logRequest(sandbox, request, status);
  return reply.code(status).send(body);
}

/** A catalogue's batches of products, and their progress. */
async function catalogueRoutes(app: FastifyInstance, { sandbox }: { sandbox: WhatsAppSandbox }): Promise<void> {
  app.post<Id>("/:id/items_batch", async (request) => {
    const catalogueId = authorisedCatalogue(sandbox, request);
    const { handle, invalid } = sandbox.catalogues.submit(catalogueId, fieldsOf(request), sandbox.switches.reviewMs);
    logRequest(sandbox, request, 200);
    const validation = invalid.map(({ id, message }) => ({ retailer_id: id, errors: [{ message }], warnings: [] }));
    return { handles: [handle], ...(validation.length > 0 && { validation_status: validation }) };
  });
  app.get<Id>("/:id/check_batch_request_status", async (request) => {
    const catalogueId = authorisedCatalogue(sandbox, request);
    const { handle = "" } = request.query;
    const status = sandbox.catalogues.status(catalogueId, handle);
    logRequest(sandbox, request, 200);
    if (status === undefined) return { data: [] };
    const errors = status.finished ? status.errors : [];
    const told = { errors, errors_total_count: errors.length, warnings: [], warnings_total_count: 0 };
    return { data: [{ handle, status: status.finished ? "finished" : "started", ...told }] };
  });
  app.get<Id>("/:id/products", async (request) => {
    const catalogueId = authorisedCatalogue(sandbox, request);
    logRequest(sandbox, request, 200);
    const products = sandbox.catalogues.products(catalogueId);
    return { data: products.map(({ id, data }) => ({ ...data, id, retailer_id: id, name: data.title })) };
  });
}

function authorisedCatalogue(sandbox: WhatsAppSandbox, request: FastifyRequest<Id>): string {
  const { id } = request.params;
  if (!authorised(sandbox, request).some(({ catalogueId }) => catalogueId === id)) throw objectUnknown(request);
  return id;
}
