import { type RefObject, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";

/** Asks before a navigation or a reload loses what has been written. A ref, because saving and leaving are one step. */
export function useUnsavedGuard(changedRef: RefObject<boolean>): void {
  const { t } = useTranslation("ui");
  const { confirm } = useFeedback();
  const blocker = useBlocker(() => changedRef.current);

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const question = {
      title: t("form.unsaved"),
      detail: t("form.unsavedDetail"),
      verb: t("form.discard"),
      danger: true,
    };
    void confirm(question).then((leave) => {
      if (!leave) return blocker.reset();
      changedRef.current = false;
      blocker.proceed();
    });
  }, [blocker, changedRef, confirm, t]);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (changedRef.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [changedRef]);
}
