import { chat } from "@homeroom/contract/chat";
import { chatStates } from "@homeroom/contract/chat-states";
import type { RequestInput, ResponseOf } from "@homeroom/contract/endpoint";
import type { AccountId } from "@homeroom/contract/ids";
import { leads } from "@homeroom/contract/leads";
import { type TodayItem, todayList } from "@homeroom/contract/today";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { dayAfter, localOf, momentOf } from "#platform/zoned-time.ts";
import { isToAnswer, listAfter, type TodayAction } from "../rules/today-actions.ts";

export const todayKey = ["dashboard", "today"] as const;
type TodayAnswer = ResponseOf<typeof todayList.list>;

/** The list of today. */
export function useToday(wanted: RequestInput<typeof todayList.list>) {
  return useQuery({
    queryKey: [...todayKey, wanted],
    queryFn: async ({ signal }) => (await api.call(todayList.list, wanted, { signal })).resultData,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 60_000,
  });
}

/** Whether customers can write because a channel is connected. True until known. */
export function useIsConnected(mayAsk: boolean): boolean {
  const { data } = useQuery({
    queryKey: ["dashboard", "connected"],
    queryFn: async ({ signal }) => (await api.call(chat.unreadCount, {}, { signal })).resultData.isConnected,
    enabled: mayAsk,
    staleTime: 60_000,
  });
  return data ?? true;
}

interface ItemAction {
  item: TodayItem;
  action: TodayAction;
}

/** Undoes the action. */
type TakeBack = () => Promise<unknown>;

const morning = "09:00";

/** Runs an action on an item in place, optimistically, and reverts on failure. Returns the undo; null if there is none. */
export function useDoToday({ me, zone }: Writer) {
  const client = useQueryClient();
  const restore = (before: [readonly unknown[], TodayAnswer | undefined][]) => {
    for (const [key, shown] of before) client.setQueryData<TodayAnswer>(key, shown);
  };
  const settled = () => client.invalidateQueries({ queryKey: todayKey });
  const { mutateAsync } = useMutation({
    mutationFn: ({ item, action }: ItemAction) => write(item, action, { me, zone }),
    onMutate: async ({ item, action }: ItemAction) => {
      await client.cancelQueries({ queryKey: todayKey });
      const before = client.getQueriesData<TodayAnswer>({ queryKey: todayKey });
      client.setQueriesData<TodayAnswer>({ queryKey: todayKey }, (shown) => shown && listAfter(shown, item, action));
      return { before };
    },
    onError: (_reason, _doing, context) => context && restore(context.before),
    onSettled: settled,
  });
  return async (doing: ItemAction): Promise<TakeBack | null> => {
    const takeBack = await mutateAsync(doing);
    return takeBack && (() => takeBack().finally(() => void settled()));
  };
}

interface Writer {
  me: AccountId;
  zone: string | undefined;
}

async function write(item: TodayItem, action: TodayAction, { me, zone }: Writer): Promise<TakeBack | null> {
  const { conversationId, messageId } = item;
  if (action === "retry") {
    if (messageId) await api.call(chat.retryMessage, { messageId });
    return null;
  }
  if (action === "take") return changeLead(item, { sales: me }, { sales: item.sales?.accountID ?? null });
  const tomorrow = dayAfter(localOf(new Date(), zone).slice(0, 10), 1);
  if (!conversationId || !isToAnswer(item))
    return changeLead(item, { nextContactDate: action === "later" ? tomorrow : null }, { nextContactDate: item.day });
  const until = momentOf(`${tomorrow}T${morning}`, zone) ?? new Date(Date.now() + 86_400_000);
  if (action === "later") await api.call(chatStates.snoozeConversation, { conversationId, until: until.toISOString() });
  else await api.call(chatStates.closeConversation, { conversationId });
  return () => api.call(chatStates.reopenConversation, { conversationId });
}

type Changes = RequestInput<typeof leads.change>["changes"];

async function changeLead({ leadId, version }: TodayItem, changes: Changes, back: Changes): Promise<TakeBack> {
  const { resultData } = await api.call(leads.change, { leadId, version, changes });
  return () => api.call(leads.change, { leadId, version: resultData.version, changes: back });
}
