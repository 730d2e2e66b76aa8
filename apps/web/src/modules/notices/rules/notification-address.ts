import type { NotificationRow } from "@homeroom/contract/notifications";

/** The address that a notification opens; null if there is none, or if the person cannot see its subject. */
export function addressOf({ kind, lead, conversationId, details }: NotificationRow): string | null {
  switch (kind) {
    case "lead.assigned":
    case "lead.reminder":
      return lead && `/lead/list?lead=${lead.leadId}`;
    case "lead.contactsDue":
      return `/lead/list?nextContact=,${details["day"]}&sort=nextContactDate`;
    case "order.partDue":
    case "order.paid":
    case "order.toCheck":
      return `/users/order?order=${details["orderID"] ?? ""}`;
    case "assistant.handedOver":
    case "message.received":
    case "message.notSent":
    case "note.mentioned":
      return conversationId && `/chat/whatsapp?conversation=${conversationId}`;
    case "channel.stopped":
    case "channel.warned":
    case "channel.refused":
      return details["channelKind"] === "line" ? "/organization/line" : "/organization/whatsapp";
    case "broadcast.stopped":
      return `/admessage/plan/${details["planID"] ?? ""}`;
    case "broadcast.limitNear":
      return "/admessage/setting";
    case "plan.limitNear":
    case "plan.limitReached":
    case "plan.notRenewed":
      return "/system/payment";
    case "assistant.stopped":
      return "/system/sys?tab=gpt";
    case "import.finished":
      return `/${details["kind"] === "lead" ? "lead" : "staff"}/list?import=task-${details["importId"] ?? ""}`;
    case "leads.waiting":
      return "/lead/list?unheld=yes";
    case "leads.dealt":
    case "handover.finished":
      return "/lead/list";
    case "session.newPlace":
      return "/system/setting?tab=security";
    default:
      return null;
  }
}
