import { createHash } from "node:crypto";
import type { Conversations } from "./conversations.ts";
import type { SeedTx } from "./kit.ts";
import { channels, demo } from "./places.ts";

/** One in this number of the people who wrote did so on LINE. */
const everyNth = 8;

/**
 * Moves some of the conversations to LINE, as if they had taken place there: no numbers, no ticks, no reactions, and
 * none of WhatsApp's failures. Returns the LINE user ids by lead.
 */
export function takeOverToLine(talked: Conversations): Map<string, string> {
  const failed = new Set(talked.messages.filter((one) => one["error_class"] !== null).map((one) => one["contact_id"]));
  const users = new Map<string, string>();
  const moved = new Set<unknown>();
  for (const [index, contact] of talked.contacts.entries()) {
    if (index % everyNth !== 0 || failed.has(contact["contact_id"])) continue;
    const leadId = String(contact["lead_id"]);
    const userId = `U${createHash("sha256").update(leadId).digest("hex").slice(0, 32)}`;
    Object.assign(contact, { channel_id: channels.line.channelId, phone: null, provider_user_id: userId });
    users.set(leadId, userId);
    moved.add(contact["contact_id"]);
  }
  const messages = talked.messages.filter((message) => moved.has(message["contact_id"]));
  const ids = new Set(messages.map((message) => message["message_id"]));
  for (const message of messages) {
    const ours = message["direction"] === "out";
    Object.assign(message, { channel_id: channels.line.channelId, referral: null, ...(ours && { state: "accepted" }) });
  }
  talked.reactions = talked.reactions.filter((reaction) => !ids.has(reaction["message_id"]));
  return users;
}

/** The welcome message of the demo's first branch. */
export async function writeWelcome(tx: SeedTx): Promise<void> {
  const segments = [
    { kind: "text", text: "您好，歡迎加入晨光文理補習班。" },
    { kind: "text", text: "想先了解哪一項呢？按下面的按鈕，或直接留言給我們。" },
  ];
  const buttons = [
    { kind: "message", label: "課程與費用" },
    { kind: "message", label: "預約試聽" },
    { kind: "message", label: "上課地點" },
  ];
  await tx
    .insertInto("welcome_message")
    .values({
      organization_id: demo.organizationId,
      branch_id: channels.line.branchId,
      segments: JSON.stringify(segments),
      buttons: JSON.stringify(buttons),
    })
    .execute();
}
