import { Skeleton } from "antd";
import { ErrorState } from "./error-state.tsx";

/** What a query says of an answer that is not there. */
export interface UnreadQuery {
  error: string | null;
  /** How often it was refused. */
  errorUpdateCount: number;
  refetch: () => Promise<unknown>;
}

/** What stands where an answer is not there: that it is on its way, or why it does not come and how to ask again. */
export function Unread({ query: { error, refetch } }: { query: UnreadQuery }) {
  return error === null ? <Skeleton active /> : <ErrorState message={error} onRetry={() => void refetch()} />;
}
