import type { FastifyInstance, FastifyRequest } from "fastify";
import { authorised, fieldsOf, type Id, logRequest, objectUnknown } from "../whatsapp/graph-request.ts";
import type { WhatsAppSandbox } from "../whatsapp/whatsapp-sandbox.ts";

/** A catalogue's batches of products, and how far they are. */
export async function catalogueRoutes(app: FastifyInstance, { sandbox }: { sandbox: WhatsAppSandbox }): Promise<void> {
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
