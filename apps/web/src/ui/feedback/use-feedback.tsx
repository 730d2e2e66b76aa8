import { Button } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { withFeedbackKit } from "./feedback-kit.ts";
import styles from "./use-feedback.module.css";

const offerSeconds = 7;
/** A question waits for the kit to be loaded. */
let isWaiting = false;

interface Question {
  title: string;
  detail?: string;
  verb: string;
  danger?: boolean;
}

/**
 * Messages after an action: `done`, `failed` (the client's text), `undoable`, which offers to undo the action for some
 * seconds, and `offering`, which offers the next step.
 */
export function useFeedback() {
  const { t } = useTranslation("ui");

  return useMemo(
    () => ({
      done: (text: string) => withFeedbackKit(({ message }) => void message.success(text)),
      failed: (text: unknown) =>
        withFeedbackKit(({ message }) => void message.error(typeof text === "string" ? text : t("somethingWrong"))),
      /** An offer with a subject replaces the previous one of that subject. */
      undoable(text: string, undo: () => void, subject: string = String(Date.now())) {
        offer(`undo-${subject}`, text, { verb: t("undo"), act: undo });
      },
      /** A message after an action, with what the person may do next. */
      offering: (text: string, next: Offer) => offer(`offer-${Date.now()}`, text, next),
      /**
       * Asks before an irreversible action; resolves to whether the person agreed. `verb` names the action. Further presses
       * before the question appears do not ask again.
       */
      confirm(question: Question): Promise<boolean> {
        if (isWaiting) return Promise.resolve(false);
        isWaiting = true;
        return new Promise((resolve) => {
          withFeedbackKit(({ modal }) => {
            isWaiting = false;
            modal.confirm({
              title: question.title,
              content: question.detail,
              okText: question.verb,
              okButtonProps: { danger: question.danger ?? false },
              // The Enter key must not destroy what a person has not read about.
              focusable: { autoFocusButton: question.danger ? "cancel" : "ok" },
              cancelText: t("cancel"),
              onOk: () => resolve(true),
              onCancel: () => resolve(false),
            });
          });
        });
      },
    }),
    [t],
  );
}

interface Offer {
  verb: string;
  act: () => void;
}

function offer(key: string, text: string, { verb, act }: Offer): void {
  withFeedbackKit(({ message }) => {
    let isDone = false;
    const handleClick = () => {
      // A second press may come before it has disappeared.
      if (isDone) return;
      isDone = true;
      message.destroy(key);
      act();
    };
    const content = <Offered text={text} verb={verb} onClick={handleClick} />;
    void message.open({ key, duration: offerSeconds, content });
  });
}

function Offered({ text, verb, onClick }: { text: string; verb: string; onClick: () => void }) {
  return (
    <span className={laid("middle gap12")}>
      <span className={laid("clamp2 text13 leading18 breaking", styles.words)} title={text}>
        {text}
      </span>
      <Button size="small" onClick={onClick}>
        {verb}
      </Button>
    </span>
  );
}
