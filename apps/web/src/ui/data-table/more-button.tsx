import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Button } from "antd";
import { MoreProblem } from "./more-problem.tsx";

export interface MoreButtonProps {
  list: Pick<
    UseInfiniteQueryResult,
    "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "error" | "fetchNextPage"
  >;
  label: string;
}

/** Below a list that loads more on request: a button for the next rows, or why they failed to load. */
export function MoreButton({ list, label }: MoreButtonProps) {
  const loadMore = () => void list.fetchNextPage();
  if (!list.hasNextPage) return null;
  if (list.isFetchNextPageError && !list.isFetchingNextPage)
    return <MoreProblem moreError={list.error} loadMore={loadMore} />;
  return (
    <Button type="link" loading={list.isFetchingNextPage} onClick={loadMore}>
      {label}
    </Button>
  );
}
