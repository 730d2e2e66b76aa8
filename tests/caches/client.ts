import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import type {
  ConversationFilter,
  ConversationOrder,
  ConversationRow,
  ConversationState,
  MessageRow,
} from "@homeroom/contract/chat";
import type { ConversationId } from "@homeroom/contract/ids";

/** The parts of an inbox on the screen, taken from the web app unchanged; the app itself needs a browser. */
export interface WebInbox {
  queryClient: {
    clear(): void;
    isFetching(): number;
    getQueryData(key: readonly unknown[]): unknown;
    getDefaultOptions(): { queries?: object };
    setDefaultOptions(options: { queries: object }): void;
  };
  readFailedAgain(): Promise<void>;
  /** Shows a query: fetches it if it is not cached, and observes it as a mounted component would. */
  show(query: Query): { stop(): void };
  listQuery(filters: ListFilters): Query;
  threadQuery(id: ConversationId): Query;
  cardQuery(id: ConversationId): Query;
  prefetchList(filters: ListFilters): Promise<void>;
  completeList(filters: ListFilters): Promise<void>;
  completeThread(id: ConversationId): Promise<void>;
  listUpdates(filters: ListFilters, timers: Timers): Updates<{ conversationId: ConversationId; version: number }>;
  threadUpdates(open: ConversationId, timers: Timers): Updates<{ conversationId: ConversationId; version: number }>;
  catchUp(filters: ListFilters, open: ConversationId): Promise<void>;
}

export interface Query {
  queryKey: readonly unknown[];
}

export interface ListFilters {
  filters: readonly ConversationFilter[];
  state: ConversationState | null;
  order: ConversationOrder;
  channel: null;
  sales: readonly string[];
  label: readonly string[];
  keywords: string;
}

interface Updates<Told> {
  changed(told: Told): void;
  stop(): void;
}

interface Timers {
  set(action: () => void, milliseconds: number): unknown;
  clear(timer: unknown): void;
}

export interface ShownList {
  rows: readonly ConversationRow[];
  counts: Record<string, number>;
}

export interface ShownThread {
  messages: readonly MessageRow[];
}

const web = (path: string) => new URL(`../../apps/web/src/${path}`, import.meta.url).href;

export async function loadWebInbox(): Promise<WebInbox> {
  const api = (name: string) => import(web(`modules/inbox/api/${name}.ts`)) as Promise<Record<string, never>>;
  const [list, thread, card, updates] = await Promise.all(
    ["conversation-list", "thread", "conversation-card", "updates"].map(api),
  );
  const query = (await import(web("platform/query.ts"))) as Pick<WebInbox, "queryClient" | "readFailedAgain">;
  const { queryClient } = query;
  const defaults = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retryDelay: 0 } });
  const ofWeb = createRequire(fileURLToPath(web("main.tsx")));
  const library = pathToFileURL(ofWeb.resolve("@tanstack/react-query")).href;
  const { QueryObserver } = (await import(library)) as {
    QueryObserver: new (client: unknown, query: Query) => { subscribe(listener: () => void): () => void };
  };
  const show: WebInbox["show"] = (query) => ({
    stop: new QueryObserver(queryClient, query).subscribe(() => undefined),
  });
  return { ...list, ...thread, ...card, ...updates, ...query, show } as unknown as WebInbox;
}
