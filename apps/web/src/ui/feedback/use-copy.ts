import { useEffect, useState } from "react";
import { useFeedback } from "./use-feedback.tsx";

interface CopyWords {
  /** No message is shown for a copy that is visible by itself. */
  done?: string;
  failed: string;
}

/** Copies a text, shows whether it worked, and returns that too. */
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

/** Whether something was copied a moment ago, and how to set it. */
export function useCopied(): [boolean, (copied: boolean) => void] {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedForMs);
    return () => clearTimeout(timer);
  }, [copied]);
  return [copied, setCopied];
}
