import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNow } from "#platform/date-view.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { undoSend } from "../../api/message-actions.ts";
import { type ShownMessage, shownMessages } from "../../rules/shown-message.ts";
import styles from "./bubble.module.css";

interface UndoLineProps {
  message: ShownMessage;
  until: string;
  onQuote: (message: ShownMessage) => void;
}

/** For the author of a message that still waits: the time left, and a button to take it back. */
export function UndoLine({ message, until, onQuote }: UndoLineProps) {
  const { t } = useTranslation("composer");
  const { failed } = useFeedback();
  const [busy, setBusy] = useState(false);
  const seconds = Math.ceil((new Date(until).getTime() - useNow("second").getTime()) / 1000);
  const handleUndo = async () => {
    setBusy(true);
    try {
      const quoted = await undoSend(message);
      for (const shown of shownMessages(quoted ? [quoted] : [], [])) onQuote(shown);
    } catch (reason) {
      failed(reason);
    } finally {
      setBusy(false);
    }
  };
  return (
    <p className={laid("middle small figures gap4 leading18", styles.undo)}>
      <span>{seconds > 0 ? t("undo.waiting", { seconds }) : t("undo.soon")}</span>
      <Button type="link" size="small" loading={busy} onClick={() => void handleUndo()}>
        {t("undo.verb")}
      </Button>
    </p>
  );
}
