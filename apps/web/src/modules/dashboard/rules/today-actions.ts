import type { TodayItem } from "@homeroom/contract/today";

/** What can be done about an item where it stands, without opening it. */
export type TodayAction = "take" | "later" | "done" | "retry";

/** The key of each of them. */
export const actionKeys: Readonly<Record<TodayAction, string>> = { retry: "r", later: "t", done: "e", take: "m" };

interface Rights {
  /** May change leads. */
  edit: boolean;
  /** May send messages. */
  send: boolean;
  /** May close conversations and put them off. */
  label: boolean;
}

/** What somebody with these rights is offered for an item, the usual first. */
export function actionsFor(item: TodayItem, rights: Rights): TodayAction[] {
  const reasons = [item.reason, ...item.also];
  const canEnd = isToAnswer(item) ? rights.label : item.reason === "due" && rights.edit;
  return [
    ...(item.messageId !== null && rights.send ? ["retry" as const] : []),
    ...(canEnd ? (["later", "done"] as const) : []),
    ...(reasons.includes("unassigned") && rights.edit ? ["take" as const] : []),
  ];
}

/** Whether opening the item means to answer in its conversation. */
export function isToAnswer({ conversationId, messageId }: TodayItem): boolean {
  return conversationId !== null && messageId === null;
}

/** The list as it will be once something has been done about an item; the server says what is true after that. */
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
