import type { ConversationCard, ConversationFilter, ConversationOrder, ConversationRow } from "@homeroom/contract/chat";
import type { ConversationId } from "@homeroom/contract/ids";

/** A conversation's position in a list, in any order; the id breaks ties. */
type RowPosition = Pick<ConversationRow, "lastMessageTime" | "waitingSince" | "windowEndsAt" | "conversationId">;

/** The loaded part of a list of conversations: its start, without gaps, in order. */
export interface ConversationList {
  order: ConversationOrder;
  rows: readonly ConversationRow[];
  /** The position up to which pages are loaded; null if everything is. Rows move up, so this is not the last row. */
  tail: RowPosition | null;
  cursor: string | null;
  counts: Partial<Record<ConversationFilter, number>>;
  /** All changes of loaded rows up to this version are included. */
  version: number;
}

/** The answer of a call for conversations. */
export interface ConversationPage {
  list: readonly ConversationRow[];
  nextCursor?: string | null | undefined;
  counts?: Partial<Record<ConversationFilter, number>> | undefined;
  version: number;
}

/** A newly opened list: its first page. */
export function listOf(page: ConversationPage, order: ConversationOrder = "latest"): ConversationList {
  const rows = [...page.list].sort(byPlace(order));
  const { counts = {}, version } = page;
  return { order, rows, ...reach(page), counts, version };
}

/** The list with its next page. A page read before changes that the list knows lowers its version: see `withOlder`. */
export function withPage(list: ConversationList, page: ConversationPage): ConversationList {
  return {
    ...list,
    ...reach(page),
    rows: merged(list, list.rows, page.list),
    version: Math.min(list.version, page.version),
  };
}

/** The changes since the list's version: the rows that belong to it, and those that do not (any more). */
export interface ConversationChanges {
  matching: readonly ConversationRow[];
  gone: ReadonlySet<ConversationId>;
  version: number;
}

/** The list after changes. Rows beyond its loaded part are left for the page that will load them. */
export function withChanges(list: ConversationList, changes: ConversationChanges): ConversationList {
  const kept = list.rows.filter((row) => !changes.gone.has(row.conversationId));
  const { tail, order } = list;
  const compare = byPlace(order);
  const loaded = new Set(kept.map((row) => row.conversationId));
  const within = changes.matching.filter(
    (row) => tail === null || loaded.has(row.conversationId) || compare(row, tail) <= 0,
  );
  return { ...list, rows: merged(list, kept, within), version: Math.max(list.version, changes.version) };
}

/** The list with a loaded row changed but not moved: the name of its lead, or its read state. */
export function withRow(
  list: ConversationList,
  id: ConversationId,
  change: Partial<ConversationRow>,
): ConversationList {
  if (!list.rows.some((row) => row.conversationId === id)) return list;
  return { ...list, rows: list.rows.map((row) => (row.conversationId === id ? { ...row, ...change } : row)) };
}

/** The list without a conversation that was just closed or snoozed; the server's answer will confirm it. */
export function withoutRow(list: ConversationList, id: ConversationId): ConversationList {
  return { ...list, rows: list.rows.filter((row) => row.conversationId !== id) };
}

/** The events about changes that the list does not have yet. */
export function unknownOf(
  list: ConversationList,
  told: ReadonlyMap<ConversationId, number>,
): ReadonlyMap<ConversationId, number> {
  const versions = new Map(list.rows.map((row) => [row.conversationId, row.version]));
  return new Map([...told].filter(([id, version]) => version > (versions.get(id) ?? 0)));
}

function reach(page: ConversationPage): Pick<ConversationList, "tail" | "cursor"> {
  const last = page.list.at(-1);
  const cursor = page.nextCursor ?? null;
  return { cursor, tail: cursor === null || !last ? null : last };
}

function merged(
  { order }: ConversationList,
  known: readonly ConversationRow[],
  news: readonly ConversationRow[],
): readonly ConversationRow[] {
  if (news.length === 0) return known;
  const rows = new Map(known.map((row) => [row.conversationId, row]));
  for (const row of news) {
    const before = rows.get(row.conversationId);
    if (!before || row.version >= before.version) rows.set(row.conversationId, row);
  }
  return [...rows.values()].sort(byPlace(order));
}

const momentOf = {
  latest: (place: RowPosition) => place.lastMessageTime,
  wait: (place: RowPosition) => place.waitingSince,
  window: (place: RowPosition) => place.windowEndsAt,
} as const;

/** Compares the positions of two conversations, in the server's order. */
export function byPlace(order: ConversationOrder): (one: RowPosition, other: RowPosition) => number {
  const moment = momentOf[order];
  const forward = order === "latest" ? -1 : 1;
  return (one, other) => {
    const [a, b] = [moment(one) ?? "", moment(other) ?? ""];
    if (a !== b) return a > b ? forward : -forward;
    if (one.conversationId === other.conversationId) return 0;
    return one.conversationId > other.conversationId ? forward : -forward;
  };
}

/**
 * A card updated from the list's row of its conversation. A row does not contain a person's other channels, nor another
 * customer's permissions: such a card stays as it is, to be reloaded by its version.
 */
export function cardWithRow(card: ConversationCard, row: ConversationRow): ConversationCard {
  const [channel, ...others] = card.channels;
  const isSame = channel?.channelId === row.channel.channelId && card.sales?.accountID === row.sales?.accountID;
  if (row.version < card.version || others.length > 0 || !isSame) return card;
  const { windowEndsAt, adWindow, line, blocked } = row;
  return {
    ...card,
    ...row,
    channels: [{ ...channel, ...row.channel, windowEndsAt, adWindow, line, blocked }],
  };
}
