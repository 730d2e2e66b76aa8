import type { FastifyInstance } from "fastify";
import type { MetaDesk } from "./meta-desk.ts";
import { datasetToken, readyDataset } from "./ready-business.ts";
import { MetaRefusal } from "./refusals.ts";

interface SentEvent {
  event_name?: unknown;
  event_time?: unknown;
  event_id?: unknown;
  action_source?: unknown;
  messaging_channel?: unknown;
  user_data?: Record<string, unknown>;
  custom_data?: Record<string, unknown>;
}

const messagingNames = ["LeadSubmitted", "Purchase", "AddToCart", "InitiateCheckout", "ViewContent"];
const oldestSeconds = 7 * 86_400;
const maxEvents = 1000;

/** The Conversions API: one bad event refuses the whole call. The key belongs to the dataset, not to a person. */
export function datasetRoutes(app: FastifyInstance, desk: MetaDesk): void {
  app.post<{ Params: { id: string }; Body: { data?: SentEvent[] } | null }>("/:id/events", async (request) => {
    if (desk.trouble) throw new MetaRefusal(desk.trouble);
    if (request.headers.authorization !== `Bearer ${datasetToken}`) throw new MetaRefusal("reconnect");
    if (request.params.id !== readyDataset) throw new MetaRefusal("unknownObject");
    const events = request.body?.data ?? [];
    const isGood = events.length > 0 && events.length <= maxEvents && events.every(isTaken);
    if (!isGood) throw new MetaRefusal("badEvent");
    for (const event of events) {
      const key = `${String(event.event_name)} ${String(event.event_id)}`;
      // The same event is counted once.
      if (!desk.conversions.has(key)) desk.conversions.set(key, event);
    }
    return { events_received: events.length, messages: [], fbtrace_id: "A1b2C3d4" };
  });
}

function isTaken({
  event_name: name,
  event_time: time,
  event_id: id,
  user_data: user = {},
  ...event
}: SentEvent): boolean {
  const now = Date.now() / 1000;
  const isTimed = typeof time === "number" && time > now - oldestSeconds && time < now + 3600;
  if (typeof name !== "string" || name === "" || !isTimed || typeof id !== "string") return false;
  const hashes = [user["em"], user["ph"]].flatMap((one) => (one === undefined ? [] : [one].flat()));
  if (!hashes.every((one) => typeof one === "string" && /^[0-9a-f]{64}$/.test(one))) return false;
  if (event.action_source === "business_messaging") {
    return (
      event.messaging_channel === "whatsapp" && messagingNames.includes(name) && typeof user["ctwa_clid"] === "string"
    );
  }
  const isCrm = event.custom_data?.["event_source"] === "crm" && Boolean(event.custom_data["lead_event_source"]);
  const leadId = user["lead_id"];
  const isKnown =
    leadId === undefined
      ? hashes.length > 0 || Boolean(user["fbc"])
      : typeof leadId === "string" && /^\d{15,18}$/.test(leadId);
  return event.action_source === "system_generated" && isCrm && isKnown;
}
