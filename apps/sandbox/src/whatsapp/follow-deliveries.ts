import type { WhatsAppSandbox } from "./whatsapp-sandbox.ts";

/** Gives the customer's own messages their ticks: two when the business's server took the webhook, none when it never did. */
export function followDeliveries(sandbox: WhatsAppSandbox): void {
  sandbox.webhooks.onSettled((delivery) => {
    sandbox.news.panelChanged();
    const messageId = sandbox.carried.get(delivery.id);
    if (messageId === undefined) return;
    sandbox.carried.delete(delivery.id);
    const found = sandbox.chats.message(messageId);
    if (found === undefined || found.message.state === "read") return;
    found.message.state = delivery.state === "delivered" ? "delivered" : "failed";
    sandbox.news.chatChanged(found.chat.customerId);
  });
}
