import { Skeleton } from "antd";
import { useDelayed } from "#ui/time/use-delayed.ts";
import { ErrorState } from "./error-state.tsx";
import { Skeleton as Bar } from "./skeleton.tsx";

/** The state of a query without data. */
export interface UnreadQuery {
  error: string | null;
  /** How often it failed. */
  errorUpdateCount: number;
  refetch: () => Promise<unknown>;
}

interface UnreadProps {
  query: Pick<UnreadQuery, "error" | "refetch">;
  /** The height of the content in pixels: a bar of this height is shown once loading takes a moment. */
  height?: number;
}

/** Shown in place of missing data: that it is loading, or why it failed, with a retry. */
export function Unread({ query: { error, refetch }, height }: UnreadProps) {
  const late = useDelayed(error === null);
  if (error !== null) return <ErrorState message={error} onRetry={() => void refetch()} />;
  if (height === undefined) return <Skeleton active />;
  return late && <Bar height={height} />;
}
