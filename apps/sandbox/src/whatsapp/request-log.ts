export interface LoggedRequest {
  id: number;
  at: number;
  method: string;
  /** Without the query, which can contain a token. */
  path: string;
  body: unknown;
  /** HTTP status of the answer; 0 without an answer. */
  status: number;
  phoneNumberId?: string;
}

/** The business's latest thousand calls. Tokens are never stored. */
export interface RequestLog {
  add(request: Omit<LoggedRequest, "id" | "at">): LoggedRequest;
  /** Oldest first. */
  list(): LoggedRequest[];
  total(): number;
  clear(): void;
}

const MOST_KEPT = 1_000;

export function createRequestLog(onAdd: () => void): RequestLog {
  let kept: LoggedRequest[] = [];
  let total = 0;
  return {
    add(request) {
      const logged = { ...request, id: ++total, at: Date.now() };
      kept.push(logged);
      if (kept.length > MOST_KEPT * 2) kept = kept.slice(-MOST_KEPT);
      onAdd();
      return logged;
    },
    list: () => kept.slice(-MOST_KEPT),
    total: () => total,
    clear() {
      kept = [];
    },
  };
}
