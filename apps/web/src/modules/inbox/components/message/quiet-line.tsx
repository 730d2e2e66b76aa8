import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { timeText } from "#platform/dates.ts";
import { laid } from "#ui/laid.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import styles from "../conversation/conversation-pane.module.css";

/** Whether only a line is shown for a message: it was taken back or held back before sending, or is a deleted note. */
export function isGone({ state, kind, revokedAt }: ShownMessage): boolean {
  return state === "cancelled" || (kind === "note" && revokedAt !== null);
}

/** The text of the line. */
export function QuietLine({ message }: { message: ShownMessage }) {
  const { t } = useTranslation("composer");
  const view = useDateView();
  const name = message.sender?.nickname ?? t("undo.someone");
  return (
    <p className={laid("small leading18 textCentre", styles.system)}>
      {t(whatHappened(message), { name })} · {timeText(message.sentAt, view)}
    </p>
  );
}

/** Without an error a person took it back; a plan's message with one was held back by a limit. */
function whatHappened({ kind, error }: ShownMessage) {
  if (kind === "note") return "note.deleted";
  return error ? "undo.heldBack" : "undo.line";
}
