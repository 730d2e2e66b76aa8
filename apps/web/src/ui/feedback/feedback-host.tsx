import { lazy, Suspense, useEffect } from "react";
import { useFeedbackWanted, wantFeedbackKit } from "./feedback-kit.ts";

const LoadedKit = lazy(() => import("./loaded-kit.tsx").then(({ LoadedKit }) => ({ default: LoadedKit })));

/** Lazy: the page is shown before it needs any messages. */
const afterMs = 3000;

/** Loads messages and confirmations when the page is idle, or when the first of them is needed. */
export function FeedbackHost() {
  const wanted = useFeedbackWanted();
  useEffect(() => {
    const timer = setTimeout(wantFeedbackKit, afterMs);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense fallback={null}>{wanted && <LoadedKit />}</Suspense>;
}
