import { lazy, Suspense } from "react";
import { useLoadedAhead } from "#platform/use-loaded-ahead.ts";
import { useFeedbackWanted, wantFeedbackKit } from "./feedback-kit.ts";

const LoadedKit = lazy(() => import("./loaded-kit.tsx").then(({ LoadedKit }) => ({ default: LoadedKit })));

/** Lazy: the page is shown before it needs any messages. */
const afterMs = 3000;

/** Loads messages and confirmations when the page is idle, or when the first of them is needed. */
export function FeedbackHost() {
  const wanted = useFeedbackWanted();
  useLoadedAhead(wantFeedbackKit, afterMs);
  return <Suspense fallback={null}>{wanted && <LoadedKit />}</Suspense>;
}
