import { createHash } from "node:crypto";
import type { ConversionStage } from "@homeroom/contract/conversions";

/** A stage of a lead with all data for Meta. */
export interface Conversion {
  eventId: string;
  stage: ConversionStage;
  kind: "form" | "page" | "message";
  click: string;
  account: string;
  clickedAt: Date;
  happenedAt: Date;
  emailKey: string | null;
  phoneE164: string | null;
  /** The lead's payments so far. */
  paid: { currency: string; amount: number } | null;
}

/** CRM stages have names of our own; ads that open WhatsApp take a few fixed ones only. */
const stageNames: Readonly<Record<ConversionStage, string>> = {
  lead: "Lead",
  conversation: "Conversation started",
  trialBooked: "Trial booked",
  trialAttended: "Trial attended",
  deal: "Converted",
};
export const messagingNames: Readonly<Partial<Record<ConversionStage, string>>> = {
  lead: "LeadSubmitted",
  deal: "Purchase",
};

/** An event in the Conversions API's format. Personal data is hashed; Meta's own ids are sent unchanged. */
export function eventBody(conversion: Conversion): Record<string, unknown> {
  const { eventId, stage, kind, happenedAt, paid } = conversion;
  const common = { event_id: eventId, event_time: Math.floor(happenedAt.getTime() / 1000) };
  const value = stage === "deal" && paid ? { value: paid.amount, currency: paid.currency } : {};
  if (kind === "message") {
    return {
      ...common,
      event_name: messagingNames[stage],
      action_source: "business_messaging",
      messaging_channel: "whatsapp",
      user_data: userData(conversion),
      ...(Object.keys(value).length > 0 && { custom_data: value }),
    };
  }
  return {
    ...common,
    event_name: stageNames[stage],
    action_source: "system_generated",
    user_data: userData(conversion),
    custom_data: { lead_event_source: "Homeroom", event_source: "crm", ...value },
  };
}

function userData({ kind, click, account, clickedAt, emailKey, phoneE164 }: Conversion): Record<string, unknown> {
  return {
    ...(kind === "form" && { lead_id: click }),
    ...(kind === "page" && { fbc: `fb.1.${clickedAt.getTime()}.${click}` }),
    ...(kind === "message" && { ctwa_clid: click, whatsapp_business_account_id: account }),
    ...(emailKey && { em: [hashed(emailKey.trim().toLowerCase())] }),
    ...(phoneE164 && { ph: [hashed(phoneE164.replace(/\D/g, "").replace(/^0+/, ""))] }),
  };
}

/** SHA-256 in hexadecimal, as Meta compares it. */
function hashed(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
