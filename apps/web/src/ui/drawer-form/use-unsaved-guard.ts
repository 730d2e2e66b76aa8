import { type RefObject, useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";

/** Whether each form that is shown has unsaved input. */
const guarded = new Set<RefObject<boolean>>();

const isAnyUnsaved = () => [...guarded].some(({ current }) => current);

/**
 * Asks before a navigation or a reload loses unsaved input. It takes a ref, because saving and leaving happen in one step.
 * Returns the same question for a close button: it resolves to whether the person may leave, and they are not asked again.
 */
export function useUnsavedGuard(changedRef: RefObject<boolean>): () => Promise<boolean> {
  const { t } = useTranslation("ui");
  const { confirm } = useFeedback();
  useEffect(() => {
    guarded.add(changedRef);
    return () => void guarded.delete(changedRef);
  }, [changedRef]);
  const ask = useCallback(() => {
    const question = { title: t("form.unsaved"), detail: t("form.unsavedDetail"), verb: t("form.discard") };
    return confirm({ ...question, danger: true });
  }, [confirm, t]);
  const mayLeave = useCallback(async () => {
    if (!changedRef.current) return true;
    const leaves = await ask();
    if (leaves) changedRef.current = false;
    return leaves;
  }, [changedRef, ask]);
  useGuardedAddress(ask);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (changedRef.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [changedRef]);
  return mayLeave;
}

/** The router asks only one blocker, the last: so each of them answers for all forms. */
function useGuardedAddress(ask: () => Promise<boolean>): void {
  const blocker = useBlocker(isAnyUnsaved);
  const latest = useRef(blocker);
  const isAsking = useRef(false);
  useEffect(() => {
    latest.current = blocker;
    // Further attempts while the question is open only change where it leads.
    if (blocker.state !== "blocked" || isAsking.current) return;
    isAsking.current = true;
    void ask().then((leaves) => {
      isAsking.current = false;
      if (leaves) for (const form of guarded) form.current = false;
      if (leaves) latest.current.proceed?.();
      else latest.current.reset?.();
    });
  }, [blocker, ask]);
}
