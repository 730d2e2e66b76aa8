import type { ConversationId } from "@homeroom/contract/ids";
import type { SocketPayload } from "@homeroom/contract/sockets";
import { batches, type Timers } from "../rules/batches.ts";
import { refreshAssistant } from "./assistant.ts";
import { distrustCards, refreshCard, renewCard, takeRows } from "./conversation-card.ts";
import { catchUpList, type ListFilters, refreshCounts, updateList } from "./conversation-list.ts";
import { catchUpThread } from "./thread.ts";

/** The minimum time between two requests of a kind, however many events there are. */
export const batchMilliseconds = 150;
const countMilliseconds = 3000;

/** Applies events about conversations to a visible list, and to the cards of open ones. */
export function listUpdates(filters: ListFilters, timers?: Timers) {
  const changes = batches<SocketPayload<"conversation.changed">>(
    batchMilliseconds,
    (news) => {
      const told = new Map<ConversationId, number>();
      for (const { conversationId, version } of news)
        told.set(conversationId, Math.max(version, told.get(conversationId) ?? 0));
      void takeIn(filters, told);
    },
    timers,
  );
  const counts = batches<null>(countMilliseconds, () => void refreshCounts(filters).catch(() => undefined), timers);
  return {
    changed(payload: SocketPayload<"conversation.changed">): void {
      changes.add(payload);
      counts.add(null);
    },
    stop(): void {
      changes.stop();
      counts.stop();
    },
  };
}

/** The list's answer usually contains what the open conversation's card needs; only otherwise is the card fetched. */
async function takeIn(filters: ListFilters, told: ReadonlyMap<ConversationId, number>): Promise<void> {
  takeRows(await updateList(filters, told));
  await Promise.all([...told].map(([id, version]) => renewCard(id, version)));
}

/** Applies events about messages to the open conversation. */
export function threadUpdates(open: ConversationId | null, timers?: Timers) {
  const messages = batches<number>(
    batchMilliseconds,
    (versions) => {
      if (open) void catchUpThread(open, Math.max(...versions));
    },
    timers,
  );
  return {
    changed({ conversationId, version }: Pick<SocketPayload<"message.changed">, "conversationId" | "version">): void {
      if (conversationId === open) messages.add(version);
    },
    stop: () => messages.stop(),
  };
}

/** Fetches what was missed without a connection: it was lost, or was not yet up when the screen was read. */
export async function catchUp(filters: ListFilters | null, open: ConversationId | null): Promise<void> {
  distrustCards();
  await Promise.all([
    filters && catchUpList(filters).catch(() => undefined),
    open && catchUpThread(open),
    open && refreshCard(open),
    open && refreshAssistant(open),
  ]);
}
