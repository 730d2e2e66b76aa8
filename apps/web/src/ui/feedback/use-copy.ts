import { useEffect, useState } from "react";
import { useFeedback } from "./use-feedback.tsx";

interface CopyWords {
  /** Nothing is said of a copy that shows by itself. */
  done?: string;
  failed: string;
}

/** Copies a text and says whether it worked; answers that too. */
export function useCopy(): (text: string, words: CopyWords) => Promise<boolean> {
  const { done, failed } = useFeedback();
  return async (text, words) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      failed(words.failed);
      return false;
    }
    if (words.done !== undefined) done(words.done);
    return true;
  };
}

const copiedForMs = 2000;

/** Whether something was copied a moment ago, and how to say so. */
export function useCopied(): [boolean, (copied: boolean) => void] {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedForMs);
    return () => clearTimeout(timer);
  }, [copied]);
  return [copied, setCopied];
}
