import { ConversationId, LeadId, RecordId } from "@homeroom/contract/ids";
import type { NotificationRow } from "@homeroom/contract/notifications";
import { expect, it } from "vitest";
import { addressOf } from "./notification-address.ts";

const id = "01900000-0000-7000-8000-000000000001";
const row: NotificationRow = {
  recordID: RecordId.parse(id),
  kind: "lead.assigned",
  count: 1,
  time: "2026-11-20T00:00:00.000Z",
  isRead: false,
  lead: { leadId: LeadId.parse(id), nickname: "王小明" },
  conversationId: null,
  details: {},
};

it.each<[Partial<NotificationRow>, string | null]>([
  [{}, `/lead/list?lead=${id}`],
  [{ lead: null }, null],
  [{ kind: "lead.reminder" }, `/lead/list?lead=${id}`],
  [
    { kind: "lead.contactsDue", details: { day: "2026-11-20", count: 2, overdue: 0 } },
    "/lead/list?nextContact=,2026-11-20&sort=nextContactDate",
  ],
  [{ kind: "order.paid", details: { orderID: "2026112500000001" } }, "/users/order?order=2026112500000001"],
  [{ kind: "order.toCheck", details: { orderID: "2026112500000001" } }, "/users/order?order=2026112500000001"],
  [{ kind: "order.partDue", details: { orderID: "2026112500000001" } }, "/users/order?order=2026112500000001"],
  [{ kind: "message.received", conversationId: ConversationId.parse(id) }, `/chat/whatsapp?conversation=${id}`],
  [{ kind: "message.received", lead: null }, null],
  [{ kind: "import.finished", details: { kind: "lead", importId: id } }, `/lead/list?import=task-${id}`],
  [{ kind: "import.finished", details: { kind: "staff", importId: id } }, `/staff/list?import=task-${id}`],
  [{ kind: "channel.refused", details: { channel: "LINE", channelKind: "line" } }, "/organization/line"],
  [{ kind: "channel.refused", details: { channel: "WA", channelKind: "whatsapp" } }, "/organization/whatsapp"],
  [{ kind: "role.changed" }, null],
  [{ kind: "session.newPlace" }, "/system/setting?tab=security"],
])("%o leads to %s", (more, address) => expect(addressOf({ ...row, ...more })).toBe(address));
