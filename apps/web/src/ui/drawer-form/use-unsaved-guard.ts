import { type RefObject, useCallback, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";

/**
 * Asks before a navigation or a reload loses unsaved input. It takes a ref, because saving and leaving happen in one step.
 * Returns the same question for a close button: it resolves to whether the person may leave, and they are not asked again.
 */
export function useUnsavedGuard(changedRef: RefObject<boolean>): () => Promise<boolean> {
  const { t } = useTranslation("ui");
  const { confirm } = useFeedback();
  const blocker = useBlocker(() => changedRef.current);
  const mayLeave = useCallback(async () => {
    if (!changedRef.current) return true;
    const question = { title: t("form.unsaved"), detail: t("form.unsavedDetail"), verb: t("form.discard") };
    const leaves = await confirm({ ...question, danger: true });
    if (leaves) changedRef.current = false;
    return leaves;
  }, [changedRef, confirm, t]);

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void mayLeave().then((leaves) => (leaves ? blocker.proceed() : blocker.reset()));
  }, [blocker, mayLeave]);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (changedRef.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [changedRef]);
  return mayLeave;
}
