import { Skeleton } from "antd";
import { useDelayed } from "#ui/time/use-delayed.ts";
import { ErrorState } from "./error-state.tsx";
import { Skeleton as Bar } from "./skeleton.tsx";

/** What a query says of an answer that is not there. */
export interface UnreadQuery {
  error: string | null;
  /** How often it was refused. */
  errorUpdateCount: number;
  refetch: () => Promise<unknown>;
}

interface UnreadProps {
  query: Pick<UnreadQuery, "error" | "refetch">;
  /** Of what will come, in pixels: then a bar of this height waits for it, once it has taken a moment. */
  height?: number;
}

/** What stands where an answer is not there: that it is on its way, or why it does not come and how to ask again. */
export function Unread({ query: { error, refetch }, height }: UnreadProps) {
  const late = useDelayed(error === null);
  if (error !== null) return <ErrorState message={error} onRetry={() => void refetch()} />;
  if (height === undefined) return <Skeleton active />;
  return late && <Bar height={height} />;
}
