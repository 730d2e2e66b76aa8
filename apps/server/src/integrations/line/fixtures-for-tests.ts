/** Events as LINE delivers them, after webhook.yml of line-openapi 6e4c2a2a and the fixtures of LINE's own libraries. */
export const userId = "U4af4980629a1b2c3d4e5f60718293a4b";

let serial = 0;

/** Any event of a person; `fields` are added to the fields of every event. */
export function lineEvent(type: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
  serial += 1;
  return {
    type,
    mode: "active",
    timestamp: Date.now(),
    source: { type: "user", userId },
    webhookEventId: `01FZ74A0TDDPYRVKNK77XK${String(serial).padStart(4, "0")}`,
    deliveryContext: { isRedelivery: false },
    replyToken: "nHuyWiB7yP5Zw52FIkcQobQuGDXCTA",
    ...fields,
  };
}

export function lineMessage(message: Record<string, unknown>, fields: Record<string, unknown> = {}) {
  serial += 1;
  return lineEvent("message", { message: { id: `44435301298${serial}`, ...message }, ...fields });
}

export function lineBody(...events: unknown[]): { destination: string; events: unknown[] } {
  return { destination: "U0000000000000000000002000000001", events };
}
