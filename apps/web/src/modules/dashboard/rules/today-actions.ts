import type { TodayItem } from "@homeroom/contract/today";

/** What can be done about an item where it stands, without opening it. */
export type TodayAction = "take" | "tomorrow" | "retry";

/** The key of each of them. */
export const actionKeys: Readonly<Record<TodayAction, string>> = { retry: "r", tomorrow: "t", take: "m" };

interface Rights {
  /** May change leads. */
  edit: boolean;
  /** May send messages. */
  send: boolean;
}

/** What somebody with these rights is offered for an item, the usual first. */
export function actionsFor(item: TodayItem, rights: Rights): TodayAction[] {
  const reasons = [item.reason, ...item.also];
  return [
    ...(item.messageId !== null && rights.send ? ["retry" as const] : []),
    ...(item.reason === "due" && rights.edit ? ["tomorrow" as const] : []),
    ...(reasons.includes("unassigned") && rights.edit ? ["take" as const] : []),
  ];
}

/** Whether opening the item means to answer in its conversation. */
export function isToAnswer({ conversationId, messageId }: TodayItem): boolean {
  return conversationId !== null && messageId === null;
}

/** The day after another, as `YYYY-MM-DD`. */
export function dayAfter(day: string): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + 1);
  return moment.toISOString().slice(0, 10);
}
