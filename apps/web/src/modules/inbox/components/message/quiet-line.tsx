import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { timeText } from "#platform/dates.ts";
import { laid } from "#ui/laid.ts";
import type { ShownMessage } from "../../rules/shown-message.ts";
import styles from "../conversation/conversation-pane.module.css";

/** Whether only a line is left of a message: one that was taken back or held back before it went out, or a deleted note. */
export function isGone({ state, kind, revokedAt }: ShownMessage): boolean {
  return state === "cancelled" || (kind === "note" && revokedAt !== null);
}

/** What is left of it. */
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

/** A person took back what has no error: a plan's message is held back by a limit that refused it. */
function whatHappened({ kind, error }: ShownMessage) {
  if (kind === "note") return "note.deleted";
  return error ? "undo.heldBack" : "undo.line";
}
