import type { FastifyInstance } from "fastify";
import { GraphRefusal } from "./graph-errors.ts";
import { authorised, authorisedNumber, fieldsOf, type Id, logRequest } from "./graph-request.ts";
import { describeNumber } from "./object-routes.ts";
import { authorisedAccount } from "./template-routes.ts";
import type { WhatsAppSandbox } from "./whatsapp-sandbox.ts";

const PROFILE_FIELDS = ["about", "address", "description", "email", "websites", "vertical", "profile_picture_url"];

/** Setting up a number: list, register, subscribe, edit its profile. */
export async function numberRoutes(app: FastifyInstance, { sandbox }: { sandbox: WhatsAppSandbox }): Promise<void> {
  const profiles = new Map<string, Record<string, unknown>>();

  app.get<Id>("/:id/phone_numbers", async (request) => {
    authorisedAccount(sandbox, request);
    const channels = authorised(sandbox, request).filter((channel) => channel.businessAccountId === request.params.id);
    logRequest(sandbox, request, 200);
    return { data: channels.map(describeNumber) };
  });
  app.post<Id>("/:id/subscribed_apps", async (request) => {
    authorisedAccount(sandbox, request);
    logRequest(sandbox, request, 200);
    return { success: true };
  });
  app.post<Id>("/:id/register", async (request) => {
    authorisedNumber(sandbox, request);
    const { pin } = fieldsOf(request);
    if (!/^\d{6}$/.test(String(pin))) throw new GraphRefusal("badParameter", "Param pin must be 6 digits");
    logRequest(sandbox, request, 200);
    return { success: true };
  });
  app.get<Id>("/:id/whatsapp_business_profile", async (request) => {
    const channel = authorisedNumber(sandbox, request);
    logRequest(sandbox, request, 200);
    return { data: [{ messaging_product: "whatsapp", ...profiles.get(channel.phoneNumberId) }] };
  });
  app.post<Id>("/:id/whatsapp_business_profile", async (request) => {
    const channel = authorisedNumber(sandbox, request);
    const given = Object.entries(fieldsOf(request)).filter(([name]) => PROFILE_FIELDS.includes(name));
    profiles.set(channel.phoneNumberId, { ...profiles.get(channel.phoneNumberId), ...Object.fromEntries(given) });
    logRequest(sandbox, request, 200);
    return { success: true };
  });
}
