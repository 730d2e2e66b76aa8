import type { FastifyInstance } from "fastify";
import type { Channel } from "./channel.ts";
import { GraphRefusal } from "./graph-errors.ts";
import { authorised, fieldsOf, type Id, logRequest, objectUnknown } from "./graph-request.ts";
import { describeMedia } from "./media-routes.ts";
import { asText, isObject } from "./read-fields.ts";
import { describeTemplate, reviseTemplate } from "./template-routes.ts";
import type { WhatsAppSandbox } from "./whatsapp-sandbox.ts";

/** Graph has one address for all objects: each kind of object checks whether the id is one of its own. */
export async function objectRoutes(app: FastifyInstance, { sandbox }: { sandbox: WhatsAppSandbox }): Promise<void> {
  app.get<Id>("/:id", async (request) => {
    const channels = authorised(sandbox, request);
    const { id } = request.params;
    const number = channels.find((channel) => channel.phoneNumberId === id);
    const account = channels.find((channel) => channel.businessAccountId === id);
    const template = sandbox.templates.byId(id);
    const fields = request.query.fields?.split(",");
    const found =
      (number && picked(describeNumber(number), fields)) ??
      (account && describeAccount(account)) ??
      (channels.some(({ catalogueId }) => catalogueId === id) ? { id, name: "Catalogue" } : undefined) ??
      (template && channels.some((one) => one.businessAccountId === template.businessAccountId)
        ? describeTemplate(template)
        : undefined) ??
      describeMedia(sandbox, request);
    if (found === undefined) throw objectUnknown(request);
    logRequest(sandbox, request, 200);
    return found;
  });
  app.post<Id>("/:id", async (request) => {
    const channels = authorised(sandbox, request);
    const template = sandbox.templates.byId(request.params.id);
    const channel = channels.find((one) => one.businessAccountId === template?.businessAccountId);
    if (template === undefined || channel === undefined) throw objectUnknown(request);
    const { components, category } = fieldsOf(request);
    if (!Array.isArray(components)) throw new GraphRefusal("missingParameter", "Param components is required");
    const wanted = asText(category, template.category).toUpperCase();
    reviseTemplate(sandbox, channel, { template, components: components.filter(isObject), category: wanted });
    logRequest(sandbox, request, 200);
    return { success: true };
  });
}

export function describeNumber(channel: Channel): Record<string, unknown> {
  return {
    verified_name: channel.name,
    code_verification_status: "VERIFIED",
    display_phone_number: channel.displayPhoneNumber,
    quality_rating: channel.quality,
    platform_type: "CLOUD_API",
    throughput: { level: "STANDARD" },
    status: "CONNECTED",
    name_status: "APPROVED",
    account_mode: "SANDBOX",
    messaging_limit_tier: channel.limit,
    whatsapp_business_manager_messaging_limit: channel.limit,
    id: channel.phoneNumberId,
  };
}

/** All accounts of the sandbox belong to one business. */
function describeAccount({ businessAccountId, name }: Channel): Record<string, unknown> {
  const owner = { id: "sandbox-portfolio", name: "Homeroom" };
  return {
    ...{ id: businessAccountId, name, timezone_id: "1", message_template_namespace: "sandbox" },
    owner_business_info: owner,
  };
}

/** `fields=` limits the answer, which always contains the id. */
function picked(object: Record<string, unknown>, fields: readonly string[] | undefined): object {
  if (fields === undefined) return object;
  const wanted = fields.map((field) => field.trim());
  return Object.fromEntries(Object.entries(object).filter(([name]) => name === "id" || wanted.includes(name)));
}
