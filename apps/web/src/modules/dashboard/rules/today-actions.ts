import type { TodayItem } from "@homeroom/contract/today";

/** The quick actions on an item, without opening it. */
export type TodayAction = "take" | "later" | "done" | "retry";

/** The key of each of them. */
export const actionKeys: Readonly<Record<TodayAction, string>> = { retry: "r", later: "t", done: "e", take: "m" };

interface Rights {
  /** May change leads. */
  edit: boolean;
  /** May send messages. */
  send: boolean;
  /** May close and snooze conversations. */
  label: boolean;
}

/** The actions offered to a person with these permissions, the usual one first. */
export function actionsFor(item: TodayItem, rights: Rights): TodayAction[] {
  const reasons = [item.reason, ...item.also];
  const canEnd = isToAnswer(item) ? rights.label : item.reason === "due" && rights.edit;
  return [
    ...(item.messageId !== null && rights.send ? ["retry" as const] : []),
    ...(canEnd ? (["later", "done"] as const) : []),
    ...(reasons.includes("unassigned") && rights.edit ? ["take" as const] : []),
  ];
}

/** Whether opening the item opens its conversation for a reply. */
export function isToAnswer({ conversationId, messageId }: TodayItem): boolean {
  return conversationId !== null && messageId === null;
}

/** The expected list after an action on an item, until the server's list arrives. */
export function listAfter<List extends { list: readonly TodayItem[] }>(
  shown: List,
  of: TodayItem,
  action: TodayAction,
) {
  const stays = action === "take" && of.reason !== "unassigned";
  const rest = stays ? (item: TodayItem) => ({ ...item, also: item.also.filter((one) => one !== "unassigned") }) : null;
  return {
    ...shown,
    list: shown.list.flatMap((item) => (item.leadId !== of.leadId ? [item] : rest ? [rest(item)] : [])),
  };
}
