/** Notifies open pages and the saving on disk of changes, several at a time. */
export interface News {
  chatChanged(customerId: string): void;
  /** Something other than a chat changed: a switch, a request, a delivery. */
  panelChanged(): void;
  listen(listener: (change: Change) => void): () => void;
  stop(): void;
}

export interface Change {
  customers: string[];
  panel: boolean;
}

const GATHER_MS = 40;

export function createNews(): News {
  const listeners = new Set<(change: Change) => void>();
  const customers = new Set<string>();
  let panel = false;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    const change = { customers: [...customers], panel };
    customers.clear();
    panel = false;
    for (const listener of listeners) listener(change);
  };
  const schedule = () => {
    if (listeners.size > 0) timer ??= setTimeout(flush, GATHER_MS);
  };
  return {
    chatChanged(customerId) {
      customers.add(customerId);
      schedule();
    },
    panelChanged() {
      panel = true;
      schedule();
    },
    listen(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    stop() {
      clearTimeout(timer);
      listeners.clear();
    },
  };
}
