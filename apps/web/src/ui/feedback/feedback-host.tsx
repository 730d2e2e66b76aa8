import { lazy, Suspense, useEffect } from "react";
import { useFeedbackWanted, wantFeedbackKit } from "./feedback-kit.ts";

const LoadedKit = lazy(() => import("./loaded-kit.tsx").then(({ LoadedKit }) => ({ default: LoadedKit })));

/** The page is shown before anything has to be said about it. */
const afterMs = 3000;

/** Has messages and questions loaded when the page has come to rest, or when the first of them is to be shown. */
export function FeedbackHost() {
  const wanted = useFeedbackWanted();
  useEffect(() => {
    const timer = setTimeout(wantFeedbackKit, afterMs);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense fallback={null}>{wanted && <LoadedKit />}</Suspense>;
}
