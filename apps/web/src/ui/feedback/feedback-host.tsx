import { type ComponentType, createElement, type ReactNode, useEffect, useState } from "react";
import { useLoadedAhead } from "#platform/use-loaded-ahead.ts";
import { isKitAwaited, useFeedbackWanted, wantFeedbackKit } from "./feedback-kit.ts";

/** Lazy: the page is shown before it needs any messages. */
const afterMs = 3000;
/** The pause before another attempt. */
const againMs = 4000;
/** If the file cannot be loaded while there is a connection, a new release replaced it: only a reload helps. */
const mostFailures = 3;

type LoadKit = () => Promise<ComponentType>;
const loadKit: LoadKit = async () => (await import("./loaded-kit.tsx")).LoadedKit;

/** Loads messages and confirmations when the page is idle, or when the first of them is needed. */
export function FeedbackHost({ load = loadKit }: { load?: LoadKit }) {
  const wanted = useFeedbackWanted();
  useLoadedAhead(wantFeedbackKit, afterMs);
  return useKit(wanted, load);
}

/** The kit once it is loaded. While the connection is lost it is retried, so that the page and its unsaved input stay. */
function useKit(wanted: boolean, load: LoadKit): ReactNode {
  const [kit, setKit] = useState<ReactNode>(null);
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    if (!wanted || kit) return;
    let isOver = false;
    const attempt = () =>
      load().then(
        (loaded) => isOver || setKit(createElement(loaded)),
        () => isOver || setFailures((before) => before + 1),
      );
    const timer = setTimeout(() => void attempt(), failures === 0 ? 0 : againMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [wanted, kit, failures, load]);
  if (!kit && failures >= mostFailures && navigator.onLine && isKitAwaited())
    throw new Error("The messages of the product could not be loaded");
  return kit;
}
